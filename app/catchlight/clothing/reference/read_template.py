"""A garment read from a picture that shows nothing else: a cut-out with alpha, as templates of ID photo programs are."""

from __future__ import annotations

import numpy as np

from catchlight.clothing.reference import anchors as places
from catchlight.clothing.reference.garment import Anchors, Garment, guess_scale
from catchlight.clothing.reference.unsuited import unsuited
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import Picture
from catchlight.matting.foreground import foreground

LONGEST = 3000
"""Longer side up to which a template is kept."""
_LEAST_PX = 200
"""Least width of a template."""
_CLEAR = 0.03
"""Share of the picture that must be transparent: a cut-out has room around it."""
_SOLID = 0.5


def is_template(picture: Picture) -> bool:
    """Whether a picture is a cut-out: a part of it is transparent."""
    return picture.has_alpha and float((_alpha(picture) < _SOLID).mean()) > _CLEAR


def read_template(picture: Picture) -> Garment:
    """The garment of a cut-out without a wearer. Raises UnusablePicture ``reference_unsuited``."""
    import cv2

    if not is_template(picture):
        raise unsuited(
            Message(
                "The reference picture shows neither a face nor a cut-out garment. Use a photo of somebody who wears it, "
                "or a PNG with a transparent background."
            )
        )
    factor = min(1.0, LONGEST / max(picture.width, picture.height))
    size = (max(2, round(picture.width * factor)), max(2, round(picture.height * factor)))
    alpha = np.asarray(cv2.resize(_alpha(picture), size, interpolation=cv2.INTER_AREA), np.float32)
    rgb = np.asarray(cv2.resize(picture.rgb8, size, interpolation=cv2.INTER_AREA), np.uint8)
    # rgb8 lays a cut-out on white: at its edges the cloth's own colours are told apart from that again.
    rgb = np.asarray(foreground(np.ascontiguousarray(rgb), alpha), np.uint8)
    columns, rows = (np.flatnonzero((alpha > _SOLID).any(axis=axis)) for axis in (0, 1))
    if len(columns) < _LEAST_PX or not len(rows):
        raise unsuited(Message("The garment of the reference picture is too small. Use a larger one."))
    part = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
    alpha, rgb = alpha[part], np.ascontiguousarray(rgb[part])
    anchors, cm = _anchors(alpha > _SOLID)
    share = np.clip(np.rint(alpha * 255), 0, 255).astype(np.uint8)
    return Garment(rgb, share, anchors, cm, cut=frozenset({"bottom"}))


def _alpha(picture: Picture) -> np.ndarray:
    own = picture.pixels[..., 3]
    return np.asarray(own.astype(np.float32) / np.float32(np.iinfo(own.dtype).max), np.float32)


def _anchors(solid: Mask) -> tuple[Anchors, float]:
    """The anchors, and pixels for a centimetre. Raises ``reference_unsuited`` where there is no neck opening."""
    height, width = solid.shape
    top = np.where(solid.any(axis=0), np.argmax(solid, axis=0), height)
    # The neck opening is the deepest notch between two heights of the outline, near the middle.
    middle = slice(int(0.3 * width), int(0.7 * width))
    axis = middle.start + int(np.argmax(_notch(top)[middle]))
    depth = float(_notch(top)[axis])
    if depth < 0.02 * width:
        raise unsuited(
            Message(
                "The garment of the reference picture has no opening for a neck. Use one whose collar is cut out as well."
            )
        )
    row = float(top[axis]) - 0.8 * depth
    left = _wall(top, axis, row, -1)
    right = _wall(top, axis, row, 1)
    axis_x = (left + right) / 2
    cm = guess_scale(right - left, width)
    shoulders = places.find_shoulders(solid, axis_x, cm)
    if shoulders is None:
        raise unsuited(Message("The garment of the reference picture has no shoulders. Use one that shows both."))
    pit = (axis_x, float(top[int(np.clip(round(axis_x), 0, width - 1))]))
    return Anchors(pit, ((left, row), (right, row)), shoulders, float(height - 1)), cm


def _notch(top: np.ndarray) -> np.ndarray:
    """How far below the lower one of the heights on its two sides the outline lies in each column."""
    left, right = np.minimum.accumulate(top), np.minimum.accumulate(top[::-1])[::-1]
    return np.asarray(top - np.maximum(left, right), np.float64)


def _wall(top: np.ndarray, axis: int, row: float, side: int) -> float:
    """The column at which cloth stands as high as ``row``, from the axis outwards."""
    at = axis
    while 0 < at < len(top) - 1 and top[at] > row:
        at += side
    return float(at)
