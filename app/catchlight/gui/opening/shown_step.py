"""The step of an open picture that is shown, or that would be once the picture is looked at: what leaves the window of it."""

from __future__ import annotations

from collections.abc import Callable

from catchlight.core.progress import Progress
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.restore_steps import restore_steps
from catchlight.gui.opening.open_pictures import OpenPictures
from catchlight.gui.opening.read_file import read_task

StepSource = Callable[[Progress], EditStep]
"""Gives a step. For workers; raises what reading raises."""


def shows_result(session: OpenPictures, document: OpenDocument) -> bool:
    """Whether what a picture shows, or would show, was made of it: not the picture as it was opened."""
    if session.resume_points.awaited(document) is not None:
        return True
    step = document.chosen
    return step is not None and step.operation is not None


def can_be_read(document: OpenDocument) -> bool:
    """Whether there is something to write: pixels, or a file that has them."""
    return document.chosen is not None or document.path is not None


def shown_step(session: OpenPictures, document: OpenDocument) -> StepSource:
    """Where that step comes from; the picture must be one that ``can_be_read``."""
    point, step = session.resume_points.awaited(document), document.chosen
    if step is not None and point is None:
        return lambda _progress: step
    path, store = document.path, session.store
    assert path is not None, "without pixels there is a file"
    read = read_task(path, session.memory.settings.local_limits)

    def work(progress: Progress) -> EditStep:
        source = read(progress)
        digest = source.picture.digest
        found = restore_steps(store.history(digest), store, digest) if point is not None else []
        return next((made for made in found if made.generation == point), source)

    return work
