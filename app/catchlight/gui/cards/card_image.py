"""From a preview to the image of a card: the part that matters, as large as a card is drawn."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage

from catchlight.core.errors import CatchlightError
from catchlight.gui.canvas.qt_images import eight_bit, wrap
from catchlight.gui.wording.problems import problem_of
from catchlight.imaging.filters.alpha import reduce_by_area
from catchlight.imaging.picture import ByteImage, Pixels

_BEHIND = (150, 150, 150)
"""What a transparent card lies on."""

Square = tuple[float, float, float]
"""Middle (x, y) and side of a part of a picture, in shares of its width."""


def card_image(pixels: Pixels, side: int, part: Square | None = None) -> QImage:
    """An image whose shorter side has at most ``side`` pixels, without alpha. part: a square of it alone."""
    return wrap(_reduced(_cut(eight_bit(pixels), part), side)).copy()


def refused_card(pixels: Pixels, refusal: CatchlightError, side: int, part: Square | None = None) -> QImage:
    """The picture as it is, faint, with the reason why the card cannot be chosen."""
    image = wrap(np.ascontiguousarray(_reduced(_cut(eight_bit(pixels), part), side) // 2 + 96, np.uint8)).copy()
    image.setText("refused", problem_of(refusal).text)
    return image


def pale_card(pixels: Pixels, note: str, side: int, part: Square | None = None) -> QImage:
    """A card that is not recommended, with the reason: still to be judged, but behind the others."""
    image = wrap(np.ascontiguousarray(_reduced(_cut(eight_bit(pixels), part), side) // 4 * 3 + 48, np.uint8)).copy()
    image.setText("note", note)
    return image


def _cut(pixels: ByteImage, part: Square | None) -> ByteImage:
    """The square, as far as the picture holds it: moved inside, never larger than the shorter side."""
    if part is None:
        return pixels
    height, width = pixels.shape[:2]
    x, y, side = (value * width for value in part)
    length = max(1, int(min(side, height, width)))
    left = int(min(max(0, x - length / 2), width - length))
    top = int(min(max(0, y - length / 2), height - length))
    return np.ascontiguousarray(pixels[top : top + length, left : left + length])


def _reduced(pixels: ByteImage, side: int) -> ByteImage:
    scale = min(1.0, side / min(pixels.shape[:2]))
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    small = np.asarray(reduce_by_area(pixels, size), np.float32)
    if small.shape[2] == 4:
        alpha = small[..., 3:] / 255
        small = np.asarray(small[..., :3] * alpha + np.array(_BEHIND, np.float32) * (1 - alpha), np.float32)
    return np.ascontiguousarray(np.round(small), np.uint8)
