"""Pieces of cloth put right: hands and what they hold left out, fringes cut, crumbs dropped, gaps closed.

Everything is told on the superpixels of a ``Cloth``; masks and values have one entry for each.
"""

from __future__ import annotations

import numpy as np

from catchlight.clothing.segment.cloth_map import Cloth, PatchMask
from catchlight.imaging.superpixels import Values

_HAND_CM2 = 12.0
"""Area from which something in the colours of skin is a hand; smaller ones are buttons and badges."""
_FINGERS_CM = 3.0
"""Width of two fingers in a fist: what is narrower throughout is a strap."""
_HELD_CM2 = (6.0, 170.0)
_HELD_CM, _AMID = 15.0, 0.85
"""Size of a thing in a hand, and the share of cloth around it from which it is sewn on."""
STEP = 0.025
_ALONE = 0.85
"""Difference of colours at the border of a thing, and how much of its border to cloth shows one."""
CRUMB_CM2 = 2.0
_GAP_CM2 = 90.0
_CLOSED_CM2, _AROUND, _ENCLOSED = 15.0, 0.6, 0.95
"""Largest gap that is closed where that share of its border is cloth; a larger one must be enclosed."""
HIGH_CM = 5.0
"""Below the chin by less, gaps in cloth are necklines."""
_FOREIGN = 0.25
"""Nearness to the colours inside from which a rim belongs to the cloth."""

_SKIN, _SKIN_CM2, _ONE = 0.8, 60.0, 0.04
"""Fit to the colours of the face from which a piece no larger than that is skin, and the step of colours between pieces."""
_UNWORN = 0.4
"""Fit to the rest of the cloth from which such a piece is cloth all the same."""


def hand_pieces(base: Cloth, skin: PatchMask) -> PatchMask:
    """The pieces of skin that may be hands: neither buttons and badges nor straps."""
    import cv2

    hand = np.zeros_like(skin)
    pieces = base.patches.pieces(skin)
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        if base.size_of(mask) < _HAND_CM2:
            break
        shown = mask[base.patches.labels].astype(np.uint8)
        if float(cv2.distanceTransform(shown, cv2.DIST_L2, 3).max()) > 0.5 * _FINGERS_CM * base.cm:
            hand |= mask
    return hand


def find_objects_in_hand(base: Cloth, cloth: PatchMask, hand: PatchMask, like: Values) -> PatchMask:
    """What a hand holds: a piece of another colour beside it, no larger than one can hold."""
    other = base.patches.pieces(cloth & (base.known < 0.6) & (like < 0.2))
    beside = base.patches.touching(hand)
    taken = np.zeros_like(cloth)
    for piece in range(1, int(other.max()) + 1):
        mask = other == piece
        low, high = _HELD_CM2
        area = base.size_of(mask)
        if area < low:
            break
        ring = base.patches.touching(mask) & ~mask
        within = float(cloth[ring].mean()) if ring.any() else 1.0  # a badge lies amid cloth
        alone = base.patches.clear_border(mask, cloth, STEP) > _ALONE  # a shirt in shadow goes on as it was
        if area < high and np.ptp(base.across[mask]) < _HELD_CM and (mask & beside).any() and within < _AMID and alone:
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
        rest &= ~(rim & (base.patches.nearness(rest & ~rim) < _FOREIGN))
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
        if (gap & beside).any() and (area < 2 or (area < _GAP_CM2 and worn)):
            cloth |= gap
    return cloth


def close_gaps(base: Cloth, cloth: PatchMask, person: PatchMask, part: Values) -> PatchMask:
    """Without small gaps that parsing calls cloth and that cloth surrounds: shadows under a collar, buttons, shine."""
    pieces = base.patches.pieces(person & ~cloth)
    for piece in range(1, int(pieces.max()) + 1):
        gap = pieces == piece
        area = base.size_of(gap)
        if area > _GAP_CM2 or float(np.average(part[gap], weights=base.patches.area[gap])) < 0.5:
            continue
        around = base.patches.seam(gap, ~gap, np.inf)
        # A large one is a badge or a print only where there is nothing but cloth around it.
        least = _AROUND if area <= _CLOSED_CM2 else _ENCLOSED
        if around and base.patches.seam(gap, cloth, np.inf) > least * around:
            cloth = cloth | gap
    return cloth


def find_skin_pieces(base: Cloth, cloth: PatchMask, skin: Values) -> PatchMask:
    """Pieces that parsing took for cloth and that are skin by their colours: the chest below a necklace.

    skin: how well each colour fits the face.
    """
    pieces = base.patches.pieces(cloth, _ONE)
    found = np.zeros_like(cloth)
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        area = base.size_of(mask)
        if area < CRUMB_CM2:
            break
        rest = cloth & ~mask
        if area > _SKIN_CM2 or base.size_of(rest) < area or float(np.mean(skin[mask])) < _SKIN:
            continue
        if float(base.patches.affinity(rest)[mask].mean()) < _UNWORN:
            found |= mask
    return found
