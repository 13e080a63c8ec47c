"""A tie cut out against the shirt by its colours: GrabCut (Rother et al. 2004) below the collar, held against a tie's form.

What is cut is a tie only where its form, the step of colour along its edge and the shirt on both sides agree; else there is none.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.clothing import garment_matte
from catchlight.clothing.segment import cloth, garments
from catchlight.clothing.segment.cloth_map import Cloth
from catchlight.clothing.tie_form import LONGER_CM, TieWindow, is_tie, robust_line, straightened
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait import view
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.part_masks import FACE
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

_HALF_CM, _HIGH_CM, _LONG_CM = 9.0, 1.5, 34.0
"""What is looked at: so far to either side of the collar's lowest point, above it, and below."""
_SIDE = 260
"""Longer side at which it is cut, in pixels."""
_SEED_CM, _LIKELY_CM, _FAR_CM = 0.7, 2.5, 6.5
"""Half widths about the middle: surely the tie if there is one, likely, and surely none."""
_COLLAR_CM = 6.0
"""How far beside the chin's middle the collar's lowest point may lie."""
_MOST = 0.6
"""Share of what garments say is a tie that lies between its lines."""
_FLANK_CM, _COLOURS, _FEW = 1.6, 4, 24
"""How far beside the cut the shirt's colours are learnt, main colours of either, and the fewest pixels to learn them from."""
_OVER_CM, _BEARD_CM = 0.5, 2.5
"""How far above the collar there is skin, and how far beside the chin a beard may hang over it instead."""


def tie(portrait: Portrait) -> FloatPlane:
    """The tie, HxW float32 in 0..1: as garments are told apart, else as it is cut here. Kept with the portrait."""
    return portrait.kept("tie", lambda: _drawn(portrait))


def stands_alone(portrait: Portrait) -> bool:
    """Whether the tie's form and the colours beside it bear it out, whatever else of the clothes cannot be told apart."""
    return bool(_small(portrait)[1])


def _small(portrait: Portrait) -> tuple[Mask, bool]:
    return view.source(portrait).kept("tie_small", lambda: _settled(portrait))


def _settled(portrait: Portrait) -> tuple[Mask, bool]:
    """The tie over the reduced picture of the clothes, and whether form and colours bear it out."""
    known = garments.segment_garments(portrait).labels == garments.TIE
    if not known.any():
        found = _found(portrait)
        return found, bool(found.any())
    seen = _window(portrait, cloth.find_cloth(portrait))
    if seen is None:
        return known, False
    x0, y0, x1, y1 = seen.box
    inside = resize(known[y0:y1, x0:x1].astype(np.float32), seen.cloth.shape[::-1]) > 0.5
    straight = straightened(inside & ~seen.bare, seen)
    # A tie's own pieces beyond the lines stay where they are most of it: a bow.
    if straight.sum() < _MOST * inside.sum():
        return known, False
    whole = np.zeros_like(known)
    whole[y0:y1, x0:x1] = resize(straight.astype(np.float32), (x1 - x0, y1 - y0)) > 0.5
    return whole & known, is_tie(straight, seen)


def _drawn(portrait: Portrait) -> FloatPlane:
    size = (portrait.picture.width, portrait.picture.height)
    mask, _ = _small(portrait)
    if not mask.any():
        return np.zeros(size[::-1], np.float32)
    plane = resize(np.asarray(mask, np.float32), size)
    known = garment_matte.garment(portrait, "tie")
    if (known > 0.5).any():
        import cv2

        side = 2 * max(1, round(0.15 * portrait.pose.px_per_cm)) + 1
        wide = cv2.dilate((plane > 0.5).astype(np.uint8), np.ones((side, side), np.uint8)).astype(np.float32)
        return np.asarray(known * cv2.GaussianBlur(wide, (0, 0), max(0.6, 0.2 * side)), np.float32)
    edged = head_parsing.refine_edges(plane, portrait.picture.rgb8, max(1.0, 0.2 * portrait.pose.px_per_cm))
    return np.asarray(np.clip((edged - 0.15) / 0.7, 0, 1) * np.minimum(1, portrait.alpha * 1.2), np.float32)


def _found(portrait: Portrait) -> Mask:
    """The tie over the reduced picture of the clothes."""
    found = cloth.find_cloth(portrait)
    none = np.zeros(found.rgb.shape[:2], np.bool_)
    seen = _window(portrait, found)
    if seen is None:
        return none
    cut = _cut(seen)
    if cut is None:
        return none
    straight = straightened(_without_shirt(straightened(cut, seen), seen), seen)
    if not is_tie(straight, seen):
        return none
    x0, y0, x1, y1 = seen.box
    whole = none.copy()
    whole[y0:y1, x0:x1] = resize(straight.astype(np.float32), (x1 - x0, y1 - y0)) > 0.5
    return whole


def _window(portrait: Portrait, found: Cloth) -> TieWindow | None:
    """The clothes below the collar; None where its lowest point is not seen."""
    import cv2

    height, width = found.rgb.shape[:2]
    scale = width / portrait.picture.width
    chin = portrait.landmarks.xy[mesh.CHIN] * scale
    parsed = portrait.parsing.resized((width, height))
    skin, hair = (plane > 0.5 for plane in parsed.planes([[head_parsing.NECK, *FACE], [head_parsing.HAIR]]))
    body = skin | hair
    worn = (found.patches.drawn(found.cloth) > 0.5) & ~body
    rows = np.arange(height)[:, None]
    low = np.where(worn & (rows > chin[1] - found.cm), rows, height).min(axis=0)
    # Beside a beard, hair over the collar hides it, and where cloth begins there says nothing of it.
    over = skin[np.clip(low - round(_OVER_CM * found.cm), 0, height - 1), np.arange(width)]
    bearded = np.abs(np.arange(width) - chin[0]) < _BEARD_CM * found.cm
    low[~over & ~bearded] = height
    near = slice(max(0, round(chin[0] - _COLLAR_CM * found.cm)), min(width, round(chin[0] + _COLLAR_CM * found.cm)))
    first = low[near]
    if not len(first) or (first >= height).all():
        return None
    depth = np.where(first < height, first, -1)
    # Several columns lie about as low; the tie hangs in their middle.
    deepest = np.flatnonzero(depth >= depth.max() - 0.3 * found.cm)
    centre, top = float(near.start + deepest.mean()), float(depth.max())
    box = (
        max(0, round(centre - _HALF_CM * found.cm)), max(0, round(top - _HIGH_CM * found.cm)),
        min(width, round(centre + _HALF_CM * found.cm)), min(height, round(top + _LONG_CM * found.cm)),
    )  # fmt: skip
    x0, y0, x1, y1 = box
    if x1 - x0 < 3 * found.cm or y1 - y0 < (_HIGH_CM + LONGER_CM) * found.cm:
        return None
    zoom = min(2.0, _SIDE / max(x1 - x0, y1 - y0))
    small = (max(8, round((x1 - x0) * zoom)), max(8, round((y1 - y0) * zoom)))
    rgb = cv2.resize(found.rgb[y0:y1, x0:x1], small, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC)
    cloth_here, bare = (
        cv2.resize(plane[y0:y1, x0:x1].astype(np.uint8), small, interpolation=cv2.INTER_NEAREST) > 0
        for plane in (worn, body)
    )
    return TieWindow(
        np.asarray(rgb, np.uint8), cloth_here, bare, (centre - x0) * zoom, (top - y0) * zoom, found.cm * zoom, box
    )


def _cut(seen: TieWindow) -> Mask | None:
    import cv2

    rows, columns = np.mgrid[: seen.rgb.shape[0], : seen.rgb.shape[1]]
    aside = np.abs(columns - seen.centre) / seen.cm
    down = (rows - seen.top) / seen.cm
    trimap = np.full(aside.shape, cv2.GC_PR_BGD, np.uint8)
    trimap[(aside < _LIKELY_CM) & (down > 0)] = cv2.GC_PR_FGD
    trimap[(aside > _FAR_CM) | (down < -0.5) | seen.bare | ~seen.cloth] = cv2.GC_BGD
    trimap[(aside < _SEED_CM) & (down > 0.8) & (down < 0.8 + 2 * LONGER_CM) & seen.cloth & ~seen.bare] = cv2.GC_FGD
    if not (trimap == cv2.GC_FGD).any() or not (trimap == cv2.GC_BGD).any():
        return None
    models = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(7)
    cv2.grabCut(seen.rgb, trimap, (0, 0, 1, 1), models[0], models[1], 4, cv2.GC_INIT_WITH_MASK)
    cut = ((trimap == cv2.GC_FGD) | (trimap == cv2.GC_PR_FGD)).astype(np.uint8)
    cut = np.asarray(cv2.morphologyEx(cut, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels = cv2.connectedComponents(cut)
    seeds = np.bincount(labels[(trimap == cv2.GC_FGD) & (cut > 0)], minlength=2)
    seeds[0] = 0
    if not seeds.any():
        return None
    piece = (labels == int(seeds.argmax())).astype(np.uint8)
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(piece, contours, -1, 1, cv2.FILLED)
    return np.asarray(piece > 0, np.bool_)


def _without_shirt(cut: Mask, seen: TieWindow) -> Mask:
    """The piece without what has rather the colours beside it than those along its middle: the shirt in a tie's shadow."""
    import cv2

    rows = np.flatnonzero(cut.any(axis=1))
    if len(rows) < 6:
        return cut
    middles = np.array([np.median(np.flatnonzero(cut[row])) for row in rows], float)
    line = robust_line(rows.astype(float), middles)(np.arange(cut.shape[0], dtype=float))[:, None]
    aside = np.abs(np.arange(cut.shape[1])[None] - line) / seen.cm
    around = cv2.dilate(cut.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, round(0.2 * seen.cm))) > 0
    near = (
        cv2.dilate(cut.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(2, round(_FLANK_CM * seen.cm))) > 0
    )
    core, flank = cut & (aside < _SEED_CM), near & ~around & seen.cloth
    if core.sum() < _FEW or flank.sum() < _FEW:
        return cut
    lab = cv2.cvtColor(cv2.GaussianBlur(seen.rgb, (0, 0), 0.7).astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    ours, theirs = (
        _nearest(np.asarray(lab, np.float32), np.asarray(lab[where], np.float32)) for where in (core, flank)
    )
    rather = cv2.GaussianBlur(np.asarray(theirs - ours, np.float32), (0, 0), max(1.0, 0.12 * seen.cm))
    kept = (cut & (rather > 0)).astype(np.uint8)
    side = 2 * max(1, round(0.25 * seen.cm)) + 1
    kept = np.asarray(cv2.morphologyEx(kept, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(kept)
    if count < 2:
        return cut
    piece = (labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())).astype(np.uint8)
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(piece, contours, -1, 1, cv2.FILLED)
    return np.asarray(piece > 0, np.bool_)


def _nearest(lab: npt.NDArray[np.float32], sample: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Distance of each pixel from the nearest of the main colours of a sample."""
    import cv2

    cv2.setRNGSeed(7)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
    empty = np.zeros((len(sample), 1), np.int32)
    _, _, centres = cv2.kmeans(np.ascontiguousarray(sample), _COLOURS, empty, criteria, 2, cv2.KMEANS_PP_CENTERS)
    return np.asarray(np.min([np.linalg.norm(lab - centre, axis=2) for centre in centres], axis=0), np.float32)
