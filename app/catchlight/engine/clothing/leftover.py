"""What a new colour for a garment would miss: cloth of its colours that its mask leaves out, told by colours alone.

The mask comes from parsing, matte and superpixels; this is an independent second opinion on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine import cloth_edge, oklab, parsing, view
from catchlight.engine import landmarks as mesh
from catchlight.engine.clothing import telling
from catchlight.engine.picture import FloatImage, FloatPlane
from catchlight.engine.portrait import Portrait
from catchlight.engine.retouch import garment

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
_CLOSE_CM = 0.5
"""How near to the garment a piece of it lies that is no lapel in itself."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Leftover:
    """Of one garment. outside: cm2 of its colours beside it that its mask leaves out. strayed: cm2 of skin within its mask.

    hairy: cm of its border along which hair lies. untold: how far colours there do not tell hair from cloth, 0..1.
    alike: share of the other clothes in its colours. hues: share of it in another tint than most of it has, as in a print.
    other: share of it in pieces far darker or lighter than most of it is, as a tie is in a shirt.
    loose: cm2 of cloth beside it that belongs to no garment. colour: its median OKLab, three numbers.
    """

    outside: float
    strayed: float
    hairy: float
    untold: float
    alike: float
    hues: float
    other: float
    loose: float
    colour: tuple[float, float, float]


def find_leftover(portrait: Portrait, name: str) -> Leftover | None:
    """What is left out of a garment (``clothes``, ``jacket``, ``shirt``, ``tie``), kept with the portrait.

    None where the garment shows too little of itself to learn its colours.
    """
    source = view.source(portrait)
    return source.kept(f"cloth_leftover:{name}", lambda: _measured(source, name))


def _measured(source: Portrait, name: str) -> Leftover | None:
    seen = view.view(source, None, _LONGEST)
    drawn = view.view(source, None, _DRAWN)
    size = (seen.picture.width, seen.picture.height)
    cm = seen.pose.px_per_cm
    mask, worn = (view.sized(garment.garment(drawn, each), size) for each in (name, "clothes"))
    lab = oklab.from_srgb(seen.picture.rgb8.astype(np.float32) / np.float32(255))
    sides = telling.classes(seen, mask, np.maximum(worn - mask, 0))
    if not sides.ours.any():
        return None
    told = telling.tell(lab, sides)
    below = np.arange(len(mask))[:, None] > seen.landmarks.xy[mesh.CHIN, 1]
    near = telling.away(mask > 0.5) < _REACH_CM * cm
    person = seen.alpha > 0.9 * (float(seen.alpha.max()) or 1.0)
    missed = _wide((told.share > _TOLD) & (told.sure > _TOLD) & near & person & below & (mask < 0.4), _THICK_CM * cm)
    unlike = (told.share < 1 - _TOLD) & (told.sure > _TOLD) & telling.skin(seen) & (mask > 0.6)
    band = (telling.away(seen.parsing.plane([parsing.HAIR]) > _HAIR) < _BAND_CM * cm) & person
    band &= (telling.away(mask > 0.5) < _BAND_CM * cm) & (telling.away(mask < 0.5) < _BAND_CM * cm)
    usual = max(float(np.median(lab[..., 0][sides.ours])), _BLACK)
    far = np.abs(np.log(np.maximum(lab[..., 0], _BLACK) / usual)) > _FAR
    return Leftover(
        outside=float(_joined(missed, mask > 0.5, cm).sum()) / cm**2,
        strayed=float(_wide(unlike, _THICK_CM * cm).sum()) / cm**2,
        hairy=float(band.sum()) / (2 * _BAND_CM * cm**2),
        untold=float((1 - told.sure[band]).mean()) if band.any() else 0.0,
        alike=float(told.share[sides.clothes].mean()) if sides.clothes.any() else 0.0,
        hues=float((_off_hue(lab[sides.ours]) > _HUE).mean()),
        other=float(_wide(sides.ours & far, _PIECE_CM * cm).sum()) / float(sides.ours.sum()),
        loose=float(_joined(_wide(_loose(drawn, size) & (mask < 0.3), _THICK_CM * cm), mask > 0.5, cm).sum()) / cm**2,
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


def _loose(drawn: Portrait, size: tuple[int, int]) -> Mask:
    """Cloth that is part of no garment, where several are told apart."""
    named = [view.sized(garment.garment(drawn, each), size) for each in garment.GARMENTS]
    if sum(bool((one > 0.5).any()) for one in named) < 2:
        return np.zeros(size[::-1], bool)
    whole = view.sized(cloth_edge.settled(drawn).astype(np.float32), size) > 0.5
    return np.asarray(whole & (np.maximum.reduce(named) < 0.3), bool)


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
    near = np.unique(pieces[(telling.away(cloth) < _CLOSE_CM * cm) & mask])
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > cm**2)
    kept = np.setdiff1d(np.union1d(near, large), [0])
    return np.isin(pieces, kept)
