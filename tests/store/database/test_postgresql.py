"""PostgreSQL that restarts, dies, is full or says no: always StorageFault, never a password, and the next call works again."""

from __future__ import annotations

import os
import re
import socket
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest
from catchlight.core.errors import StorageFault
from catchlight.store.database.opening import open_database
from catchlight.store.database.postgresql import PostgresDatabase
from catchlight.store.database.postgresql_pool import KEPT_CONNECTIONS, MORE_CONNECTIONS

from tests.simulators.postgres import PostgresServer
from tests.simulators.relay import Relay
from tests.store.database.conftest import program

NOTES = program(1)


@pytest.fixture
def database(postgres_url: str) -> Iterator[PostgresDatabase]:
    opened = PostgresDatabase(postgres_url, NOTES.schema)
    yield opened
    opened.close()


def count(database: PostgresDatabase) -> int:
    with database.read() as connection:
        return len(connection.execute(NOTES.notes.select()).all())


def insert(database: PostgresDatabase, then: Callable[[], object] = lambda: None) -> None:
    with database.write() as connection:
        connection.execute(NOTES.notes.insert().values(text="written"))
        then()
        connection.exec_driver_sql("SELECT 1")


ENDS: dict[str, Callable[[PostgresServer], None]] = {
    "fast": PostgresServer.stop,
    "immediate": lambda server: server.stop("immediate"),
    "killed": PostgresServer.kill,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_server_that_goes_is_told_and_used_again_when_it_is_back(
    postgres: PostgresServer, database: PostgresDatabase, end: Callable[[PostgresServer], None]
) -> None:
    insert(database)
    try:
        with pytest.raises(StorageFault, match="could not be used"):
            insert(database, lambda: end(postgres))
        for transaction in (insert, count):
            with pytest.raises(StorageFault, match="postgresql://postgres@"):
                transaction(database)
    finally:
        postgres.start()
    assert count(database) == 1
    insert(database)
    assert count(database) == 2


def test_what_was_written_holds_and_what_was_not_does_not(database: PostgresDatabase) -> None:
    with pytest.raises(ZeroDivisionError):
        insert(database, lambda: 1 / 0)
    insert(database)
    assert count(database) == 1


def test_who_reads_sees_one_state_and_changes_nothing(database: PostgresDatabase) -> None:
    with database.read() as connection:
        assert connection.execute(NOTES.notes.select()).all() == []
        insert(database)
        assert connection.execute(NOTES.notes.select()).all() == []
    with pytest.raises(StorageFault, match="can only be read"), database.read() as connection:
        connection.execute(NOTES.notes.insert().values(text="lost"))


def test_a_lock_is_one_s_until_the_transaction_ends(database: PostgresDatabase) -> None:
    with database.write() as connection:
        database.lock(connection, "one")
        with database.write() as other:
            database.lock(other, "another")
            other.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")
            with pytest.raises(StorageFault, match="lock timeout"), database._faults():
                database.lock(other, "one")


def test_no_row_is_shown_in_what_is_said(database: PostgresDatabase) -> None:
    row = NOTES.notes.insert().values(id=4711, text="personal")
    with database.write() as connection:
        connection.execute(row)
    with pytest.raises(StorageFault, match="duplicate key") as fault, database.write() as connection:
        connection.execute(row)
    assert "4711" not in fault.value.message
    assert "personal" not in fault.value.message


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anna:sec/ret@127.0.0.1/db?port=9",
        "postgresql://anna:sec@ret@host:port/db",
        "postgresql://anna@host:secret/db",
        "postgresql://anna:secret@127.0.0.1:9/db?connect_timeout=2",
        "postgresql://anna@127.0.0.1:9/db?password=secret",
        "mysql://anna:secret@host/db",
        "secret",
    ],
)
def test_no_part_of_a_password_is_ever_repeated(url: str, tmp_path: Path) -> None:
    with pytest.raises(StorageFault) as raised:
        open_database(url, tmp_path / "file", NOTES.schema)
    shown = "".join(traceback.format_exception(raised.value))
    assert [word for word in ("secret", "sec", "ret") if re.search(rf"\b{word}\b", raised.value.message + shown)] == []
    assert list(tmp_path.iterdir()) == []


def test_too_many_connections_are_told(postgres: PostgresServer, database: PostgresDatabase, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE ROLE crowd LOGIN CONNECTION LIMIT 1")
        try:
            theirs = postgres_url.replace("postgres@", "crowd@")
            with psycopg.connect(theirs), pytest.raises(StorageFault, match="too many connections"):
                PostgresDatabase(theirs, NOTES.schema)
        finally:
            connection.execute("DROP ROLE crowd")


def test_a_process_that_uses_all_its_connections_is_told(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database._pool.engine.pool, "_timeout", 0.05)
    with ExitStack() as held:
        for _ in range(KEPT_CONNECTIONS + MORE_CONNECTIONS):
            held.enter_context(database.read())
        with pytest.raises(StorageFault, match="All 16 connections"):
            count(database)
    assert count(database) == 0


def test_a_process_has_one_pool_at_an_address(database: PostgresDatabase, postgres_url: str) -> None:
    other = PostgresDatabase(postgres_url, NOTES.schema)
    insert(other)
    assert count(database) == 1
    with psycopg.connect(postgres_url) as connection:
        query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'catchlight' AND datname = current_database()"
        assert connection.execute(query).fetchone() == (1,)
    other.close()
    other.close()
    insert(database)  # the pool is open as long as somebody uses it


def test_a_statement_that_hangs_is_given_up_and_the_url_may_say_when(postgres_url: str) -> None:
    for more, waited in (("", "30s"), ("&options=-c statement_timeout=2s", "2s")):
        with closing(PostgresDatabase(postgres_url + more, NOTES.schema)) as database, database.read() as connection:
            assert connection.exec_driver_sql("SHOW statement_timeout").scalar_one() == waited
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar_one() == "15s"


def test_a_server_that_vanishes_is_noticed_within_fifteen_seconds(postgres: PostgresServer, postgres_url: str) -> None:
    with Relay(postgres.folder / ".s.PGSQL.5432") as relay:
        url = postgres_url.replace(f"host={postgres.folder}", f"host=127.0.0.1&port={relay.port}")
        with closing(PostgresDatabase(url, NOTES.schema)) as database, database.read() as connection:
            driver = connection.connection.driver_connection
            with socket.socket(fileno=os.dup(driver.fileno())) as found:
                assert found.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
                idle, interval, probes, unacknowledged = (
                    found.getsockopt(socket.IPPROTO_TCP, option)
                    for option in (
                        socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT, socket.TCP_USER_TIMEOUT,
                    )
                )  # fmt: skip
        assert idle + interval * probes <= 15
        assert 0 < unacknowledged <= 15_000


def test_of_several_servers_the_one_that_is_written_to_is_used(postgres: PostgresServer, postgres_url: str) -> None:
    with Relay(postgres.folder / ".s.PGSQL.5432") as relay:
        url = postgres_url.replace(f"host={postgres.folder}", f"host=127.0.0.1:9&host=127.0.0.1:{relay.port}")
        with closing(PostgresDatabase(url, NOTES.schema)) as database:
            insert(database)
            assert count(database) == 1
            assert "127.0.0.1:9,127.0.0.1" in database.address
