"""Where there is cloth: parsing where it knows, and beyond its reach what has the colours of the cloth that it saw.

Parsing has no class for hands and for what they hold, and its crops end at the chest; the matte may have lost a part of the
torso or gained a cushion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.clothing.segment import tidy_pieces
from catchlight.clothing.segment.cloth_evidence import LIMITS, PatchReading, PatchSeeds, SeedEvidence
from catchlight.clothing.segment.cloth_map import Cloth, PatchMask
from catchlight.clothing.segment.other_people import belongs_to_others
from catchlight.imaging.superpixels import Values
from catchlight.portrait import view
from catchlight.portrait.face.detect import Face
from catchlight.portrait.portrait import Portrait

LONGEST = 640
"""Longer side at which cloth is told from what is not, in pixels."""


def find_cloth(portrait: Portrait) -> Cloth:
    """The cloth of a portrait, kept with it; a view of a whole picture shares that of the picture, and so shows the same."""
    source = view.source(portrait)
    return source.kept("cloth", lambda: _found(view.view(source, None, LONGEST), view.others(source)))


def _found(portrait: Portrait, others: tuple[Face, ...]) -> Cloth:
    read = PatchReading.of(portrait, LONGEST)
    base, seeds = read.base, PatchSeeds.of(read)
    if base.size_of(seeds.cloth) < LIMITS.learnt_cm2:
        return replace(base, cloth=_cloth_by_parsing(read))
    colours = SeedEvidence.of(read, seeds)
    person = _Person.of(read, colours, belongs_to_others(read.patches, portrait.faces[0], others, read.scale))
    prior = _ClothPrior.of(read, colours, person)
    cloth = (read.patches.spread(prior.share, prior.trust) > 0.5) & person.inside
    pieces = _tidied(read, colours, person, cloth)
    cloth = pieces.cloth
    hole = _holes(read, colours, person, cloth)
    torso = (np.abs(read.across) < LIMITS.body_cm) & (read.down > 3) & (read.down < 18)
    torso &= person.inside & (read.known > 0.6)
    unsure = torso & ~cloth & ~pieces.held & (read.named > 0.5)
    bald = (colours.bald > colours.worn + 0.2) & (colours.bald > colours.hair) & person.inside
    return replace(
        base,
        cloth=cloth,
        hole=hole,
        plain=cloth & prior.plain,
        strands=pieces.strands,
        mixed=(read.hairy > 0.2) & ~pieces.strands & ~prior.plain,
        overruled=pieces.overruled,
        bare=pieces.overruled | ((read.bare > 0.5) | bald) & ~cloth,
        told=colours.of_hair * colours.grey,
        doubt=max(base.size_of(unsure) - LIMITS.trifle_cm2, 0) / max(base.size_of(torso & cloth), 1),
        merged=read.patches.seam(cloth, person.taken & (read.alpha > 0.5), tidy_pieces.STEP) / base.cm,
    )


def _cloth_by_parsing(read: PatchReading) -> PatchMask:
    """Cloth where there is too little that is sure to learn colours from; none where parsing guesses, as it does at bare
    shoulders and long hair."""
    cloth = (np.where(read.known > 0.5, read.part * (read.behind < 0.5), read.down > 0) > 0.5) & (read.alpha > 0.5)
    seen = cloth & (read.known > 0.5)
    if seen.any() and float(np.average(read.named[seen], weights=read.patches.area[seen])) < LIMITS.read:
        cloth[:] = False
    return cloth


@dataclass(frozen=True)
class _Person:
    """Which superpixels are this person's: what the matte holds, what parsing surely calls cloth, and holes in the torso of its
    colours. share: 0..1. taken: somebody else's. open_air: outside the matte, up to the picture's edge. read_cloth: cloth by
    parsing that the matte may have lost."""

    share: Values
    taken: PatchMask
    open_air: PatchMask
    read_cloth: PatchMask

    @classmethod
    def of(cls, read: PatchReading, colours: SeedEvidence, taken: PatchMask) -> _Person:
        patches, alpha, behind, down, part = read.patches, read.alpha, read.behind, read.down, read.part
        outdoors = (alpha < 0.05) & (behind > 0.5)
        wall = patches.likeness(outdoors)
        away = patches.pieces(alpha < 0.5)
        edge = np.unique(np.concatenate([patches.labels[:, 0], patches.labels[:, -1], patches.labels[0]]))
        open_air = np.isin(away, np.setdiff1d(away[edge], [0]))
        lost = (alpha < 0.5) & ~open_air & (down > 3) & (np.abs(read.across) < LIMITS.body_cm)
        lost &= (colours.like > wall) | (wall < 0.1) | (part * read.known > 0.5) | (behind < LIMITS.wall[0])
        read_cloth = (part > LIMITS.trusted) & (behind < 0.3) & (read.known > 0.5) & (down > 0)
        read_cloth &= colours.like > np.maximum(patches.nearness(outdoors), LIMITS.strange)
        # A flag or a chair beside the person, which the matte took along and parsing did not.
        aside = (behind > LIMITS.wall[1]) & (read.known > 0.2) & (np.abs(read.across) > LIMITS.body_cm)
        share = np.where(lost, 1.0, alpha) * ~(taken | aside)
        return cls(np.maximum(share, read_cloth * np.float32(0.9)).astype(np.float32), taken, open_air, read_cloth)

    @property
    def inside(self) -> PatchMask:
        return np.asarray(self.share > 0.5, bool)


@dataclass(frozen=True)
class _ClothPrior:
    """What decides by itself whether a superpixel is cloth, before its neighbours are asked. share: of cloth; trust: what that
    counts; plain: it looks nothing like the hair beside it, whatever parsing says."""

    share: Values
    trust: Values
    plain: PatchMask

    @classmethod
    def of(cls, read: PatchReading, colours: SeedEvidence, person: _Person) -> _ClothPrior:
        """Beyond parsing and where it wavers, colours decide; what resembles nothing known is worn (trousers)."""
        part, known, down = read.part, read.known, read.down
        worn, bald, hair = colours.worn, colours.bald, colours.hair
        wavers = np.maximum(np.clip(1 - np.abs(2 * part - 0.9) / 0.7, 0, 1), 0.5) * known * (down > 1) * colours.apart
        hairs = 0.5 * hair * (colours.of_hair > LIMITS.told)
        unread = np.clip(0.5 + np.maximum(worn, 0.12) - np.maximum(bald, hairs), 0, 1)
        read_so = np.where(colours.shoulder, 0.1, part + (colours.telling - part) * wavers)
        # Parsing spreads hair over the cloth beside it, and cloth over the fringe of a beard.
        plain = (worn > 0.4) & (colours.unlike_hair > 0.65) & (worn > bald) & (colours.of_hair > 0.5)
        plain &= (down > 1) & (read.hairy > 0.1)
        veil = (hair > 0.4) & (colours.unlike_hair < 0.35) & (colours.of_hair > 0.5) & (read.hairy > 0.05)
        read_so = np.where(plain, np.maximum(read_so, 0.9), np.where(veil, np.minimum(read_so, 0.1), read_so))
        prior = known * read_so + (1 - known) * unread * (down > 0)
        far = np.clip((np.abs(read.across) - LIMITS.reach_cm) / 3, 0, 1)
        prior = np.asarray(np.where(person.inside, prior * (1 - far), 0.0), np.float32)
        doubt = (1 - 0.8 * wavers) * np.where(plain | veil, 0.4, 1)
        outside = 0.2 + 2.8 * (1 - 2 * np.minimum(person.share, 0.5)) ** 2
        read_or_seen = 1.5 * known * doubt + (1 - known) * np.abs(unread - 0.5)
        trust = np.asarray(np.where(person.inside, 0.15 + read_or_seen + 3 * far, outside), np.float32)
        return cls(prior.astype(np.float32), trust.astype(np.float32), plain)


@dataclass(frozen=True)
class _Pieces:
    """Superpixels: cloth, what a hand holds, hair and beard over cloth, and what parsing calls cloth and colours know to be
    none."""

    cloth: PatchMask
    held: PatchMask
    strands: PatchMask
    overruled: PatchMask


def _tidied(read: PatchReading, colours: SeedEvidence, person: _Person, cloth: PatchMask) -> _Pieces:
    """Cloth without hands, what they hold, fringes, specks and skin, its gaps closed; changes ``cloth``."""
    base, like, skin, part = read.base, colours.like, colours.skin, read.part
    hand = person.inside & ~cloth & (read.known < 0.5) & (skin > LIMITS.skin_like) & (like < skin)
    hand = tidy_pieces.hand_pieces(base, hand & (read.down > LIMITS.hand_cm))
    held = tidy_pieces.find_objects_in_hand(base, cloth, hand, like)
    held &= part < LIMITS.thing
    cloth &= ~held
    # Gaps first: their rims are no fringe.
    gaps = (read.alpha > 0.95) & ~person.taken & ~held & ~hand & (read.hairy < 0.3) & (read.down > tidy_pieces.HIGH_CM)
    cloth = tidy_pieces.trim_fringes(base, tidy_pieces.close_gaps(base, cloth, gaps, np.asarray(part, np.float32)))
    cloth &= ~_beard_fringe(read, colours)
    free = person.inside & ~held & ~hand
    cloth = tidy_pieces.remove_specks_and_gaps(
        base, cloth, free, np.asarray(like + 0.08 - np.maximum(skin, read.hairy), np.float32)
    )
    strands = (read.hairy > 0.5) & (colours.hair > 0.3) & (colours.unlike_hair < 0.4) & ~cloth
    cloth = tidy_pieces.close_gaps(base, cloth, free & ~strands & (read.down > 0), np.asarray(part, np.float32))
    strands &= ~cloth
    overruled = tidy_pieces.find_skin_pieces(base, cloth, colours.bald) & (colours.of_skin * colours.grey > LIMITS.told)
    cloth &= ~overruled
    overruled |= colours.shoulder & ~cloth
    cloth &= base.size_of(cloth) > LIMITS.shown_cm2
    return _Pieces(cloth, held, strands, overruled)


def _beard_fringe(read: PatchReading, colours: SeedEvidence) -> PatchMask:
    """What beside a beard is wall or hair and no cloth."""
    usual = read.patches.likeness(colours.cloth)
    certain = (colours.unlike_hair > 0.65) & (read.alpha > 0.9) & ((colours.worn > 0.5) | (read.named > 0.7))
    walled = ((usual < 0.4) | (read.behind > 0.12)) & ~certain
    return read.fringe & (walled | (colours.unlike_hair < 0.5))


def _holes(read: PatchReading, colours: SeedEvidence, person: _Person, cloth: PatchMask) -> PatchMask:
    """Cloth that the matte lost; mixtures at its border are no hole."""
    patches, alpha = read.patches, read.alpha
    as_worn = (colours.like > LIMITS.as_worn) | person.read_cloth
    missing = patches.pieces(cloth & (alpha < 0.6))
    large = np.bincount(missing, patches.area * ((alpha < 0.1) & as_worn)) > tidy_pieces.CRUMB_CM2 * read.base.cm**2
    hole = (missing > 0) & large[missing]
    hole |= cloth & (alpha < 0.9) & patches.touching(hole)
    # The wall beside a sleeve is no hole in it, nor is what looks like nothing worn.
    return np.asarray(hole & ~(person.open_air & (read.known < 0.5)) & ((alpha > 0.6) | as_worn), bool)
