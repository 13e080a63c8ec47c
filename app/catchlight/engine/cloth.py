"""Where there is cloth: parsing where it knows, and beyond its reach what has the colours of the cloth that it saw.

Parsing has no class for hands and for what they hold, and its crops end at the chest; the matte may have lost a part of the
torso or gained a cushion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import hair_parts, parsing, view
from catchlight.engine import landmarks as mesh
from catchlight.engine.picture import ByteImage
from catchlight.engine.portrait import Portrait
from catchlight.engine.superpixels import Superpixels, Values, superpixels
from catchlight.engine.view import sized

LONGEST = 640
"""Longer side at which cloth is told from what is not, in pixels."""
_SURE = 0.8
_REACH_CM = 34.0
"""What lies farther to the side of the chin than this is no sleeve but a chair."""
_BODY_CM = 15.0
"""Half the width of a torso, within which a hole in the matte may be one of the matte alone."""
_HELD_CM2 = (6.0, 170.0)
_HELD_CM, _AMID = 15.0, 0.85
"""Size of a thing in a hand, and the share of cloth around it from which it is sewn on."""
_CRUMB_CM2, _GAP_CM2 = 2.0, 90.0
_FRINGE_CM, _HIGH_CM = 3.5, 5.0
_FOREIGN = 0.25
"""Nearness to the colours inside from which a rim belongs to the cloth."""

Marked = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Cloth:
    """Cloth on superpixels of the reduced picture.

    rgb: hxwx3. known: how far parsing reaches, 0..1. cloth: which superpixels are cloth. hole: those of them that the matte lost.
    plain: those that look nothing like the hair beside them, whatever parsing says.
    across, down: cm from the chin, signed. cm: pixels of the reduced picture.
    """

    rgb: ByteImage
    patches: Superpixels
    known: Values
    cloth: Marked
    hole: Marked
    plain: Marked
    across: Values
    down: Values
    cm: float

    def size_of(self, mask: Marked) -> float:
        """Area in square centimetres."""
        return float(self.patches.area[mask].sum()) / self.cm**2


def found(portrait: Portrait) -> Cloth:
    """The cloth of a portrait, kept with it; a view of a whole picture shares that of the picture, and so shows the same."""
    source = view.source(portrait)
    return source.kept("cloth", lambda: _found(view.view(source, None, LONGEST)))


def _found(portrait: Portrait) -> Cloth:
    import cv2

    height, width = portrait.picture.height, portrait.picture.width
    scale = min(1.0, LONGEST / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    rgb = np.ascontiguousarray(sized(portrait.picture.rgb8, size))
    patches = superpixels(rgb)

    def share(plane: Any) -> Values:
        return patches.mean(sized(plane, size))

    read = portrait.parsing.plane
    behind = share(read([parsing.BACKGROUND]))
    part = share(read([parsing.CLOTH, parsing.NECKLACE])) / np.maximum(1 - behind, 0.05)
    bare = share(read([parsing.SKIN, parsing.NOSE, parsing.NECK])) / np.maximum(1 - behind, 0.05)
    known = share(portrait.parsing.coverage())
    solid = float(portrait.alpha.max()) or 1.0  # below 1 in a picture that is translucent itself
    alpha = share(portrait.alpha) / np.float32(solid)
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    cm = portrait.pose.px_per_cm * scale
    chin = portrait.landmarks.xy[mesh.CHIN] * scale
    across = np.asarray((patches.mean(x) - chin[0]) / cm, np.float32)
    down = np.asarray((patches.mean(y) - chin[1]) / cm, np.float32)
    base = Cloth(rgb, patches, known, alpha < 0, alpha < 0, alpha < 0, across, down, cm)

    sure = (part > _SURE) & (behind < 0.2) & (known > 0.9) & (down > -2)
    if base.size_of(sure) < 10:  # nothing to learn colours from
        cloth = (np.where(known > 0.5, part * (behind < 0.5), down > 0) > 0.5) & (alpha > 0.5)
        return Cloth(rgb, patches, known, cloth, np.zeros_like(cloth), np.zeros_like(cloth), across, down, cm)
    face = (bare > _SURE) & (known > 0.9) & (behind < 0.2)
    skin = patches.likeness(face)
    # Bare shoulders, which parsing takes for cloth.
    shoulder = (skin > 0.25) & (patches.likeness(sure) < 0.5 * skin) & (down > 0)
    sure &= ~shoulder
    like = patches.nearness(sure)
    outdoors = (alpha < 0.05) & (behind > 0.5)
    wall = patches.likeness(outdoors)
    # Of the person: what the matte holds, what parsing surely calls cloth, and holes in the torso of its colours.
    away = patches.pieces(alpha < 0.5)
    edge = np.unique(np.concatenate([patches.labels[:, 0], patches.labels[:, -1], patches.labels[0]]))
    open_air = np.isin(away, np.setdiff1d(away[edge], [0]))
    lost = (alpha < 0.5) & ~open_air & (down > 3) & (np.abs(across) < _BODY_CM)
    lost &= (like > wall) | (wall < 0.1) | (part * known > 0.5)
    read_cloth = (
        (part > 0.7)
        & (behind < 0.3)
        & (known > 0.5)
        & (down > 0)
        & (like > np.maximum(patches.nearness(outdoors), 0.3))
    )
    person = np.where(lost, 1.0, alpha)
    person = np.maximum(person, read_cloth * np.float32(0.9)).astype(np.float32)

    hairy = share(read([parsing.HAIR])) / np.maximum(1 - behind, 0.05)
    hair = patches.nearness((hairy > _SURE) & (known > 0.9) & (behind < 0.2))
    # Beyond parsing and where it wavers, colours decide; what resembles nothing known is worn (trousers).
    wavers = known * np.clip(1 - np.abs(2 * part - 0.9) / 0.7, 0, 1) * (down > 4)
    unread = np.clip(0.5 + np.maximum(like, 0.12) - skin, 0, 1)
    unsure = np.clip(0.5 + 0.8 * (like - np.maximum(skin, hair)), 0, 1)
    read_so = np.where(shoulder, 0.1, part + (unsure - part) * wavers)
    # Parsing spreads hair over the cloth beside it; cloth that looks nothing like hair is cloth.
    plain = (like > 0.5) & (hair < 0.35) & (like > skin + 0.2) & (down > 2) & (hairy > 0.1)
    read_so = np.where(plain, np.maximum(read_so, 0.9), read_so)
    prior = known * read_so + (1 - known) * unread * (down > 0)
    far = np.clip((np.abs(across) - _REACH_CM) / 3, 0, 1)
    prior = np.asarray(np.where(person > 0.5, prior * (1 - far), 0.0), np.float32)
    doubt = (1 - 0.8 * wavers) * np.where(plain, 0.4, 1)
    trust = np.asarray(np.where(person > 0.5, 0.15 + 1.5 * known * doubt + 3 * far, 3.0), np.float32)
    cloth = (patches.spread(prior.astype(np.float32), trust.astype(np.float32)) > 0.5) & (person > 0.5)
    hand = (person > 0.5) & ~cloth & (known < 0.5) & (skin > 0.25) & (like < skin) & (down > 6)
    if base.size_of(hand) < _HELD_CM2[0]:
        hand[:] = False
    held = _held(base, cloth, hand, like)
    cloth &= ~held
    cloth = _unfringed(base, cloth)
    beard = portrait.kept("region:beard", lambda: hair_parts.beard(portrait))
    if beard.any():  # what shows beside a beard's fringe is mostly wall
        side = 2 * max(1, round(_FRINGE_CM * cm)) + 1
        near = cv2.dilate(sized(beard, size), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
        usual = patches.likeness(sure & (down > _FRINGE_CM + 4))
        cloth &= ~(
            (patches.mean(near) > 0.5)
            & ((usual < 0.4) | (behind > 0.12))
            & (np.abs(across) > 4)
            & (down < _FRINGE_CM + 4)
        )
    cloth = _whole(
        base, cloth, (person > 0.5) & ~held & ~hand, np.asarray(like + 0.08 - np.maximum(skin, hairy), np.float32)
    )
    missing = patches.pieces(cloth & (alpha < 0.6))
    large = np.bincount(missing, patches.area) > _CRUMB_CM2 * cm**2
    hole = (missing > 0) & large[missing]
    hole |= cloth & (alpha < 0.9) & patches.touching(hole)
    return Cloth(rgb, patches, known, cloth, hole, cloth & plain, across, down, cm)


def _held(base: Cloth, cloth: Marked, hand: Marked, like: Values) -> Marked:
    """What a hand holds: a piece of another colour beside it, no larger than one can hold."""
    other = base.patches.pieces(cloth & (base.known < 0.6) & (like < 0.2))
    beside = base.patches.touching(hand)
    held = np.zeros_like(cloth)
    for piece in range(1, int(other.max()) + 1):
        mask = other == piece
        low, high = _HELD_CM2
        area = base.size_of(mask)
        if area < low:
            break
        ring = base.patches.touching(mask) & ~mask
        within = float(cloth[ring].mean()) if ring.any() else 1.0  # a badge lies amid cloth
        if area < high and np.ptp(base.across[mask]) < _HELD_CM and (mask & beside).any() and within < _AMID:
            held |= mask
    # Its rim takes the colours of both.
    for least in (0.5, 0.5, 0.4, 0.3):
        held |= base.patches.touching(held) & cloth & (like < least) & (base.known < 0.6)
    return held


def _unfringed(base: Cloth, cloth: Marked) -> Marked:
    """Without a rim of colours that the inside of the cloth has not: beards, hair and walls between."""
    rest = cloth.copy()
    for _ in range(2):
        rim = rest & base.patches.touching(~rest)
        rest &= ~(rim & (base.patches.nearness(rest & ~rim) < _FOREIGN))
    return rest


def _whole(base: Cloth, cloth: Marked, person: Marked, likelier: Values) -> Marked:
    """Without crumbs of cloth, and without gaps inside it that are no hand."""
    pieces = base.patches.pieces(cloth)
    areas = np.bincount(pieces, base.patches.area) / base.cm**2
    cloth = cloth & ((areas[pieces] > _CRUMB_CM2) | (base.down < 0))
    pieces = base.patches.pieces(person & ~cloth & (base.down > _HIGH_CM))
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
