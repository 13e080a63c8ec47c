"""Where on the body cloth lies: its sides, its middle, where it begins below the chin; and whether these are of two garments."""

from __future__ import annotations

import numpy as np

from catchlight.clothing.segment.cloth_map import Cloth, PatchMask

SIDE_CM, SHOULDER_CM, _CHEST_CM = (10.5, 24.0), (1.0, 15.0), 10.0
"""What lies so far from the chin to the side, and so far below it or the neckline, is the outer garment."""
THROAT_CM, DEEP_CM = 3.5, 13.0
"""What lies nearer than this to the middle and as far below the neck is the inner garment, or the only one."""
_LEAST_CM2 = 12.0
_TINTS = (0.025, 0.15)
"""Difference of chroma, and of its ratio to lightness, between middle and sides from which two garments are worn."""
_COLLAR_CM, _COLLAR_CM2, _UNLIKE = (8.0, 6.0), 1.5, 0.18
"""Where a collar shows, from the middle and below the neckline; how much of one, and how unlike the sides (OKLab, lightness
weighted down) it is, when it is that of another garment. It is lighter: what is darker may lie in the chin's shadow."""


def neckline(found: Cloth) -> float:
    """How far below the chin the cloth in the middle begins, in cm."""
    near = found.cloth & (np.abs(found.across) < THROAT_CM)
    return float(np.quantile(found.down[near], 0.03)) if near.any() else 0.0


def outer_garment_patches(found: Cloth) -> PatchMask:
    """Patches of cloth that are the outer garment's wherever one is worn: at the shoulders and beside the chest."""
    aside = np.abs(found.across)
    low = max(SHOULDER_CM[1], neckline(found) + _CHEST_CM)
    beside = found.cloth & (aside > SIDE_CM[0]) & (aside < SIDE_CM[1])
    return np.asarray(beside & (found.down > SHOULDER_CM[0]) & (found.down < low))


def inner_garment_patches(found: Cloth) -> PatchMask:
    """Patches of cloth that are the inner garment's wherever one is worn: below the throat."""
    return np.asarray(found.cloth & (np.abs(found.across) < THROAT_CM) & (found.down < neckline(found) + DEEP_CM))


def has_two_garments(found: Cloth) -> bool:
    """Whether two garments are worn although no border between them was found: another tint, or the collar of another."""
    inner, outer, colour = inner_garment_patches(found), outer_garment_patches(found), found.patches.colour
    if found.size_of(outer) < _LEAST_CM2:
        return False
    usual = np.median(colour[outer], axis=0)
    collar = found.cloth & (np.abs(found.across) < _COLLAR_CM[0]) & (found.down < neckline(found) + _COLLAR_CM[1])
    unlike = (np.linalg.norm(colour - usual, axis=1) > _UNLIKE) & (colour[:, 0] > usual[0])
    if found.size_of(collar & unlike) > _COLLAR_CM2:
        return True
    if found.size_of(inner) < _LEAST_CM2:
        return False
    one = np.median(colour[inner], axis=0)
    ratio = float(np.hypot(*(one[1:] / one[0] - usual[1:] / usual[0])))
    return float(np.hypot(*(one - usual)[1:])) > _TINTS[0] and ratio > _TINTS[1]
