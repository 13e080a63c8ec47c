"""Broad light and dark on drawn hair: from the side that lights the photo's own hair, and as far apart as there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.texture.contrast import DARK_OFFSET
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_CELLS = 3.0
"""Cells for a centimetre, on which light is told."""
_BROAD_CM = 0.9
"""Deviation of the mean around a place; what is narrower are locks and strands."""
_HAIR, _WORN = 0.85, 0.6
"""Coverage of the photo's hair, and of the new, where its light is told."""
_HALF_CM = 8.0
"""Half the width of a head with its hair."""
_LEAST_CM2, _BESIDE_CM = 6.0, 2.5
"""Hair on either side of the head, further than that from its middle, from which it is known what light does across it."""
_MOST = 0.8
"""Difference (logarithm, over half a head) from the middle to a side at most."""
_STEEPEST = 0.45
"""Difference over half a head that is believed: of hair that is tied back, one side may lie in the head's own shade, in which new
hair does not hang; of another shade than the other side it would be of another colour."""
_APART, _FULL_CM2 = (0.26, 0.42), 120.0
"""Deviation of broad light in hair: at least and at most, and as much of the photo's hair as shows it. Thirteen heads
in photos with hair of some length have 0.30 to 0.53, five with cropped or tied hair 0.12 to 0.21: there is too little of it."""
_GAIN = 1.7
"""How much further apart drawn light and dark are set at most."""
_RANGE = (-1.1, 0.7)
"""How far a factor goes, as a logarithm."""
_CROWN_CM, _CROWN, _CROWN_MOST = (5.0, 11.0), 0.3, (-0.8, 0.25)
"""How far down the top of the head reaches, and from where on nothing is changed because of it; how much brighter (logarithm)
hair is there than on the whole where the photo's hangs no further, and by how much it is made so at most. Drawn by the light of
the sky alone, the crowns of nine of ten heads were brighter than the photos', by a fifth to three fifths in eight."""
_ROWS = 128
_COLOURED = (0.75, 1.5)
"""How much less and more of a colour hair may have in another light."""
_BRIGHT, _BEYOND = 90.0, 0.25
"""Percentile of broad light in the photo's hair up to which the new hair's goes, and what is left of more."""


@dataclass(frozen=True)
class BroadLight:
    """slope: change of the logarithm of brightness over half a head towards the picture's right, None where it is not known.
    apart: deviation of broad light. crown: logarithm of how much brighter hair on top of the head is than all of it. most:
    logarithm of brightness up to which it goes."""

    slope: float | None
    apart: float
    crown: float = _CROWN
    most: float = np.inf


def measure_broad_light(scene: HairScene) -> BroadLight:
    """Of the photo's own hair."""
    cells = _Cells.of(scene.rgb, scene.hair > _HAIR, scene.cm, scene.middle, scene.top)
    area = cells.known.sum() / _CELLS**2
    if not area:
        return BroadLight(None, _APART[0])
    share = min(area / _FULL_CM2, 1.0)
    apart = float(np.clip(cells.broad[cells.known].std(), *_APART))
    beside = [cells.known & (cells.across * side * _HALF_CM > _BESIDE_CM) for side in (-1, 1)]
    both = min(side.sum() for side in beside) / _CELLS**2 > _LEAST_CM2
    most = float(np.percentile(cells.broad[cells.known], _BRIGHT))
    slope = float(np.clip(cells.slope(), -_STEEPEST, _STEEPEST)) if both else None
    found = cells.crown(cells.broad)
    crown = _CROWN if found is None else _CROWN + share * (found - _CROWN)
    return BroadLight(slope, _APART[0] + share * (apart - _APART[0]), crown, most)


def light_change(
    colours: FloatImage, cover: FloatPlane, wanted: BroadLight, cm: float, middle: float, top: float
) -> FloatPlane | None:
    """Logarithm of a factor (hxw, in some cells) that puts the ``colours`` (HxWx3, 0..255) of new hair into the light ``wanted``;
    None where that is too little hair. cover: HxW, where it is; middle, top: column of the head's middle, and row of its top."""
    cells = _Cells.of(colours, cover > _WORN, cm, middle, top)
    if cells.known.sum() < _LEAST_CM2 * _CELLS**2:
        return None
    light = cells.broad
    found = np.zeros_like(light)
    if wanted.slope is not None:
        found += np.float32(np.clip(wanted.slope - cells.slope(), -_MOST, _MOST)) * np.tanh(cells.across)
    turned = light + found
    mean = float(turned[cells.known].mean())
    gain = np.clip(wanted.apart / max(float(turned[cells.known].std()), 1e-3), 1.0, _GAIN)
    found += np.float32(gain - 1) * (turned - np.float32(mean))
    crown = cells.crown(light + found)
    if crown is not None:
        near = cells.near_top()
        rest = 1 - float(np.broadcast_to(near, light.shape)[cells.known].mean())
        found += np.clip((wanted.crown - crown) / max(rest, 0.3), *_CROWN_MOST) * near
    found = np.clip(found - np.float32(found[cells.known].mean()), *_RANGE)
    # What was brighter than that as it was drawn may stay so.
    found -= (1 - _BEYOND) * np.clip(light + found - np.maximum(light, wanted.most), 0, None)
    # Beside it, as it is at its edge.
    return inpaint.fill_smoothly(np.asarray(found, np.float32)[..., None], cells.known.astype(np.float32))[..., 0]


def apply_light(colours: FloatImage, found: FloatPlane, saturation: Floats) -> FloatImage:
    """``colours`` (HxWx3, 0..255) with what ``light_change`` found; changes and returns them.

    saturation: 256, of the hair by its brightness: of what light makes paler, less light leaves no grey.
    """
    import cv2

    wide = cv2.resize(np.exp(found), colours.shape[1::-1], interpolation=cv2.INTER_LINEAR)

    def light(top: int) -> None:
        rows = slice(top, top + _ROWS)
        part = colours[rows]
        before = vec3.mean(part)
        after = np.maximum((before + np.float32(DARK_OFFSET)) * wide[rows] - np.float32(DARK_OFFSET), 0)
        of_before, of_after = (saturation.take(light.astype(np.uint8)) for light in (before, np.minimum(after, 255)))
        share = np.clip(of_after / of_before, *_COLOURED) * after / np.maximum(before, np.float32(1))
        vec3.scale(part, share)
        vec3.shift(part, after - share * before)
        np.maximum(part, 0, out=part)

    each(light, range(0, len(colours), _ROWS))
    return colours


@dataclass(frozen=True)
class _Cells:
    """broad: hxw, logarithm of brightness around each cell. known: hxw, where there is hair. across: 1xw, place from the middle
    of the head in halves of it. down: hx1, cm below its top."""

    broad: FloatPlane
    known: npt.NDArray[np.bool_]
    across: FloatPlane
    down: FloatPlane

    @classmethod
    def of(
        cls, rgb: FloatImage | npt.NDArray[np.uint8], where: npt.NDArray[np.bool_], cm: float, middle: float, top: float
    ) -> _Cells:
        import cv2

        size = max(1.0, cm / _CELLS)
        shape = (max(1, round(where.shape[1] / size)), max(1, round(where.shape[0] / size)))
        solid = where.astype(np.float32)
        bright = vec3.mean(np.asarray(rgb, np.float32))
        bright *= solid
        weight = np.asarray(cv2.resize(solid, shape, interpolation=cv2.INTER_AREA), np.float32)
        mean = np.asarray(cv2.resize(bright, shape, interpolation=cv2.INTER_AREA), np.float32)
        around = blur_plane(mean, _BROAD_CM * _CELLS) / (blur_plane(weight, _BROAD_CM * _CELLS) + np.float32(1e-3))
        across = ((np.arange(shape[0], dtype=np.float32) + np.float32(0.5)) * size - middle) / (_HALF_CM * cm)
        down = ((np.arange(shape[1], dtype=np.float32) + np.float32(0.5)) * size - top) / cm
        return cls(np.log(around + np.float32(DARK_OFFSET)), weight > 0.5, across[None], down[:, None])

    def near_top(self) -> FloatPlane:
        """hx1, 1 on top of the head to 0 further down."""
        first, last = _CROWN_CM
        near = np.clip((last - self.down) / (last - first), 0, 1)
        return np.asarray(near * near * (3 - 2 * near), np.float32)

    def crown(self, light: FloatPlane) -> float | None:
        """How much more of it (logarithm) there is on top of the head than on all hair; None where that is no more than this."""
        top = self.known & (self.down < _CROWN_CM[0])
        below = self.known & (self.down > _CROWN_CM[1])
        if min(top.sum(), below.sum()) < _LEAST_CM2 * _CELLS**2:
            return None
        return float(light[top].mean() - light[self.known].mean())

    def slope(self) -> float:
        """How light changes from side to side, whatever it does from top to bottom."""
        rows, columns = np.nonzero(self.known)
        light, aside = self.broad[rows, columns], np.tanh(self.across[0, columns])
        down = rows / np.float32(_HALF_CM * _CELLS)
        terms = np.stack([np.ones_like(aside), aside, down, down * down], axis=1)
        found, *_ = np.linalg.lstsq(terms, light, rcond=None)
        return float(found[1])
