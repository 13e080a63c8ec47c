"""Halves of a region: of the picture, of a face, and the one that lies in shade."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch import regions
from catchlight.retouch.select.region_parts import half, shaded_side

TOP, BOTTOM, LEFT, RIGHT = np.s_[:250], np.s_[262:], np.s_[:, :250], np.s_[:, 262:]


@pytest.mark.parametrize(("side", "inside", "outside"), [("upper", TOP, BOTTOM), ("left", LEFT, RIGHT)])
def test_halves_of_the_picture_are_those_of_its_frame(
    side: str, inside: tuple[slice, ...], outside: tuple[slice, ...], portraits: Portraits, sample: Picture
) -> None:
    portrait = portraits.of(sample)
    plane = half(portrait, "everything", regions.region(portrait, "everything"), side)
    assert plane[inside].min() == 1
    assert plane[outside].max() == 0


def test_upper_and_lower_half_of_a_face_meet_at_its_middle(portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    face = regions.region(portrait, "face")
    upper, lower = (half(portrait, "face", face, side) for side in ("upper", "lower"))
    assert np.abs(upper + lower - face).max() < 1e-5
    assert 0.6 < upper.sum() / lower.sum() < 1.6


def test_the_dark_side_is_the_one_in_shade(portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    shade = np.linspace(1.0, 0.35, sample.width)[None, :, None]
    middle = portrait.landmarks.eyes[0] / sample.width
    pixels = np.clip(sample.pixels * shade / np.interp(middle, [0, 1], [1, 0.35]), 0, 255).astype(np.uint8)
    shaded: Portrait = portrait.recoloured(sample.with_(pixels=pixels))
    face = regions.region(portrait, "face")
    assert shaded_side(shaded, face) == "right"
    dark = half(shaded, "face", face, "dark")
    assert np.array_equal(dark, half(shaded, "face", face, "right"))
    even = portrait.recoloured(sample.with_(pixels=np.full_like(sample.pixels, 128)))
    assert shaded_side(even, face) is None
    assert not half(even, "face", face, "dark").any()
