"""What is seen while a brush moves is what the stroke comes to; and wide colours come back from the file's own space."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from catchlight.brushes.apply import apply_edits
from catchlight.brushes.edits import BrushEdit, HandStroke, LinearGradient, strikes
from catchlight.imaging.io import cicp, codec, icc
from catchlight.imaging.picture import Picture
from catchlight.operations.brush.run import ground_of
from catchlight.operations.brush.window import mask_of, render_window
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portraits
from PIL import Image

P3 = icc.build_profile(cicp.to_xyz(cicp.PRIMARIES[12]), cicp.light(cicp.SRGB, np.linspace(0, 1, 4096)))  # type: ignore[arg-type]
STROKE = HandStroke(points=((200.0, 150.0), (240.0, 160.0)), radius=24.0)
BELOW = BrushEdit(tool="heal", strokes=(HandStroke(points=((210.0, 120.0),), radius=8.0),))
BOX = (190, 110, 250, 190)


def edit_of(tool: Any) -> BrushEdit:
    offset = (60.0, 90.0) if tool == "clone" else None
    return BrushEdit(tool=tool, strokes=(STROKE.model_copy(update={"offset": offset}),))


@pytest.mark.parametrize("tool", ["dodge", "clone", "colour", "sharpen"])
def test_a_window_is_the_part_of_the_result(portraits: Portraits, sample: Picture, tool: Any) -> None:
    portrait = portraits.of(sample)
    edit = edit_of(tool)
    whole: Any = apply_edits(sample.pixels, strikes((BELOW, edit)), ground_of(portrait))
    box, pixels = render_window(portrait, strikes((BELOW,)), edit, BOX, 1)
    assert box == BOX
    assert np.abs(pixels.astype(int) - whole[BOX[1] : BOX[3], BOX[0] : BOX[2]]).max() <= 1
    box, small = render_window(portrait, strikes((BELOW,)), edit, BOX, 4)
    assert (small.shape[1], small.shape[0]) == ((box[2] - box[0]) // 4, (box[3] - box[1]) // 4)
    part = reduce_pixels(np.ascontiguousarray(whole[box[1] : box[3], box[0] : box[2]]), max(small.shape[:2]))
    # A copy comes from whole pixels of the window, up to half of one off.
    assert np.abs(small.astype(int) - part).mean() < (4 if tool == "clone" else 1.5)


def test_a_window_beyond_the_picture_has_no_area(portraits: Portraits, sample: Picture) -> None:
    box, pixels = render_window(portraits.of(sample), (), edit_of("dodge"), (600, 600, 700, 700), 1)
    assert not pixels.size
    assert box[0] >= box[2] or box[1] >= box[3]


def test_a_mask_is_shown_small(portraits: Portraits, sample: Picture) -> None:
    edit = BrushEdit(tool="burn", linear=LinearGradient(start=(0.0, 0.0), end=(0.0, 512.0)), strokes=(STROKE,))
    mask = mask_of(portraits.of(sample), edit, 128)
    assert mask.shape == (128, 128)
    assert mask[1, 1] > 0.95 > mask[64, 4] > mask[126, 4]
    assert mask[38, 54] == pytest.approx(1.0, abs=0.02)


def test_colours_of_the_file_stay_where_nothing_is_brushed(portraits: Portraits) -> None:
    own = np.random.default_rng(3).integers(0, 255, (90, 120, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(own).save(file, "PNG", icc_profile=P3)
    picture = codec.decode(file.getvalue())
    assert picture.source_colours is not None
    stroke = STROKE.model_copy(update={"points": ((60.0, 45.0),)})
    steps = strikes((BrushEdit(tool="dodge", strokes=(stroke,)),))
    made = apply_edits(picture.pixels, steps, ground_of(portraits.of(picture)))
    back: Any = picture.source_colours.of(made)
    same = (made == picture.pixels).all(axis=2)
    assert 0.5 < same.mean() < 1
    assert (back[same] == own[same]).all()
    assert (back[~same] != own[~same]).any()
