"""What speaks for cloth in each superpixel of a portrait: parsing, the matte, and the colours that parsing is sure of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.clothing.segment.cloth_map import Cloth, PatchMask
from catchlight.imaging.picture import FloatPlane
from catchlight.imaging.superpixels import Superpixels, Values, superpixels
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize


@dataclass(frozen=True)
class ClothLimits:
    """The numbers by which cloth is told from what is none. Set by eye on the portraits, one fault at a time;
    ``tests.benchmarks.recolour`` renews them: it counts what changes that is no cloth, and old colour that is left. Lengths in cm
    from the chin, areas in cm2, shares and likenesses in 0..1."""

    sure: float = 0.8
    """Share by parsing from which something is cloth, skin or hair for certain."""
    read_well: tuple[float, float, float] = (0.9, 0.2, 0.5)
    """Reach of parsing, and the shares of background below which that holds, the second where the matte agrees."""
    learnt_cm2: float = 10.0
    """Sure cloth from which its colours are learnt."""
    shown_cm2: float = 20.0
    trifle_cm2: float = 12.0
    """Areas below which a strap or a bare shoulder is all that is seen, and below which doubt does not matter."""
    read: float = 0.7
    """Mean certainty of parsing from which what it calls cloth is believed where there is no sure cloth."""
    reach_cm: float = 30.0
    """What lies farther to the side of the chin than this is no sleeve but a chair."""
    body_cm: float = 15.0
    """Half the width of a torso, within which a hole in the matte may be one of the matte alone."""
    told: float = 0.75
    """How surely colours must tell hair from cloth before they may say it where parsing does not reach."""
    fringe_cm: float = 5.0
    fringe_aside_cm: float = 4.0
    """How far round a beard its fringe goes, which is mostly wall, and how far from the middle it begins."""
    wall: tuple[float, float] = (0.15, 0.7)
    """Shares of background, by parsing, below which a hole within clothes is none, and above which a thing beside is no
    sleeve."""
    thing: float = 0.6
    """Share of cloth from which a hand holds nothing there."""
    strange: float = 0.1
    """Nearness below which no colour is one of this cloth's shadows."""
    as_worn: float = 0.3
    """Nearness to the colours of sure cloth from which something that the matte left out is worn all the same."""
    hat_cm: float = 3.0
    """Further below the chin, a hat is worn as cloth."""
    skin_like: float = 0.25
    skin_beside: float = 0.5
    """Likeness to the face's skin from which a shoulder is bare, or a hand one; and how like cloth it is at most, by that."""
    grey: float = 0.02
    """Spread of a person's chroma (OKLab) below which colours tell less."""
    trusted: float = 0.7
    """Share of cloth by parsing that counts against the matte."""
    hand_cm: float = 6.0
    """Further up there are no hands."""


LIMITS = ClothLimits()


@dataclass(frozen=True)
class PatchReading:
    """What parsing and the matte say, one value in 0..1 for each superpixel. base: the superpixels, where they lie, and how far
    parsing reaches; no cloth yet. behind: background. named: cloth as parsing has it; part: with what is worn below the chin and
    is neither skin nor hair. bare: skin. hairy: hair and beard. alpha: the person. fringe: beside a beard, where the wall shows
    through. read_well: parsing sees the person there. scale: pixels of the superpixels' picture for one of the portrait."""

    base: Cloth
    scale: float
    behind: Values
    named: Values
    part: Values
    bare: Values
    hairy: Values
    alpha: Values
    fringe: PatchMask
    read_well: PatchMask

    @classmethod
    def of(cls, portrait: Portrait, longest: int) -> PatchReading:
        """longest: longer side of the superpixels' picture, pixels."""
        height, width = portrait.picture.height, portrait.picture.width
        scale = min(1.0, longest / max(height, width))
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        rgb = np.ascontiguousarray(resize(portrait.picture.rgb8, size))
        patches = superpixels(rgb)

        def share(plane: Any) -> Values:
            return patches.mean(resize(plane, size))

        read = portrait.parsing.plane
        behind = share(read([head_parsing.BACKGROUND]))
        seen = np.maximum(1 - behind, 0.05)
        named = np.asarray(share(read([head_parsing.CLOTH, head_parsing.NECKLACE])) / seen, np.float32)
        skin = read([head_parsing.SKIN, head_parsing.NOSE, head_parsing.NECK])
        bare = np.asarray(share(skin) / seen, np.float32)
        known = share(portrait.parsing.coverage())
        solid = float(portrait.alpha.max()) or 1.0  # below 1 in a picture that is translucent itself
        alpha = share(portrait.alpha) / np.float32(solid)
        cm = portrait.pose.px_per_cm * scale
        chin = portrait.landmarks.xy[mesh.CHIN] * scale
        across, down = ((patches.centres - chin) / cm).astype(np.float32).T
        none = np.zeros(patches.count, bool)
        base = Cloth(rgb, patches, known, none, none, none, none, none, none, none, 0.0, 0.0, 0.0, across, down, cm)

        beard = portrait.kept("region:beard", lambda: hair_parts.beard(portrait))
        hairy = np.maximum(share(read([head_parsing.HAIR])) / seen, share(beard))
        reach, clear, mostly = LIMITS.read_well
        read_well = (known > reach) & ((behind < clear) | ((behind < mostly) & (alpha > reach)))
        part = np.asarray(np.where(down > LIMITS.hat_cm, np.maximum(named, 1 - bare - hairy), named), np.float32)
        fringe = _near(beard, size, LIMITS.fringe_cm * cm, patches) if beard.any() else np.zeros_like(known, bool)
        fringe &= (np.abs(across) > LIMITS.fringe_aside_cm) & (down < LIMITS.fringe_cm + LIMITS.hat_cm)
        return cls(base, scale, behind, named, part, bare, hairy, alpha, fringe, read_well)

    @property
    def patches(self) -> Superpixels:
        return self.base.patches

    @property
    def known(self) -> Values:
        return self.base.known

    @property
    def across(self) -> Values:
        return self.base.across

    @property
    def down(self) -> Values:
        return self.base.down


@dataclass(frozen=True)
class PatchSeeds:
    """Superpixels that are cloth, skin of the face, and hair for certain."""

    cloth: PatchMask
    face: PatchMask
    strands: PatchMask

    @classmethod
    def of(cls, read: PatchReading) -> PatchSeeds:
        cloth = (read.named > LIMITS.sure) & read.read_well & (read.down > -2) & ~read.fringe
        return cls(cloth, (read.bare > LIMITS.sure) & read.read_well, (read.hairy > LIMITS.sure) & read.read_well)


@dataclass(frozen=True)
class SeedEvidence:
    """What the colours of the seeds say of each superpixel, 0..1. cloth: seeds without bare shoulders, which parsing takes for
    cloth; shoulder: those. skin: likeness to the face's. worn, bald, hair: affinity to cloth, skin, hair. of_skin, of_hair: how
    surely colours tell cloth from these. telling: share of cloth by colours and parsing. unlike_hair: share of cloth against
    hair. grey: 0.2 in a picture without colours. apart: how far colours tell what a superpixel is. like: nearness to sure
    cloth."""

    cloth: PatchMask
    shoulder: PatchMask
    skin: Values
    worn: Values
    bald: Values
    hair: Values
    of_skin: float
    of_hair: float
    telling: Values
    unlike_hair: Values
    grey: float
    apart: Values
    like: Values

    @classmethod
    def of(cls, read: PatchReading, seeds: PatchSeeds) -> SeedEvidence:
        patches = read.patches
        skin = patches.likeness(seeds.face)
        like_cloth = patches.likeness(seeds.cloth)
        shoulder = (skin > LIMITS.skin_like) & (like_cloth < LIMITS.skin_beside * skin) & (read.down > 0)
        sure = seeds.cloth & ~shoulder
        worn, bald, hair = (patches.affinity(each) for each in (sure, seeds.face, seeds.strands))
        # What colours say together with parsing, as far as colours tell the classes of this picture apart.
        of_skin = _separation(patches, worn, bald, sure, seeds.face)
        of_hair = _separation(patches, worn, hair, sure, seeds.strands)
        ours = (read.part + 0.05) * (worn + 0.04)
        skins, hairs = (read.bare + 0.05) * (bald + 0.04), (read.hairy + 0.05) * (hair + 0.04)
        grey = np.clip(float(patches.colour[read.alpha > 0.5, 1:].std(axis=0).sum()) / LIMITS.grey, 0.2, 1)
        return cls(
            cloth=sure,
            shoulder=shoulder,
            skin=skin,
            worn=worn,
            bald=bald,
            hair=hair,
            of_skin=of_skin,
            of_hair=of_hair,
            telling=ours / (ours + skins + hairs),
            unlike_hair=worn / (worn + hair + 0.04),
            grey=grey,
            apart=grey * np.where(skins > hairs, of_skin, of_hair).astype(np.float32),
            like=patches.nearness(sure),
        )


def _near(mask: FloatPlane, size: tuple[int, int], reach: float, patches: Superpixels) -> PatchMask:
    """The superpixels within ``reach`` pixels of the reduced picture of a mask."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * max(1, round(reach)) + 1,) * 2)
    return np.asarray(patches.mean(cv2.dilate(resize(mask, size), kernel)) > 0.5, bool)


def _separation(
    patches: Superpixels, ours: Values, theirs: Values, our_seeds: PatchMask, their_seeds: PatchMask
) -> float:
    """How surely colours tell two classes apart, 0..1: how much better they fit their own seeds than the other's."""
    share = ours / (ours + theirs + 1e-3)
    both = 0.0
    for seeds, right in ((our_seeds, share), (their_seeds, 1 - share)):
        if seeds.any():
            both += float(np.average(right[seeds], weights=patches.area[seeds])) - 0.5
    return float(np.clip(2 * both - 0.4, 0, 1))
