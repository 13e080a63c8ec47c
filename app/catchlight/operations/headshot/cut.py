"""The photo and the person cut to a frame, carried on where the photo ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catchlight.backdrop import outpaint
from catchlight.backdrop.outpaint import Padding
from catchlight.core.threads import each
from catchlight.imaging import geometry
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.imaging.tiles import enlarge_part
from catchlight.matting.foreground import foreground
from catchlight.operations.headshot import straighten
from catchlight.operations.headshot.frame import HeadshotFrame, head_of
from catchlight.portrait.face.landmarks import CHIN
from catchlight.portrait.portrait import Portrait

_SHOULDER_CM, _DROP, _ROUND_CM = 22.0, 0.28, 5.0
"""From the middle of the neck to the outer arm; how steeply a shoulder falls, and how round it is where the arm begins."""
_SIDES = ("left", "top", "right", "bottom")
_PLATE = 700
_MIXED = 40_000
_SOFTEST = 6
"""Gaussian width of a background that is carried on, in hundredths of the added room."""


@dataclass(frozen=True)
class FramedPortrait:
    """All at the frame's size. pixels: the photo. alpha: of the person. added: sides at which the person was carried on."""

    pixels: Pixels
    alpha: FloatPlane
    added: tuple[str, ...]
    background_added: bool


def cut_to_frame(
    portrait: Portrait, person: Callable[[], tuple[Pixels, FloatPlane]], frame: HeadshotFrame, seen: bool = True
) -> FramedPortrait:
    """``person`` gives photo (HxWx3) and alpha, the portrait's or what was made of them at the same size; called once, so that
    nothing holds either any longer than the cut needs it.

    seen: whether the photo's own background will show; else what lies beyond its borders is left as it comes.
    """
    pixels: Any
    pixels, alpha = person()
    if frame.whole:
        return FramedPortrait(pixels, alpha, (), False)
    touched = _bounded(portrait, outpaint.drop_background_sides(alpha, frame.room))
    sides = tuple(side for side in _SIDES if getattr(touched, side))
    if touched:
        if pixels.dtype != np.uint8:
            # What is invented has no more than 8 bits of truth in it.
            pixels = np.asarray(np.right_shift(pixels, 8), np.uint8)
        pixels, alpha = outpaint.extend(np.asarray(pixels, np.uint8), alpha, touched, head_of(portrait))
        alpha = _closed(alpha, touched, portrait.pose.px_per_cm, head_of(portrait).chin_y + touched.top)
    rest = Padding(*(getattr(frame.room, side) - getattr(touched, side) for side in _SIDES))
    matrix = of_person = geometry.compose(frame.matrix, _moved_back(touched.left, touched.top))
    # A turned cut carries on borders by itself: without a background to see, that is enough.
    if rest and (seen or frame.moves_whole_pixels):
        pixels = _around(pixels, alpha, rest) if seen else _beside(pixels, rest)
        matrix = geometry.compose(frame.matrix, _moved_back(touched.left + rest.left, touched.top + rest.top))
    size = (frame.width, frame.height)
    if frame.moves_whole_pixels:
        pixels, alpha = _cut_straight(pixels, alpha, rest, matrix, size)
        return FramedPortrait(pixels, alpha, sides, bool(rest))
    # Beyond its borders there is nothing of the person: the alpha needs no room of its own. What was read is let go first.
    alpha = straighten.warp_alpha(alpha, of_person, size)
    if seen:
        pixels = geometry.warp_affine(np.ascontiguousarray(pixels), matrix, size)
    else:
        pixels = straighten.warp_pixels(np.ascontiguousarray(pixels), alpha, matrix, size)
    return FramedPortrait(pixels, alpha, sides, bool(rest))


def _moved_back(across: int, down: int) -> geometry.Matrix:
    """From a picture that was made wider by so many columns and rows to the picture as it was."""
    return np.array([[1.0, 0, -float(across)], [0, 1.0, -float(down)]])


def _cut_straight(
    pixels: Pixels, alpha: FloatPlane, room: Padding, matrix: geometry.Matrix, size: tuple[int, int]
) -> tuple[Pixels, FloatPlane]:
    """A cut that turns nothing: only whole pixels move, and stay what they are. room: what ``pixels`` have and ``alpha`` has
    not."""
    import cv2

    if room:
        around = (room.top, room.bottom, room.left, room.right)
        alpha = np.asarray(cv2.copyMakeBorder(alpha, *around, cv2.BORDER_CONSTANT, value=0), np.float32)
    x, y = (round(float(-value)) for value in matrix[:, 2])
    inside = (slice(y, y + size[1]), slice(x, x + size[0]))
    cut: Any = np.ascontiguousarray(pixels[inside])
    return cut, np.ascontiguousarray(alpha[inside])


def remove_spill(made: FramedPortrait) -> Pixels:
    """The person's colours without background spill."""
    return foreground(made.pixels[..., :3], made.alpha)


def _bounded(portrait: Portrait, room: Padding) -> Padding:
    """At the sides a body goes on for no more than the width of its shoulders; beyond them is background."""
    cm, picture = portrait.pose.px_per_cm, portrait.picture
    middle = float(portrait.landmarks.xy[CHIN, 0])
    left = max(2.0, _SHOULDER_CM * cm - middle)
    right = max(2.0, _SHOULDER_CM * cm - (picture.width - 1 - middle))
    return replace(room, left=min(room.left, round(left)), right=min(room.right, round(right)))


def _closed(alpha: FloatPlane, room: Padding, cm: float, chin_y: float) -> FloatPlane:
    """Shoulders that were carried on fall off into an arm, as an ellipse, instead of ending at a wall; ``alpha`` is changed."""
    height, width = alpha.shape
    y = np.arange(height, dtype=np.float32)[:, None]
    for side, length in (("left", room.left), ("right", room.right)):
        if length < 3:
            continue
        border = length if side == "left" else width - 1 - length
        inside = np.nonzero(alpha[int(max(0, chin_y)) :, border] > 0.5)[0]
        if not len(inside):
            continue
        shoulder = float(max(0, chin_y) + inside[0])
        out = np.arange(1, length + 1, dtype=np.float32)
        fall = _DROP * out + _ROUND_CM * cm * (1 - np.sqrt(np.clip(1 - (out / (length + 0.5)) ** 2, 0, 1)))
        mask = np.clip((y - (shoulder + fall)[None]) / 1.6 + 0.5, 0, 1)
        if side == "left":
            alpha[:, :length] *= mask[:, ::-1]
        else:
            alpha[:, width - length :] *= mask
    return alpha


def _plate(pixels: Pixels, alpha: FloatPlane) -> Pixels:
    """The photo with the person filled from around: only for what is mirrored beyond its borders."""
    import cv2

    height, width = alpha.shape
    scale = min(1.0, _PLATE / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(pixels[..., :3], size, interpolation=cv2.INTER_AREA).astype(np.float32)
    free = (np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)) < 0.03).astype(np.float32)
    filled = blur_within_mask(small, free, 0.25 * max(size))
    for share in (0.08, 0.025):
        weight = np.clip(gaussian_blur(free, share * max(size)) * 6, 0, 1)[..., None]
        filled = filled + (blur_within_mask(small, free, share * max(size)) - filled) * weight
    person = _small(alpha, max(1.0, 0.004 * max(height, width)))
    plate: Any = pixels[..., :3].copy()
    _mixed_in(
        plate,
        np.asarray(filled, np.float32),
        lambda rows: np.clip(enlarge_part(person, (rows, slice(0, width)), (height, width)) * 3, 0, 1),
    )
    finished: Pixels = plate
    return finished


def _mixed_in(pixels: Pixels, soft: Any, share: Callable[[slice], FloatPlane]) -> None:
    """Mix into ``pixels`` (HxWx3) a picture of any size, stretched to theirs, by the share (0..1) of each row; strip by strip."""
    height, width = pixels.shape[:2]
    count = max(16, _MIXED // width)

    def work(start: int) -> None:
        rows = slice(start, min(height, start + count))
        weight = share(rows)
        if weight.max() <= 0:
            return
        part = enlarge_part(soft, (rows, slice(0, width)), (height, width))
        own = pixels[rows].astype(np.float32)
        own += (part - own) * weight[..., None]
        pixels[rows] = np.round(np.clip(own, 0, np.iinfo(pixels.dtype).max)).astype(pixels.dtype)

    each(work, range(0, height, count))


def _beside(pixels: Pixels, room: Padding) -> Pixels:
    """Room without the person, whose background will be replaced."""
    import cv2

    sides = (room.top, room.bottom, room.left, room.right)
    wide: Any = cv2.copyMakeBorder(pixels, *sides, cv2.BORDER_REPLICATE)
    result: Pixels = wide
    return result


def _around(pixels: Pixels, alpha: FloatPlane, room: Padding) -> Pixels:
    """Background beyond the borders: mirrored, and softer the further out, as what is invented should not draw the eye."""
    import cv2

    sides = (room.top, room.bottom, room.left, room.right)
    height, width = alpha.shape
    wide: Any = _plate(pixels, alpha)
    # Reflection reaches no further than the picture itself.
    while any(sides):
        step = (
            min(sides[0], height - 1),
            min(sides[1], height - 1),
            min(sides[2], width - 1),
            min(sides[3], width - 1),
        )
        wide = cv2.copyMakeBorder(wide, *step, cv2.BORDER_REFLECT_101)
        sides = (sides[0] - step[0], sides[1] - step[1], sides[2] - step[2], sides[3] - step[3])
        height, width = wide.shape[:2]
    inner = (slice(room.top, room.top + alpha.shape[0]), slice(room.left, room.left + alpha.shape[1]))
    most = max(room.top, room.bottom, room.left, room.right)
    soft = _small(wide, max(1.0, _SOFTEST / 100 * most))
    y, x = (_outside(size, part) for size, part in zip(wide.shape, inner, strict=False))
    _mixed_in(wide, soft, lambda rows: np.clip(np.hypot(y[rows, None], x[None]) / max(0.6 * most, 1), 0, 1))
    wide[inner] = pixels[..., :3]
    result: Pixels = wide
    return result


def _outside(size: int, part: slice) -> FloatPlane:
    """How far each of so many rows or columns lies outside a part of them."""
    at = np.arange(size, dtype=np.float32)
    return np.asarray(np.maximum(0, np.maximum(part.start - at, at - (part.stop - 1))), np.float32)


def _small(pixels: Any, sigma: float) -> FloatImage:
    """A picture blurred by ``sigma`` pixels, at the reduced size that shows all of it."""
    import cv2

    step = max(1.0, sigma / 3)
    size = (max(2, round(pixels.shape[1] / step)), max(2, round(pixels.shape[0] / step)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), sigma / step), np.float32)
