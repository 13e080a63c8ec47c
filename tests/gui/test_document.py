"""Steps of a picture: undo, redo, branches."""

from __future__ import annotations

import numpy as np
from catchlight.engine.picture import Picture
from catchlight.gui.document import Document, Step
from catchlight.gui.imaging import shown
from catchlight.gui.step import Held, Pixels
from PySide6.QtWidgets import QApplication


def step(value: int, operation: str | None = None, base: int | None = None) -> Step:
    picture = Picture(np.full((64, 64, 3), value, np.uint8))
    return Step(Held.of(Pixels(picture, shown(picture))), operation, base=base)


def test_going_back_and_on_keeps_every_step(qapp: QApplication) -> None:
    document = Document("a")
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
    document = Document("a")
    document.load(step(0))
    document.apply(step(1, "other", 0))
    document.apply(step(2, "id_photo", 1))
    assert document.base_for("id_photo") == 1
    assert document.base_for("other") == 2
