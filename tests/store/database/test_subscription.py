"""What is told in one process is heard in another, also after the database was away."""

from __future__ import annotations

import queue
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.store.database.database import Database
from catchlight.store.database.opening import open_database

from tests.simulators.postgres import PostgresServer
from tests.store.database.conftest import program

PATIENCE = 20.0


class Ear:
    """What was heard, in order; ``missed`` where anything may have been missed."""

    def __init__(self) -> None:
        self._heard: queue.Queue[str] = queue.Queue()
        self.hear = self._heard.put

    def miss(self) -> None:
        self.hear("missed")

    def next(self) -> str:
        return self._heard.get(timeout=PATIENCE)

    def empty(self) -> bool:
        return self._heard.empty()


def tell(database: Database, payload: str, channel: str = "notes") -> None:
    with database.write() as connection:
        database.notify(connection, channel, payload)


def tell_and_fail(database: Database) -> None:
    with database.write() as connection:
        database.notify(connection, "notes", "never")
        raise ZeroDivisionError


def test_what_is_told_is_heard_once_it_holds(postgres_url: str, tmp_path: Path) -> None:
    with (
        closing(open_database(postgres_url, tmp_path, program(1).schema)) as one,
        closing(open_database(postgres_url, tmp_path, program(1).schema)) as other,
    ):
        ear = Ear()
        with closing(other.listen("notes", ear.hear, ear.miss)):
            assert ear.next() == "missed"
            with pytest.raises(ZeroDivisionError):
                tell_and_fail(one)
            tell(one, "elsewhere", "others")
            for word in ("first", "second"):
                tell(one, word)
            assert [ear.next(), ear.next()] == ["first", "second"]
        tell(one, "too late")
        assert ear.empty()


@pytest.mark.parametrize("end", [PostgresServer.stop, PostgresServer.kill])
def test_after_the_database_was_away_everybody_looks_and_hears_again(
    postgres: PostgresServer, postgres_url: str, tmp_path: Path, end: Callable[[PostgresServer], None]
) -> None:
    with closing(open_database(postgres_url, tmp_path, program(1).schema)) as database:
        ear = Ear()
        with closing(database.listen("notes", ear.hear, ear.miss)):
            assert ear.next() == "missed"
            try:
                end(postgres)
            finally:
                postgres.start()
            assert ear.next() == "missed"
            tell(database, "back")
            assert ear.next() == "back"


def test_a_file_is_silent(tmp_path: Path) -> None:
    ear = Ear()
    with closing(open_database("", tmp_path / "folder" / "file", program(1).schema)) as database:
        with closing(database.listen("notes", ear.hear, ear.miss)):
            tell(database, "unheard")
        assert ear.empty()
