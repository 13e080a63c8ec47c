"""The hair's own matte at full resolution: single strands over the background, thin hair over skin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine.hair import backlit
from catchlight.engine.hair.broad import blurred
from catchlight.engine.hair.share import Share
from catchlight.engine.picture import ByteImage, FloatPlane

Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

_HAIR, _OTHER = 0.93, 0.04
"""Coarse hair above and below which a pixel shows what hair, and what is beside it, look like."""
_BESIDE_CM, _REACH_CM, _STRAND_CM = 0.15, 0.95, 0.11
"""Gap to what counts as beside, reach of single strands beyond the matte, and the width up to which something is a strand."""
_FIELD_CM = (0.35, 1.0, 3.0)
"""Spreads of the fields of hair colour and surrounding colour: the nearest one that knows counts."""
_SOFT = 0.13
"""Softness of the end of that reach, as a share of it."""
_ENDS_CM = 0.8
_NOISE = 0.012
_LEAST, _THIN = 0.055, 1.5
"""Share below which a strand beyond the matte is taken for grain, and what the rest counts: a single hair lets light through, and
so looks less like the hair behind it than it is."""
_PATTERN, _FAR = 4.0, 0.05
"""What the texture of the surroundings counts against strands: knit, brick and cloth are full of thin dark lines."""
_SCALP_CM = 0.7
"""Reach from bare skin and cloth within which even sure hair may turn out to be scalp or cloth that shines through."""
_ROWS = 256


@dataclass(frozen=True)
class _Around:
    """Reduced planes, or some of their rows at full size. near, far: how near hair each pixel lies, for strands and for those
    with the light behind them; scalp: how near what is bare; edge: how close beside hair; pattern, bright: how much of what
    looks like strands, and like such with the light behind, the surroundings have by themselves."""

    near: FloatPlane
    far: FloatPlane
    scalp: FloatPlane
    edge: FloatPlane
    pattern: FloatPlane
    bright: FloatPlane

    def rows(self, rows: slice, size: tuple[int, int]) -> _Around:
        small = (self.near.shape[1], self.near.shape[0])
        return _Around(*(_rows(plane, rows, size, small) for plane in vars(self).values()))


@dataclass(frozen=True)
class _Told:
    """What colour tells of each pixel, HxW uint8, 255 for 1. placed: where it lies from surroundings to hair; trust: how far
    that can be believed; away: its share of hair by how far it stands off even surroundings; even: how far these are even;
    fine, lit: what is as thin as a strand of ``placed`` and ``away``."""

    placed: Bytes
    trust: Bytes
    away: Bytes
    even: Bytes
    fine: Bytes
    lit: Bytes

    def rows(self, rows: slice) -> tuple[FloatPlane, ...]:
        """Some rows in 0..1."""
        return tuple(plane[rows] * np.float32(1 / 255) for plane in vars(self).values())


def matte(rgb: ByteImage, share: Share, px_per_cm: float) -> FloatPlane:
    """Hair of ``rgb`` (HxWx3, the pixels of ``share.box``) as HxW float32 in 0..1.

    Between sure hair and sure surroundings each pixel is placed on the line between the colours of both near it (as in
    sampling-based matting, Wang and Cohen 2007), as far as these differ more than each varies; else the coarse matte stays.
    Beyond the matte only what is as thin as a strand counts, so that shadows on skin stay skin. Where the light comes from
    behind, strands lie on no such line: there all counts that stands off a background which is even by itself.
    """
    import cv2

    height, width = rgb.shape[:2]
    coarse = np.asarray(share.plane * share.alpha, np.float32)
    cm = px_per_cm * share.scale
    half = (max(1, coarse.shape[1] // 2), max(1, coarse.shape[0] // 2))
    reduced = [cv2.resize(plane, half, interpolation=cv2.INTER_AREA) for plane in (share.rgb, coarse)]
    fields = _fields(np.asarray(reduced[0], np.uint8), np.asarray(reduced[1], np.float32), cm / 2)
    full = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32).clip(0, 1)
    told = _told(rgb, fields, full, px_per_cm)
    near, far = (_near(share, coarse, reach * cm) for reach in (_REACH_CM, backlit.REACH_CM))
    edge = cv2.dilate(coarse, np.ones((3, 3), np.uint8), iterations=max(1, round(_ENDS_CM * cm))) * (1 - share.barred)
    patterns = [_pattern(strands, near, cm) for strands in (told.fine, told.lit)]
    around = _Around(near, far, _scalp(share, coarse, cm), np.asarray(edge, np.float32), *patterns)
    for top in range(0, height, _ROWS):
        rows = slice(top, min(height, top + _ROWS))
        full[rows] = _joined(full[rows], told.rows(rows), around.rows(rows, (width, height)))
    return full


def _told(rgb: ByteImage, fields: list[Floats], coarse: FloatPlane, px_per_cm: float) -> _Told:
    height, width = rgb.shape[:2]
    half = (fields[0].shape[1], fields[0].shape[0])
    planes = tuple(np.empty((height, width), np.uint8) for _ in range(4))
    for top in range(0, height, _ROWS):
        rows = slice(top, min(height, top + _ROWS))
        near = [_rows(field, rows, (width, height), half) for field in fields]
        standing = backlit.standing(rgb[rows] * np.float32(1 / 255) - near[1], near[2][..., 1])
        for plane, value in zip(planes, (*_placed(rgb[rows], near), *standing), strict=True):
            plane[rows] = np.round(value * 255)
    placed, trust, off, even = planes
    away = backlit.shares(off, px_per_cm)
    side = max(3, round(2 * _STRAND_CM * px_per_cm) | 1)
    return _Told(placed, trust, away, even, _thin(placed, side), backlit.rooted(_thin(away, side), coarse))


def _near(share: Share, coarse: FloatPlane, reach: float) -> FloatPlane:
    """How near hair each pixel lies, up to ``reach`` pixels; nowhere on clothes and on what is barred."""
    import cv2

    side = max(3, round(2 * reach) | 1)
    near = cv2.dilate(coarse, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    soft = blurred(np.asarray(near, np.float32), _SOFT * reach)
    return np.asarray(soft * (1 - share.barred) * (1 - share.cloth), np.float32)


def _pattern(fine: Bytes, near: FloatPlane, cm: float) -> FloatPlane:
    """Mean of thin structures beyond the reach of the hair, 0..1, carried towards it; as large as ``near``."""
    import cv2

    size = (near.shape[1], near.shape[0])
    level = np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)
    far = (near < _FAR).astype(np.float32)
    sigma = max(1.0, 2.0 * cm)
    return np.asarray(blurred(level * far, sigma) / np.maximum(blurred(far, sigma), 1e-3), np.float32)


def _scalp(share: Share, coarse: FloatPlane, cm: float) -> FloatPlane:
    """How near the person's own bare parts are: 1 beside them, 0 from twice the reach on."""

    bare = ((share.alpha > _HAIR) & (coarse < _OTHER)).astype(np.float32)
    return np.asarray(np.clip(2.2 * blurred(bare, max(1.0, _SCALP_CM * cm)), 0, 1) ** 1.5, np.float32)


def _fields(rgb: ByteImage, coarse: FloatPlane, cm: float) -> list[Floats]:
    """Colour of hair, colour beside it, and how much both, and the second alone, vary (0..1 units), as smooth fields at the
    coarse size.

    Found twice: what the first fields show to lie on the wrong side of a coarse border does not count for the second.
    """
    import cv2

    image = rgb.astype(np.float32) / np.float32(255)
    hair = cv2.erode((coarse > _HAIR).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.float32)
    gap = max(3, round(2 * _BESIDE_CM * cm) | 1)
    other = cv2.erode((coarse < _OTHER).astype(np.uint8), np.ones((gap, gap), np.uint8)).astype(np.float32)
    found = _between(image, hair, other, cm)
    value, belief = _placed(rgb, found)
    wrong = np.clip((belief - 0.3) / 0.2, 0, 1)
    hair *= 1 - wrong * np.clip((0.5 - value) / 0.2, 0, 1)
    other *= 1 - wrong * np.clip((value - 0.35) / 0.2, 0, 1)
    return _between(image, hair, other, cm)


def _between(image: Floats, hair: FloatPlane, other: FloatPlane, cm: float) -> list[Floats]:
    fore, fore_spread = _field(image, hair, cm)
    back, back_spread = _field(image, other, cm)
    spread = np.sqrt(np.stack([fore_spread + back_spread, back_spread], axis=-1))
    return [fore, back, np.asarray(spread, np.float32)]


def _field(image: Floats, weight: FloatPlane, cm: float) -> tuple[Floats, FloatPlane]:
    """Mean colour and variance near each pixel of what has weight; wider where nothing is near."""
    import cv2

    colour = np.zeros_like(image)
    spread = np.zeros(weight.shape, np.float32)
    left = np.ones(weight.shape, np.float32)
    data = np.dstack([image, _dot(image, image)]) * weight[..., None]
    for width in _FIELD_CM:
        step = max(1, round(width * cm / 4))
        size = (max(1, weight.shape[1] // step), max(1, weight.shape[0] // step))
        sums = cv2.resize(data, size, interpolation=cv2.INTER_AREA)
        mass = cv2.resize(weight, size, interpolation=cv2.INTER_AREA)
        sigma = width * cm / step
        sums, mass = blurred(np.asarray(sums, np.float32), sigma), blurred(np.asarray(mass, np.float32), sigma)
        mean = sums / np.maximum(mass, 1e-6)[..., None]
        known = np.asarray(cv2.resize(mean, weight.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
        here = cv2.resize(mass, weight.shape[::-1], interpolation=cv2.INTER_LINEAR)
        taken = left * np.clip(here / 0.08, 0, 1)
        if width == _FIELD_CM[-1]:
            taken = left * (here > 1e-5)
        colour += taken[..., None] * known[..., :3]
        spread += taken * np.clip(known[..., 3] - _dot(known, known), 0, None)
        left -= taken
    spread += left * 1.0
    return colour, spread


def _rows(field: Floats, rows: slice, size: tuple[int, int], small: tuple[int, int]) -> Floats:
    """Some rows of a small field grown to ``size``."""
    import cv2

    sx, sy = size[0] / small[0], size[1] / small[1]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5 - rows.start]])
    return np.asarray(
        cv2.warpAffine(
            field, matrix, (size[0], rows.stop - rows.start), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.float32,
    )


def _dot(first: Floats, second: Floats) -> FloatPlane:
    """Sum of products over the first three channels; several times faster than a reduction over a short axis."""
    total = first[..., 0] * second[..., 0]
    total += first[..., 1] * second[..., 1]
    total += first[..., 2] * second[..., 2]
    return np.asarray(total, np.float32)


def _placed(rgb: ByteImage, fields: list[Floats]) -> tuple[FloatPlane, FloatPlane]:
    """Where each pixel lies from surroundings (0) to hair (1), and how far that can be believed."""
    fore, back, spread = fields
    seen = rgb.astype(np.float32)
    seen *= np.float32(1 / 255)
    line = fore - back
    length = _dot(line, line) + np.float32(1e-5)
    offset = seen - back
    value = _dot(offset, line) / length
    # Beyond the surroundings, seen from the hair, nothing lies between both: that is a strand with the light behind it.
    aside = _dot(offset, offset) - np.maximum(value, 0) ** 2 * length
    value = np.clip(value, 0, 1)
    noise = spread[..., 0] ** 2 + np.float32(_NOISE)
    belief = length / (length + 6 * noise) * np.exp(-np.maximum(aside, 0) / (0.02 + 0.6 * noise))
    return value, np.asarray(belief, np.float32)


def _thin(placed: Bytes, width: int) -> Bytes:
    """What is narrower than ``width`` pixels: the white top-hat."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    return np.asarray(cv2.morphologyEx(placed, cv2.MORPH_TOPHAT, kernel), np.uint8)


def _joined(coarse: FloatPlane, told: tuple[FloatPlane, ...], around: _Around) -> FloatPlane:
    """The coarse matte where it is sure, the placed one between, single strands beyond. told: rows of ``_Told``."""
    placed, belief, away, even, fine, lit = told
    thin = np.clip((0.97 - coarse) / 0.25, 0, 1)
    some = np.clip((coarse - 0.03) / 0.15, 0, 1)
    sure = np.clip((belief - 0.2) / 0.4, 0, 1)
    value = coarse + (placed - coarse) * sure * some * np.maximum(thin, around.scalp)
    behind = (1 - sure) * even * (1 - around.scalp)
    value += (away - value) * behind * some * thin
    strand = np.clip((fine - _LEAST - _PATTERN * around.pattern) * _THIN, 0, 1) * np.clip((belief - 0.3) / 0.25, 0, 1)
    strand *= np.clip((around.near - 0.25) / 0.5, 0, 1)
    bright = np.clip(lit - _LEAST - _PATTERN * around.bright, 0, 1) * behind * np.clip((around.far - 0.25) / 0.5, 0, 1)
    # Ends that parsing cut off: what looks like nothing but hair, right beside it.
    ends = np.clip((placed - 0.45) / 0.35, 0, 1) * np.clip((belief - 0.4) / 0.2, 0, 1)
    ends *= np.clip((around.edge - 0.4) / 0.4, 0, 1)
    value = np.maximum.reduce([value, strand, bright, ends])
    return np.asarray(np.clip((value - 0.02) / 0.92, 0, 1), np.float32)
