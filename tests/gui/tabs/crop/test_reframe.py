"""A crop that is turned, flipped or straightened further shows the same part of the picture, in its new place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.gui.tabs.crop.box_drag import drag_handle, move_box
from catchlight.gui.tabs.crop.reframe import flipped, reshaped, turned
from catchlight.imaging.frame.boxes import FrameBox, is_on_picture
from catchlight.imaging.frame.picture_frame import FrameShape, plan_frame
from catchlight.imaging.frame.resample import cut_box
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import LEAST_SIDE, frame_of

SIZE = (160, 120)
WISHES: list[dict[str, Any]] = [
    {"x": 20, "y": 30, "width": 80, "height": 60},
    {"turns": 1, "flip_vertical": True, "x": 20, "y": 30, "width": 80, "height": 60},
    {"angle": 5.0, "x": 40, "y": 40, "width": 60, "height": 50},
    {"angle": -4.0, "vertical": 20.0, "horizontal": -10.0, "x": 60, "y": 50, "width": 50, "height": 40},
]


def shown(params: CropParams) -> np.ndarray[Any, Any]:
    y, x = np.indices(SIZE[::-1])
    pixels = np.ascontiguousarray(np.dstack([x, y * 2, (x + y) // 2]).astype(np.uint8))
    box = FrameBox(params.x, params.y, params.width or 0, params.height or 0)
    return cut_box(pixels, frame_of(params, SIZE), box).astype(int)


@pytest.mark.parametrize("wish", WISHES)
def test_turns_and_flips_of_a_crop_are_those_of_its_picture(wish: dict[str, Any]) -> None:
    params = CropParams(**wish)
    before = shown(params)
    for made, expected in (
        (turned(params, SIZE), np.rot90(before, -1)),
        (turned(params, SIZE, -1), np.rot90(before)),
        (flipped(params, SIZE), before[:, ::-1]),
        (flipped(params, SIZE, vertically=True), before[::-1]),
    ):
        after = shown(made)
        assert after.shape == expected.shape
        assert np.abs(after - expected).max() <= (
            3 if params.angle else 0
        )  # frames of whole pixels: half a pixel at most


@pytest.mark.parametrize("wish", WISHES[:3])
def test_what_is_done_and_undone_is_as_before(wish: dict[str, Any]) -> None:
    params = CropParams(**wish)
    assert turned(turned(params, SIZE), SIZE, -1) == params.model_copy(update={"turns": params.turns})
    twice = flipped(flipped(params, SIZE), SIZE)
    assert np.array_equal(shown(twice), shown(params))


def test_space_and_ratio_turn_along() -> None:
    params = CropParams(ratio="4:5", space_top=10.0, space_left=5.0)
    made = turned(params, SIZE)
    assert (made.ratio, made.space_right, made.space_top, made.space_left) == ("5:4", 10.0, 5.0, 0.0)
    assert flipped(params, SIZE).space_right == 5.0


def test_a_box_stays_in_its_place_and_on_the_picture() -> None:
    params = CropParams(x=0, y=0, width=160, height=120)
    made = reshaped(params, SIZE, angle=10.0)
    frame = frame_of(made, SIZE)
    box = FrameBox(made.x, made.y, made.width or 0, made.height or 0)
    assert is_on_picture(frame, box)
    assert box.width / box.height == pytest.approx(160 / 120, abs=0.03)
    assert np.allclose(box.centre, frame.centre, atol=1)


def test_a_hand_cannot_take_the_box_off_the_picture() -> None:
    frame = plan_frame(SIZE, FrameShape())
    box = FrameBox(40, 30, 80, 70)
    assert move_box(frame, box, (500, 5)) == FrameBox(80, 35, 80, 70)
    assert drag_handle(frame, box, box, (1, 0), (500, 0), None) == FrameBox(40, 30, 120, 70)
    assert drag_handle(frame, box, box, (-1, -1), (10, 5), None) == FrameBox(50, 35, 70, 65)
    assert drag_handle(frame, box, box, (1, 1), (-500, -500), None) == FrameBox(40, 30, LEAST_SIDE, LEAST_SIDE)
    assert drag_handle(frame, box, box, (1, 0), (-500, 0), 5 / 4) == FrameBox(40, 33, 80, LEAST_SIDE)
    box = FrameBox(40, 30, 80, 60)
    kept = drag_handle(frame, box, box, (1, 1), (500, 500), 4 / 3)
    assert kept.width == pytest.approx(4 / 3 * kept.height, abs=1.4)
    assert (kept.x, kept.y) == (40, 30)
    assert max(kept.x + kept.width, 0) <= 160
    assert kept.height >= 88
    turned_frame = plan_frame(SIZE, FrameShape(angle=12))
    far = move_box(turned_frame, FrameBox(70, 60, 50, 40), (-300, -300))
    assert is_on_picture(turned_frame, far)
