"""Places in the line of work."""

from __future__ import annotations

from catchlight.store.database.database import Database
from catchlight.store.work.shares import take_places


def places(database: Database, owners: str, served: int | None, kind: str = "batch_file") -> list[int]:
    with database.write() as connection:
        return take_places(connection, kind, list(owners), served)


def test_who_comes_alone_gets_places_one_after_another(database: Database) -> None:
    assert places(database, "aaa", None) == [0, 1, 2]
    assert places(database, "aa", 1) == [3, 4]


def test_who_comes_later_is_served_beside_the_next_of_those_who_wait(database: Database) -> None:
    places(database, "a" * 1000, None)
    assert places(database, "bb", 120) == [120, 121]
    assert places(database, "c", 120) == [120]
    assert places(database, "b", 120) == [122]


def test_owners_who_come_together_take_turns(database: Database) -> None:
    assert places(database, "aabba", None) == [0, 1, 0, 1, 2]


def test_who_was_away_has_saved_nothing_up(database: Database) -> None:
    places(database, "ab", None)
    places(database, "a" * 50, 0)
    assert places(database, "b", 40) == [40]


def test_an_empty_line_begins_anew(database: Database) -> None:
    places(database, "a" * 10, None)
    assert places(database, "a", None) == [0]


def test_each_kind_has_a_line_of_its_own(database: Database) -> None:
    places(database, "aaa", None)
    assert places(database, "a", None, "selection") == [0]
    assert places(database, "a", 1) == [3]
