"""Calls are open until staff acknowledge them or what they are about has passed; a restart loses none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from catchlight.core.messages import Message
from catchlight.kiosk.staff.call_file import CallFile
from catchlight.kiosk.staff.calls import AGAIN, StaffCalls
from catchlight.kiosk.staff.health_calls import HealthCalls
from catchlight.kiosk.staff.port import CallNotice, CallState, StaffCall
from catchlight.kiosk.supervision.health import PartHealth, PartId, PartStatus

START = datetime(2026, 11, 28, 9, 5, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def calls(clock: Clock) -> StaffCalls:
    return StaffCalls(now=clock)


@pytest.fixture
def told(calls: StaffCalls) -> list[tuple[str, CallState, int]]:
    heard: list[tuple[str, CallState, int]] = []
    calls.listen(lambda call, state: heard.append((call.reason, state, call.times)))
    return heard


def test_a_button_that_is_pressed_many_times_is_one_call(
    calls: StaffCalls, told: list[tuple[str, CallState, int]], clock: Clock
) -> None:
    calls.raise_call("person")
    clock.now += AGAIN - timedelta(seconds=1)
    calls.raise_call("person")
    assert told == [("person", "open", 1)]
    clock.now += timedelta(seconds=1)
    calls.raise_call("person")
    assert told == [("person", "open", 1), ("person", "open", 3)]
    assert [(call.times, call.since, call.last) for call in calls.open_calls()] == [(3, START, clock.now)]


def test_staff_acknowledge_a_call_once(calls: StaffCalls, told: list[tuple[str, CallState, int]]) -> None:
    first, second = calls.raise_call("printer"), calls.raise_call("person")
    assert [call.id for call in calls.open_calls()] == [second.id, first.id]
    assert calls.acknowledge(first.id)
    assert not calls.acknowledge(first.id)
    assert told[-1] == ("printer", "acknowledged", 1)
    assert calls.raise_call("printer").id > second.id


def test_a_restart_keeps_what_is_open(calls: StaffCalls, tmp_path: Path) -> None:
    file = CallFile(tmp_path / "calls.json")
    assert list(file.load()) == []
    call = calls.raise_call("refund")
    file.deliver(CallNotice("hall-2", call, "open", {}), calls.open_calls)
    kept = StaffCalls(file.load())
    assert kept.open_calls() == [call]
    assert kept.raise_call("person").id == call.id + 1
    (tmp_path / "calls.json").write_text('[{"id": 1, "reason": "refund"}]')
    assert list(file.load()) == []
    assert [one.name for one in tmp_path.iterdir()] != ["calls.json"], "what cannot be read is kept aside"


def test_a_notice_says_nothing_of_a_person() -> None:
    call = StaffCall(7, "printer", START, START, 2)
    assert CallNotice("hall-2", call, "open", {"printer": "fault"}).as_dict() == {
        "protocol": 1,
        "kiosk": "hall-2",
        "call": 7,
        "state": "open",
        "reason": "printer",
        "message": "The printer needs somebody.",
        "since": "2026-11-28T09:05:00+00:00",
        "times": 2,
        "health": {"printer": "fault"},
    }


def part(name: PartId, status: PartStatus) -> PartHealth:
    return PartHealth(name, status, Message("It is so."), START, START)


def test_staff_are_called_to_what_stays_out_of_order(
    calls: StaffCalls, told: list[tuple[str, CallState, int]], clock: Clock
) -> None:
    counted: list[str] = []
    watch = HealthCalls(calls, 60, counted.append, clock)
    watch.looked([part("camera", "fault"), part("server", "fault"), part("clock", "warning")])
    assert told == []
    clock.now += timedelta(seconds=60)
    watch.looked([part("camera", "fault"), part("server", "fault")])
    watch.looked([part("camera", "fault")])
    assert told == [("camera", "open", 1)]
    assert counted == ["camera"]
    calls.acknowledge(calls.open_calls()[0].id)
    watch.looked([part("camera", "fault")])
    assert list(calls.open_calls()) == [], "who has seen it is not called again"
    watch.looked([part("camera", "ok")])
    watch.looked([part("camera", "fault")])
    assert [call.reason for call in calls.open_calls()] == ["camera"]


def test_a_call_is_over_when_all_that_it_is_about_works_again(calls: StaffCalls, clock: Clock) -> None:
    watch = HealthCalls(calls, 0, now=clock)
    watch.looked([part("payment", "fault"), part("terminal", "fault")])
    watch.looked([part("payment", "ok"), part("terminal", "fault")])
    assert [call.reason for call in calls.open_calls()] == ["payment"]
    watch.looked([part("payment", "ok"), part("terminal", "ok")])
    assert list(calls.open_calls()) == []


def test_a_call_of_a_session_is_not_taken_back_by_a_part_that_was_well_all_along(
    calls: StaffCalls, clock: Clock
) -> None:
    calls.raise_call("printer")
    HealthCalls(calls, 0, now=clock).looked([part("printer", "ok")])
    assert [call.reason for call in calls.open_calls()] == ["printer"]
