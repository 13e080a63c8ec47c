"""What lies on clothes or beside them and is none: pendants, things on the lap, cushions, trousers under a jacket."""

from __future__ import annotations

import numpy as np

from catchlight.clothing.segment.cloth_map import Cloth, PatchMask

_STEP = 0.06
"""Difference of colours (OKLab, lightness weighted down) at which one thing ends and another begins."""
_MIDDLE_CM, _COLLAR_CM = 8.5, 6.0
_LOWER_CM2, _CUSHION_CM2, _PENDANT_CM2 = 60.0, 20.0, (3.0, 30.0)
_THING_CM2, _APART, _SET_OFF, _AMID = 100.0, 0.95, 0.05, 0.7
"""Size of a thing on the side, the share of its border to clothes that must show, the step of colours at which it ends, and
how far it must enclose what belongs to it."""
_ALIKE = 0.3
BESIDE_CM = 17.0
"""Mean distance from the middle from which a piece that parsing does not reach lies beside the person."""


def pendants(found: Cloth, top: float) -> PatchMask:
    """Small pieces amid one garment in colours of their own, near the middle and below the neck.

    top: how far below the chin the cloth in the middle begins, in cm.
    """
    pieces = found.patches.pieces(found.cloth, _STEP)
    sizes = np.bincount(pieces, found.patches.area, minlength=int(pieces.max()) + 1) / found.cm**2
    hung = np.zeros_like(found.cloth)
    for piece in np.flatnonzero((sizes > _PENDANT_CM2[0]) & (sizes < _PENDANT_CM2[1])):
        mask = (pieces == piece) & found.cloth
        if not mask.any() or np.abs(found.across[mask]).max() > _MIDDLE_CM or found.down[mask].min() < top + _COLLAR_CM:
            continue
        ring = found.patches.touching(mask) & ~mask
        alone = (
            found.cloth[ring].mean() > 0.9 and float(found.patches.affinity(found.cloth & ~mask)[mask].mean()) < 0.15
        )
        round_ = np.ptp(found.across[mask]) * np.ptp(found.down[mask]) < 2 * sizes[piece]
        if alone and round_ and float(np.quantile(found.patches.affinity(ring)[ring], 0.2)) > 0.3:
            hung |= mask
    return hung


def objects_beside(found: Cloth) -> PatchMask:
    """Things that are not worn: ``pieces_out_of_reach`` at the sides, and large ones that nothing joins to the rest."""
    pieces = found.patches.pieces(found.cloth & (found.known < 0.6), _SET_OFF)
    veiled = found.patches.touching(found.strands)
    thing = pieces_out_of_reach(found) & (np.abs(found.across) > BESIDE_CM)
    for piece in range(1, int(pieces.max()) + 1):
        mask = pieces == piece
        if found.size_of(mask) < _THING_CM2:
            break
        aside = float(np.average(np.abs(found.across[mask]), weights=found.patches.area[mask]))
        apart = found.patches.clear_border(mask, found.cloth, 0.8 * _SET_OFF)
        if aside > BESIDE_CM and apart > _APART and not (mask & veiled).any():
            thing |= mask
    pieces = found.patches.pieces(found.cloth & ~thing)
    for piece in range(2, int(pieces.max()) + 1):  # its shine
        mask = pieces == piece
        if found.patches.seam(mask, thing, np.inf) > _AMID * found.patches.seam(mask, ~mask, np.inf):
            thing = thing | mask
    return thing


def pieces_out_of_reach(found: Cloth) -> PatchMask:
    """Pieces of one colour that begin farther than parsing reaches: trousers, a thing on the lap, a cushion beside."""
    pieces = found.patches.pieces(found.cloth, _STEP)
    count = int(pieces.max()) + 1
    sizes = np.bincount(pieces, found.patches.area, minlength=count)
    begun = np.bincount(pieces, found.patches.area * (found.known > 0.6), minlength=count) > 0
    aside = np.bincount(pieces, found.patches.area * np.abs(found.across), minlength=count) / np.maximum(sizes, 1)
    large = sizes / found.cm**2 > np.where(aside > BESIDE_CM, _CUSHION_CM2, _LOWER_CM2)
    alike = found.patches.affinity(found.cloth & (found.known > 0.6))
    alike = (np.bincount(pieces, found.patches.area * alike, minlength=count) / np.maximum(sizes, 1)).astype(np.float32)
    veiled = np.bincount(pieces, found.patches.touching(found.strands), minlength=count) > 0  # cut off by hair alone
    strange = (alike < _ALIKE) | ((aside > BESIDE_CM) & ~veiled)
    return (pieces > 0) & (large & ~begun & strange)[pieces]
