"""Pieces of cloth put right: hands and what they hold left out, fringes cut, crumbs dropped, gaps closed.

Everything is told on the superpixels of a ``Cloth``; masks and values have one entry for each.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.clothing.segment.cloth_map import Cloth, PatchMask
from catchlight.imaging.superpixels import Values

STEP = 0.025
CRUMB_CM2 = 2.0
HIGH_CM = 5.0
"""Below the chin by less, gaps in cloth are necklines."""


@dataclass(frozen=True)
class PieceLimits:
    """Which pieces of cloth are hands, things, crumbs or gaps. Areas in cm2, shares and nearness in 0..1. Set by eye on the
    portraits; ``tests.benchmarks.recolour`` renews them: it counts old colour that is left at a rim, and changes of what is no
    cloth."""

    hand_cm2: float = 12.0
    """Area from which something in the colours of skin is a hand; smaller ones are buttons and badges."""
    fingers_cm: float = 3.0
    """Width of two fingers in a fist: what is narrower throughout is a strap."""
    held_cm2: tuple[float, float] = (6.0, 170.0)
    """Area of a thing in a hand."""
    held_cm: float = 15.0
    amid: float = 0.85
    """Size of a thing in a hand, and the share of cloth around it from which it is sewn on."""
    alone: float = 0.85
    """How much of the border of a thing to cloth shows a step of colours."""
    gap_cm2: float = 90.0
    """Largest gap that may be closed at all."""
    closed_cm2: float = 15.0
    around: float = 0.6
    enclosed: float = 0.95
    """Largest gap that is closed where that share of its border is cloth; a larger one must be enclosed."""
    foreign: float = 0.25
    """Nearness to the colours inside from which a rim belongs to the cloth."""
    skin: float = 0.8
    skin_cm2: float = 60.0
    one: float = 0.04
    """Fit to the colours of the face from which a piece no larger than that is skin, and the step of colours between pieces."""
    unworn: float = 0.4
    """Fit to the rest of the cloth from which such a piece is cloth all the same."""


_LIMITS = PieceLimits()


def hand_pieces(base: Cloth, skin: PatchMask) -> PatchMask:
    """The pieces of skin that may be hands: neither buttons and badges nor straps."""
    import cv2

    hand = np.zeros_like(skin)
    pieces = base.patches.pieces(skin)
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        if base.size_of(mask) < _LIMITS.hand_cm2:
            break
        shown = mask[base.patches.labels].astype(np.uint8)
        if float(cv2.distanceTransform(shown, cv2.DIST_L2, 3).max()) > 0.5 * _LIMITS.fingers_cm * base.cm:
            hand |= mask
    return hand


def find_objects_in_hand(base: Cloth, cloth: PatchMask, hand: PatchMask, like: Values) -> PatchMask:
    """What a hand holds: a piece of another colour beside it, no larger than one can hold."""
    other = base.patches.pieces(cloth & (base.known < 0.6) & (like < 0.2))
    beside = base.patches.touching(hand)
    taken = np.zeros_like(cloth)
    for piece in range(1, int(other.max()) + 1):
        mask = other == piece
        low, high = _LIMITS.held_cm2
        area = base.size_of(mask)
        if area < low:
            break
        ring = base.patches.touching(mask) & ~mask
        within = float(cloth[ring].mean()) if ring.any() else 1.0  # a badge lies amid cloth
        alone = base.patches.clear_border(mask, cloth, STEP) > _LIMITS.alone  # a shirt in shadow goes on as it was
        if (
            area < high
            and np.ptp(base.across[mask]) < _LIMITS.held_cm
            and (mask & beside).any()
            and within < _LIMITS.amid
            and alone
        ):
            taken |= mask
    # Its rim takes the colours of both.
    for least in (0.5, 0.5, 0.4, 0.3):
        taken |= base.patches.touching(taken) & cloth & (like < least) & (base.known < 0.6)
    return taken


def trim_fringes(base: Cloth, cloth: PatchMask) -> PatchMask:
    """Without a rim of colours that the inside of the cloth has not: beards, hair and walls between."""
    rest = cloth.copy()
    for _ in range(2):
        rim = rest & base.patches.touching(~rest)
        rest &= ~(rim & (base.patches.nearness(rest & ~rim) < _LIMITS.foreign))
    return rest


def remove_specks_and_gaps(base: Cloth, cloth: PatchMask, person: PatchMask, likelier: Values) -> PatchMask:
    """Without crumbs of cloth, and without gaps inside it that are no hand."""
    pieces = base.patches.pieces(cloth)
    areas = np.bincount(pieces, base.patches.area) / base.cm**2
    cloth = cloth & ((areas[pieces] > CRUMB_CM2) | (base.down < 0))
    pieces = base.patches.pieces(person & ~cloth & (base.down > HIGH_CM))
    beside = base.patches.touching(cloth)
    for piece in range(1, int(pieces.max()) + 1):
        gap = pieces == piece
        area = base.size_of(gap)
        if area < 1:
            break
        worn = float(np.average(likelier[gap], weights=base.patches.area[gap])) > 0
        if (gap & beside).any() and (area < 2 or (area < _LIMITS.gap_cm2 and worn)):
            cloth |= gap
    return cloth


def close_gaps(base: Cloth, cloth: PatchMask, person: PatchMask, part: Values) -> PatchMask:
    """Without small gaps that parsing calls cloth and that cloth surrounds: shadows under a collar, buttons, shine."""
    pieces = base.patches.pieces(person & ~cloth)
    for piece in range(1, int(pieces.max()) + 1):
        gap = pieces == piece
        area = base.size_of(gap)
        if area > _LIMITS.gap_cm2 or float(np.average(part[gap], weights=base.patches.area[gap])) < 0.5:
            continue
        around = base.patches.seam(gap, ~gap, np.inf)
        # A large one is a badge or a print only where there is nothing but cloth around it.
        least = _LIMITS.around if area <= _LIMITS.closed_cm2 else _LIMITS.enclosed
        if around and base.patches.seam(gap, cloth, np.inf) > least * around:
            cloth = cloth | gap
    return cloth


def find_skin_pieces(base: Cloth, cloth: PatchMask, skin: Values) -> PatchMask:
    """Pieces that parsing took for cloth and that are skin by their colours: the chest below a necklace.

    skin: how well each colour fits the face.
    """
    pieces = base.patches.pieces(cloth, _LIMITS.one)
    found = np.zeros_like(cloth)
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        area = base.size_of(mask)
        if area < CRUMB_CM2:
            break
        rest = cloth & ~mask
        if area > _LIMITS.skin_cm2 or base.size_of(rest) < area or float(np.mean(skin[mask])) < _LIMITS.skin:
            continue
        if float(base.patches.affinity(rest)[mask].mean()) < _LIMITS.unworn:
            found |= mask
    return found
