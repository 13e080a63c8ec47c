"""Work of a session that does not end when it is asked to."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from pytestqt.qtbot import QtBot


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[SessionJobs]:
    made = SessionJobs()
    made.patience_ms = 50
    yield made
    made.close()


def test_work_that_never_lets_go_is_given_up_and_what_ends_in_time_is_not(jobs: SessionJobs, qtbot: QtBot) -> None:
    begun, let_go, said = threading.Event(), threading.Event(), list[str]()

    def work(_progress: object) -> None:
        begun.set()
        let_go.wait(20)

    jobs.submit("judge", "hangs", work, lambda _: None, lambda _: None, holds=True)
    qtbot.waitUntil(begun.is_set, timeout=5000)
    jobs.cancel_holding()
    jobs.when_let_go(lambda: said.append("wiped"), lambda: said.append("given up"))
    qtbot.waitUntil(lambda: said == ["given up"], timeout=5000)
    let_go.set()
    qtbot.waitUntil(lambda: said == ["given up", "wiped"], timeout=5000)
    jobs.when_let_go(lambda: said.append("at once"), lambda: said.append("given up"))
    qtbot.wait(120)
    assert said == ["given up", "wiped", "at once"]
