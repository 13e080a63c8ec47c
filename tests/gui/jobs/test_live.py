"""Live previews: the newest wish wins, the full picture follows, and nothing waits for an edit."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.progress import Progress
from catchlight.gui.jobs.jobs import JobQueue, Work
from catchlight.gui.jobs.live import LiveRenderer
from pytestqt.qtbot import QtBot


@pytest.fixture
def jobs() -> Iterator[JobQueue]:
    queue = JobQueue()
    yield queue
    queue.close()


def giving(value: str) -> Work:
    return lambda progress: value


def test_a_resting_wish_is_rendered_quick_and_then_in_full(qtbot: QtBot, jobs: JobQueue) -> None:
    live, seen = LiveRenderer(jobs), []
    live.rendered.connect(seen.append)
    live.ask("look", giving("quick"), giving("full"))
    assert live.busy
    qtbot.waitUntil(lambda: not live.busy)
    assert seen == ["quick", "full"]


def test_of_many_wishes_the_last_is_shown_and_only_its_full_picture_is_made(qtbot: QtBot, jobs: JobQueue) -> None:
    live, seen = LiveRenderer(jobs), []
    live.rendered.connect(seen.append)
    for number in range(20):
        live.ask("look", giving(f"quick {number}"), giving(f"full {number}"))
    qtbot.waitUntil(lambda: not live.busy)
    assert seen == ["quick 19", "full 19"]


def test_a_new_wish_cancels_the_full_picture_under_way(qtbot: QtBot, jobs: JobQueue) -> None:
    live, seen, begun, cancelled = LiveRenderer(jobs), [], threading.Event(), threading.Event()
    live.rendered.connect(seen.append)

    def endless(progress: Progress) -> str:
        begun.set()
        while not progress.cancelled:
            threading.Event().wait(0.005)
        cancelled.set()
        progress.check()
        return "never"

    live.ask("look", giving("first"), endless)
    qtbot.waitUntil(begun.is_set)
    live.ask("look", giving("second"))
    qtbot.waitUntil(lambda: not live.busy)
    assert cancelled.is_set()
    assert seen == ["first", "second"]


def test_a_refusal_is_told_and_no_full_picture_follows(qtbot: QtBot, jobs: JobQueue) -> None:
    live, seen, refusals = LiveRenderer(jobs), [], []
    live.rendered.connect(seen.append)
    live.refused.connect(refusals.append)

    def refuse(progress: Progress) -> str:
        raise InvalidRequest("Nothing to see.")

    live.ask("look", refuse, giving("full"))
    qtbot.waitUntil(lambda: not live.busy)
    assert [str(error) for error in refusals] == ["Nothing to see."]
    assert seen == []


def test_stopped_shows_nothing_more(qtbot: QtBot, jobs: JobQueue) -> None:
    live, seen = LiveRenderer(jobs), []
    live.rendered.connect(seen.append)
    live.ask("look", giving("quick"), giving("full"))
    live.stop()
    assert not live.busy
    qtbot.wait(150)
    assert seen == []


def test_a_preview_does_not_wait_for_an_edit(qtbot: QtBot, jobs: JobQueue) -> None:
    release = threading.Event()
    jobs.submit("edit", lambda progress: release.wait(10))
    live, seen = LiveRenderer(jobs), []
    live.rendered.connect(seen.append)
    live.ask("look", giving("quick"))
    qtbot.waitUntil(lambda: seen == ["quick"])
    release.set()
    qtbot.waitUntil(lambda: jobs.idle)
