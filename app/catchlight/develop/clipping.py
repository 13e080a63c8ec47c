"""Where a picture is blown or blocked: pixels whose channels have reached the end of what can be stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from catchlight.imaging.picture import ByteImage, Pixels

Channel = Literal["any", "all", "red", "green", "blue"]
BLOWN, BLOCKED = 1, 2
"""Bits of a code."""
SMALLEST = 512
"""Levels of codes end when the longer side is below this many pixels."""
_PLACES = {"red": 0, "green": 1, "blue": 2}


class ClippingLimits(BaseModel):
    """highlights: level of 0..255 from which a channel counts as blown. shadows: level up to which it counts as blocked. channel:
    which of them have to be so."""

    model_config = ConfigDict(frozen=True)

    highlights: int = Field(255, ge=200, le=255)
    shadows: int = Field(0, ge=0, le=55)
    channel: Channel = "any"


def clipping_codes(pixels: Pixels, limits: ClippingLimits) -> ByteImage:
    """HxW: ``BLOWN`` and ``BLOCKED``, nought for all other pixels and for what is more than half transparent.

    pixels: HxWx3 or x4, uint8 or uint16.
    """
    import cv2

    steps = 1 if pixels.dtype == np.uint8 else 257
    channels: Any = cv2.split(pixels)
    highest, lowest = _ends(channels[:3], limits.channel)
    # A level of 16 bits is rounded to its level of eight.
    codes = np.asarray(highest >= limits.highlights * steps - steps // 2, np.uint8) * np.uint8(BLOWN)
    codes |= np.asarray(lowest <= limits.shadows * steps + steps // 2, np.uint8) * np.uint8(BLOCKED)
    if len(channels) == 4:
        codes[channels[3] <= np.iinfo(pixels.dtype).max // 2] = 0
    return codes


def code_levels(codes: ByteImage) -> tuple[ByteImage, ...]:
    """The codes, and copies half as large each: a pixel of a copy has every bit of its four, so that no speck is lost."""
    levels = [codes]
    while max(levels[-1].shape) >= 2 * SMALLEST:
        height, width = levels[-1].shape
        even = np.pad(levels[-1], ((0, height % 2), (0, width % 2)))
        levels.append(even[::2, ::2] | even[1::2, ::2] | even[::2, 1::2] | even[1::2, 1::2])
    return tuple(levels)


def _ends(channels: Any, channel: Channel) -> tuple[Any, Any]:
    """What has to reach the upper end, and what the lower."""
    import cv2

    if channel in _PLACES:
        return channels[_PLACES[channel]], channels[_PLACES[channel]]
    greatest, least = _folded(cv2.max, channels), _folded(cv2.min, channels)
    return (greatest, least) if channel == "any" else (least, greatest)


def _folded(function: Callable[..., Any], channels: Any) -> Any:
    return function(function(channels[0], channels[1]), channels[2])
