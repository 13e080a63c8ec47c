"""The person's own hairline, read where forehead and temples are bare."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.hair.head.ellipsoid import CENTRE, RADII, SIGNED_AZIMUTHS, Hairline
from catchlight.hair.styling_scene import HairScene

_HIDDEN = -0.4
"""Rise (cm) of a hairline that a fringe hides."""
_REACH, _TEMPLE_REACH = (-3.0, 3.2), (-4.0, 4.0)
_LEAST_SEEN = 3
"""Directions in which the hairline must be seen for the person's own to count."""
_FOREHEAD_DEGREES, _TEMPLES_DEGREES = 50.0, 72.0
"""Degrees from the front to which the forehead's hairline is read, and that of the temples."""
_FADED_DEGREES = 70.0
"""Where one that is read on the forehead alone moves the average no more."""
_LOCK_CM = 1.5
"""Difference of both sides from which a lock hangs over the lower one."""
_FOREHEAD_CM, _TEMPLES_CM = 1.2, 2.0
"""How far a hairline may lie from its typical rise on the forehead, and from the average at the temples."""
_HANGS_CM = 1.0
"""Width of hair beside the mouth from which it hangs over the temples."""
_STEP_CM, _SURE, _GAP = 0.1, 6, 3
"""Steps in which the way up is gone, how many of skin below and of hair above make sure of a hairline, and over how many hair may
come to be full."""
_BURNS_CM, _BURNS_AT, _BURNS_WIDE, _BEARDED = 1.4, 82.0, 6.0, 0.02
"""How much higher the hairline before the ears is without sideburns, where that is, in degrees, half its width, and the share of
beard in a face from which there is one."""
_BURN, _BURN_CM, _WORN = np.array([7.4, 1.0, -3.0], np.float32), 0.4, 0.3
"""Canonical place (cm) of the left sideburn, how far round it is looked, and share of hair there from which one is worn."""
_EAR, _EAR_TOP, _LOWER_CM = 127, np.array([7.6, 3.2, -5.0], np.float32), (-0.3, 1.5)
"""Ear, in bytes; canonical place (cm) of the top of the left one of most people; and by how much one may lie lower."""
_OVER_EAR, _OVER_EAR_WIDE = 100.0, 9.0
"""Degrees from the front of the hairline above an ear, and half its width."""
_FACING, _BEHIND_CM = 0.02, 1.2
"""How far (1/cm) the head still faces the camera where it is seen, and how far above that hair may show that grows behind it."""


def find_hairline(scene: HairScene) -> Hairline:
    """Where skin gives way to hair on the way up, on forehead and temples; smooth. Where one side hides it, it is as on the
    other."""
    found = _visible_rises(scene)
    if sum(_is_front(turn) for turn in found) < _LEAST_SEEN:
        return Hairline(tuple(_HIDDEN * _faded(turn) for turn in SIGNED_AZIMUTHS))
    _mirror_hidden_side(found)
    line = _smooth_rises(found)
    last = max(found)
    beyond = [1.0 if abs(turn) <= last else _faded(turn) / max(_faded(last), 0.01) for turn in SIGNED_AZIMUTHS]
    return Hairline(tuple(float(rise) * share for rise, share in zip(line, beyond, strict=True)))


def _is_front(turn: float) -> bool:
    """Whether a direction, in degrees from the front, is the forehead's."""
    return abs(turn) < _FOREHEAD_DEGREES


def _visible_rises(scene: HairScene) -> dict[int, float]:
    """Cm above the average hairline at which hair begins, by degrees from the front, in every direction in which that is seen."""
    hangs = {side: _hangs(scene, side) for side in (-1, 1)}
    found: dict[int, float] = {}
    for turn in SIGNED_AZIMUTHS:
        within = _FOREHEAD_DEGREES if hangs[-1 if turn < 0 else 1] else _TEMPLES_DEGREES
        rise = _crossing(scene, turn) if abs(turn) < within else None
        if rise is not None:
            found[turn] = rise
    return found


def _mirror_hidden_side(found: dict[int, float]) -> None:
    """Give a direction that is hidden, or under a lock, the rise of the other side; changes ``found``."""
    for turn, here in list(found.items()):
        there = found.get(-turn)
        if there is None or here - there > _LOCK_CM:
            found[-turn] = here


def _smooth_rises(found: dict[int, float]) -> npt.NDArray[np.floating]:
    """A rise for each of ``SIGNED_AZIMUTHS``, kept near the typical one of the forehead and smoothed."""
    typical = float(np.median([rise for turn, rise in found.items() if _is_front(turn)]))
    known = sorted(found)
    front = np.abs(known) < _FOREHEAD_DEGREES
    low = np.where(front, typical - _FOREHEAD_CM, -_TEMPLES_CM)
    high = np.where(front, typical + _FOREHEAD_CM, _TEMPLES_CM)
    line = np.interp(SIGNED_AZIMUTHS, known, np.clip([found[turn] for turn in known], low, high))
    return np.convolve(np.pad(line, 1, mode="edge"), [0.25, 0.5, 0.25], mode="valid")


def remove_sideburns(line: Hairline, scene: HairScene) -> Hairline:
    """A hairline before free ears: those who have no beard, nor show sideburns on both sides, have none but for what grows at the
    temples."""
    cheeks = scene.oval > 0.5
    is_bearded = cheeks.any() and float(scene.beard[cheeks].mean()) > _BEARDED
    if is_bearded or all(_wears_burn(scene, side) for side in (-1, 1)):
        return line
    away = np.abs(np.abs(SIGNED_AZIMUTHS) - _BURNS_AT) / _BURNS_WIDE
    higher = _BURNS_CM * np.clip(2 - away, 0, 1)
    return Hairline(tuple(float(rise) for rise in np.asarray(line.rise) + higher))


def _wears_burn(scene: HairScene, side: int) -> bool:
    """Whether short hair is seen before an ear; what hangs there from above is none."""
    if _hangs(scene, side):
        return False
    x, y = (int(value) for value in np.round(scene.head.points(_BURN * np.array([side, 1, 1], np.float32))))
    reach = max(1, round(_BURN_CM * scene.cm))
    there = scene.hair[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)]
    return bool(there.size) and float(there.mean()) > _WORN


def fit_hairline_to_ears(line: Hairline, scene: HairScene, ears: npt.NDArray[np.uint8]) -> Hairline:
    """A hairline that follows the tops of the ears, HxW bytes: above an ear that lies lower than the average there would be bare
    scalp."""
    rise = np.asarray(line.rise)
    rows, columns = np.nonzero(ears > _EAR)
    for side in (-1, 1):
        mine = side * (columns - scene.middle) > 0
        if mine.any():
            top = scene.head.points(_EAR_TOP * np.array([side, 1, 1], np.float32))[1]
            lower = np.clip((float(rows[mine].min()) - float(top)) / scene.cm, *_LOWER_CM)
            away = np.abs(side * np.asarray(SIGNED_AZIMUTHS) - _OVER_EAR) / _OVER_EAR_WIDE
            rise = rise - lower * np.clip(2 - away, 0, 1)
    return Hairline(tuple(float(value) for value in rise))


def _hangs(scene: HairScene, side: int) -> bool:
    """Whether hair hangs down beside the mouth, on the person's right (-1) or left."""
    row = int(np.clip(scene.marks.xy[13, 1], 0, scene.shape[0] - 1))
    beside = (np.arange(scene.shape[1]) - scene.middle) * side > 0
    return float(scene.hair[row][beside].sum()) > _HANGS_CM * scene.cm


def _faded(turn: float) -> float:
    return float(np.clip((_FADED_DEGREES - abs(turn)) / 25, 0, 1))


def _crossing(scene: HairScene, degrees: float) -> float | None:
    """Cm above the average hairline at which hair begins in one direction; None where that is not seen.

    Where a bare forehead goes on to where the head turns away, and hair is seen behind that, it begins there.
    """
    low, high = _REACH if abs(degrees) < _FOREHEAD_DEGREES else _TEMPLE_REACH
    turn = np.radians(degrees)
    rise = np.linspace(low, high, round((high - low) / _STEP_CM) + 1)
    height = float(Hairline().height(np.array([turn], np.float32))[0]) + rise
    scaled = np.clip(1 - ((height - CENTRE[1]) / RADII[1]) ** 2, 0.01, None)
    ring = np.sqrt(scaled)
    flat = np.arctan2(np.sin(turn) / RADII[0], np.cos(turn) / RADII[2])
    points = np.stack(
        [RADII[0] * ring * np.sin(flat), height, CENTRE[2] + RADII[2] * ring * np.cos(flat)], axis=-1
    ).astype(np.float32)
    hidden = ((points - CENTRE) / RADII**2 @ scene.head.turn.T)[:, 2] <= _FACING
    seen = int(hidden.argmax()) if hidden.any() else len(points)
    if not seen:
        return None
    way = scene.head.placed(scene.head.viewed(points[:seen]))
    if seen < len(points):
        up = scene.head.turn[:2, 1] * (scene.cm, -scene.cm)
        way = np.concatenate([way, way[-1] + np.arange(_STEP_CM, _BEHIND_CM, _STEP_CM)[:, None] * up])
    x, y = np.round(way).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < scene.shape[1]) & (y < scene.shape[0])
    if not inside.all():
        return None
    hair = scene.hair[y, x] > 0.5
    skin = (scene.skin[y, x] > 0.5) & ~hair
    first = int(hair.argmax())
    if not hair.any() or first < _SURE:
        return None
    below, above = skin[max(0, first - _GAP - _SURE) : first - _GAP], hair[first : first + _SURE]
    return float(rise[min(first, seen - 1)]) if below.mean() > 0.7 and above.mean() > 0.7 else None
