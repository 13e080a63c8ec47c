"""Heartbeats, duties and durations."""

from __future__ import annotations

import pytest
from catchlight.store.database.database import Database
from catchlight.store.work.duties import begin_duty
from catchlight.store.work.members import Census, Members
from catchlight.store.work.schema import DUTIES, MEMBERS


@pytest.fixture
def members(database: Database) -> Members:
    return Members(database)


def set_back(database: Database, column: str, seconds: float) -> None:
    """As if so many seconds had gone by."""
    table = MEMBERS if column == "seen" else DUTIES
    with database.write() as connection:
        connection.execute(table.update().values({column: table.c[column] - seconds}))


def test_those_are_counted_who_were_heard_of_lately(database: Database, members: Members) -> None:
    members.beat("dead", "server", 4, 4)
    set_back(database, "seen", 11)
    members.beat("one", "server", 4, 2)
    members.beat("other", "worker", 8, 8)
    assert members.beat("two", "server", 2, 0) == Census(2, 6, 2)
    assert members.beat("one", "server", 4, 3) == Census(2, 6, 3)
    members.leave("one")
    assert members.census("server") == Census(1, 2, 0)
    assert members.census("worker") == Census(1, 8, 8)


def test_the_dead_are_forgotten_after_a_minute(database: Database, members: Members) -> None:
    members.beat("dead", "worker", 1, 1)
    set_back(database, "seen", 61)
    members.beat("alive", "worker", 1, 1)
    members.forget_dead()
    with database.read() as connection:
        assert [row.name for row in connection.execute(MEMBERS.select())] == ["alive"]


def test_a_duty_is_one_caller_s_until_it_is_due_again(database: Database) -> None:
    assert begin_duty(database, "sweep", 4)
    assert not begin_duty(database, "sweep", 4)
    assert begin_duty(database, "prune", 4)
    set_back(database, "begun", 4)
    assert begin_duty(database, "sweep", 4)
    assert not begin_duty(database, "sweep", 4)


def test_durations_follow_what_is_done_now(members: Members) -> None:
    assert members.mean_seconds() == {}
    members.note_durations({"selection": (2, 3.0), "batch_file": (1, 8.0)})
    assert members.mean_seconds() == {"selection": 1.5, "batch_file": 8.0}
    for _ in range(10):
        members.note_durations({"selection": (150, 750.0)})
    assert members.mean_seconds()["selection"] == pytest.approx(5.0, abs=0.01)
