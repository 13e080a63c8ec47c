"""Outlines of finished photos: haze is thinned and measured, old background is taken back, edges and hair stay."""

from __future__ import annotations

import numpy as np
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.matting.repair.haze import clear_haze, haze_area
from catchlight.matting.repair.old_background import take_back_spill

MM = 12.0
"""Pixels for a millimetre, as at 300 dpi."""


def edge(width_px: float) -> FloatPlane:
    """A person to the left of an edge as wide as told."""
    x = np.arange(240, dtype=np.float32)
    return np.tile(np.clip(0.5 - (x - 120) / width_px, 0, 1), (120, 1))


def test_a_crisp_edge_and_a_strand_are_left_alone() -> None:
    alpha = edge(4)
    alpha[60:62, 120:200] = 0.8
    cleared = clear_haze(alpha, MM)
    assert np.abs(cleared - alpha)[:40].max() < 0.02
    assert cleared[60:62, 140:180].mean() > 0.6
    assert haze_area(edge(4), MM) == 0


def test_haze_is_measured_and_thinned() -> None:
    alpha = edge(4)
    alpha[:, 122:180] = np.maximum(alpha[:, 122:180], 0.35)
    assert haze_area(alpha, MM) > 20
    cleared = clear_haze(alpha, MM)
    assert cleared[:, 140:170].mean() < 0.2
    assert haze_area(cleared, MM) < 0.5 * haze_area(alpha, MM)
    assert (cleared <= alpha + 1e-5).all()


def laid(rim: tuple[int, int, int]) -> tuple[ByteImage, ByteImage, FloatPlane]:
    """Foreground, photo and matte of a brown person before white, with a rim of another colour inside the outline."""
    alpha = edge(3)
    photo = np.full((120, 240, 3), 245, np.uint8)
    photo[alpha > 0.5] = (70, 50, 40)
    colours = np.full_like(photo, (70, 50, 40))
    colours[:, 117:130] = rim
    return colours, photo, alpha


def test_a_pale_rim_takes_the_colour_of_the_person() -> None:
    colours, photo, alpha = laid((200, 195, 190))
    mended = take_back_spill(colours, photo, alpha, MM)
    assert np.abs(mended[:, 117:122].astype(int) - (70, 50, 40)).mean() < 12
    assert np.array_equal(mended[:, :90], colours[:, :90])


def test_a_rim_of_a_third_colour_is_the_persons_own() -> None:
    colours, photo, alpha = laid((40, 20, 10))
    assert np.abs(take_back_spill(colours, photo, alpha, MM).astype(int) - colours).max() <= 2
