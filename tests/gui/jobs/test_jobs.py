"""Work off the GUI thread: order, progress, cancelling, errors, and no thread left behind."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.gui.jobs.jobs import LANES, BackgroundJob, JobQueue
from PySide6.QtCore import QThread
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.doubles import GatedEditor
from tests.gui.conftest import SAMPLE, Stage, wait


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[JobQueue]:
    queue = JobQueue()
    yield queue
    queue.close()


def test_results_arrive_in_the_gui_thread(jobs: JobQueue, qtbot: QtBot) -> None:
    seen: list[object] = []
    main = QThread.currentThread()
    job = jobs.submit("work", lambda progress: QThread.currentThread() is not main)
    job.finished.connect(lambda elsewhere: seen.append((elsewhere, QThread.currentThread() is main)))
    wait(lambda: bool(seen))
    assert seen == [(True, True)]
    assert jobs.idle


def test_progress_is_throttled_and_never_falls(jobs: JobQueue) -> None:
    seen: list[float] = []

    def work(progress: Progress) -> None:
        for number in range(400):
            progress.report(number / 400, "counting")
            time.sleep(0.001)

    job = jobs.submit("work", work)
    job.progressed.connect(lambda fraction, step: seen.append(fraction))
    start = time.monotonic()
    wait(lambda: jobs.idle)
    assert 2 <= len(seen) <= (time.monotonic() - start) * 20 + 2
    assert seen == sorted(seen)


def test_cancel_reaches_running_work_and_skips_waiting_work(jobs: JobQueue) -> None:
    started = threading.Event()
    ran: list[str] = []
    ended: list[str] = []

    def endless(progress: Progress) -> None:
        started.set()
        while True:
            progress.check()
            time.sleep(0.002)

    def watch(job: BackgroundJob, name: str) -> None:
        job.cancelled.connect(lambda: ended.append(name))
        job.finished.connect(lambda _result: ended.append("never"))

    first = jobs.submit("first", endless)
    second = jobs.submit("second", lambda progress: ran.append("second"))
    watch(first, "first")
    watch(second, "second")
    assert started.wait(5)
    second.cancel()
    first.cancel()
    wait(lambda: jobs.idle)
    assert ended == ["first", "second"]
    assert ran == []


def fault(error: Exception) -> Callable[[Progress], None]:
    def work(progress: Progress) -> None:
        raise error

    return work


def test_errors_cross_with_their_code_and_faults_become_internal(jobs: JobQueue) -> None:
    codes: list[str] = []
    for error in (UnusablePicture("two faces", code="several_faces"), ZeroDivisionError("oops")):
        job = jobs.submit("work", fault(error))
        job.failed.connect(lambda failed: codes.append(failed.code))
    wait(lambda: len(codes) == 2)
    assert codes == ["several_faces", "internal_error"]


def test_the_lanes_do_not_wait_for_each_other(jobs: JobQueue) -> None:
    gate = threading.Event()
    done: list[str] = []
    jobs.submit("slow", lambda progress: gate.wait(10)).finished.connect(lambda _r: done.append("slow"))
    jobs.submit("file", lambda progress: None, lane="files").finished.connect(lambda _r: done.append("file"))
    wait(lambda: bool(done))
    gate.set()
    wait(lambda: jobs.idle)
    assert done == ["file", "slow"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt's own priorities count")
def test_every_lane_gives_way_to_the_window_and_cards_to_previews(jobs: JobQueue) -> None:
    def niceness(_progress: Progress) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    found: dict[str, int] = {}
    for lane in LANES:
        jobs.submit(lane, niceness, lane=lane).finished.connect(lambda nice, lane=lane: found.update({lane: nice}))
    wait(lambda: len(found) == len(LANES))
    window = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert window < found["live"] == found["engine"] == found["files"] < found["cards"] == found["thumbs"]


def test_what_is_followed_arrives_whole_and_in_order(jobs: JobQueue) -> None:
    heard: list[object] = []
    gate = threading.Event()

    def source(progress: Progress) -> Iterator[int]:
        yield from range(300)
        gate.wait(10)

    job = jobs.follow("long", source)
    job.told.connect(heard.append)
    job.finished.connect(lambda _none: heard.append("end"))
    other = jobs.follow("beside it", lambda progress: iter(["other"]))
    other.told.connect(heard.append)
    wait(lambda: "other" in heard)
    gate.set()
    wait(lambda: jobs.idle)
    assert [news for news in heard if news != "other"] == [*range(300), "end"]


def test_what_is_followed_no_longer_tells_no_more(jobs: JobQueue) -> None:
    heard: list[object] = []

    def source(progress: Progress) -> Iterator[str]:
        while True:
            yield "again"
            time.sleep(0.002)

    job = jobs.follow("endless", source)
    job.told.connect(heard.append)
    job.cancelled.connect(lambda: heard.append("cancelled"))
    wait(lambda: len(heard) > 3)
    job.cancel()
    wait(lambda: jobs.idle)
    assert heard[-1] == "cancelled"
    assert heard.count("cancelled") == 1


def test_the_job_bar_cancels_an_edit_and_nothing_is_added(new_stage: Callable[..., Stage]) -> None:
    editor = GatedEditor()
    stage = new_stage(editor)
    stage.open_sample()
    stage.do("apply")
    wait(lambda: editor.running == 1)
    bar = stage.window.job_bar
    wait(lambda: bar.busy)
    bar._cancel.click()
    wait(lambda: not bar.busy)
    assert editor.cancelled == 1
    document = stage.session.current
    assert document is not None
    assert len(document.steps) == 1
    assert stage.id_photo.apply_button.isEnabled()


def test_closing_the_window_while_an_edit_runs_stops_it(new_stage: Callable[..., Stage]) -> None:
    editor = GatedEditor()
    stage = new_stage(editor)
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.id_photo.overlay() is not None)
    stage.do("apply")
    wait(lambda: editor.running == 1)
    start = time.monotonic()
    stage.window.close()
    assert time.monotonic() - start < 3
    assert editor.running == 0
