"""Whether the ground at an edge of a picture can be carried on beyond it, and how deep what is mirrored may reach."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from catchlight.core.errors import Conflict
from catchlight.core.messages import Message, mark
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask

Side = Literal["top", "bottom", "left", "right"]

SIDES: dict[Side, str] = {"top": mark("top"), "bottom": mark("bottom"), "left": mark("left"), "right": mark("right")}
_LEAST, _MOST_HIDDEN, _MOST_TIMES = 0.02, 0.5, 2.0
"""Depth that is always mirrored, by the shorter side; share of it that a person may hide; and how often it may be mirrored."""
_TOUCHED, _EDGE = 0.01, 0.004
"""Share of an edge at which a person may lie, and the width of an edge by the shorter side."""
_BAND, _SOFT, _WHOLE = 0.03, 0.004, 0.01
"""Width of the band along the edge whose slanting contours are measured, the blur before, and the one that gathers them, by the
shorter side."""
_SLANTING, _SLANTING_TEXTURE = 4.2, 6.5
"""The steepest contours (CIELAB units per hundredth of the shorter side) that run neither along the edge nor straight at it, and
so break where they are mirrored; on a plain or blurred ground, and on one that is textured all over. Set on both sides and the
top of twelve portraits, a fifth of their size added: what an eye took for the ground was below, broken contours and doubled
things were above (36 edges)."""
_TEXTURED, _THINGS, _LIGHT = 9.3, 16.2, 0.05
"""Median detail, CIELAB units, of a ground that is textured all over; ninth decile of one that is not from which there are things
in it that would be seen twice (a window 17.5, grounds that an eye took for one at most 14.8); and the deviation of the blur
that detail is measured by. A little space may have more (``_LITTLE``)."""
_WEAVE, _CONTRAST, _THREAD = 0.5, 0.5, 0.006
"""Share of fine contours that lie aslant, and their steepness per pixel, from which a ground is woven and its pattern turns where
it is mirrored (herringbone 0.6 and 3.3, all others at most 0.39); and the blur that gathers them, by the shorter side."""
_STEP, _JOINED, _UNSEEN = 0.003, 3.0, 3.0
"""How far apart two pixels are compared across the border of what was filled, by the shorter side; the ninth decile of their
difference may be this multiple of the ground's own and so many CIELAB units more. Fills that an eye took for the ground had at
most 1.7 times and one unit, those with a seam 12 times and more (seven portraits)."""
_JUDGED = 720
"""Pixels of the shorter side at which all of this is measured."""
_USUAL, _LITTLE, _MORE = 0.2, 0.1, 1.3
"""Space by the shorter side for which these hold, and that is looked at where less is added; what is little, and by how much
more detail it may have."""


def mirrored_depth(near: Mask, rows: int, short: int) -> int:
    """Rows from the upper edge that are mirrored, at most ``rows``: as far as half of them is ground. near: what is not."""
    most = max(1, min(rows, len(near) - 1))
    share = np.cumsum(near[:most].mean(axis=1)) / np.arange(1, most + 1)
    good = np.flatnonzero(share <= _MOST_HIDDEN)
    return max(int(good[-1]) + 1 if len(good) else 1, min(most, max(2, round(_LEAST * short))))


def check_side(pixels: Any, near: Mask, body: Mask, rows: int, side: Side, short: int) -> None:
    """Refuse to carry on the ground above a picture by ``rows`` rows where that would be seen.

    pixels: HxWx3 or x4, turned so that ``side`` is its top, as are near, what is no ground, and body, where people are; short:
    pixels of the shorter side of the picture as it was given.
    Raises Conflict ``does_not_fit``.
    """
    pixels, near, body, scale = _reduced(pixels, near, body, short)
    rows, short = max(1, round(rows * scale)), round(short * scale)
    edge = max(2, round(_EDGE * short))
    if float(body[:edge].any(axis=0).mean()) > _TOUCHED:
        raise Conflict(
            Message(
                "A person, or what stands in front, reaches the {side} edge of the picture and cannot be carried on. Add no "
                "space on that side, or fill it with a colour.",
                side=Message(SIDES[side]),
            )
        )
    depth = mirrored_depth(near, rows, short)
    seen = np.unique(pixels[:edge, :, 3]) if pixels.shape[2] == 4 else np.array([0])
    opaque = pixels.shape[2] == 3 or int(seen.min()) == np.iinfo(pixels.dtype).max
    if not opaque and seen.max() == 0:
        return
    if (
        not opaque
        or rows > _MOST_TIMES * depth
        or not _is_calm(pixels, near, max(depth, round(_USUAL * short)), rows, short)
    ):
        raise _too_busy(side)


def check_fill(filled: Any, hole: Mask, side: Side, short: int) -> None:
    """Refuse a ground behind the person that does not join what is around it.

    filled: HxWx3 of the side's strip. hole: what of it was filled. Raises Conflict ``does_not_fit``.
    """
    import cv2

    step = max(2, round(_STEP * short))
    rgb = filled.astype(np.float32) / np.float32(np.iinfo(filled.dtype).max)
    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), step / 3), cv2.COLOR_RGB2LAB)
    across, plain = [], []
    for down, right in ((0, step), (step, 0)):
        here, there = np.s_[: len(lab) - down, : lab.shape[1] - right], np.s_[down:, right:]
        apart = np.sqrt(((lab[here] - lab[there]) ** 2).sum(axis=2))
        across.append(apart[hole[here] != hole[there]])
        plain.append(apart[~(hole[here] | hole[there])])
    seam, ground = (
        max((float(np.quantile(part, 0.9)) for part in parts if part.size), default=0.0) for parts in (across, plain)
    )
    if seam > _JOINED * ground + _UNSEEN:
        raise _too_busy(side)


def _too_busy(side: Side) -> Conflict:
    return Conflict(
        Message(
            "The ground at the {side} edge is too busy to be carried on so far without being seen. Add less space on that "
            "side, or fill it with a colour.",
            side=Message(SIDES[side]),
        )
    )


def _reduced(pixels: Any, near: Mask, body: Mask, short: int) -> tuple[Any, Mask, Mask, float]:
    """The same at the size at which it is judged, so that a preview is refused where the result is; and by how much smaller."""
    import cv2

    scale = min(1.0, _JUDGED / short)
    if scale == 1.0:
        return pixels, near, body, scale
    size = (max(1, round(near.shape[1] * scale)), max(1, round(near.shape[0] * scale)))
    masks = [cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA) for mask in (near, body)]
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), masks[0] > 0.02, masks[1] > 0.5, scale


def _is_calm(pixels: Any, near: Mask, seen: int, rows: int, short: int) -> bool:
    """Whether ``rows`` rows can be added above. seen: rows that are looked at."""
    import cv2

    rgb = pixels[:seen, :, :3].astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    free = ~near[:seen]
    if not free.any():
        return False
    share = float(np.clip((_USUAL * short / max(rows, 1)) ** 0.5, 0.7, 1.6))
    texture, things = _detail(lab, free, short)
    textured = texture >= _TEXTURED
    most = _THINGS * (_MORE if rows < _LITTLE * short else min(1.0, share))
    if _is_woven(lab, free, short) or (not textured and things > most):
        return False
    return _slant(lab, free, short) <= share * (_SLANTING_TEXTURE if textured else _SLANTING)


def _is_woven(lab: Any, free: Mask, short: int) -> bool:
    """Whether the ground has a fine pattern aslant to the edge."""
    import cv2

    band = slice(0, max(8, round(2 * _BAND * short)))
    soft = cv2.GaussianBlur(lab[: 2 * band.stop], (0, 0), 1.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way)[band] / 8 for way in ((1, 0), (0, 1)))
    aslant, whole = (
        np.sqrt(np.abs(cv2.GaussianBlur(product.sum(axis=2), (0, 0), max(2.0, _THREAD * short))))
        for product in (across * down, across**2 + down**2)
    )
    ground = free[band]
    if not ground.any():
        return False
    share = float(np.median((aslant / np.maximum(whole, 0.3))[ground]))
    return share > _WEAVE and float(np.median(aslant[ground])) > _CONTRAST


def _slant(lab: Any, free: Mask, short: int) -> float:
    """Steepness of contours that lie aslant to the edge: its ninth decile along it."""
    import cv2

    band = slice(0, max(3, round(_BAND * short)))
    part = lab[: max(8, 2 * band.stop)]
    soft = cv2.GaussianBlur(part, (0, 0), max(_SOFT * short, 0.7))
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way) / 8 * (short / 100) for way in ((1, 0), (0, 1)))
    product = (across * down).sum(axis=2)[band]
    steep = np.sqrt(np.abs(cv2.GaussianBlur(product, (0, 0), max(_WHOLE * short, 0.7))))
    ground = free[band]
    return float(np.quantile(steep[ground], 0.9)) if ground.any() else float("inf")


def _detail(lab: Any, free: Mask, short: int) -> tuple[float, float]:
    """Median and ninth decile of the ground's difference from its own blur, in which the person has no part."""
    step = max(1, short // 500)  # few pixels say as much
    small, ground = np.ascontiguousarray(lab[::step, ::step]), np.ascontiguousarray(free[::step, ::step])
    if not ground.any():
        return 0.0, 0.0
    soft = inpaint.fill_and_blur(small, ground.astype(np.float32), _LIGHT * short / step)
    apart = np.sqrt(((small - soft) ** 2).sum(axis=2))[ground]
    middle, most = np.quantile(apart, (0.5, 0.9))
    return float(middle), float(most)
