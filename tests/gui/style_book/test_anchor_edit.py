"""Moves of fitting points: mirrored, kept inside, taken back and made again."""

from __future__ import annotations

import pytest
from catchlight.gui.style_book.anchor_edit import AnchorEdit

from tests.clothing.reference import doubles


@pytest.fixture
def edit() -> AnchorEdit:
    """A garment of 500 x 300 pixels, its collar at (190, 30) and (310, 30)."""
    return AnchorEdit(doubles.garment())


def test_the_other_side_makes_the_same_move_the_other_way_round(edit: AnchorEdit) -> None:
    edit.move("left_collar", 180, 36)
    assert (edit.place("left_collar"), edit.place("right_collar")) == ((180, 36), (320, 36))
    edit.mirrored = False
    edit.nudge("right_collar", -5, 0)
    assert (edit.place("left_collar"), edit.place("right_collar")) == ((180, 36), (315, 36))
    edit.mirrored = True
    edit.nudge("right_shoulder", 10, -2)
    assert edit.place("left_shoulder")[0] == 120 - 10


def test_places_stay_inside_and_the_hem_keeps_to_the_middle(edit: AnchorEdit) -> None:
    edit.move("hem", 20, 220)
    assert edit.place("hem") == (250, 220)
    edit.move("pit", 9000, -50)
    assert edit.place("pit") == (499, 0)
    assert edit.fault is not None


def test_a_drag_is_one_step_and_every_step_is_taken_back(edit: AnchorEdit) -> None:
    first = edit.anchors
    edit.begin()
    for x in (240, 230, 220):
        edit.move("pit", x, 80)
    edit.end()
    edit.nudge("hem", 0, -3)
    last = edit.anchors
    edit.undo()
    edit.undo()
    assert edit.anchors == first
    assert not edit.can_undo
    assert not edit.changed
    edit.redo()
    edit.redo()
    assert edit.anchors == last
    edit.reset()
    assert edit.anchors == first
    edit.undo()
    assert edit.anchors == last
    edit.nudge("hem", 0, 1)
    assert not edit.can_redo


def test_a_press_that_moves_nothing_is_no_step(edit: AnchorEdit) -> None:
    edit.begin()
    edit.end()
    assert not edit.can_undo
