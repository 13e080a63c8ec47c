"""All that colouring needs to know of a person's hair, found once for each portrait and kept with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import UnusablePicture
from catchlight.hair import orientation
from catchlight.hair.colour import palette, relief, root_to_tip, self_shadow, tones
from catchlight.hair.colour.relief import Relief
from catchlight.hair.colour.root_to_tip import Growth
from catchlight.hair.colour.tones import Tones
from catchlight.hair.mask import jewellery, share, strand_matte
from catchlight.hair.mask.share import CoarseHair, Window
from catchlight.hair.orientation import Streamlines
from catchlight.imaging.arrays import Plane16
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.foreground import foreground
from catchlight.portrait.parsing import head_parsing, part_masks
from catchlight.portrait.portrait import Portrait

_FULL = 65535
_LEAST, _UNDER_HAT = 0.10, 0.45
"""Hair smaller than this share of the face is stubble; smaller than this share of a whole hat, it peeks out under it."""
_HAT, _WHOLE_HAT = 0.35, 0.9
"""Size of a hat, by the face: from which it explains that there is no hair, and from which it covers the head."""
_TOO_LITTLE = "There is too little hair to be seen"
_INSTEAD = "Use a picture that shows the hair of the head."
_CORE = 0.9
_ROOTS_CM = 0.8
_EVEN_CM, _EVEN = 2.5, 0.35
"""A third of what is lighter over this reach is taken out: dyed ends and the lit side get the new colour more evenly."""
_GRAIN_CM = 0.018
_RIM_GRAINS = 4.0
"""Reach of the edge, in grains."""
_RIM_RAMP, _RIM_ROOM = 0.45, 0.01
"""How much thinner hair is where it counts as edge alone, and how much lighter than further inside it may be there."""
_STEP = np.float32(0.0028)
"""Shade of one step of 8 bits in the dark."""
_ROWS = 256


@dataclass(frozen=True)
class HairGeometry:
    """How the hair lies, at a reduced size. mask: hxw; cm: pixels a centimetre.

    deep: hxw, by how much lightness each place lies in the shade of the head and of other locks: dark hair is too dark to
    show it, in a light colour it must be seen.
    """

    mask: FloatPlane
    deep: FloatPlane
    streams: Streamlines
    growth: Growth
    cm: float


@dataclass(frozen=True)
class Hair:
    """Hair in a picture of shape (height, width).

    box: x0, y0, x1, y1, the part of the picture that all planes show. mask: uint16, the hair's matte. fore: the hair's own
    colours without what lies behind, the picture's type. shade, soft: uint16, shade of the strands as colouring sees it, with
    and without the finest detail. 65535 stands for 1. rest: hxwx3 int8, how far each strand's sRGB lies from that of its
    shade, in 0.001.
    seen: the picture in the box, HxWx3.
    """

    shape: tuple[int, int]
    box: Window
    mask: Plane16
    fore: Pixels
    shade: Plane16
    soft: Plane16
    rest: npt.NDArray[np.int8]
    lie: HairGeometry
    tones: Tones
    px_per_cm: float
    seen: Pixels
    certainty: float = 1.0
    coats: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Kept by ``colouring.coats``."""

    @cached_property
    def relief(self) -> Relief:
        """The relief that light colours show."""
        return relief.estimate_relief(self.seen, self.shade, self.mask, self.lie.growth, self.lie.deep, self.px_per_cm)


def analyse_hair(portrait: Portrait) -> Hair:
    """The hair of a portrait, kept with it. Raises UnusablePicture, ``no_hair`` where there is too little to colour."""
    return portrait.kept("hair", lambda: _read(portrait))


def coarse_hair_of(portrait: Portrait) -> CoarseHair:
    """The coarse share that the hair was found from, kept. Raises UnusablePicture ``no_hair``."""
    found = portrait.kept("hair:share", lambda: share.find_coarse_hair(portrait))
    if found is None:
        raise UnusablePicture(f"{_TOO_LITTLE}. {_INSTEAD}", code="no_hair")
    return found


def crop_to_box(portrait: Portrait, found: CoarseHair, box: Window) -> CoarseHair:
    """A share with its picture cut to another box; for a matte that is known already."""
    if box == found.box:
        return found
    return share.empty_coarse_hair(portrait, box)


def _read(portrait: Portrait) -> Hair:
    found = coarse_hair_of(portrait)
    hat = parsing_area(portrait, (head_parsing.HAT,))
    face = parsing_area(portrait, part_masks.FACE)
    area, covered = _area(found) / portrait.pose.px_per_cm**2, hat > _HAT * face
    if area < _LEAST * face or (hat > _WHOLE_HAT * face and area < _UNDER_HAT * hat):
        said = "Most of the head is covered by a hat or scarf" if covered else _TOO_LITTLE
        raise UnusablePicture(f"{said}. {_INSTEAD}", code="no_hair")
    x0, y0, x1, y1 = found.box
    picture, cm = portrait.picture, portrait.pose.px_per_cm
    rgb = np.ascontiguousarray(picture.rgb8[y0:y1, x0:x1])
    matte = strand_matte.estimate_hair_matte(rgb, found, cm)
    jewellery.remove_earrings(matte, rgb, portrait.landmarks.points[:, :2] - (x0, y0), cm)
    if picture.has_alpha:
        matte *= picture.pixels[y0:y1, x0:x1, 3] / np.float32(np.iinfo(picture.pixels.dtype).max)
    return build_hair(portrait, found, matte)


def build_hair(portrait: Portrait, found: CoarseHair, matte: FloatPlane, *, shaded: bool = True) -> Hair:
    """The hair whose matte in ``found.box`` is known; shaded: whether it is long enough to cast shade on itself."""
    import cv2

    x0, y0, x1, y1 = found.box
    picture, cm = portrait.picture, portrait.pose.px_per_cm
    matte[matte < 0.004] = 0
    part: Any = np.ascontiguousarray(picture.pixels[y0:y1, x0:x1, :3])
    fore = foreground(part, matte)
    size = (found.plane.shape[1], found.plane.shape[0])
    small = np.asarray(cv2.resize(matte, size, interpolation=cv2.INTER_AREA), np.float32)
    to_small = _to_small(found, matte.shape)
    small_cm = cm * found.scale
    reduced: Any = cv2.resize(fore, size, interpolation=cv2.INTER_AREA)
    fine = tones.lightness(reduced)
    even = _unevenness(fine, small, small_cm)
    grown_from = root_to_tip.measure_growth(portrait, small, to_small)
    lying = orientation.trace_streamlines(
        orientation.direction(fine, small, small_cm), grown_from.depth, small, small_cm
    )
    deep = np.zeros_like(small)
    if shaded:
        deep = self_shadow.shade_depth(portrait, small, lying, grown_from, fine - even, small_cm, to_small)
    lie = HairGeometry(small, deep, lying, grown_from, small_cm)
    shade, soft = _shades(
        fore, matte, (even, self_shadow.inner_lightness(fine - even, small, small_cm)), max(0.8, _GRAIN_CM * cm)
    )
    read = _tones(fore, shade, matte, lie)
    mask = np.asarray(np.round(matte * _FULL), np.uint16)
    rest = _rest(fore, shade, mask, read)
    shape, seen = (picture.height, picture.width), picture.pixels[y0:y1, x0:x1, :3]
    return Hair(shape, found.box, mask, fore, shade, soft, rest, lie, read, cm, seen, found.certainty)


def parsing_area(portrait: Portrait, classes: tuple[int, ...]) -> float:
    """Area of parsed classes on the person, in square centimetres: a pattern behind the head is no hat."""
    import cv2

    wide = portrait.parsing
    matrix = wide.matrices[-1]
    found = wide.answers[-1].share(classes) > 0.5
    person = cv2.warpAffine(portrait.alpha, matrix, found.shape[::-1], flags=cv2.INTER_LINEAR) > 0.5
    total = float((found & person).sum())
    return total / (abs(float(np.linalg.det(matrix[:, :2]))) * portrait.pose.px_per_cm**2)


def _area(found: CoarseHair) -> float:
    """Square pixels of the picture."""
    return float((found.plane * found.alpha > 0.5).sum()) / found.scale**2


def _to_small(found: CoarseHair, shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """2x3, pixels of the picture to those of the reduced planes."""
    sx, sy = found.plane.shape[1] / shape[1], found.plane.shape[0] / shape[0]
    return np.array([[sx, 0, (0.5 - found.box[0]) * sx - 0.5], [0, sy, (0.5 - found.box[1]) * sy - 0.5]])


def _unevenness(light: FloatPlane, mask: FloatPlane, cm: float) -> FloatPlane:
    """What to take off the lightness so that broad differences are less."""

    weight = np.where(mask > _CORE, mask, 0).astype(np.float32)
    sigma = max(1.0, _EVEN_CM * cm)
    broad = gaussian_blur(light * weight, sigma, WIDE) / np.maximum(gaussian_blur(weight, sigma, WIDE), 1e-3)
    middle = float(np.median(light[mask > _CORE])) if (mask > _CORE).any() else float(light.mean())
    reach = np.clip(gaussian_blur(weight, sigma, WIDE) / 0.05, 0, 1)
    return np.asarray(_EVEN * (broad - middle) * reach, np.float32)


def _shades(
    fore: Pixels, matte: FloatPlane, fields: tuple[FloatPlane, FloatPlane], grain: float
) -> tuple[Plane16, Plane16]:
    """Lightness of the strands with broad differences lessened; the same without the finest detail.

    fields: broad differences to take off, and lightness further inside: where hair thins out over something else, its own
    colour is uncertain, and an edge that is taken for light hair would glow.
    """
    import cv2

    height, width = fore.shape[:2]
    shade = np.empty((height, width), np.uint16)
    random = np.random.default_rng(0)
    edge = gaussian_blur(matte, max(0.6, _RIM_GRAINS * grain), WIDE)
    for top in range(0, height, _ROWS):
        rows = slice(top, min(height, top + _ROWS))
        block: Any = np.ascontiguousarray(fore[rows])
        value = tones.lightness(block)
        if fore.dtype == np.uint8:
            # The steps of 8 bits would show where black hair is lifted.
            value += (random.random(value.shape, np.float32) - np.float32(0.5)) * _STEP
        value -= enlarge_rows(fields[0], rows, (height, width))
        inner = enlarge_rows(fields[1], rows, (height, width))
        thin = np.clip((np.float32(0.985) - edge[rows]) / np.float32(_RIM_RAMP), 0, 1)
        value += thin * (np.minimum(value, inner + np.float32(_RIM_ROOM)) - value)
        shade[rows] = np.clip(value, 0, 1) * _FULL
    return shade, np.asarray(cv2.GaussianBlur(shade, (0, 0), grain), np.uint16)


def _tones(fore: Pixels, shade: Plane16, matte: FloatPlane, lie: HairGeometry) -> Tones:
    import cv2

    step = max(1, int(np.sqrt(matte.size / 400_000)))
    some = (slice(None, None, step),) * 2
    inside = matte[some] > _CORE
    if inside.sum() < 200:
        inside = matte[some] > 0.5
    near = cv2.resize(lie.growth.depth, inside.shape[::-1], interpolation=cv2.INTER_LINEAR) < _ROOTS_CM
    top = np.float32(np.iinfo(fore.dtype).max)
    rgb = fore[some][inside].astype(np.float32) / top
    deep = np.asarray(cv2.resize(lie.deep, inside.shape[::-1], interpolation=cv2.INTER_LINEAR)[inside], np.float32)
    return tones.measure_tones(rgb, shade[some][inside].astype(np.float32) / np.float32(_FULL), near[inside], deep)


def _rest(fore: Pixels, shade: Plane16, mask: Plane16, read: Tones) -> npt.NDArray[np.int8]:
    rest = np.zeros(fore.shape, np.int8)
    top = np.float32(np.iinfo(fore.dtype).max)
    for start in range(0, fore.shape[0], _ROWS):
        rows = slice(start, min(fore.shape[0], start + _ROWS))
        inside = mask[rows] > 0
        rgb = fore[rows][inside].astype(np.float32) / top
        away = palette.deviation(
            read, rgb, palette.curve_indices(shade[rows][inside].astype(np.float32) / np.float32(_FULL))
        )
        rest[rows][inside] = np.round(away * 1000)
    return rest
