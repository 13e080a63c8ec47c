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
from typing import Any, NamedTuple

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

_HIDDEN, _NEAR_CM = 0.15, 0.35
"""Weight (its square counts) of what is hidden of a tile, which is guessed, and how fast that of what is seen falls away from the
outline."""
_ALIKE, _TEXTURE, _MISSED, _GRAINY = 5.0, 1.4, 0.3, 9.0
"""How much a tile's best match may miss, else it goes on smoothly: as much (0..255); as two patches of one texture do, in
deviations of what is seen; where there is more to be seen, that share of it and its grain."""

Tile = tuple[int, int]


class _Seen(NamedTuple):
    """The picture small (0..255), the share of ground in its pixels, the same with hidden parts guessed, and the scale."""

    rgb: Singles
    free: Singles
    guess: Singles
    weight: FloatPlane
    """How much a pixel counts in a match: most at the outline, where the ground must go on."""
    scale: float


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
    def _guess(self) -> Singles:
        """The small picture with the ground carried on smoothly: what its hidden parts must not be unlike."""
        rgb, free = self._coarse
        return inpaint.fill_smoothly(rgb, np.asarray((free > 0.99).astype(np.float32)))

    @cached_property
    def _small(self) -> _Seen:
        return _Seen(*self._coarse, self._guess, _weights(self._coarse[1], self.cm * self._scale), self._scale)

    @cached_property
    def _fine(self) -> _Seen:
        import cv2

        scale = min(1.0, _FINE / self.cm)
        rgb, free = _shrunken(self.pixels, scale), _shrunken_mask(~self.person, scale)
        guess = np.asarray(cv2.resize(self._guess, (rgb.shape[1], rgb.shape[0]), interpolation=cv2.INTER_LINEAR))
        mixed: Singles = np.where((free > 0.99)[..., None], rgb, guess).astype(np.float32)
        return _Seen(rgb, free, mixed, _weights(free, self.cm * scale), scale)

    @cached_property
    def _apart(self) -> tuple[FloatPlane, Mask]:
        """How far (0..255, squared) the small ground is from its own blur, and where that is known."""
        rgb, free = self._coarse
        near = (free > 0.99) & dilate_mask(free < 0.5, 4.0 * self.cm * self._scale)
        apart = rgb - inpaint.fill_and_blur(rgb, near.astype(np.float32), 0.5 * self.cm * self._scale)
        return np.asarray((apart**2).mean(axis=2), np.float32), near

    @cached_property
    def _is_plain(self) -> bool:
        apart, near = self._apart
        return near.sum() < (self.cm * self._scale) ** 2 or float(np.sqrt(apart[near].mean())) < _PLAIN

    @cached_property
    def _smooth(self) -> Singles:
        """The ground carried on smoothly with grain, at full size."""
        import cv2

        wide = np.asarray(cv2.resize(self._guess, self.alpha.shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)
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
        most = _MOST_LIGHT * float(np.iinfo(self.pixels.dtype).max)
        apart = np.clip(self.pixels - quilt, -most, most) * seen[..., None]
        share = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
        small = cv2.resize(apart, size, interpolation=cv2.INTER_AREA) / np.maximum(share, 1e-3)[..., None]
        spread = inpaint.fill_smoothly(np.asarray(small, np.float32), np.asarray((share > 0.2).astype(np.float32)))
        quilt += cv2.resize(spread, self.alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)

    def _search(self, tile: Tile, side: int) -> tuple[int, int] | None:
        """How far away (rows, columns) the ground continues a tile best; None where it is plain, or too little of it is seen."""
        box = _padded(tile, side, self.cm, self.alpha.shape)
        y0, x0, y1, x1 = (round(value * self._scale) for value in box)
        apart, near = (plane[y0:y1, x0:x1] for plane in self._apart)
        if not near.any() or float(np.sqrt(apart[near].mean())) < _PLAIN:
            return None
        coarse = _match(self._small, box, _SEARCH_CM * self.cm)
        return None if coarse is None else _match(self._fine, box, 1.5 / self._scale, coarse) or coarse

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
    seen: _Seen, box: tuple[int, int, int, int], reach: float, about: tuple[int, int] | None = None
) -> tuple[int, int] | None:
    """The shift, in pixels of the whole, to where a box looks most alike; sources must be ground alone.

    What is hidden of the box counts less, by what it smoothly would be: else a post beside it could be copied there.
    reach: pixels of the whole, searched about the shift ``about``, which is good enough already; without one,
    None where even the best place is unlike.
    """
    import cv2

    rgb, free, scale = seen.rgb, seen.free, seen.scale
    y0, x0, y1, x1 = (round(value * scale) for value in box)
    y1, x1 = min(max(y1, y0 + 3), rgb.shape[0]), min(max(x1, x0 + 3), rgb.shape[1])
    known = free[y0:y1, x0:x1] > 0.99
    if known.mean() < _LEAST_SEEN:
        return None
    mask = np.ascontiguousarray(seen.weight[y0:y1, x0:x1])
    far, (dy, dx) = round(reach * scale), (round(away * scale) for away in about or (0, 0))
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
    cost = cv2.matchTemplate(found, seen.guess[y0:y1, x0:x1], cv2.TM_SQDIFF, mask=np.dstack([mask] * 3))
    cost = np.where((taken > 0) | ~np.isfinite(cost), np.inf, cost)
    row, column = (int(at) for at in np.unravel_index(int(np.argmin(cost)), cost.shape))
    apart = found[row : row + height, column : column + width] - rgb[y0:y1, x0:x1]
    if not about and _is_unlike(apart, rgb[y0:y1, x0:x1], known * mask**2):
        return None
    return round((top + row - y0) / scale), round((left + column - x0) / scale)


def _is_unlike(apart: Singles, colours: Singles, weight: FloatPlane) -> bool:
    """Whether a match misses what is seen of a tile by too much of what there is to be seen."""
    total = max(float(weight.sum()), 1e-6)
    missed = float((weight[..., None] * apart**2).sum() / total / 3)
    middle = (weight[..., None] * colours).sum(axis=(0, 1)) / total
    there = float((weight[..., None] * (colours - middle) ** 2).sum() / total / 3)
    spread = float(np.sqrt(there))
    return float(np.sqrt(missed)) > max(_ALIKE, min(_TEXTURE * spread, _MISSED * spread + _GRAINY))


def _weights(free: Singles, cm: float) -> FloatPlane:
    """How much each pixel of a small picture counts; ``cm``: its pixels for one."""
    import cv2

    known = (free > 0.99).astype(np.uint8)
    inside, outside = (cv2.distanceTransform(plane, cv2.DIST_L2, 5) / cm for plane in (1 - known, known))
    hidden = np.where(inside < _PAD_CM, _HIDDEN, 0)
    return np.asarray(np.where(known, 0.35 + 0.65 * np.exp(-outside / _NEAR_CM), hidden), np.float32)


def _window(length: int) -> Singles:
    """A raised cosine that never quite reaches 0."""
    return np.asarray(0.02 + np.sin(np.pi * (np.arange(length) + 0.5) / length) ** 2, np.float32)
