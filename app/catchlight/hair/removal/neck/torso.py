"""Where shoulders and neck lie when no hair hides them: what is seen, what the other side shows, an average for the rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.hair.removal.neck import neckline, shoulders
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Bytes, Floats, Mask
from catchlight.imaging.byte_planes import Window, crop_fields, plane_from_bytes, plane_to_bytes
from catchlight.imaging.filters.planes import blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import FloatPlane

_NECK_CM, _NARROW_CM, _WIDE_CM = 4.9, 3.4, 6.6
_GAP_CM, _NEAR_CM = 0.3, 8.0
"""Half the width of gaps through which background is seen, and how far beside the middle of the face shoulders end at it."""
_AIR = 0.06
"""Person and hair up to which a place is background for certain."""
_BESIDE_CM, _SEEN_CM, _LONG_CM, _LEANS, _OFF_CM = 0.5, 0.5, 1.5, 0.45, 1.3
"""How far beside bare skin the background must begin for that to be the neck's outline, height over which it must be seen, and
from which that tells how it leans, how far a neck leans for each cm of height, and how far from the guess it may lie."""
_BARE_CM, _ROUND_CM, _SEAM_CM = 0.3, 0.4, 0.03
"""How far beside the neck and the skin that is seen more may be bare that is not, how round a collar's line is, and how softly
it ends."""
_FLARES_CM, _SLOPE_CM = 1.2, 1.4
"""How much wider a neck that is not seen is where it meets the shoulder, and over which height."""
_CHEST_CM = 14.0
"""Below the chin, how far skin that is seen tells where the neckline runs."""
_EDGE_POINTS = 12
_EAR, _BEHIND_EAR_CM, _RIM_CM, _BENDS_CM, _HANGS_CM2 = 0.4, 1.0, 0.15, 0.35, 0.5
"""Share of ear from which a place is one for certain, how far above its lobe the neck is seen behind it, how far beyond what is
called neck it goes on, how gently its outline bends there, and the area of hair between lobe and chin from which hair hangs."""
_ABOVE_CM = 1.0
"""How far above the neck it is told what is clothed."""
_EARS = (132, 361)
_JAW = (172, 397)


@dataclass(frozen=True)
class Torso:
    """line: y of the shoulder line for every column. shape: HxW 0..1, neck and all below the line. skin, cloth: HxW 0..1,
    which part of the shape is which. half: half the neck's width, cm. neck: 2xH, x of the neck's outlines in every row: a
    neck leans."""

    line: FloatPlane
    half: float
    neck: FloatPlane
    shape8: Bytes
    skin8: Bytes
    cloth8: Bytes

    @property
    def shape(self) -> FloatPlane:
        return plane_from_bytes(self.shape8)

    @property
    def skin(self) -> FloatPlane:
        return plane_from_bytes(self.skin8)

    @property
    def cloth(self) -> FloatPlane:
        return plane_from_bytes(self.cloth8)

    def part(self, window: Window) -> Torso:
        """What lies in a window of the picture."""
        x0, y0, x1, y1 = window
        line, neck = self.line[x0:x1] - np.float32(y0), self.neck[:, y0:y1] - np.float32(x0)
        return Torso(line, self.half, neck, **crop_fields(self, ("shape8", "skin8", "cloth8"), window))

    def beside(self, x: Floats, y: Floats) -> Floats:
        """How far places lie from the neck's axis, in halves of its width: 1 on its outline."""
        row = np.clip(np.rint(y), 0, self.neck.shape[1] - 1).astype(np.intp)
        left, right = self.neck[0][row], self.neck[1][row]
        return np.asarray((x - (left + right) / 2) / np.maximum((right - left) / 2, 1), np.float32)


def reconstruct_torso(scene: HairScene, zone: FloatPlane) -> Torso:
    """zone: HxW, 1 where hair hides the body."""
    import cv2

    height = scene.shape[0]
    line = shoulders.shoulder_line(scene)
    y = np.arange(height, dtype=np.float32)[:, None]
    below = np.clip((y - line[None]) / 1.5 + 0.5, 0, 1).astype(np.float32)
    right, left = scene.marks.xy[_JAW[0]], scene.marks.xy[_JAW[1]]
    chin, middle = scene.chin[1], scene.middle
    sides = _neck_sides(scene)
    half_cm = float(np.mean(sides))
    outlines = _outlines(scene, sides, line)
    at = [_column(scene, side * (half + _FLARES_CM)) for side, half in zip((-1, 1), sides, strict=True)]

    def edge(which: int, jaw: float) -> list[tuple[float, float]]:
        down = np.linspace((jaw + chin) / 2, max(line[at[which]] + 0.6 * scene.cm, chin), _EDGE_POINTS)
        return [(float(outlines[which, int(np.clip(y, 0, height - 1))]), float(y)) for y in down]

    lowest = (middle, chin + 7 * scene.cm)
    ring = [right, *edge(0, right[1]), lowest, *reversed(edge(1, left[1])), left]
    mask = np.zeros(scene.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(ring) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    neck = mask.astype(np.float32) / np.float32(255)
    neck = np.maximum(neck, _nape(scene))
    first = float(scene.marks.xy[list(_EARS), 1].mean()) - scene.cm
    neck *= y > first
    # What is seen to be background is no neck, and beside it no shoulder; further off it is seen through gaps between strands.
    air = (scene.alpha < _AIR) & (scene.hair < _AIR)
    if air.any():
        neck *= 1 - blur_plane(erode_mask(air, 1), 0.7)
        gap = _GAP_CM * scene.cm
        wide = dilate_mask(erode_mask(air, gap), gap - 1) & (
            np.abs(np.arange(scene.shape[1]) - middle) < _NEAR_CM * scene.cm
        )
        below *= 1 - blur_plane(wide, 0.7)
    shape = np.maximum(neck, below)
    within = _within_neckline(scene, zone)
    top = int(np.clip(first - _ABOVE_CM * scene.cm, 0, height - 1))
    bare = np.zeros(scene.shape, bool)
    bare[top:] = _clothed(scene.part((0, top, scene.shape[1], height)), zone[top:], within[top:]) < 0.5
    # Beyond the neck nothing is bare that is not seen to be; where a collar is guessed it has an edge, as collars do.
    beside = dilate_mask(_hull((neck > 0.5) | within, scene.cm), _BARE_CM * scene.cm)
    # No cloth stands above the shoulders that is not seen to.
    rounded = (blur_plane(bare & beside, _ROUND_CM * scene.cm) > 0.5) | ((neck > 0.5) & (y < line))
    skin = blur_plane(np.where(zone < 0.5, bare, rounded), max(0.7, _SEAM_CM * scene.cm)) * shape
    return Torso(line, half_cm, outlines, plane_to_bytes(shape), plane_to_bytes(skin), plane_to_bytes(shape - skin))


def _nape(scene: HairScene) -> FloatPlane:
    """The side of the neck between jaw and ear, HxW, where no hair hangs: what is seen of the person there is the neck, or short
    hair on it, up to a line from the lobe to where the neck is seen."""
    import cv2

    mask = np.zeros(scene.shape, np.uint8)
    columns = np.arange(scene.shape[1])
    person = blur_plane((scene.alpha > 0.5) & (scene.hair < 0.3), _RIM_CM * scene.cm) > 0.5
    person &= scene.oval < 0.5
    bare = person & (scene.neck > 0.5)
    for side in (-1, 1):
        mine = side * (columns - scene.middle) > 0
        ear = np.flatnonzero(((scene.ear > _EAR) & mine).any(axis=1))
        if not len(ear):
            continue
        lobe = float(np.flatnonzero((scene.ear[ear[-1]] > _EAR) & mine).mean()), float(ear[-1])
        seen = side * np.where(bare & mine, side * (columns - scene.middle), -1).max(axis=1)
        rows = np.arange(ear[-1], int(max(ear[-1], scene.chin[1])))
        if ((scene.hair[rows] > 0.3) & mine).sum() > _HANGS_CM2 * scene.cm**2:
            continue
        shown = rows[side * seen[rows] > 0]
        if len(shown):
            rows = rows[: shown[-1] - rows[0] + 1]
            ends = scene.middle + seen[shown] + side * _RIM_CM * scene.cm
            line = np.interp(rows, [rows[0], *shown], [lobe[0], *ends])
            line = blur_plane(line[None], _BENDS_CM * scene.cm)[0]
            above = lobe[1] - _BEHIND_EAR_CM * scene.cm
            ring = [(scene.middle, above), (lobe[0], above), *np.column_stack([line, rows]), (scene.middle, rows[-1])]
            cv2.fillPoly(mask, [np.round(np.array(ring) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return np.asarray(mask.astype(np.float32) / np.float32(255) * blur_plane(person, 0.7), np.float32)


def _within_neckline(scene: HairScene, zone: FloatPlane) -> Mask:
    """What lies between places where the neck and the skin below it are seen: a neckline bends outwards."""
    import cv2

    seen = (scene.neck + scene.skin > 0.5) & (scene.alpha > 0.9) & (zone < 0.5) & (scene.oval < 0.2)
    seen[: int(scene.chin[1])] = False
    seen[int(scene.chin[1] + _CHEST_CM * scene.cm) :] = False
    _, labels, stats, _ = cv2.connectedComponentsWithStats(seen.astype(np.uint8))
    if len(stats) == 1:
        return seen
    return _hull(labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA])), scene.cm)


def _hull(mask: Mask, cm: float) -> Mask:
    """The convex hull, told in steps of an eighth of a cm."""
    import cv2

    step = max(1, int(cm / 8))
    points = np.argwhere(mask[::step, ::step])[:, ::-1].astype(np.int32) * step
    hull = np.zeros(mask.shape, np.uint8)
    if len(points):
        cv2.fillConvexPoly(hull, cv2.convexHull(points), 1)
    return np.asarray(hull > 0)


def _clothed(scene: HairScene, zone: FloatPlane, within: Mask) -> FloatPlane:
    """How far each place below the chin is clothed: as seen, else not ``within`` the neckline, else as its mirror image, else
    as what is near."""
    import cv2

    open_body = (scene.alpha > 0.9) & (zone < 0.5) & (scene.oval < 0.2)
    bare = scene.neck + scene.skin
    seen = open_body & (bare + scene.cloth > 0.3)
    known = seen | within
    share = np.where(seen, scene.cloth / np.maximum(bare + scene.cloth, 1e-3), 0).astype(np.float32)
    size = (scene.shape[1], scene.shape[0])
    matrix = np.array([[-1.0, 0, 2 * scene.middle], [0, 1, 0]])
    other = cv2.warpAffine(share, matrix, size, flags=cv2.INTER_LINEAR)
    there = cv2.warpAffine(known.astype(np.uint8), matrix, size, flags=cv2.INTER_NEAREST) > 0
    line, told = neckline.extend_necklines(share, seen, zone >= 0.5, scene.middle, scene.cm)
    told &= ~known
    weight = np.where(known | told, np.float32(1), np.where(there, np.float32(0.6), np.float32(0)))
    value = np.where(known, share, np.where(told, line, other))[..., None].astype(np.float32)
    return inpaint.fill_and_blur(value, weight.astype(np.float32), 0.12 * scene.cm)[..., 0]


def _neck_sides(scene: HairScene) -> tuple[float, float]:
    """Cm from the axis to the neck's outline on both sides: as seen against the background, else guessed from what is seen."""
    chin, cm = scene.chin[1], scene.cm
    rows = np.arange(int(chin + 0.3 * cm), min(scene.shape[0] - 1, int(chin + 5 * cm)), 2)
    aside = (np.arange(scene.shape[1]) - scene.middle) / cm
    shown, free = {-1: 0.0, 1: 0.0}, {-1: _WIDE_CM, 1: _WIDE_CM}
    if len(rows):
        bare = (scene.neck[rows] > 0.5) & (scene.hair[rows] < 0.2) & (scene.alpha[rows] > 0.5)
        air = (scene.alpha[rows] < 0.1) & (scene.hair[rows] < 0.05)
        for side in (-1, 1):
            mine = side * aside > 0
            extents = np.where(bare & mine, np.abs(aside), 0).max(axis=1)
            shown[side] = float(np.median(extents[extents > 0])) if (extents > 0).any() else 0.0
            gaps = np.where(air & mine, np.abs(aside), _WIDE_CM).min(axis=1)
            free[side] = float(np.percentile(gaps, 5))

    def half(side: int) -> float:
        # On a turned body the axis is not the neck's own: what one side has more, the other has less.
        other = min(max(shown[-side], _NECK_CM - 0.8), free[-side])
        guess = float(np.clip(max(2 * _NECK_CM - 0.8 - other, shown[side] + 0.1), _NARROW_CM, 5.6))
        return max(min(guess, free[side]), 2.0)

    return half(-1), half(1)


def _outlines(scene: HairScene, sides: tuple[float, float], line: FloatPlane) -> FloatPlane:
    """x of the neck's outlines in every row, 2xH: where they are seen against the background, a line through them; elsewhere
    they turn aside above ``line``, the shoulders'."""
    height, cm, middle = scene.shape[0], scene.cm, scene.middle
    jaw = scene.marks.xy[list(_JAW), 1].min()
    first, last = int(np.clip(jaw, 0, height - 1)), int(np.clip(scene.chin[1] + 5 * cm, 1, height))
    rows = np.arange(first, last)
    bare = (scene.neck[rows] > 0.5) & (scene.hair[rows] < 0.2) & (scene.alpha[rows] > 0.5)
    air = (scene.alpha[rows] < _AIR) & (scene.hair[rows] < _AIR)
    columns = np.arange(scene.shape[1])
    found = np.empty((2, height), np.float32)
    for which, (side, half) in enumerate(zip((-1, 1), sides, strict=True)):
        away = side * (columns - middle)
        ends = np.where(bare & (away > 0), away, 0).max(axis=1)
        free = np.where(air & (away > ends[:, None]), away, 1e6).min(axis=1) if len(rows) else ends
        seen = (ends > 0) & (free - ends < _BESIDE_CM * cm) & (np.abs(ends - half * cm) < _OFF_CM * cm)
        shoulder = line[_column(scene, side * (half + _FLARES_CM))]
        above = np.maximum(shoulder - np.arange(height, dtype=np.float32), 0) / cm
        place = (half + _FLARES_CM * np.exp(-above / _SLOPE_CM)) * cm
        if seen.sum() > _SEEN_CM * cm:
            slope, start = np.polyfit(rows[seen], (ends[seen] + free[seen]) / 2, 1)
            # A short piece of an outline says where it is, not how it leans.
            slope = float(np.clip(slope, -_LEANS, _LEANS)) * min(1.0, float(seen.sum()) / (_LONG_CM * cm))
            start = float(np.median((ends[seen] + free[seen]) / 2 - slope * rows[seen]))
            away_from = np.clip(np.arange(height), first, last + cm)
            place = np.clip(slope * away_from + start, (half - _OFF_CM) * cm, (half + _OFF_CM) * cm)
        found[which] = middle + side * place
    return found


def _column(scene: HairScene, aside: float) -> int:
    """The column that lies ``aside`` (cm) of the axis."""
    return int(np.clip(scene.middle + aside * scene.cm, 0, scene.shape[1] - 1))
