"""Steps of a picture: undo, redo, branches."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.gui.canvas.qt_images import build_pyramid
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.step import LazyPixels, StepMemory
from catchlight.imaging.picture import Picture
from PySide6.QtWidgets import QApplication


def step(value: int, operation: str | None = None, base: int | None = None) -> EditStep:
    picture = Picture(np.full((64, 64, 3), value, np.uint8))
    return EditStep(LazyPixels.of(StepMemory(picture, build_pyramid(picture))), operation, base=base)


def test_going_back_and_on_keeps_every_step(qapp: QApplication) -> None:
    document = OpenDocument("a")
    document.load(step(0))
    document.apply(step(1, "id_photo", 0))
    document.undo()
    document.apply(step(2, "id_photo", 0))
    assert len(document.steps) == 3
    assert document.index == 2
    assert not document.can_redo
    document.jump(1)
    document.undo()
    assert document.index == 2
    document.redo()
    assert document.index == 1


def test_an_operation_starts_from_what_its_forerunner_started_from(qapp: QApplication) -> None:
    document = OpenDocument("a")
    document.load(step(0))
    document.apply(step(1, "other", 0))
    document.apply(step(2, "id_photo", 1))
    assert document.base_for("id_photo") == 1
    assert document.base_for("other") == 2


def asleep(value: int) -> EditStep:
    """A step of an earlier session, whose pixels are not read yet."""
    awake = step(value, "other", -1)
    return replace(awake, held=LazyPixels(awake.thumbnail, 64, 64, read=lambda: None))  # type: ignore[arg-type,return-value]


def test_the_trail_of_an_earlier_session_is_not_lost_while_it_waits_for_its_pixels(qapp: QApplication) -> None:
    document, waiting = OpenDocument("a"), []
    document.load(step(0))
    document.restore([asleep(1), asleep(2)], document.steps[0])
    document.awaken = lambda _document, _steps, then: waiting.append(then)
    document.follow([0, 1, 2], 1)
    assert document.index == 0
    assert document.trail == ((0, 1, 2), 1)
    waiting.pop()()
    assert document.index == 1
    assert document.trail == ((0, 1, 2), 1)


def test_another_choice_meanwhile_counts_instead(qapp: QApplication) -> None:
    document, waiting = OpenDocument("a"), []
    document.load(step(0))
    document.restore([asleep(1)], document.steps[0])
    document.awaken = lambda _document, _steps, then: waiting.append(then)
    document.follow([0, 1], 1)
    document.apply(step(2, "other", 0))
    waiting.pop()()
    assert document.index == 2
    assert document.trail == ((0, 2), 1)
