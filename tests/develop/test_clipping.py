"""Codes of what is blown or blocked: by channel, from any level, at any depth, and no speck lost in smaller copies."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.develop.clipping import BLOCKED, BLOWN, Channel, ClippingLimits, clipping_codes, code_levels


def row(*pixels: tuple[int, ...]) -> np.ndarray:
    return np.array([pixels], np.uint8)


@pytest.mark.parametrize(
    ("channel", "expected"),
    [
        ("any", [BLOWN, BLOWN | BLOCKED, BLOCKED, 0]),
        ("all", [BLOWN, 0, BLOCKED, 0]),
        ("red", [BLOWN, BLOWN, BLOCKED, 0]),
        ("green", [BLOWN, 0, BLOCKED, 0]),
        ("blue", [BLOWN, BLOCKED, BLOCKED, 0]),
    ],
)
def test_each_channel_is_looked_at_or_all_of_them(channel: Channel, expected: list[int]) -> None:
    pixels = row((255, 255, 255), (255, 100, 0), (0, 0, 0), (254, 1, 128))
    codes = clipping_codes(pixels, ClippingLimits(channel=channel))
    assert codes.tolist() == [expected]
    assert clipping_codes(pixels.astype(np.uint16) * 257, ClippingLimits(channel=channel)).tolist() == [expected]


def test_levels_can_be_set_and_sixteen_bits_are_rounded_to_eight() -> None:
    pixels = row((240, 240, 240), (239, 239, 239), (10, 10, 10), (11, 11, 11))
    codes = clipping_codes(pixels, ClippingLimits(highlights=240, shadows=10))
    assert codes.tolist() == [[BLOWN, 0, BLOCKED, 0]]
    deep = np.array([[[65_407] * 3, [65_406] * 3, [128] * 3, [129] * 3]], np.uint16)
    assert clipping_codes(deep, ClippingLimits()).tolist() == [[BLOWN, 0, BLOCKED, 0]]


def test_what_is_not_seen_is_not_warned_of() -> None:
    pixels = row((255, 255, 255, 255), (255, 255, 255, 127), (0, 0, 0, 128))
    assert clipping_codes(pixels, ClippingLimits()).tolist() == [[BLOWN, 0, BLOCKED]]


def test_a_speck_is_in_every_smaller_copy() -> None:
    codes = np.zeros((1501, 2051), np.uint8)
    codes[1500, 2050], codes[3, 7] = BLOWN, BLOCKED
    levels = code_levels(codes)
    assert [level.shape for level in levels] == [(1501, 2051), (751, 1026), (376, 513)]
    for level in levels:
        assert (level == BLOWN).sum() == (level == BLOCKED).sum() == 1
        assert level[-1, -1] == BLOWN
