"""The ground goes on where the person gives way: copied from beside it, tile by tile, so that lines run on and grain stays.

A tile behind the outline is searched in the ground nearby by what is seen of it and around it (masked template matching: coarse,
then fine), and copied at the picture's own resolution with its light fitted; tiles overlap and are blended as in image quilting.
Where the ground is plain it goes on smoothly, with grain.

References:
    A. Efros, W. Freeman, "Image quilting for texture synthesis and transfer", SIGGRAPH 2001, doi:10.1145/383259.383296.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from catchlight.core.memo import LastValueCache
from catchlight.core.threads import each
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask, Singles
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import FloatPlane, Pixels

_SEEN = 0.02
"""Alpha from which something of the person is in a pixel of the ground."""
_RIM_CM = 0.12
"""What a matte misses of loose hair and of the blur of an edge."""
_COARSE, _FINE = 10.0, 32.0
"""Pixels for a cm at which tiles are searched, and at which their places are made finer."""
_TILE_CM, _PAD_CM, _SEARCH_CM = 1.0, 0.8, 5.0
_LEAST_SEEN = 0.12
"""Share of a tile with its surroundings that must be ground for it to be searched."""
_PLAIN = 2.0
"""Deviation (0..255) of detail finer than half a cm below which a ground is plain."""
_MOST_LIGHT = 0.12
"""Most that a copied tile's light is changed, of full scale."""
_MOST_GRAIN = 6.0

Tile = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground of a window. pixels: HxWx3. alpha: HxW of the person. cm: pixels for a cm. Shifts of tiles are kept."""

    pixels: Pixels
    alpha: FloatPlane
    cm: float
    shifts: dict[Tile, tuple[int, int] | None] = field(default_factory=dict)
    _last: LastValueCache[Singles] = field(default_factory=LastValueCache)

    def behind(self, reach: FloatPlane) -> Singles:
        """HxWx3 float32: the picture's own colours where nobody is, the ground carried on where the person may give way.

        reach: over the window at any size, above 0 where something may move. The same reach gives the same ground.
        """
        if self._is_plain:
            return self._smooth
        tiles = self._tiles_in(reach)
        return self._last.get(tuple(tiles), lambda: self._quilted(tiles))

    @cached_property
    def _side(self) -> int:
        return max(4, round(_TILE_CM * self.cm))

    def _tiles_in(self, reach: FloatPlane) -> list[Tile]:
        """Tiles at the person's outline in which something may move, and their neighbours: what is blended hangs on all of
        them."""
        import cv2

        height, width = self.alpha.shape
        size = (-(-width // self._side), -(-height // self._side))
        moves = cv2.resize(reach, size, interpolation=cv2.INTER_LINEAR) > 0
        share = cv2.resize(self.person.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        around = np.ones((3, 3), np.uint8)
        rim = (share > 0) & (cv2.dilate((share < 1).astype(np.uint8), around) > 0) & moves
        rows, columns = np.nonzero(cv2.dilate(rim.astype(np.uint8), around))
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    @cached_property
    def person(self) -> Mask:
        """HxW: the person and the rim that a matte misses."""
        return np.asarray(dilate_mask(np.asarray(self.alpha > _SEEN), max(1.0, _RIM_CM * self.cm)))

    @cached_property
    def _scale(self) -> float:
        return min(1.0, _COARSE / self.cm)

    @cached_property
    def _coarse(self) -> tuple[Singles, Singles]:
        """The picture small, 0..255, and the share of ground in its pixels."""
        return _shrunken(self.pixels, self._scale), _shrunken_mask(~self.person, self._scale)

    @cached_property
    def _fine(self) -> tuple[Singles, Singles]:
        scale = min(1.0, _FINE / self.cm)
        return _shrunken(self.pixels, scale), _shrunken_mask(~self.person, scale)

    @cached_property
    def _is_plain(self) -> bool:
        rgb, free = self._coarse
        near = (free > 0.99) & dilate_mask(free < 0.5, 4.0 * self.cm * self._scale)
        if near.sum() < (self.cm * self._scale) ** 2:
            return True
        apart = rgb - inpaint.fill_and_blur(rgb, near.astype(np.float32), 0.5 * self.cm * self._scale)
        return float(np.sqrt(np.mean(apart[near] ** 2))) < _PLAIN

    @cached_property
    def _smooth(self) -> Singles:
        """The ground carried on smoothly with grain, at full size."""
        import cv2

        rgb, free = self._coarse
        filled = inpaint.fill_smoothly(rgb, np.asarray((free > 0.99).astype(np.float32)))
        wide = np.asarray(cv2.resize(filled, self.alpha.shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)
        top = float(np.iinfo(self.pixels.dtype).max) / 255
        grain = inpaint.measure_grain(self.pixels / top, ~self.person)
        noise = inpaint.grain_noise(np.random.default_rng(0), self.alpha.shape)
        wide += (noise * np.float32(min(grain, _MOST_GRAIN)))[..., None]
        wide *= np.float32(top)
        free_pixels = ~self.person
        wide[free_pixels] = self.pixels[free_pixels]
        return wide

    def _quilted(self, tiles: list[Tile]) -> Singles:
        side = self._side
        missing = [tile for tile in tiles if tile not in self.shifts]

        def search(tile: Tile) -> None:
            self.shifts[tile] = self._search(tile, side)

        each(search, missing)
        result = self._smooth.copy()
        total = np.zeros_like(result)
        weight = np.zeros((*self.alpha.shape, 1), np.float32)
        for tile in tiles:
            shift = self.shifts[tile]
            if shift is not None:
                self._copy(tile, side, shift, total, weight)
        found = weight[..., 0] > 1e-3
        total[found] /= weight[found]
        self._fit_light(total, found)
        found &= self.person
        result[found] = total[found]
        return result

    def _fit_light(self, quilt: Singles, found: Mask) -> None:
        """Add to a quilt what it misses of the ground beside it, spread smoothly over what is hidden: no seam is left."""
        import cv2

        size = (self._coarse[0].shape[1], self._coarse[0].shape[0])
        seen = np.asarray((found & ~self.person).astype(np.float32))
        apart = (self.pixels - quilt) * seen[..., None]
        share = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
        small = cv2.resize(apart, size, interpolation=cv2.INTER_AREA) / np.maximum(share, 1e-3)[..., None]
        spread = inpaint.fill_smoothly(np.asarray(small, np.float32), np.asarray((share > 0.2).astype(np.float32)))
        quilt += cv2.resize(spread, self.alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)

    def _search(self, tile: Tile, side: int) -> tuple[int, int] | None:
        """How far away (rows, columns) the ground continues a tile best; None where too little of it is seen."""
        rgb, free = self._coarse
        box = _padded(tile, side, self.cm, self.alpha.shape)
        coarse = _match(rgb, free, box, self._scale, _SEARCH_CM * self.cm, (0, 0))
        if coarse is None:
            return None
        return _match(*self._fine, box, min(1.0, _FINE / self.cm), 1.5 / self._scale, coarse) or coarse

    def _copy(self, tile: Tile, side: int, shift: tuple[int, int], total: Singles, weight: Singles) -> None:
        """A tile and half of its surroundings, in the light of the place it goes to."""
        y0, x0, y1, x1 = _padded(tile, side, 0.5 * self.cm, self.alpha.shape)
        dy, dx = shift
        height, width = self.alpha.shape
        y0, x0 = max(y0, -dy), max(x0, -dx)
        y1, x1 = min(y1, height - dy), min(x1, width - dx)
        if y1 <= y0 or x1 <= x0:
            return
        part, source = np.s_[y0:y1, x0:x1], np.s_[y0 + dy : y1 + dy, x0 + dx : x1 + dx]
        copied: Any = self.pixels[source].astype(np.float32)
        seen = ~self.person[part] & ~self.person[source]
        most = _MOST_LIGHT * float(np.iinfo(self.pixels.dtype).max)
        if seen.sum() > 8:
            copied += np.clip((self.pixels[part][seen] - copied[seen]).mean(axis=0), -most, most)
        window = _window(y1 - y0)[:, None] * _window(x1 - x0)[None]
        window = (window * ~self.person[source])[..., None]
        total[part] += copied * window
        weight[part] += window


def _shrunken(pixels: Pixels, scale: float) -> Singles:
    import cv2

    top = np.float32(255 / np.iinfo(pixels.dtype).max)
    size = (max(2, round(pixels.shape[1] * scale)), max(2, round(pixels.shape[0] * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.float32) * top, np.float32)


def _shrunken_mask(mask: Mask, scale: float) -> Singles:
    import cv2

    size = (max(2, round(mask.shape[1] * scale)), max(2, round(mask.shape[0] * scale)))
    return np.asarray(cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32)


def _padded(tile: Tile, side: int, cm: float, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    pad = round(_PAD_CM * cm)
    y, x = tile[0] * side, tile[1] * side
    return max(0, y - pad), max(0, x - pad), min(shape[0], y + side + pad), min(shape[1], x + side + pad)


def _match(
    rgb: Singles, free: Singles, box: tuple[int, int, int, int], scale: float, reach: float, about: tuple[int, int]
) -> tuple[int, int] | None:
    """The shift, in pixels of the whole, to where a box looks most alike; sources must be ground alone.

    rgb, free: the picture and its ground at ``scale``. reach: pixels of the whole, searched about the shift ``about``.
    """
    import cv2

    y0, x0, y1, x1 = (round(value * scale) for value in box)
    y1, x1 = min(max(y1, y0 + 3), rgb.shape[0]), min(max(x1, x0 + 3), rgb.shape[1])
    mask = np.asarray((free[y0:y1, x0:x1] > 0.99).astype(np.float32))
    if mask.mean() < _LEAST_SEEN:
        return None
    far, dy, dx = round(reach * scale), round(about[0] * scale), round(about[1] * scale)
    top, left = max(0, y0 + dy - far), max(0, x0 + dx - far)
    bottom, right = min(rgb.shape[0], y1 + dy + far), min(rgb.shape[1], x1 + dx + far)
    height, width = y1 - y0, x1 - x0
    if bottom - top < height or right - left < width:
        return None
    found = rgb[top:bottom, left:right]
    barred = cv2.integral((free[top:bottom, left:right] < 0.99).astype(np.uint8))
    taken = barred[height:, width:] - barred[:-height, width:] - barred[height:, :-width] + barred[:-height, :-width]
    if (taken > 0).all():
        return None
    cost = cv2.matchTemplate(found, rgb[y0:y1, x0:x1], cv2.TM_SQDIFF, mask=np.dstack([mask] * 3))
    cost = np.where((taken > 0) | ~np.isfinite(cost), np.inf, cost)
    row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
    return round((top + int(row) - y0) / scale), round((left + int(column) - x0) / scale)


def _window(length: int) -> Singles:
    """A raised cosine that never quite reaches 0."""
    return np.asarray(0.02 + np.sin(np.pi * (np.arange(length) + 0.5) / length) ** 2, np.float32)
