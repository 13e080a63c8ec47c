"""Staff hear of a call in every way, also when a way fails at first, hangs, or never works."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.retry import RetryPolicy
from catchlight.kiosk.config.model import Staff
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.staff.command import CommandWay
from catchlight.kiosk.staff.lamp import LampWay
from catchlight.kiosk.staff.notifier import CallNotifier
from catchlight.kiosk.staff.port import CallNotice, CallWay, StaffUnreached
from catchlight.kiosk.staff.ways import open_call_ways
from catchlight.kiosk.staff.webhook import WebhookWay

from tests.doubles import eventually
from tests.kiosk.staff.webhook_server import WebhookServer, webhook_server

QUICK = RetryPolicy(attempts=4, first=0.01, longest=0.02)


@pytest.fixture
def calls() -> StaffCalls:
    return StaffCalls()


@pytest.fixture
def server() -> Iterator[WebhookServer]:
    with webhook_server() as found:
        yield found


@contextmanager
def notifier(
    calls: StaffCalls, ways: Sequence[CallWay], failed: Callable[[str], None] = lambda way: None
) -> Iterator[CallNotifier]:
    made = CallNotifier(calls, ways, "hall-2", lambda: {"printer": "fault"}, failed, QUICK)
    made.start()
    try:
        yield made
    finally:
        made.close()


def test_a_webhook_that_times_out_and_fails_hears_in_the_end(
    calls: StaffCalls, server: WebhookServer, tmp_path: Path
) -> None:
    server.faults = ["silent", "busy", "moved"]
    token = tmp_path / "token"
    token.write_text("sesame\n")
    with notifier(calls, [WebhookWay(server.url, str(token), 0.1)]) as made:
        calls.raise_call("printer")
        assert eventually(lambda: len(server.heard) == 1)
        assert eventually(lambda: not made.troubles())
        assert server.asked == 4
        calls.acknowledge(calls.open_calls()[0].id)
        assert eventually(lambda: len(server.heard) == 2)
    (opened, headers), (closed, _) = server.heard
    assert (opened["kiosk"], opened["reason"], opened["state"]) == ("hall-2", "printer", "open")
    assert opened["health"] == {"printer": "fault"}
    assert (closed["call"], closed["state"]) == (opened["call"], "acknowledged")
    assert headers["Authorization"] == "Bearer sesame"


def test_a_webhook_that_never_answers_is_given_up_and_told(calls: StaffCalls) -> None:
    given_up: list[str] = []
    with notifier(calls, [WebhookWay("http://127.0.0.1:9/calls", "", 0.2)], given_up.append) as made:
        calls.raise_call("person")
        assert eventually(lambda: given_up == ["webhook"])
        assert "does not answer" in made.troubles()["webhook"]


def test_a_way_that_hangs_holds_no_other_up(calls: StaffCalls, server: WebhookServer) -> None:
    server.faults = ["silent"]
    with webhook_server() as other, notifier(calls, [WebhookWay(server.url, "", 0.5), WebhookWay(other.url, "", 1)]):
        calls.raise_call("person")
        assert eventually(lambda: len(other.heard) == 1)
        assert server.heard == []


def test_what_was_open_is_told_again_at_the_next_start(calls: StaffCalls, server: WebhookServer) -> None:
    calls.raise_call("refund")
    with notifier(calls, [WebhookWay(server.url, "", 1)]):
        assert eventually(lambda: len(server.heard) == 1)
    assert server.heard[0][0]["reason"] == "refund"


def test_the_operators_command_reads_the_call(
    calls: StaffCalls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "sesame")
    note = tmp_path / "note.json"
    script = f"import json, os, sys; json.dump([json.load(sys.stdin), dict(os.environ)], open({str(note)!r}, 'w'))"
    with notifier(calls, [CommandWay([sys.executable, "-c", script], 20)]):
        calls.raise_call("camera")
        assert eventually(lambda: note.is_file() and note.read_text().endswith("]"))
    told, environment = json.loads(note.read_text())
    assert (told["kiosk"], told["reason"]) == ("hall-2", "camera")
    assert "SECRET_TOKEN" not in environment


@pytest.mark.skipif(os.name != "posix", reason="uses commands of POSIX systems")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["sh", "-c", "exit 3"], "failed \\(3\\)"),
        (["sh", "-c", "sleep 60 & sleep 60"], "too long"),
        (["/no/such/command"], "cannot be started"),
    ],
)
def test_a_command_that_does_not_work_is_told(calls: StaffCalls, command: list[str], said: str) -> None:
    notice = CallNotice("hall-2", calls.raise_call("person"), "open", {})
    with pytest.raises(StaffUnreached, match=said):
        CommandWay(command, 0.2).deliver(notice, calls.open_calls)


class Line:
    """A line of a chip that a test looks at. broken: it cannot be set."""

    def __init__(self) -> None:
        self.set: list[bool] = []
        self.released = self.broken = False

    def set_active(self, active: bool) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        self.set.append(active)

    def release(self) -> None:
        self.released = True


def test_a_lamp_is_on_until_nobody_calls(calls: StaffCalls) -> None:
    line = Line()
    with notifier(calls, [LampWay(line, 60)]):
        first, second = calls.raise_call("person"), calls.raise_call("printer")
        assert eventually(lambda: line.set == [True, True])
        calls.acknowledge(first.id)
        calls.acknowledge(second.id)
        assert eventually(lambda: line.set[-1] is False)
    assert line.released


def test_a_lamp_goes_out_by_itself(calls: StaffCalls) -> None:
    line = Line()
    with notifier(calls, [LampWay(line, 0.05)]):
        calls.raise_call("person")
        assert eventually(lambda: line.set == [True, False])


def test_a_lamp_that_is_broken_is_told(calls: StaffCalls) -> None:
    line = Line()
    line.broken = True
    with notifier(calls, [LampWay(line, 60)]) as made:
        calls.raise_call("person")
        assert eventually(lambda: "cannot be set" in made.troubles().get("lamp", ""))
    assert line.released


def test_the_configuration_names_the_ways(tmp_path: Path) -> None:
    assert list(open_call_ways(Staff())) == []
    both = Staff(webhook="https://pager.example/calls", command=("true",))
    assert [way.name for way in open_call_ways(both)] == ["webhook", "command"]
    with pytest.raises(InvalidRequest, match=r"\[staff\] gpio"):
        list(open_call_ways(Staff(gpio=17, gpio_chip=str(tmp_path / "gpiochip0"))))
