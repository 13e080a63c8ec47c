"""Taking something away: the hole is filled with patches of what may lie there, then grain and light are fitted at its rim.

PatchMatch (Barnes et al. 2009, library PyPatchMatch) works on a reduced crop, so that time is bounded; what it copied is found
again in the full picture and copied from there, so that nothing gets soft.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.core.errors import ModelUnavailable, UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.retouch.area import Area
from catchlight.retouch.removal.hole import grow_hole

_HOLE = 180
"""Longer side of the hole at which patches are matched, in pixels."""
_CROP = 560
_RADIUS = 3
"""PatchMatch compares patches of 7 x 7."""
_TILE = 16
"""Side of the tiles, at the reduced size, that are copied from the full picture."""
_OVERLAP = 4
_LIGHT = (4, 4)
"""Places of a tile at which its light is fitted."""
_SEARCH = 400
"""Places that are looked at in order of likeness before the rest."""
_SPREAD = 6.0
"""Pixels of the narrowest blur by which the rim's light is spread."""
_ALIKE = 0.16
"""Difference of fill and rim, in shares of full scale, up to which it is one of light and not of things."""
_COHERENT = 120.0
"""Mean squared difference up to which a tile goes on where its neighbour began."""


def remove(pixels: Pixels, hole: Area, allowed: FloatPlane | None, seed: int = 0) -> Pixels:
    """A copy in which the hole, grown by the rim of what lay there, is filled; every pixel outside is identical.

    Takes and raises what ``fill`` does.
    """
    return pixels if hole.trimmed().empty else fill(pixels, grow_hole(hole, pixels), allowed, seed)


def fill(pixels: Pixels, hole: Area, allowed: FloatPlane | None, seed: int = 0) -> Pixels:
    """A copy in which the hole is filled as it is; every pixel outside is identical.

    allowed: float32 in 0..1 over the whole picture at any size, where patches may come from (the background for a thing in
    the background); None: anywhere.
    Raises UnusablePicture ``nothing_at_hotspot`` where hardly anything is left to fill with.
    """
    import cv2

    hole = hole.trimmed()
    if hole.empty:
        return pixels
    box = _crop(hole.box, pixels.shape[:2])
    x0, y0, x1, y1 = box
    scale = min(1.0, _HOLE / max(hole.box[2] - hole.box[0], hole.box[3] - hole.box[1]), _CROP / max(x1 - x0, y1 - y0))
    size = (max(24, round((x1 - x0) * scale)), max(24, round((y1 - y0) * scale)))
    mask = hole.on(pixels.shape[:2])[y0:y1, x0:x1]
    rgb = pixels[y0:y1, x0:x1, :3].astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)
    small = np.asarray(np.round(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA) * 255), np.uint8)
    gone = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA) > 0.02, np.uint8)
    barred = _barred(allowed, _share(box, pixels.shape), size, gone)
    filled = _matched(small, gone, barred, seed)
    whole = filled.astype(np.float32) / 255 if scale >= 1 else _detailed(rgb, small, filled, gone, barred)
    fitted = _fitted(rgb, whole, mask)
    result: Any = pixels.copy()
    part = result[y0:y1, x0:x1, :3]
    top = np.float32(np.iinfo(pixels.dtype).max)
    touched = mask > 0
    new = rgb[touched] + mask[touched][:, None] * (fitted[touched] - rgb[touched])
    part[touched] = np.round(np.clip(new, 0, 1) * top).astype(pixels.dtype)
    removed: Pixels = result
    return removed


def _crop(box: Window, shape: tuple[int, ...]) -> Window:
    x0, y0, x1, y1 = box
    margin = int(max(48, 0.6 * max(x1 - x0, y1 - y0)))
    return max(0, x0 - margin), max(0, y0 - margin), min(shape[1], x1 + margin), min(shape[0], y1 + margin)


def _share(box: Window, shape: tuple[int, ...]) -> tuple[float, float, float, float]:
    """A box in shares of the picture's width and height."""
    height, width = shape[:2]
    return box[0] / width, box[1] / height, box[2] / width, box[3] / height


def _barred(
    allowed: FloatPlane | None, part: tuple[float, float, float, float], size: tuple[int, int], gone: Any
) -> Any:
    """Pixels that are neither filled nor copied from; never overlapping the hole. part: the crop in shares of the picture."""
    import cv2

    barred = np.zeros_like(gone)
    if allowed is not None:
        height, width = allowed.shape
        rows = slice(int(part[1] * height), max(int(part[1] * height) + 1, round(part[3] * height)))
        columns = slice(int(part[0] * width), max(int(part[0] * width) + 1, round(part[2] * width)))
        share = cv2.resize(allowed[rows, columns], size, interpolation=cv2.INTER_AREA)
        barred = np.asarray(((share < 0.85) & (gone == 0)).astype(np.uint8), np.uint8)
    left = int(((barred == 0) & (gone == 0)).sum())
    if left < max(0.35 * int(gone.sum()), 60):
        raise UnusablePicture(
            Message("There is too little around it to fill the gap with. Mark a smaller part with a box or the brush."),
            code="nothing_at_hotspot",
        )
    return barred


def _matched(small: Any, gone: Any, barred: Any, seed: int) -> Any:
    import patchmatch

    if not patchmatch.patchmatch_available:
        raise ModelUnavailable(Message("Removing needs PyPatchMatch with its library; install it again from a wheel."))
    patchmatch.set_random_seed(seed)
    return patchmatch.inpaint(small, gone, global_mask=barred if barred.any() else None, patch_size=_RADIUS)


def _detailed(rgb: Any, small: Any, filled: Any, gone: Any, barred: Any) -> Any:
    """The fill at full resolution: each tile is found in what is left of the small one and copied from the large."""
    import cv2

    height, width = rgb.shape[:2]
    sy, sx = height / gone.shape[0], width / gone.shape[1]
    total = np.zeros_like(rgb)
    weight = np.full((height, width, 1), 1e-6, np.float32)
    rough = np.asarray(cv2.resize(filled, (width, height), interpolation=cv2.INTER_CUBIC), np.float32) / 255
    sources = _Sources(small, filled, (gone > 0) | (barred > 0))
    window = _window(round((_TILE + _OVERLAP) * sy), round((_TILE + _OVERLAP) * sx), _OVERLAP / (_TILE + _OVERLAP))
    for top in range(0, gone.shape[0] - _TILE - _OVERLAP + 1, _TILE):
        for left in range(0, gone.shape[1] - _TILE - _OVERLAP + 1, _TILE):
            if not gone[top : top + _TILE + _OVERLAP, left : left + _TILE + _OVERLAP].any():
                continue
            found = sources.of(top, left)
            if found is None:
                continue
            y, x = round(top * sy), round(left * sx)
            fy, fx = y + round((found[0] - top) * sy), x + round((found[1] - left) * sx)
            high, wide = min(window.shape[0], height - max(y, fy)), min(window.shape[1], width - max(x, fx))
            tile, part = window[:high, :wide], np.s_[y : y + high, x : x + wide]
            copied = rgb[fy : fy + high, fx : fx + wide]
            # The copy takes the light of the place it goes to, and keeps its detail.
            light = cv2.resize(rough[part] - copied, _LIGHT, interpolation=cv2.INTER_AREA)
            lift = cv2.resize(light, (wide, high), interpolation=cv2.INTER_LINEAR)
            total[part] += (copied + np.clip(lift, -0.06, 0.06)) * tile
            weight[part] += tile
    share = np.clip(weight / 0.05, 0, 1)
    return total / weight * share + rough * (1 - share)


class _Sources:
    """Where the tiles of a fill came from; a tile goes on where its neighbour began, as long as that fits."""

    def __init__(self, small: Any, filled: Any, taken: Any) -> None:
        import cv2

        self._small, self._filled = small, filled
        self._half = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        self._half_filled = cv2.resize(filled, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        self._sums = cv2.integral(taken.astype(np.uint8))
        self._side = _TILE + _OVERLAP
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def of(self, top: int, left: int) -> tuple[int, int] | None:
        """Row and column of the source of the tile at (top, left); None where nothing is free."""
        offers = [self._known[at] for at in ((top, left - _TILE), (top - _TILE, left)) if at in self._known]
        best, place = np.inf, None
        for dy, dx in dict.fromkeys(offers):
            cost = self._cost(top, left, top + dy, left + dx)
            if cost < best:
                best, place = cost, (top + dy, left + dx)
        if best > _COHERENT:
            found = self._searched(top, left)
            if found is not None and self._cost(top, left, *found) < 0.8 * best:
                place = found
        if place is not None:
            self._known[top, left] = (place[0] - top, place[1] - left)
        return place

    def _free(self, top: int, left: int) -> bool:
        bottom, right = top + self._side, left + self._side
        if top < 0 or left < 0 or bottom > self._small.shape[0] or right > self._small.shape[1]:
            return False
        sums = self._sums
        return bool(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] == 0)

    def _cost(self, top: int, left: int, y: int, x: int) -> float:
        """Mean squared difference in 8-bit levels; infinite where the source is not free."""
        if not self._free(y, x):
            return float("inf")
        side = self._side
        away = self._filled[top : top + side, left : left + side].astype(np.int32)
        return float(((away - self._small[y : y + side, x : x + side]) ** 2).mean())

    def _searched(self, top: int, left: int) -> tuple[int, int] | None:
        import cv2

        side = self._side // 2
        tile = self._half_filled[top // 2 : top // 2 + side, left // 2 : left // 2 + side]
        score = cv2.matchTemplate(self._half, tile, cv2.TM_SQDIFF)
        for flat in _ranked(score):
            y, x = divmod(int(flat), score.shape[1])
            if self._free(2 * y, 2 * x):
                return 2 * y, 2 * x
        return None


def _window(high: int, wide: int, overlap: float) -> Any:
    """Weights of a tile: flat inside, falling off over the overlap with its neighbours."""

    def line(count: int) -> Any:
        place = (np.arange(count) + 0.5) / count
        return np.clip(np.minimum(place, 1 - place) / overlap, 0, 1)

    return np.asarray(line(high)[:, None, None] * line(wide)[None, :, None], np.float32)


def _fitted(rgb: Any, fill: Any, mask: FloatPlane) -> Any:
    """The fill with the rim's light and colour spread inwards (a membrane, as in Poisson cloning, Perez et al. 2003)."""
    import cv2

    height, width = mask.shape
    reach = max(2.0, 0.02 * max(mask.shape))
    # What is spread is smooth over ``reach``: it is found at a size where that is some pixels.
    scale = min(1.0, _SPREAD / reach)
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    step = rgb - fill
    rim = np.asarray(((mask > 0.02) & (mask < 0.9)).astype(np.float32))
    # Where fill and rim are different things (a wall beside an ear), the one's light says nothing about the other's.
    rim *= np.exp(-((np.abs(step).max(axis=2) / _ALIKE) ** 2))
    step = cv2.resize(step * rim[..., None], size, interpolation=cv2.INTER_AREA)
    rim = np.asarray(cv2.resize(rim, size, interpolation=cv2.INTER_AREA), np.float32)
    spread, weight = np.zeros_like(step), np.zeros(rim.shape, np.float32)
    while reach < max(mask.shape):
        near, total = gaussian_blur(step, reach * scale), gaussian_blur(rim, reach * scale)
        trust = np.clip(total * 40, 0, 1) * (1 - weight)
        spread += near / np.maximum(total, 1e-4)[..., None] * trust[..., None]
        weight += trust
        reach *= 2.5
    grown = cv2.resize(np.clip(spread, -0.12, 0.12), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(np.add(fill, grown, out=grown), 0, 1, out=grown)


def _ranked(score: Any) -> Any:
    """Flat places, the likeliest first as far as _SEARCH goes, then the others as they come."""
    flat = np.asarray(score).ravel()
    count = min(_SEARCH, flat.size - 1)
    order = np.argpartition(flat, count)
    order[:count] = order[:count][np.argsort(flat[order[:count]])]
    return order
