"""Cloth between strands of hair: each pixel near hair unmixed between the colours of both around it.

Parsing and superpixels know where hair lies over cloth, but not its single strands, nor the cloth that shows through them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.clothing.segment import cloth as cloths
from catchlight.imaging.filters.frequency_bands import blur_within_mask, ramp
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

_TOLD = 0.75
"""How surely colours must tell hair from cloth in a picture before single strands are looked for."""
_HAIR_CM, _CLOTH_CM, _AROUND_CM = 1.4, 5.0, 1.6
"""How far from hair, and from sure cloth, strands are looked for, and how far around a pixel both colours are learnt."""
_BESIDE_CM = 0.7
"""How far from where cloth ends, as far as that is known, single strands are looked for."""
_STEP = 3
"""Pixels of the portrait for one at which colours are learnt; single pixels are taken there, for their spread matters."""
_APART = (0.06, 0.15)
"""Distance of both colours in sRGB from which the unmixing is believed a little, and wholly."""
_PATTERN_CM = 0.09
_MISTAKEN = (0.06, 0.15)
"""Share of sure cloth that single pixels take for hair from which they are believed less, and not at all."""
_SPREAD = 1.2
"""Spreads of a class around its colour within which a pixel wholly belongs to it."""


def unmix_cloth_and_hair(portrait: Portrait, mask: FloatPlane, whole: FloatPlane, wanted: FloatPlane) -> FloatPlane:
    """``mask`` (HxW, 0..1) with the cloth between strands, and without the strands over it.

    whole: 1 where cloth, if there is any, belongs to this mask and not to another garment.
    wanted: 0 where strands are known already.
    """
    import cv2

    found = cloths.find_cloth(portrait)
    if found.told < _TOLD or not found.strands.any():
        return mask
    height, width = mask.shape
    cm = portrait.pose.px_per_cm
    small = (max(1, width // _STEP), max(1, height // _STEP))
    strands, body, barred = (
        resize(found.patches.drawn(plane).astype(np.float32), small)
        for plane in (found.strands, found.cloth & ~found.strands & ~found.mixed, found.bare)
    )
    near_hair, near_cloth = (
        cv2.distanceTransform((plane < 0.5).astype(np.uint8), cv2.DIST_L2, 5) < reach * cm / _STEP
        for plane, reach in ((strands, _HAIR_CM), (body, _CLOTH_CM))
    )
    zone = (near_hair & near_cloth & (barred < 0.5)).astype(np.float32)
    rows, columns = np.flatnonzero(zone.max(axis=1) > 0.5), np.flatnonzero(zone.max(axis=0) > 0.5)
    if not len(rows):
        return mask
    margin = round(2 * _AROUND_CM * cm / _STEP)
    box = np.s_[
        max(0, rows[0] - margin) : rows[-1] + margin + 1, max(0, columns[0] - margin) : columns[-1] + margin + 1
    ]
    full = np.s_[
        box[0].start * _STEP : min(height, box[0].stop * _STEP), box[1].start * _STEP : min(width, box[1].stop * _STEP)
    ]
    image = portrait.picture.rgb8[full].astype(np.float32) / 255
    size = (image.shape[1], image.shape[0])
    learnt: Any = cv2.resize(image, zone[box].shape[::-1], interpolation=cv2.INTER_NEAREST)
    ours, theirs, bare = (_shrunk((plane[box] > 0.9).astype(np.float32)) for plane in (body, strands, barred))
    around = _AROUND_CM * cm / _STEP
    share, trust = _unmixed(image, learnt, ours, theirs, around)
    # Where a pattern in the cloth hides them pixel by pixel, means of a few pixels still tell both apart.
    soft = cv2.GaussianBlur(image, (0, 0), max(1.0, _PATTERN_CM * cm))
    learnt = cv2.resize(soft, zone[box].shape[::-1], interpolation=cv2.INTER_NEAREST)
    broad, broadly = _unmixed(soft, learnt, ours, theirs, around)
    mistaken = blur_within_mask(
        np.abs(1 - cv2.resize(share, trust.shape[::-1], interpolation=cv2.INTER_AREA)), ours, around
    )
    trust *= 1 - ramp(mistaken, *_MISTAKEN)
    broadly *= 1 - trust
    fine = cv2.resize(np.asarray(trust / np.maximum(trust + broadly, 1e-4), np.float32), size)
    share = broad + (share - broad) * fine
    trust = (trust + broadly) * _no_skin(learnt, ours, bare, around)
    soft = cv2.GaussianBlur(zone[box], (0, 0), max(0.8, 0.25 * cm / _STEP))
    weight = cv2.resize(np.asarray(soft * trust, np.float32), size, interpolation=cv2.INTER_LINEAR)
    weight = np.asarray(weight * _beside(mask[full], _BESIDE_CM * cm) * wanted[full], np.float32)
    solid = float(portrait.alpha.max()) or 1.0
    inside = ramp(portrait.alpha[full] / np.float32(solid), 0.4, 0.95)
    result = mask.copy()
    result[full] += (share * whole[full] * inside - mask[full]) * weight
    return np.clip(result, 0, 1)


def _beside(mask: FloatPlane, reach: float) -> FloatPlane:
    """1 at the border of a mask, falling to 0 at ``reach`` pixels from it."""
    import cv2

    inside = (mask > 0.5).astype(np.uint8)
    away = np.maximum(*(cv2.distanceTransform(each, cv2.DIST_L2, 5) for each in (inside, 1 - inside)))
    return np.asarray(ramp(away, reach, 0.4 * reach), np.float32)


def _unmixed(image: Any, learnt: Any, ours: FloatPlane, theirs: FloatPlane, sigma: float) -> tuple[Any, Any]:
    """Share of cloth of each pixel of ``image``, and how far it can be believed, at the size of ``learnt``."""
    import cv2

    size = (image.shape[1], image.shape[0])
    fore, back = blur_within_mask(learnt, ours, sigma), blur_within_mask(learnt, theirs, sigma)
    axis = fore - back
    length = np.maximum((axis * axis).sum(axis=2), 1e-4)
    along = ((learnt - back) * axis).sum(axis=2) / length
    spreads = [
        np.sqrt(np.maximum(blur_within_mask((along - middle) ** 2, seeds, sigma), 0))
        for middle, seeds in ((1, ours), (0, theirs))
    ]
    low = np.minimum(_SPREAD * spreads[1], 0.35)
    high = np.maximum(1 - _SPREAD * spreads[0], low + 0.3)  # cloth in the shadow of hair is cloth
    known = np.minimum(*(ramp(cv2.GaussianBlur(seeds, (0, 0), sigma), 0.002, 0.03) for seeds in (ours, theirs)))
    trust = known * ramp(np.sqrt(length), *_APART) * ramp(spreads[0] + spreads[1], 1.2, 0.7)
    # The line of each place: share = image . slope + offset.
    scale = (1 / (high - low)).astype(np.float32)
    slope = axis * (scale / length)[..., None]
    offset = -(back * slope).sum(axis=2) - low * scale
    slope, offset = (
        cv2.resize(np.asarray(each, np.float32), size, interpolation=cv2.INTER_LINEAR) for each in (slope, offset)
    )
    return np.clip((image * slope).sum(axis=2) + offset, 0, 1), trust


def _no_skin(learnt: Any, ours: FloatPlane, bare: FloatPlane, sigma: float) -> Any:
    """1 where a colour is nearer to the cloth around it than to the skin around it."""
    import cv2

    to_cloth, to_skin = (
        np.linalg.norm(learnt - blur_within_mask(learnt, seeds, sigma), axis=2) + 1e-3 for seeds in (ours, bare)
    )
    beside = ramp(cv2.GaussianBlur(bare, (0, 0), sigma), 0.002, 0.03)
    return 1 - beside * ramp(to_cloth / (to_cloth + to_skin), 0.45, 0.55)


def _shrunk(mask: Any) -> FloatPlane:
    import cv2

    return np.asarray(cv2.erode(mask, np.ones((5, 5))), np.float32)
