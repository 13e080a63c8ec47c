"""Headlines of errors say what happened in the operation that was asked for; no raw id reaches a person."""

from __future__ import annotations

import re

import pytest
from catchlight.core.errors import CatchlightError, Conflict
from catchlight.gui.wording.problems import Problem, problem_of, sentence_of
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.operations.registry import OPERATIONS, STEPS
from PySide6.QtWidgets import QApplication

from tests.doubles import FailingEditor
from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.window_wording import words_of

MISFIT = Conflict(
    "What is worn is nearly black, and its edges would shine in a light colour. Choose a darker colour. Or keep the own clothes."
)
ID = re.compile(r"(?<![\w/.])[a-z]+(?:_[a-z0-9]+)+(?![\w/.])")
"""A word such as studio_grey; not a part of a path."""


def test_what_does_not_fit_has_a_headline_for_every_operation() -> None:
    operations = {*OPERATIONS, *(operation.id for operation in STEPS.values())}
    titles = {operation: problem_of(MISFIT, operation).title for operation in operations}
    assert len(set(titles.values())) >= len(OPERATIONS)
    assert {one for one, title in titles.items() if "paper" in title} == {"layout"}
    assert "paper" not in problem_of(MISFIT).title


def test_a_headshot_that_does_not_fit_speaks_of_no_paper(new_stage: object) -> None:
    for operation, params in (("headshot", HeadshotParams()), ("layout", LayoutParams())):
        stage: Stage = new_stage(editor=FailingEditor(MISFIT))  # type: ignore[operator]
        stage.session.open_paths([SAMPLE])
        wait(lambda stage=stage: stage.session.current is not None and stage.session.current.loaded)
        job = stage.session.run(operation, params, "")
        assert job is not None
        wait(lambda stage=stage: stage.window.banner.problem is not None)
        problem = stage.window.banner.problem
        assert problem is not None
        assert ("paper" in problem.title) == (operation == "layout")
        assert problem.text == MISFIT.message
        wait(lambda stage=stage: stage.session.jobs.idle)


def test_the_line_beside_the_controls_has_the_same_headline() -> None:
    assert sentence_of(MISFIT, "headshot").startswith("These wishes do not fit this picture. ")
    assert sentence_of(MISFIT, "layout").startswith("The photos do not fit on this paper. ")


def test_an_unforeseen_fault_is_told_without_pythons_words(stage: Stage) -> None:
    def fail(_progress: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'shape'")

    stage.session.jobs.submit("Something", fail).failed.connect(stage.session.report)
    wait(lambda: stage.window.banner.problem is not None)
    problem = stage.window.banner.problem
    assert problem is not None
    said = f"{problem.title} {problem.text}"
    assert "NoneType" not in said
    assert "attribute" not in said


def test_no_raw_id_is_to_be_read_in_any_tab(stage: Stage) -> None:
    stage.open_sample()
    stage.make_id_photo()
    found: dict[str, str] = {}
    for tab in stage.window.tabs:
        stage.do(tab.key)
        QApplication.processEvents()
        for widget, text in words_of(stage.window):
            for word in ID.findall(text):
                found.setdefault(word, f"{tab.key}: {type(widget).__name__}: {text}")
    wait(lambda: stage.session.jobs.idle, 200)
    assert found == {}, found


@pytest.mark.parametrize("code", ["does_not_fit", "no_face", "unknown_style", "invalid_request", "never_heard_of"])
def test_no_code_is_shown(code: str) -> None:
    problem = problem_of(CatchlightError("Brand-new trouble.", code=code), "headshot")
    assert code not in f"{problem.title} {problem.text}"


def test_a_message_that_is_covered_at_once_comes_back(stage: Stage) -> None:
    banner = stage.window.banner
    left_out, first, second = Problem("7 left out", good=True), Problem("No face"), Problem("Too small")
    for problem in (left_out, first, second, first):
        banner.say(problem)
    seen = []
    while banner.problem is not None:
        seen.append(banner.problem)
        banner.close_one()
    assert seen == [first, second, left_out]
    for problem in (left_out, first):
        banner.say(problem)
    banner.leave()  # what went wrong with a picture is not said of the next, what was left out is
    assert banner.problem == left_out
    banner.say(second)
    banner.dismiss()
    assert banner.problem is None
    assert not banner.isVisible()


def test_a_message_that_was_long_enough_to_be_read_does_not_come_back(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.gui.dialogs.banner.GOOD_NEWS_MS", 0)
    stage.window.banner.say(Problem("No face"))
    stage.window.banner.say(Problem("Too small"))
    stage.window.banner.close_one()
    assert stage.window.banner.problem is None
