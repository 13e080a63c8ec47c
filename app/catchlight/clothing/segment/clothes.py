"""Clothes and bare skin as soft masks: HxW float32 in 0..1. Jacket and shirt are told apart in ``garments``."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.clothing.segment import cloth, garments
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.part_masks import EARS, FACE, class_share, skin_likeness
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

_SHOULDER_CM = (6.5, 24.0, 14.0)
"""Of a shoulder: where it begins beside the chin, where it ends, and how far below the chin."""
_EDGE_CM = 0.3


def clothes(portrait: Portrait) -> FloatPlane:
    """Cloth by parsing above the chest; beyond the reach of its crops, what ``cloth`` finds there by its colours."""
    read = class_share(portrait, (head_parsing.CLOTH, head_parsing.NECKLACE))
    found = cloth.find_cloth(portrait)
    unknown = resize(np.asarray(1 - found.patches.drawn(found.known), np.float32), read.shape[::-1])
    whole = portrait.alpha + (1 - portrait.alpha) * cloth_missing_from_matte(portrait)
    rest = _edged(portrait, found.patches.drawn(found.cloth)) * whole
    worn = read + (rest - read) * unknown
    return np.asarray(worn * np.minimum(whole * np.float32(20), 1), np.float32)  # no cloth where there is no person


def cloth_missing_from_matte(portrait: Portrait) -> FloatPlane:
    """Cloth that the matte lost, where it took a cardigan for a wall: what alpha has to be raised to."""
    found = cloth.find_cloth(portrait)
    if not found.hole.any():
        return np.zeros((portrait.picture.height, portrait.picture.width), np.float32)
    return _edged(portrait, found.patches.drawn(found.hole))


def skin(portrait: Portrait) -> FloatPlane:
    """Face, ears, neck, and what has the face's own colour elsewhere on the person (arms and hands have no class)."""
    known = class_share(portrait, (*FACE[:1], head_parsing.NOSE, *EARS[:2], head_parsing.NECK))
    elsewhere = portrait.alpha * skin_likeness(portrait)
    wide = portrait.parsing.plane(
        [head_parsing.HAIR, head_parsing.CLOTH, head_parsing.HAT, *FACE[1:5], *FACE[6:], head_parsing.GLASSES]
    )
    y = np.arange(portrait.picture.height, dtype=np.float32)[:, None]
    chin = portrait.landmarks.xy[mesh.CHIN, 1]
    low = np.clip((y - chin) / (2 * portrait.pose.px_per_cm), 0, 1)
    return np.asarray(np.maximum(known, elsewhere * np.clip(1 - wide, 0, 1) * low), np.float32)


def jacket(portrait: Portrait) -> FloatPlane:
    """The outer garment; all clothes where there is but one garment, or where two cannot be told apart."""
    return _worn(portrait, garments.JACKET)


def shirt(portrait: Portrait) -> FloatPlane:
    """The inner garment without a tie; empty for one garment alone."""
    return _worn(portrait, garments.SHIRT)


def shoulders(portrait: Portrait) -> FloatPlane:
    """Both shoulders, clothed or bare: beside the neck, from its base down to the upper arms."""
    roll, cm = portrait.landmarks.roll, portrait.pose.px_per_cm
    y, x = np.mgrid[: portrait.picture.height, : portrait.picture.width].astype(np.float32)
    chin = portrait.landmarks.xy[mesh.CHIN]
    aside = np.abs((x - chin[0]) * np.cos(roll) + (y - chin[1]) * np.sin(roll)) / cm
    down = ((y - chin[1]) * np.cos(roll) - (x - chin[0]) * np.sin(roll)) / cm
    beside = np.clip((aside - _SHOULDER_CM[0]) / 1.5, 0, 1) * np.clip((_SHOULDER_CM[1] - aside) / 1.5, 0, 1)
    level = np.clip((down - 1) / 1.5, 0, 1) * np.clip((_SHOULDER_CM[2] - down) / 1.5, 0, 1)
    head = class_share(portrait, (*FACE, *EARS, head_parsing.NECK, head_parsing.HAIR, head_parsing.HAT))
    return np.asarray(portrait.alpha * np.clip(1 - head, 0, 1) * beside * level, np.float32)


def _worn(portrait: Portrait, label: int) -> FloatPlane:
    mask = garments.segment_garments(portrait).labels == label
    if not mask.any():
        return np.zeros((portrait.picture.height, portrait.picture.width), np.float32)
    return np.asarray(_edged(portrait, mask) * portrait.kept("region:clothes", lambda: clothes(portrait)), np.float32)


def _edged(portrait: Portrait, mask: Any) -> FloatPlane:
    """A mask of the reduced picture at full size, drawn to the picture's edges."""
    plane = resize(np.asarray(mask, np.float32), (portrait.picture.width, portrait.picture.height))
    return head_parsing.refine_edges(plane, portrait.picture.rgb8, max(1.0, _EDGE_CM * portrait.pose.px_per_cm))
