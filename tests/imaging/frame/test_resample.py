"""Exact where it can be, straight lines straight, no ringing, no aliasing, alpha without dark rims."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from catchlight.imaging.frame.boxes import FrameBox, whole_box
from catchlight.imaging.frame.picture_frame import FrameShape, plan_frame
from catchlight.imaging.frame.resample import cut_box

Pixels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("turns", [0, 1, 2, -1])
@pytest.mark.parametrize("flips", [(False, False), (True, False), (False, True)])
def test_turns_flips_and_cuts_copy_every_bit(dtype: type, turns: int, flips: tuple[bool, bool]) -> None:
    pixels: Pixels = np.random.default_rng(3).integers(0, np.iinfo(dtype).max, (50, 70, 4), dtype)
    frame = plan_frame((70, 50), FrameShape(turns=turns, flip_horizontal=flips[0], flip_vertical=flips[1]))
    expected = np.rot90(pixels, -turns)
    expected = expected[:, ::-1] if flips[0] else expected
    expected = expected[::-1] if flips[1] else expected
    assert np.array_equal(cut_box(pixels, frame, whole_box(frame)), expected)
    assert np.array_equal(cut_box(pixels, frame, FrameBox(5, 9, 30, 20)), expected[9:29, 5:35])


def ruled(angle: float, size: int = 400) -> npt.NDArray[np.uint8]:
    """A dark half plane whose edge passes the middle at ``angle`` degrees, drawn eight times as fine."""
    y, x = (np.indices((size * 8, size * 8)) + 0.5) / 8 - size / 2
    side = y * math.cos(math.radians(angle)) - x * math.sin(math.radians(angle))
    plane = np.where(side > 0, 210, 40).astype(np.uint8)
    small = cv2.resize(plane, (size, size), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(np.repeat(small[..., None], 3, axis=2))


def edge_rows(pixels: Pixels) -> npt.NDArray[np.float64]:
    """Where the edge lies in each column, below a pixel's size."""
    top = np.iinfo(pixels.dtype).max
    share = (pixels[..., 0] / top * 255 - 40) / 170
    return np.asarray((1 - share).sum(axis=0))


@pytest.mark.parametrize("angle", [1.3, -4.0, 17.5])
def test_a_straightened_line_is_level_to_a_fifth_of_a_pixel(angle: float) -> None:
    pixels = ruled(angle)
    frame = plan_frame((400, 400), FrameShape(angle=-angle))
    made = cut_box(pixels, frame, whole_box(frame))
    rows = edge_rows(made)
    assert np.abs(rows - rows.mean()).max() < 0.2
    assert rows.mean() == pytest.approx(frame.centre[1] - whole_box(frame).y, abs=0.1)
    untouched = edge_rows(pixels)
    assert np.abs(untouched - untouched.mean()).max() > 4


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_an_edge_does_not_ring(dtype: type) -> None:
    scale = np.iinfo(dtype).max // 255
    pixels: Pixels = ruled(0.0).astype(dtype) * dtype(scale)
    frame = plan_frame((400, 400), FrameShape(angle=7.0))
    made = cut_box(pixels, frame, whole_box(frame))
    assert made.min() >= 40 * scale
    assert made.max() <= 210 * scale


def test_fine_lines_do_not_alias_where_it_is_made_smaller() -> None:
    pixels = np.zeros((600, 600, 3), np.uint8)
    pixels[:, ::2] = 200
    frame = plan_frame((600, 600), FrameShape(angle=2.0))
    made = cut_box(pixels, frame, whole_box(frame), (150, 150))
    assert made[8:-8, 8:-8].std() < 6  # lines read without a mean come to 100
    assert made.mean() == pytest.approx(100, abs=2)


def test_what_is_hidden_does_not_bleed_in() -> None:
    pixels = np.zeros((80, 80, 4), np.uint8)
    pixels[20:60, 20:60] = (200, 180, 160, 255)
    frame = plan_frame((80, 80), FrameShape(angle=10))
    made = cut_box(pixels, frame, whole_box(frame))
    seen = made[made[..., 3] > 8][:, :3].astype(int)
    assert np.abs(seen - (200, 180, 160)).max() <= 16
    assert made[0, 0, 3] == 0


def test_a_tall_picture_is_made_in_bands_without_seams() -> None:
    """Bands are 512 rows: a smooth slope stays one."""
    slope = np.repeat(np.linspace(0, 60000, 1400).astype(np.uint16)[:, None, None], 40, axis=1)
    pixels = np.ascontiguousarray(np.repeat(slope, 3, axis=2))
    frame = plan_frame((40, 1400), FrameShape(angle=0.2))
    made = cut_box(pixels, frame, whole_box(frame)).astype(int)
    steps = np.diff(made[:, 10, 0])
    assert steps.min() > 20
    assert steps.max() < 70
