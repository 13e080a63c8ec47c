"""Errors in the user's words: what happened, what to do, and one button where there is something to do."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.core.error_table import Action, row_of
from catchlight.core.errors import CatchlightError
from catchlight.gui.wording.i18n import tell, tr


@dataclass(frozen=True)
class Problem:
    """What the banner says. action: what its button does, empty for none. good: nothing went wrong."""

    title: str
    text: str = ""
    action: Action = ""
    good: bool = False
    target: str = ""
    """What the action needs, for example a folder."""


def sentence_of(error: CatchlightError, operation: str = "") -> str:
    """The same in one line, for a notice beside the controls."""
    problem = problem_of(error, operation)
    if problem.text.startswith(problem.title):
        return problem.text
    return tr("{title}. {advice}", title=problem.title, advice=problem.text)


def problem_of(error: CatchlightError, operation: str = "") -> Problem:
    """The banner for an error of the engine or of the store. operation: id of what was asked for, where that is known."""
    row = row_of(error.code, operation)
    advice = tr(row.advice) if row.advice else tr("The program says: {words}", words=error.message)
    return Problem(tr(row.title), tell(error.message) or advice, row.action)


def action_label(action: Action) -> str:
    return {
        "": "",
        "open": tr("Open another picture"),
        "document": tr("Choose another document"),
        "folder": tr("Show in folder"),
        "crop_face": tr("Choose a face"),
        "work_here": tr("Work on this computer"),
        "batch": tr("Open the batch"),
        "forget_missing": tr("Forget them"),
        "reload": tr("Reload"),
    }[action]
