"""Reflections in glasses: a veil over skin and eyes is subtracted, burnt out specks are filled, highlights of the rim dimmed.

A reflection adds light: C = k S + R, with the skin's own colour S as it is beside the glasses and its shading k. The largest k
that leaves no channel of R below zero is that of a coloured reflection; for one that is white, k is bounded by what the
lenses show where nothing is reflected.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.frequency_bands import disc, ramp
from catchlight.imaging.filters.planes import dilate_mask, erode_mask
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup.lenses import find_lenses

_FINEST = 40.0
"""Pixels per cm at which reflections are told."""
_BESIDE_CM, _SKIN_CM = 0.15, 0.7
"""How far from the glasses skin is seen bare, and the width over which its colour is evened."""
_PATCH_CM = 0.06
"""Blur under which a veil is told; what is finer is detail behind it."""
_VEIL = (0.1, 0.25)
"""Light of a veil by that of skin between which it is told."""
_TIMES = 1.5
"""A veil by the largest difference in colour that skin beside the glasses shows."""
_RIM_CM, _RING_CM, _VEILED = 0.35, 0.5, 0.4
"""How near the frame a veil must be stronger, how far around an eye it is looked for, and how much of that it covers there."""
_USUAL = 1.12
"""Shading of a lens by its median up to which it is no reflection."""
_BURNT = 0.955
"""sRGB of the blue and of the strongest channel from which nothing is left of what is behind."""
_HIDDEN, _STRONG, _LARGE = 0.12, 0.5, 0.09
"""Share of an eye's opening that is burnt out from which the eye cannot be shown; light of a veil by that of skin through which
nothing is seen, and how much of the lenses it may cover."""
_SPECK_CM, _SPECK, _BRIGHT, _SPARK_CM2 = 0.07, 0.13, 0.55, 0.12
"""Half the width of highlights on rims, their height over what is around them, their least lightness (sRGB) and their largest
area."""
_WIDE_RIM_CM = 0.55
"""How wide a frame is taken to be that cannot be told from a reflection by its colour."""
_RIM_LEFT = 0.15
"""What stays of a highlight on the rim at full strength."""
_FEWEST = 400


@dataclass(frozen=True)
class GlassesView:
    """What is seen of glasses, each plane HxW in 0..1 over ``box``: glasses, eyes, brows and the skin of the face."""

    box: Window
    glasses: FloatPlane
    eyes: FloatPlane
    brows: FloatPlane
    skin: FloatPlane
    cm: float


@dataclass(frozen=True)
class Glare:
    """Reflections. area: where they are; step: sRGB that they add, hxwx3 over its box at a reduced size.

    hidden: whether an eye is burnt out.
    """

    area: Area
    step: FloatImage
    hidden: bool


def find(pixels: Pixels, view: GlassesView) -> Glare:
    """The reflections in glasses."""
    import cv2

    x0, y0, x1, y1 = view.box
    scale = min(1.0, _FINEST / view.cm)
    size = (max(16, round((x1 - x0) * scale)), max(16, round((y1 - y0) * scale)))
    cm = view.cm * scale
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb: Any = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    glasses, eyes, brows, skin = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)
        for plane in (view.glasses, view.eyes, view.brows, view.skin)
    )
    lens = find_lenses(np.round(rgb * 255).astype(np.uint8), glasses, cm)
    if _is_light(rgb, glasses, skin, cm):
        lens = np.asarray(lens * erode_mask(glasses > 0.35, _WIDE_RIM_CM * cm), np.float32)
    wide = dilate_mask(eyes > 0.3, 0.06 * cm).astype(np.float32)
    eye = np.asarray(cv2.GaussianBlur(wide, (0, 0), 0.05 * cm + 0.5), np.float32)
    beside = (skin > 0.7) & ~dilate_mask(glasses > 0.2, _BESIDE_CM * cm) & (brows < 0.2) & (eyes < 0.1)
    light = oklab.linear(rgb)
    veil, hidden = np.zeros_like(light), False
    if int(beside.sum()) >= _FEWEST and (lens > 0.5).any():
        veil, hidden = _veil(light, rgb, lens, (eye, brows, eyes), beside, cm)
    clear = oklab.srgb(np.maximum(light - veil, 0))
    spark = _sparks(rgb, glasses, eye, cm)
    filled = inpaint.fill_smoothly(clear, np.asarray(1 - np.clip(2 * spark, 0, 1), np.float32))
    clear += (spark * np.float32(1 - _RIM_LEFT))[..., None] * np.minimum(filled - clear, 0)
    step = np.asarray(rgb - clear, np.float32)
    shown = ramp(np.abs(step).max(axis=2), 0.008, 0.03)
    mask = cv2.GaussianBlur(cv2.dilate(np.asarray(shown, np.float32), disc(1)), (0, 0), 0.8)
    full = np.asarray(cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), np.float32)
    return Glare(Area(view.box, full), step, hidden)


def _is_light(rgb: FloatImage, glasses: FloatPlane, skin: FloatPlane, cm: float) -> bool:
    """Whether a frame is white or clear: it has the colours of a reflection."""
    whole = glasses > 0.35
    ring = whole & ~erode_mask(whole, 0.25 * cm)
    face = (skin > 0.7) & ~whole
    if not ring.any() or not face.any():
        return False
    light = rgb.min(axis=2)
    return float(np.median(light[ring])) > float(np.median(light[face]))


def _veil(
    light: FloatImage,
    rgb: FloatImage,
    lens: FloatPlane,
    face: tuple[FloatPlane, FloatPlane, FloatPlane],
    beside: Mask,
    cm: float,
) -> tuple[FloatImage, bool]:
    """Linear light that a reflection adds on the lenses, HxWx3, and whether it hides an eye. face: eyes widened, brows, eyes."""
    import cv2

    eye, brows, opening = face
    own = np.maximum(inpaint.fill_and_blur(light, beside.astype(np.float32), _SKIN_CM * cm), 1e-3)
    patch = np.asarray(cv2.GaussianBlur(light, (0, 0), max(0.7, _PATCH_CM * cm)), np.float32)
    shade = np.asarray((patch / own).min(axis=2))
    bare = (lens > 0.6) & (eye < 0.05) & (brows < 0.1)
    burnt = (rgb.max(axis=2) > _BURNT) & (rgb[..., 2] > _BURNT) & (lens > 0.5)
    hidden = any(float(burnt[piece].mean()) > _HIDDEN for piece in _pieces(opening > 0.5))
    if int((bare & ~burnt).sum()) < _FEWEST:
        return np.zeros_like(light), hidden
    # Skin varies in colour by itself: what is as far from it as that of the cheeks is no reflection. Near the frame, its own
    # colour is seen.
    other = _share(patch - shade[..., None] * own, own)
    least = max(_VEIL[0], _TIMES * float(np.quantile(other[beside], 0.97)))
    depth = cv2.distanceTransform((lens > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    least = least * (1 + 2 * ramp(depth, _RIM_CM * cm, 0))
    lost = cv2.GaussianBlur(dilate_mask(burnt & bare, 0.04 * cm).astype(np.float32), (0, 0), max(0.7, 0.04 * cm))
    sure = np.asarray(ramp(other, least, least + _VEIL[1] - _VEIL[0]) * bare, np.float32)
    told = np.asarray(cv2.GaussianBlur(sure, (0, 0), max(0.7, 0.5 * _PATCH_CM * cm)), np.float32)
    strong = (told > 0.5) & (other > _STRONG)
    hidden |= int(strong.sum()) > _LARGE * int(bare.sum())
    # A reflection of no colour lightens skin beyond what the lenses show where there is none.
    calm = bare & (np.maximum(told, lost) < 0.05)
    most = _USUAL * float(np.quantile(shade[calm if int(calm.sum()) >= _FEWEST else bare], 0.8))
    veil = (patch - np.minimum(shade, most)[..., None] * own) * told[..., None]
    around = inpaint.fill_smoothly(patch, np.asarray(calm & ~dilate_mask(burnt, 0.08 * cm), np.float32))
    veil += lost[..., None] * (np.maximum(patch - around, 0) - veil)
    veil *= lens[..., None]
    return np.asarray(np.maximum(veil + _before_eyes(veil, told, patch, lens, face, bare, cm), 0), np.float32), hidden


def _before_eyes(
    veil: FloatImage,
    told: FloatPlane,
    patch: FloatImage,
    lens: FloatPlane,
    face: tuple[FloatPlane, FloatPlane, FloatPlane],
    bare: Mask,
    cm: float,
) -> FloatImage:
    """The veil before an eye and its brow: that beside it, where it lies all around, as far as the darkest there allows."""
    import cv2

    eye, brows, _ = face
    covered = np.zeros(lens.shape, np.float32)
    for piece in _pieces(eye > 0.05):
        ring = dilate_mask(piece, _RING_CM * cm) & bare
        if ring.any() and float(told[ring].mean()) > _VEILED:
            covered[dilate_mask(piece, _RING_CM * cm)] = 1
    if not covered.any():
        return np.zeros_like(veil)
    spread = inpaint.fill_smoothly(veil, bare.astype(np.float32))
    floor = np.asarray(cv2.GaussianBlur(cv2.erode(patch, disc(0.12 * cm)), (0, 0), max(0.7, 0.1 * cm)), np.float32)
    soft = cv2.GaussianBlur(covered, (0, 0), max(0.7, 0.1 * cm))
    weight = np.asarray(lens * np.maximum(eye, np.clip(2 * brows, 0, 1)) * (1 - told) * soft, np.float32)
    return np.asarray(np.minimum(spread, 0.85 * floor) * weight[..., None], np.float32)


def _share(added: FloatImage, own: FloatImage) -> FloatPlane:
    """Light that is added by that of skin."""
    return np.asarray((added @ LUMINANCE) / np.maximum(own @ LUMINANCE, 1e-3), np.float32)


def _pieces(mask: Mask) -> list[Mask]:
    import cv2

    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    return [labels == one for one in range(1, count)]


def _small(mask: Mask, most: float) -> Mask:
    """Pieces of a mask of at most ``most`` pixels."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return np.asarray((stats[:, cv2.CC_STAT_AREA] <= most)[labels])


def _sparks(rgb: FloatImage, glasses: FloatPlane, eye: FloatPlane, cm: float) -> FloatPlane:
    """Small highlights on the rim and on the lenses, HxW in 0..1; catchlights in the eye are none."""
    import cv2

    light = np.asarray(rgb.max(axis=2), np.float32)
    over = cv2.morphologyEx(light, cv2.MORPH_TOPHAT, disc(max(1.5, _SPECK_CM * cm)))
    told = ramp(over, _SPECK, 2 * _SPECK) * ramp(light, _BRIGHT, _BRIGHT + 0.15)
    told *= _small(told > 0.3, _SPARK_CM2 * cm * cm)
    inside = ramp(cv2.GaussianBlur(glasses, (0, 0), 0.05 * cm + 0.5), 0.3, 0.45) * (1 - np.clip(2 * eye, 0, 1))
    grown = cv2.dilate(np.asarray(told * inside, np.float32), disc(max(1.0, 0.02 * cm)))
    return np.asarray(cv2.GaussianBlur(grown, (0, 0), 0.6), np.float32)


def reduce(pixels: Pixels, glare: Glare, amount: float) -> Pixels:
    """A copy with reflections reduced, amount 0..1; every pixel outside their area is identical."""
    import cv2

    x0, y0, x1, y1 = glare.area.box
    touched = glare.area.mask > 0.02
    if not touched.any() or amount <= 0:
        return pixels
    result: Any = pixels.copy()
    top = np.float32(np.iinfo(pixels.dtype).max)
    step = cv2.resize(glare.step, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)[touched]
    part = result[y0:y1, x0:x1, :3]
    old = part[touched].astype(np.float32) / top
    new = old - np.float32(amount) * glare.area.mask[touched][:, None] * step
    part[touched] = np.round(np.clip(new, 0, 1) * top).astype(pixels.dtype)
    changed: Pixels = result
    return changed
