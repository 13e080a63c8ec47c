"""The zoom goes with its user from picture to picture, and waits where it was left."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.gui.canvas.viewport import Viewport
from catchlight.gui.document.document import OpenDocument
from PIL import Image
from PySide6.QtCore import QPointF

from tests.gui.conftest import SAMPLE, Stage, wait

SIZES = ((320, 256), (318, 256), (256, 320), (160, 128))


@pytest.fixture
def documents(stage: Stage, tmp_path: Path) -> list[OpenDocument]:
    """Two alike, one upright, one half as large; the first is shown."""
    for number, size in enumerate(SIZES):
        Image.open(SAMPLE).resize(size).save(tmp_path / f"{number}.png")
    stage.session.open_paths([tmp_path])
    wait(lambda: len(stage.session.marks.visible) == len(SIZES))
    found = list(stage.session.documents)
    stage.do("adjust")
    show(stage, found[0])
    return found


def show(stage: Stage, document: OpenDocument) -> None:
    stage.session.show(document)
    wait(lambda: document.loaded and stage.window.canvas.scene is not None)


def middle(stage: Stage, document: OpenDocument) -> tuple[float, float]:
    """What lies in the middle of the canvas, by width and height of the picture."""
    canvas = stage.window.canvas
    x, y = canvas.viewport_now.to_picture(canvas.width() / 2, canvas.height() / 2)
    step = document.current
    assert step is not None
    return x / step.width, y / step.height


def test_pictures_of_one_size_are_looked_at_alike(stage: Stage, documents: list[OpenDocument]) -> None:
    canvas = stage.window.canvas
    canvas.zoom_to(6.0, QPointF(canvas.width() / 3, canvas.height() / 3))
    here = middle(stage, documents[0])
    show(stage, documents[1])
    assert canvas.zoom_now == 6.0
    assert middle(stage, documents[1]) == pytest.approx(here, abs=0.003)
    for other in documents[2:]:
        show(stage, other)
        assert canvas.viewport_now.fitted


def test_each_picture_keeps_its_own_zoom(stage: Stage, documents: list[OpenDocument]) -> None:
    canvas = stage.window.canvas
    show(stage, documents[1])
    show(stage, documents[0])
    canvas.zoom_to(5.0)
    here = middle(stage, documents[0])
    show(stage, documents[1])
    assert canvas.viewport_now.fitted, "as it was left"
    show(stage, documents[2])
    show(stage, documents[0])
    assert canvas.zoom_now == 5.0
    assert middle(stage, documents[0]) == pytest.approx(here, abs=0.003)


def test_a_look_is_the_same_in_a_view_of_another_size() -> None:
    here = Viewport(width=800, height=600).fit(3000, 2000).zoom(1.5, 100, 100)
    there = Viewport(width=500, height=700).looking(here.look(3000, 2000), 3000, 2000)
    assert there.scale == 1.5
    assert there.look(3000, 2000).middle == pytest.approx(here.look(3000, 2000).middle, abs=0.001)
    assert here.looking(here.look(3000, 2000), 2000, 3000).fitted
    assert not here.looking(here.look(3000, 2000), 2900, 2000).fitted
