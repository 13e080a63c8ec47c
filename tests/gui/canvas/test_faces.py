"""Faces on the canvas: outlined on hover, and one of several chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.canvas.face_marks import area_of
from catchlight.gui.document.person_crop import person_box
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.portrait.face.detect import Face
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from tests.gui.conftest import SAMPLE, Stage, wait


def face(x: float, y: float, side: float = 100) -> Face:
    return Face(x, y, side, side, np.zeros((5, 2)), 0.9)


def holds(box: tuple[int, int, int, int], one: Face) -> bool:
    left, top, right, bottom = box
    return left < one.x + one.width and one.x < right and top < one.y + one.height and one.y < bottom


@pytest.mark.parametrize("other", [face(650, 400), face(150, 420), face(420, 120), face(380, 700), face(520, 480)])
def test_a_cut_holds_one_face_and_no_other(other: Face) -> None:
    mine = face(400, 400)
    left, top, right, bottom = person_box(mine, [other], 1000, 1000)
    assert left <= 400
    assert right >= 500
    assert top <= 400
    assert bottom >= 500
    assert not holds((left, top, right, bottom), other)
    assert holds((left, top, right, bottom), mine)


def test_a_cut_stays_inside_the_picture() -> None:
    assert person_box(face(10, 10), [], 120, 130) == (0, 0, 120, 130)


@pytest.fixture
def two_people(tmp_path: Path) -> Path:
    """A picture of two people of the same size."""
    one = codec.decode(SAMPLE.read_bytes()).rgb8
    path = tmp_path / "pair.png"
    path.write_bytes(codec.encode(Picture(np.hstack([one, one[:, ::-1]])), "image/png"))
    return path


@pytest.fixture
def pair(stage: Stage, two_people: Path) -> Stage:
    """The two people in the window."""
    stage.session.open_paths([two_people])
    wait(lambda: len(stage.window.faces.marks.faces) == 2 and stage.window.banner.problem is not None)
    return stage


def hover(stage: Stage, number: int, qtbot: QtBot) -> None:
    canvas = stage.window.canvas
    centre = area_of(stage.window.faces.marks.faces[number], canvas.viewport_now).center()
    qtbot.mouseMove(canvas, QPoint(2, 2))
    qtbot.mouseMove(canvas, centre.toPoint())


def test_hovering_outlines_the_face(stage: Stage, qtbot: QtBot) -> None:
    stage.open_sample()
    marks = stage.window.faces.marks
    wait(lambda: len(marks.faces) == 1)
    stage.do("guides")
    plain = stage.window.canvas.grab().toImage()
    hover(stage, 0, qtbot)
    assert marks.current == 0
    assert marks.label(0) == "Face"
    assert stage.window.canvas.grab().toImage() != plain
    assert not stage.window.faces.button.isVisible()
    qtbot.mouseMove(stage.window.canvas, QPoint(2, 2))
    assert marks.current == -1


def test_one_of_several_is_cropped_to_and_everything_works(pair: Stage, qtbot: QtBot) -> None:
    problem = pair.window.banner.problem
    assert problem is not None
    assert problem.action == "crop_face"
    assert not pair.id_photo.apply_button.isEnabled()
    hover(pair, 1, qtbot)
    assert pair.window.faces.button.isVisible()
    pair.window.faces.button.click()
    document = pair.session.current
    assert document is not None
    wait(lambda: len(document.steps) == 2 and pair.id_photo.overlay() is not None)
    step = document.steps[1].picture.record.steps[-1]
    assert (step.operation, step.kind) == ("crop", "geometry")
    assert pair.window.banner.problem is None
    pair.make_id_photo()
    assert document.steps[2].base == 1
    pair.do("undo")
    pair.do("undo")
    wait(lambda: len(pair.window.faces.marks.faces) == 2)
    assert not pair.id_photo.apply_button.isEnabled() or pair.id_photo.overlay() is None


def test_the_banner_offers_the_faces_as_a_menu_and_the_same_cut_is_not_made_twice(pair: Stage) -> None:
    document = pair.session.current
    assert document is not None
    for _ in range(2):
        document.jump(0)
        wait(lambda: len(pair.window.faces.marks.faces) == 2)
        pair.do("crop_face")
        menu = pair.window.canvas.findChildren(QMenu)[-1]
        assert [action.text() for action in menu.actions()] == ["Face 1 of 2", "Face 2 of 2"]
        menu.actions()[0].trigger()
        menu.close()
        wait(lambda: document.index == 1)
    assert len(document.steps) == 2


def test_a_cut_is_found_again_after_a_restart(new_stage: Callable[..., Stage], two_people: Path) -> None:
    first = new_stage()
    first.session.open_paths([two_people])
    wait(lambda: len(first.window.faces.marks.faces) == 2)
    first.do("crop_face")
    first.window.canvas.findChildren(QMenu)[-1].actions()[1].trigger()
    document = first.session.current
    assert document is not None
    wait(lambda: len(document.steps) == 2)
    cut = document.steps[1].picture

    second = new_stage()
    second.session.open_paths([two_people])
    again = second.session.current
    assert again is not None
    wait(lambda: len(again.steps) == 2)
    assert again.steps[1].operation == "crop"
    assert np.array_equal(again.steps[1].picture.pixels, cut.pixels)
    assert again.steps[1].base == 0
