"""Tables in PostgreSQL: made once, migrated beside programs at work, and refused where they are not for this program."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from catchlight.core.errors import StorageFault
from catchlight.store import tokens
from catchlight.store.database.postgresql import PostgresDatabase
from catchlight.store.database.schema import Schema
from catchlight.store.database.versions import VERSIONS
from catchlight.store.jobs import schema as job_schema
from sqlalchemy import Connection, select

from tests.simulators.postgres import PostgresServer
from tests.store.database.conftest import MIGRATIONS, OURS, Program, program


def write(database: PostgresDatabase, made: Program, *texts: str) -> None:
    with database.write() as connection:
        connection.execute(made.notes.insert(), [{"text": text} for text in texts])


def lengths(url: str) -> list[int | None]:
    with psycopg.connect(url) as connection:
        return [length for (length,) in connection.execute("SELECT length FROM notes ORDER BY id")]


@pytest.fixture
def url(postgres_url: str) -> str:
    """A database with the notes of version 1."""
    with closing(PostgresDatabase(postgres_url, program(1).schema)) as database:
        write(database, program(1), "three", "four")
    return postgres_url


def test_steps_are_done_in_order_and_once(url: str) -> None:
    PostgresDatabase(url, program(3).schema).close()
    assert lengths(url) == [5, 4]
    with closing(PostgresDatabase(url, program(3).schema)) as database:
        write(database, program(3), "later")
        with database.read() as connection:
            assert connection.execute(select(VERSIONS.c.version)).scalar_one() == 3
    assert lengths(url) == [5, 4, None]


def test_a_step_that_fails_leaves_the_tables_as_they_were(url: str) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE notes SET text = 'lost'")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        PostgresDatabase(url, Schema(program(2).schema.tables, (MIGRATIONS[0], fail), name="notes"))
    PostgresDatabase(url, program(3).schema).close()
    assert lengths(url) == [5, 4]


def test_an_older_program_works_beside_tables_that_allow_it(url: str) -> None:
    with closing(PostgresDatabase(url, program(1).schema)) as old:
        PostgresDatabase(url, program(2, compatible=1).schema).close()
        write(old, program(1), "old")
        with closing(PostgresDatabase(url, program(1).schema)) as begun_later:
            write(begun_later, program(1), "older")
    assert lengths(url) == [None] * 4


@pytest.mark.parametrize(("version", "compatible"), [(2, None), (3, 2)])
def test_an_older_program_is_told_why_it_may_not(url: str, version: int, compatible: int | None) -> None:
    PostgresDatabase(url, program(version, compatible).schema).close()
    with pytest.raises(StorageFault, match=f"have version {version}; this Catchlight knows version 1"):
        PostgresDatabase(url, program(1).schema)


def test_a_migration_does_not_stop_those_at_work(url: str) -> None:
    """The old program writes all the while, by statements that its connections have prepared long ago."""
    old, done = PostgresDatabase(url, program(1).schema), threading.Event()

    def work() -> int:
        count = 0
        while not done.is_set() or count < 20:
            write(old, program(1), "old")
            with old.read() as connection:
                assert connection.execute(select(program(1).notes)).first() is not None
            count += 1
        return count

    with closing(old), ThreadPoolExecutor(2) as pool:
        working = [pool.submit(work) for _ in range(2)]
        try:
            PostgresDatabase(url, program(3, compatible=1).schema).close()
        finally:
            done.set()
        written = sum(one.result() for one in working)
    assert len(lengths(url)) == 2 + written


def test_a_table_that_others_hold_is_waited_for_without_holding_them_up(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.store.database.versions.LOCK_SECONDS", 0.2)
    old = PostgresDatabase(url, program(1).schema)
    with closing(old), ThreadPoolExecutor(1) as pool:
        with psycopg.connect(url) as backup:
            backup.execute("SELECT * FROM notes")  # holds the table until the transaction ends
            migrated = pool.submit(PostgresDatabase, url, program(2, compatible=1).schema)
            for _ in range(3):
                write(old, program(1), "old")
            assert not migrated.done()
        migrated.result().close()
    assert lengths(url) == [None] * 5


def test_of_many_that_open_at_once_one_makes_the_tables(postgres_url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        opened = list(pool.map(lambda _: PostgresDatabase(postgres_url, program(2).schema), range(6)))
    for database in opened:
        write(database, program(2), "one")
        database.close()
    assert lengths(postgres_url) == [None] * 6


def test_all_tables_of_the_program_fit_into_one_database(postgres_url: str) -> None:
    for _ in range(2):
        for schema in OURS:
            PostgresDatabase(postgres_url, schema).close()
    with psycopg.connect(postgres_url) as connection:
        found = dict(connection.execute("SELECT name, version FROM catchlight_schemas"))
    assert found == {schema.name: schema.version for schema in OURS}


def test_tables_of_others_are_not_touched(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE jobs (title text)")
        with pytest.raises(StorageFault, match=r"tables of others named jobs\. Make a database"):
            PostgresDatabase(postgres_url, job_schema.SCHEMA)
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert found == [("jobs",)]


def test_a_table_that_lacks_columns_is_told(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE notes DROP COLUMN text")
    with pytest.raises(StorageFault, match=r"table notes in .* lacks text\. Restore"):
        PostgresDatabase(url, program(1).schema)


@pytest.fixture
def guest(url: str) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A user who may connect, and has no rights; the connection is of the one who can grant some."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM public")
        yield connection
        connection.execute("DROP OWNED BY guest")
        connection.execute("DROP ROLE guest")


def test_a_user_who_may_not_make_tables_is_told_and_may_use_those_that_are_there(
    url: str, guest: psycopg.Connection[tuple[object, ...]]
) -> None:
    theirs = url.replace("postgres@", "guest@")
    guest.execute("GRANT SELECT ON catchlight_schemas TO guest")
    with pytest.raises(StorageFault, match="GRANT CREATE ON SCHEMA public"):
        PostgresDatabase(theirs, tokens.SCHEMA)
    guest.execute("GRANT SELECT, INSERT ON notes TO guest")
    guest.execute("GRANT USAGE ON SEQUENCE notes_id_seq TO guest")
    with closing(PostgresDatabase(theirs, program(1).schema)) as database:
        write(database, program(1), "theirs")


def test_a_stand_by_is_refused_with_the_reason(postgres: PostgresServer, url: str) -> None:
    mark = postgres.data / "standby.signal"
    with closing(PostgresDatabase(url, program(1).schema)) as database:
        postgres.stop()
        mark.touch()
        try:
            postgres.start()
            with pytest.raises(StorageFault, match="stand-by"):
                PostgresDatabase(url, program(1).schema)
            with pytest.raises(StorageFault, match="stand-by"):
                database.check()
            with pytest.raises(StorageFault, match="can only be read now"):
                write(database, program(1), "lost")
        finally:
            postgres.stop()
            mark.unlink()
            postgres.start()
        database.check()
        write(database, program(1), "kept")


def test_a_database_that_is_not_in_utf_8_is_refused(postgres: PostgresServer, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS plain")
        connection.execute("CREATE DATABASE plain ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(StorageFault, match="keeps text in SQL_ASCII"):
        PostgresDatabase(f"postgresql://postgres@/plain?host={postgres.folder}", program(1).schema)
