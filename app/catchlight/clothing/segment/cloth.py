"""Where there is cloth: parsing where it knows, and beyond its reach what has the colours of the cloth that it saw.

Parsing has no class for hands and for what they hold, and its crops end at the chest; the matte may have lost a part of the
torso or gained a cushion.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from catchlight.clothing.segment import tidy_pieces
from catchlight.clothing.segment.cloth_map import Cloth, PatchMask
from catchlight.clothing.segment.other_people import belongs_to_others
from catchlight.imaging.picture import FloatPlane
from catchlight.imaging.superpixels import Superpixels, Values, superpixels
from catchlight.portrait import view
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.face.detect import Face
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize

LONGEST = 640
"""Longer side at which cloth is told from what is not, in pixels."""
_SURE = 0.8
_LEARNT_CM2 = 10.0
"""Area of sure cloth from which its colours are learnt."""
_SHOWN_CM2, _TRIFLE_CM2 = 20.0, 12.0
"""Areas below which a strap or a bare shoulder is all that is seen, and below which doubt does not matter."""
_READ = 0.7
"""Mean certainty of parsing from which what it calls cloth is believed where there is no sure cloth."""
_REACH_CM = 30.0
"""What lies farther to the side of the chin than this is no sleeve but a chair."""
_BODY_CM = 15.0
"""Half the width of a torso, within which a hole in the matte may be one of the matte alone."""
_TOLD = 0.75
"""How surely colours must tell hair from cloth before they may say it where parsing does not reach."""
_FRINGE_CM = 5.0
_WALL = (0.15, 0.7)
"""Shares of background, by parsing, below which a hole within clothes is none, and above which a thing beside is no sleeve."""
_THING, _STRANGE = 0.6, 0.1
"""Share of cloth from which a hand holds nothing there, and nearness below which no colour is one of this cloth's shadows."""
_AS_WORN = 0.3
"""Nearness to the colours of sure cloth from which something that the matte left out is worn all the same."""


def find_cloth(portrait: Portrait) -> Cloth:
    """The cloth of a portrait, kept with it; a view of a whole picture shares that of the picture, and so shows the same."""
    source = view.source(portrait)
    return source.kept("cloth", lambda: _found(view.view(source, None, LONGEST), view.others(source)))


def _found(portrait: Portrait, others: tuple[Face, ...]) -> Cloth:
    height, width = portrait.picture.height, portrait.picture.width
    scale = min(1.0, LONGEST / max(height, width))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    rgb = np.ascontiguousarray(resize(portrait.picture.rgb8, size))
    patches = superpixels(rgb)

    def share(plane: Any) -> Values:
        return patches.mean(resize(plane, size))

    read = portrait.parsing.plane
    behind = share(read([head_parsing.BACKGROUND]))
    part = share(read([head_parsing.CLOTH, head_parsing.NECKLACE])) / np.maximum(1 - behind, 0.05)
    bare = share(read([head_parsing.SKIN, head_parsing.NOSE, head_parsing.NECK])) / np.maximum(1 - behind, 0.05)
    known = share(portrait.parsing.coverage())
    solid = float(portrait.alpha.max()) or 1.0  # below 1 in a picture that is translucent itself
    alpha = share(portrait.alpha) / np.float32(solid)
    cm = portrait.pose.px_per_cm * scale
    chin = portrait.landmarks.xy[mesh.CHIN] * scale
    across, down = ((patches.centres - chin) / cm).astype(np.float32).T
    none = np.zeros(patches.count, bool)
    base = Cloth(rgb, patches, known, none, none, none, none, none, none, none, 0.0, 0.0, 0.0, across, down, cm)

    beard = portrait.kept("region:beard", lambda: hair_parts.beard(portrait))
    hairy = np.maximum(share(read([head_parsing.HAIR])) / np.maximum(1 - behind, 0.05), share(beard))
    read_well = (known > 0.9) & ((behind < 0.2) | ((behind < 0.5) & (alpha > 0.9)))
    named = part
    part = np.asarray(
        np.where(down > 3, np.maximum(part, 1 - bare - hairy), part), np.float32
    )  # a hat below the chin is worn there
    fringe = _near(beard, size, _FRINGE_CM * cm, patches) if beard.any() else np.zeros_like(known, bool)
    fringe &= (np.abs(across) > 4) & (down < _FRINGE_CM + 3)  # mostly wall
    sure = (named > _SURE) & read_well & (down > -2) & ~fringe
    face, strands = (bare > _SURE) & read_well, (hairy > _SURE) & read_well
    if base.size_of(sure) < _LEARNT_CM2:  # nothing to learn colours from
        cloth = (np.where(known > 0.5, part * (behind < 0.5), down > 0) > 0.5) & (alpha > 0.5)
        seen = cloth & (known > 0.5)
        if seen.any() and float(np.average(named[seen], weights=patches.area[seen])) < _READ:
            cloth[:] = False  # parsing guesses at bare shoulders and long hair
        return replace(base, cloth=cloth)
    skin = patches.likeness(face)
    # Bare shoulders, which parsing takes for cloth.
    shoulder = (skin > 0.25) & (patches.likeness(sure) < 0.5 * skin) & (down > 0)
    sure &= ~shoulder
    worn, bald, hair = (patches.affinity(seeds) for seeds in (sure, face, strands))
    # What colours say together with parsing, as far as colours tell the classes of this picture apart.
    of_skin, of_hair = _told(patches, worn, bald, sure, face), _told(patches, worn, hair, sure, strands)
    ours = (part + 0.05) * (worn + 0.04)
    skins, hairs = (bare + 0.05) * (bald + 0.04), (hairy + 0.05) * (hair + 0.04)
    telling, unlike_hair = ours / (ours + skins + hairs), worn / (worn + hair + 0.04)
    grey = np.clip(float(patches.colour[alpha > 0.5, 1:].std(axis=0).sum()) / 0.02, 0.2, 1)
    apart = grey * np.where(skins > hairs, of_skin, of_hair).astype(np.float32)
    like = patches.nearness(sure)
    outdoors = (alpha < 0.05) & (behind > 0.5)
    wall = patches.likeness(outdoors)
    taken = belongs_to_others(patches, portrait.faces[0], others, scale)
    # Of the person: what the matte holds, what parsing surely calls cloth, and holes in the torso of its colours.
    away = patches.pieces(alpha < 0.5)
    edge = np.unique(np.concatenate([patches.labels[:, 0], patches.labels[:, -1], patches.labels[0]]))
    open_air = np.isin(away, np.setdiff1d(away[edge], [0]))
    lost = (alpha < 0.5) & ~open_air & (down > 3) & (np.abs(across) < _BODY_CM)
    lost &= (like > wall) | (wall < 0.1) | (part * known > 0.5) | (behind < _WALL[0])
    read_cloth = (
        (part > 0.7)
        & (behind < 0.3)
        & (known > 0.5)
        & (down > 0)
        & (like > np.maximum(patches.nearness(outdoors), _STRANGE))
    )
    # A flag or a chair beside the person, which the matte took along and parsing did not.
    aside = (behind > _WALL[1]) & (known > 0.2) & (np.abs(across) > _BODY_CM)
    person = np.where(lost, 1.0, alpha) * ~(taken | aside)
    person = np.maximum(person, read_cloth * np.float32(0.9)).astype(np.float32)

    # Beyond parsing and where it wavers, colours decide; what resembles nothing known is worn (trousers).
    wavers = np.maximum(np.clip(1 - np.abs(2 * part - 0.9) / 0.7, 0, 1), 0.5) * known * (down > 1) * apart
    unread = np.clip(0.5 + np.maximum(worn, 0.12) - np.maximum(bald, 0.5 * hair * (of_hair > _TOLD)), 0, 1)
    read_so = np.where(shoulder, 0.1, part + (telling - part) * wavers)
    # Parsing spreads hair over the cloth beside it, and cloth over the fringe of a beard.
    plain = (worn > 0.4) & (unlike_hair > 0.65) & (worn > bald) & (of_hair > 0.5) & (down > 1) & (hairy > 0.1)
    veil = (hair > 0.4) & (unlike_hair < 0.35) & (of_hair > 0.5) & (hairy > 0.05)
    read_so = np.where(plain, np.maximum(read_so, 0.9), np.where(veil, np.minimum(read_so, 0.1), read_so))
    prior = known * read_so + (1 - known) * unread * (down > 0)
    far = np.clip((np.abs(across) - _REACH_CM) / 3, 0, 1)
    prior = np.asarray(np.where(person > 0.5, prior * (1 - far), 0.0), np.float32)
    doubt = (1 - 0.8 * wavers) * np.where(plain | veil, 0.4, 1)
    outside = 0.2 + 2.8 * (1 - 2 * np.minimum(person, 0.5)) ** 2
    read_or_seen = 1.5 * known * doubt + (1 - known) * np.abs(unread - 0.5)
    trust = np.asarray(np.where(person > 0.5, 0.15 + read_or_seen + 3 * far, outside), np.float32)
    cloth = (patches.spread(prior.astype(np.float32), trust.astype(np.float32)) > 0.5) & (person > 0.5)
    hand = (person > 0.5) & ~cloth & (known < 0.5) & (skin > 0.25) & (like < skin) & (down > 6)
    hand = tidy_pieces.hand_pieces(base, hand)
    held = tidy_pieces.find_objects_in_hand(base, cloth, hand, like)
    held &= part < _THING
    cloth &= ~held
    # Gaps first: their rims are no fringe.
    gaps = (alpha > 0.95) & ~taken & ~held & ~hand & (hairy < 0.3) & (down > tidy_pieces.HIGH_CM)
    cloth = tidy_pieces.trim_fringes(base, tidy_pieces.close_gaps(base, cloth, gaps, np.asarray(part, np.float32)))
    usual = patches.likeness(sure)
    walled = ((usual < 0.4) | (behind > 0.12)) & ~(
        (unlike_hair > 0.65) & (alpha > 0.9) & ((worn > 0.5) | (named > 0.7))
    )
    cloth &= ~(fringe & (walled | (unlike_hair < 0.5)))
    cloth = tidy_pieces.remove_specks_and_gaps(
        base, cloth, (person > 0.5) & ~held & ~hand, np.asarray(like + 0.08 - np.maximum(skin, hairy), np.float32)
    )
    strands = (hairy > 0.5) & (hair > 0.3) & (unlike_hair < 0.4) & ~cloth
    cloth = tidy_pieces.close_gaps(
        base, cloth, (person > 0.5) & ~held & ~hand & ~strands & (down > 0), np.asarray(part, np.float32)
    )
    strands &= ~cloth
    overruled = tidy_pieces.find_skin_pieces(base, cloth, bald) & (of_skin * grey > _TOLD)
    cloth &= ~overruled
    overruled |= shoulder & ~cloth
    cloth &= base.size_of(cloth) > _SHOWN_CM2
    missing = patches.pieces(cloth & (alpha < 0.6))
    gone = (alpha < 0.1) & ((like > _AS_WORN) | read_cloth)  # mixtures at a border are no hole
    large = np.bincount(missing, patches.area * gone) > tidy_pieces.CRUMB_CM2 * cm**2
    hole = (missing > 0) & large[missing]
    hole |= cloth & (alpha < 0.9) & patches.touching(hole)
    # The wall beside a sleeve is no hole in it, nor is what looks like nothing worn.
    hole &= ~(open_air & (known < 0.5)) & ((alpha > 0.6) | (like > _AS_WORN) | read_cloth)
    torso = (np.abs(across) < _BODY_CM) & (down > 3) & (down < 18) & (person > 0.5) & (known > 0.6)
    unsure = torso & ~cloth & ~held & (named > 0.5)
    return replace(
        base,
        cloth=cloth,
        hole=hole,
        plain=cloth & plain,
        strands=strands,
        mixed=(hairy > 0.2) & ~strands & ~plain,
        overruled=overruled,
        bare=overruled | ((bare > 0.5) | ((bald > worn + 0.2) & (bald > hair) & (person > 0.5))) & ~cloth,
        told=of_hair * grey,
        doubt=max(base.size_of(unsure) - _TRIFLE_CM2, 0) / max(base.size_of(torso & cloth), 1),
        merged=patches.seam(cloth, taken & (alpha > 0.5), tidy_pieces.STEP) / cm,
    )


def _near(mask: FloatPlane, size: tuple[int, int], reach: float, patches: Superpixels) -> PatchMask:
    """The superpixels within ``reach`` pixels of the reduced picture of a mask."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * max(1, round(reach)) + 1,) * 2)
    return np.asarray(patches.mean(cv2.dilate(resize(mask, size), kernel)) > 0.5, bool)


def _told(patches: Superpixels, ours: Values, theirs: Values, our_seeds: PatchMask, their_seeds: PatchMask) -> float:
    """How surely colours tell two classes apart, 0..1: how much better they fit their own seeds than the other's."""
    share = ours / (ours + theirs + 1e-3)
    both = 0.0
    for seeds, right in ((our_seeds, share), (their_seeds, 1 - share)):
        if seeds.any():
            both += float(np.average(right[seeds], weights=patches.area[seeds])) - 0.5
    return float(np.clip(2 * both - 0.4, 0, 1))
