"""A garment put on a person: layers of the working size, to be laid over the photo's own pixels."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from catchlight.engine.garment import skin, strands
from catchlight.engine.garment.cut import Cut, cut
from catchlight.engine.garment.lit import lit
from catchlight.engine.garment.notions import Notions
from catchlight.engine.garment.pattern import Garment
from catchlight.engine.garment.sewing import sewn
from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom import fill
from catchlight.engine.groom.planes import shrunk, soft
from catchlight.engine.picture import FloatImage, FloatPlane

_MOST_GRAIN = 0.012
"""Deviation above which what is fine on a face is pores and stubble."""
_TAILORED_GRAIN = 0.007
_LEAST_BLUR = 0.3
_CONTACT = ((0.28, 0.33), (0.8, 0.15))
"""Shadow that a collar throws on the neck: width in cm, strength."""


@dataclass(frozen=True)
class Layers:
    """changed: HxWx3, what is added to the photo where no cloth lies (skin, shadows, background behind old collars), sRGB -1..1.
    cloth: HxWx3, the garment without texture, sRGB 0..1. cover: HxW, where it lies over the photo.
    mixed: HxWx3, added where hair and cloth share pixels, of weight ``hairy``. alpha: of the person in the new clothes.
    ground: HxWx3, sRGB 0..1, and fresh: HxW: the skin and background that take the place of all the photo has there, detail too.
    invented: skin that had to be made up, cm2. off: cm2 of a collar in the air beside the neck. grain: of the photo,
    0..1. shares: where each cloth of a garment lies, HxW by role; none for a garment of one cloth. risen: cm2 of old clothes
    beside the neck that stand higher than the new ones. through: cm2 of hair through which old cloth shines. notions: what is
    sewn on, in pixels of the layers."""

    changed: FloatImage
    cloth: FloatImage
    cover: FloatPlane
    mixed: FloatImage
    hairy: FloatPlane
    alpha: FloatPlane
    ground: FloatImage
    fresh: FloatPlane
    invented: float
    off: float
    grain: float
    shares: dict[str, FloatPlane] = field(default_factory=dict)
    risen: float = 0.0
    through: float = 0.0
    notions: Notions = field(default_factory=Notions)

    @cached_property
    def touched(self) -> npt.NDArray[np.bool_]:
        """Where anything of the photo changes."""
        return np.asarray((self.cover > 0) | (self.hairy > 0) | (np.abs(self.changed).max(axis=2) > 0.002))

    @cached_property
    def solid(self) -> npt.NDArray[np.bool_]:
        """Where there is nothing but cloth."""
        return np.asarray((self.cover > 0.999) & (self.hairy == 0))


def worn(sitter: Sitter, garment: Garment, rgb: tuple[int, int, int], blur: float = 0.0, seed: int = 3) -> Layers:
    """blur: how soft edges are where cloth ends on skin, Gaussian width in pixels of the sitter."""
    with ThreadPoolExecutor(1, "wearing") as side:
        strands_told = side.submit(strands.told, sitter)
        pieces = cut(sitter, garment, seed)
        skin_bared = side.submit(skin.bared, sitter, pieces)
        shares: dict[str, FloatPlane] = {}
        notions = Notions()
        if pieces.fit is not None:
            linear, shares, notions = sewn(sitter, pieces, pieces.fit, garment, rgb, seed)
        else:
            linear = lit(sitter, pieces, garment, rgb, seed)
        colours = np.clip(linear, 0, None) ** np.float32(1 / 2.2)
        strand = strands_told.result()
        hair, own = strand.hair, strand.own
        bare = skin_bared.result()
    front = np.maximum(np.where(sitter.hair <= 0.02, sitter.front, 0), np.maximum(hair, sitter.face))
    front = np.where(front < 0.04, 0, front).astype(np.float32)
    photo = sitter.rgb / 255
    grain = min(
        fill.grain(sitter.rgb, (sitter.face > 0.9) & (sitter.hair < 0.05)) / 255,
        _MOST_GRAIN if pieces.fit is None else _TAILORED_GRAIN,
    )

    spike = pieces.spike * (1 - front)
    result = photo
    if (spike > 0.05).any():
        behind = fill.smooth(sitter.rgb, shrunk(sitter.alpha < 0.02, 0.12 * sitter.cm).astype(np.float32)) / 255
        # Half a pixel of cloth lies over what is behind, not over what stood out.
        gone = np.where(pieces.cover > 0.02, np.clip(4 * spike, 0, 1), spike)
        result = result + (behind - result) * gone[..., None]
    alpha = sitter.alpha * (1 - spike)
    part = (bare.where * (1 - front) * sitter.alpha)[..., None]
    result = result + (bare.rgb - result) * part
    shadow = np.zeros_like(alpha)
    for width, strength in _CONTACT:
        shadow += np.float32(strength) * soft(pieces.collar, width * sitter.cm)
    on_skin = (1 - pieces.cover) * (1 - sitter.face) * alpha * np.clip(sitter.neck + bare.where, 0, 1)
    result = result * (1 - np.clip(shadow * on_skin, 0, 0.6)[..., None])

    cover = pieces.cover * (1 - front)
    inside = (sitter.alpha > 0.97) & (hair > 0)
    over = result + (hair[..., None] * own + (1 - hair[..., None]) * colours - result) * pieces.cover[..., None]
    old = sitter.fore / 255
    old = old + (result - old) * spike[..., None]  # what stood out is gone already
    edge = result + np.minimum(cover, alpha)[..., None] * (colours - old)
    if blur > _LEAST_BLUR:
        skin_ = (sitter.neck > 0.5) & (sitter.cloth < 0.4) & (sitter.alpha > 0.99) & (front <= 0)
        beside = soft(skin_.astype(np.float32), 2 * blur) * (sitter.alpha > 0.99) * (front <= 0)
        cover = cover + (soft(cover, blur) - cover) * np.clip(4 * beside, 0, 1)
    rim = (hair > 0) | ((sitter.alpha < 0.99) & (pieces.collar < 0.5) & (sitter.v > -PIT_CM - 3))
    mixed = np.where(inside[..., None], over, edge)
    return Layers(
        changed=np.asarray(result - photo, np.float32),
        cloth=np.asarray(colours, np.float32),
        cover=np.asarray(cover, np.float32),
        mixed=np.asarray(mixed - photo, np.float32),
        hairy=np.asarray(rim * (pieces.cover > 0), np.float32),
        alpha=np.asarray(np.maximum(alpha, pieces.collar * (1 - front)), np.float32),
        ground=np.asarray(result, np.float32),
        fresh=np.asarray(np.maximum(part[..., 0], spike), np.float32),
        invented=bare.invented,
        off=_off(sitter, pieces),
        grain=float(grain),
        shares=shares,
        risen=_risen(sitter, garment, pieces),
        through=strand.through,
        notions=notions,
    )


def _off(sitter: Sitter, cut: Cut) -> float:
    """Area of a collar in the air on the worse side; of a coat, what lies higher than shoulders only."""
    air = (cut.collar > 0.5) & (sitter.alpha < 0.1) & (sitter.front < 0.5)
    if cut.fit is not None:
        air &= np.abs(sitter.u) < cut.wide + 0.8
    return max(float((air & (side * sitter.u > 0)).sum()) for side in (-1, 1)) / sitter.cm**2


def _risen(sitter: Sitter, garment: Garment, cut: Cut) -> float:
    """Old cloth beside the neck that stands higher than the new: above a coat's collar, or above a band that lies flat."""
    if garment.neckline.kind == "collar":
        return 0.0
    high = sitter.v < float(cut.edge[-1, 1]) - 0.6
    old = high & (cut.cover > 0.5) & (cut.collar < 0.5) & (sitter.front < 0.3)
    old &= np.abs(sitter.u) < (14 if cut.fit is not None else cut.wide + 3)
    return float(old.sum()) / sitter.cm**2
