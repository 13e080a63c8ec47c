"""How long an edit will still take is said when it is known, and only where it is worth reading."""

from __future__ import annotations

import threading

import pytest
from catchlight.core.progress import Progress
from catchlight.gui.wording.time_left import SURE_SECONDS, TimeLeft, remaining_time_text
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import Stage, wait


def test_a_steady_run_is_foretold_well_from_soon_on() -> None:
    left = TimeLeft(100.0)
    assert left.seconds(100.5, 0.02) is None
    for passed in range(3, 30, 2):
        said = left.seconds(100.0 + passed, passed / 30)
        assert said == pytest.approx(30 - passed, abs=1.0)


def test_one_slow_step_does_not_make_the_words_jump() -> None:
    left = TimeLeft(0.0)
    before = left.seconds(10.0, 0.5)
    after = left.seconds(15.0, 0.5)
    assert before == pytest.approx(10)
    assert after is not None
    assert after < 12


def test_short_work_and_finished_work_say_nothing() -> None:
    left = TimeLeft(0.0)
    assert left.seconds(SURE_SECONDS + 0.1, 0.9) is None
    assert TimeLeft(0.0).seconds(20.0, 1.0) is None


def test_it_never_says_less_than_nothing() -> None:
    left = TimeLeft(0.0)
    left.seconds(5.0, 0.5)
    said = left.seconds(60.0, 0.99)
    assert said is not None
    assert said > 0


@pytest.mark.usefixtures("qapp")
def test_the_words_are_no_finer_than_anybody_can_know() -> None:
    said = [remaining_time_text(seconds) for seconds in (0.5, 42.4, 130, 5400, 7300)]
    assert said == ["1 s left", "42 s left", "2 min left", "1 h 30 min left", "2 h 2 min left"]


def test_a_long_edit_says_it_in_the_bar(stage: Stage, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catchlight.gui.wording.time_left.SURE_SECONDS", 0.1)
    monkeypatch.setattr("catchlight.gui.wording.time_left.WORTH_SECONDS", 0.2)
    end = threading.Event()

    def work(progress: Progress) -> None:
        step = 0
        while not end.wait(0.1):
            step += 1
            progress.report(min(0.9, 0.1 + step * 0.002), "working")

    stage.session.jobs.submit("Long work", work)
    bar = stage.window.job_bar
    try:
        wait(lambda: "left" in bar._percent.text(), 20)
        assert bar._percent.text().startswith("1")
    finally:
        end.set()
    wait(lambda: stage.session.jobs.idle)
    assert bar._percent.text() == ""
