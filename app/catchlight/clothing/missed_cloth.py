"""What a new colour for a garment would miss: cloth of its colours that its mask leaves out, told by colours alone.

The mask comes from parsing, matte and superpixels; this is an independent second opinion on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.clothing import colour_evidence, garment_matte
from catchlight.clothing.segment import fasteners
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait import view
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

_DRAWN, _LONGEST = 1600, 900
"""Longer sides at which garments are drawn for painting, and at which they are looked at."""
_TOLD, _THICK_CM, _REACH_CM = 0.85, 0.2, 9.0
"""How surely a colour must be the garment's, how wide a piece of it must be to be seen, and how far from it one is looked for."""
_HAIR, _BAND_CM = 0.4, 0.6
"""Share from which there is hair, and how near to a border it lies over it."""
_HUE, _GREY, _FADED = 0.04, 0.06, 0.05
"""Difference of chroma (OKLab) from the garment's own at that lightness from which it shows; ratio of chroma to lightness below
which cloth is grey; and the difference of chroma alone that fading and bright light make in coloured cloth."""
_BLACK, _FAR, _PIECE_CM = 0.12, 0.62, 0.4
"""OKLab lightness that counts as black; logarithm of a ratio of lightness that no fold makes; how wide such a piece must be."""
_TRIFLE = 0.0015
"""Part of a garment's area that is too little to be seen beside it."""
_MATCHING = {"jacket": "tie", "tie": "jacket"}
"""Garments that may be of one colour, with shirt between them."""
_CLOSE_CM = 0.5
"""How near to the garment a piece of it lies that is no lapel in itself."""


@dataclass(frozen=True)
class MissedCloth:
    """Of one garment. outside: cm2 of its colours beside it that its mask leaves out, beyond a trifle.

    strayed: cm2 of skin within its mask.
    hairy: cm of its border along which hair lies. untold: how far colours there do not tell hair from cloth, 0..1.
    alike: share of the other clothes in its colours. hues: share of it in another tint than most of it has, as in a print.
    other: share of it in pieces far darker or lighter than most of it is, as a tie is in a shirt.
    colour: its median OKLab, three numbers.
    """

    outside: float
    strayed: float
    hairy: float
    untold: float
    alike: float
    hues: float
    other: float
    colour: tuple[float, float, float]


def find_missed_cloth(portrait: Portrait, name: str) -> MissedCloth | None:
    """What is left out of a garment (``clothes``, ``jacket``, ``shirt``, ``tie``), kept with the portrait.

    None where the garment shows too little of itself to learn its colours.
    """
    source = view.source(portrait)
    return source.kept(f"cloth_leftover:{name}", lambda: _measured(source, name))


def _measured(source: Portrait, name: str) -> MissedCloth | None:
    seen = view.view(source, None, _LONGEST)
    drawn = view.view(source, None, _DRAWN)
    size = (seen.picture.width, seen.picture.height)
    cm = seen.pose.px_per_cm
    mask, worn = (view.resize(garment_matte.garment(drawn, each), size) for each in (name, "clothes"))
    lab = oklab.from_srgb(seen.picture.rgb8.astype(np.float32) / np.float32(255))
    other = np.maximum(worn - mask, 0)
    kept = view.resize(fasteners.fittings(drawn).astype(np.float32), size)
    if name in _MATCHING:
        matching = view.resize(garment_matte.garment(drawn, _MATCHING[name]), size)
        other, kept = np.maximum(other - matching, 0), np.maximum(kept, matching)
    sides = colour_evidence.class_masks(seen, mask, other)
    if not sides.ours.any():
        return None
    told = colour_evidence.classify_by_colour(lab, sides)
    below = np.arange(len(mask))[:, None] > seen.landmarks.xy[mesh.CHIN, 1]
    near = colour_evidence.distance_to_mask(mask > 0.5) < _REACH_CM * cm
    person = seen.alpha > 0.9 * (float(seen.alpha.max()) or 1.0)
    missed = (told.share > _TOLD) & (told.sure > _TOLD) & near & person & below & (mask < 0.4) & (kept < 0.1)
    unlike = (told.share < 1 - _TOLD) & (told.sure > _TOLD) & colour_evidence.sure_skin(seen) & (mask > 0.6)
    band = (colour_evidence.distance_to_mask(seen.parsing.plane([head_parsing.HAIR]) > _HAIR) < _BAND_CM * cm) & person
    band &= (colour_evidence.distance_to_mask(mask > 0.5) < _BAND_CM * cm) & (
        colour_evidence.distance_to_mask(mask < 0.5) < _BAND_CM * cm
    )
    usual = max(float(np.median(lab[..., 0][sides.ours])), _BLACK)
    far = np.abs(np.log(np.maximum(lab[..., 0], _BLACK) / usual)) > _FAR
    trifle = _TRIFLE * float((mask > 0.5).sum()) / cm**2
    return MissedCloth(
        outside=max(float(_joined(_wide(missed, _THICK_CM * cm), mask > 0.5, cm).sum()) / cm**2 - trifle, 0.0),
        strayed=float(_wide(unlike, _THICK_CM * cm).sum()) / cm**2,
        hairy=float(band.sum()) / (2 * _BAND_CM * cm**2),
        untold=float((1 - told.sure[band]).mean()) if band.any() else 0.0,
        alike=float(told.share[sides.clothes].mean()) if sides.clothes.any() else 0.0,
        hues=float((_off_hue(lab[sides.ours]) > _HUE).mean()),
        other=float(_wide(sides.ours & far, _PIECE_CM * cm).sum()) / float(sides.ours.sum()),
        colour=tuple(float(value) for value in np.median(lab[sides.ours], axis=0)),  # type: ignore[arg-type]
    )


def _off_hue(lab: FloatImage) -> FloatPlane:
    """How far each colour (Nx3 OKLab) lies beside what light makes of the usual one: darker in the same ratio, or washed out."""
    usual = np.median(lab[:, 1:] / np.maximum(lab[:, :1], _BLACK), axis=0)
    aside = lab[:, 1:] - lab[:, :1] * usual
    chroma = float(np.hypot(*usual))
    if chroma < _GREY:
        return np.asarray(np.hypot(*aside.T), np.float32)
    along = aside @ (usual / chroma)
    across = aside @ (np.array([-usual[1], usual[0]]) / chroma)
    return np.asarray(np.hypot(across, np.maximum(np.abs(along) - _FADED, 0)), np.float32)


def _wide(mask: Mask, width: float) -> Mask:
    """What of a mask is at least ``width`` pixels wide."""
    import cv2

    side = max(2, round(width))
    return np.asarray(
        cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8)) > 0, bool
    )


def _joined(mask: Mask, cloth: Mask, cm: float) -> Mask:
    """The pieces of a mask that lie within half a centimetre of cloth, or are as large as a lapel."""
    import cv2

    _, pieces, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    near = np.unique(pieces[(colour_evidence.distance_to_mask(cloth) < _CLOSE_CM * cm) & mask])
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > cm**2)
    kept = np.setdiff1d(np.union1d(near, large), [0])
    return np.isin(pieces, kept)
