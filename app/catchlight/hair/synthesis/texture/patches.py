"""Small pieces of hair: what each shows across and along its strands, and which of the photo's is most like a drawn one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core.threads import each
from catchlight.hair.synthesis.texture.flow import StrandFlow
from catchlight.imaging.arrays import Floats, Indices
from catchlight.imaging.picture import FloatPlane

PATCH_LENGTH, PATCH_WIDTH = 1.8, 0.9
"""How far a piece counts along its strands and across, in distances of pieces."""
_PIECE_CM, _LEAST_PX = 0.5, 7.0
"""Distance of pieces, and the least in pixels: of smaller ones none would show how strands lie."""
_ALONG, _ACROSS = np.linspace(-1.3, 1.3, 5), np.linspace(-1.1, 1.1, 9)
_STRANDS_PX = 0.8
"""Places, in distances of pieces, at which pieces are compared, and the blur (pixels) they are seen with there."""
_LIGHT, _CHANCE = 0.5, 0.1
"""How much it counts that a piece was as bright or dark as the hair is where it is laid, and how far chance decides."""
FLIPS = ((1, 1), (-1, -1), (-1, 1), (1, -1))
"""Along and across: pieces may lie the other way round, and mirrored."""
_AT_ONCE, _COMPARED = 30_000, 256
"""Rows that OpenCV reads at once at most, which it counts in 16 bits; and pieces that are compared at once."""


@dataclass(frozen=True)
class HairPatches:
    """Pieces in a picture. x, y: N, pixels of their middles. turn: N, radians, the direction of their strands, either way. forms:
    NxD, what each shows across and along them. light: N, how bright it is there, in deviations."""

    x: Indices
    y: Indices
    turn: Floats
    forms: Floats
    light: Floats


def patch_spacing(cm: float) -> float:
    """Pixels from one piece to the next."""
    return max(_PIECE_CM * cm, _LEAST_PX)


def describe_patches(
    bright: FloatPlane, broad: FloatPlane, flow: StrandFlow, x: Indices, y: Indices, size: float
) -> HairPatches:
    """Pieces at some pixels of a picture, of which ``bright`` is the detail and ``broad`` the rest of the brightness (HxW)."""
    import cv2

    height, width = flow.along.shape[:2]
    row = np.minimum((y / flow.size[1]).astype(np.intp), height - 1)
    column = np.minimum((x / flow.size[0]).astype(np.intp), width - 1)
    way = flow.along[row, column]
    turn = np.arctan2(way[:, 1], way[:, 0]).astype(np.float32)
    along, across = (np.asarray(side, np.float32).ravel() for side in np.meshgrid(_ALONG, _ACROSS))
    cos, sin = np.float32(size) * np.cos(turn)[:, None], np.float32(size) * np.sin(turn)[:, None]
    to_x = x[:, None].astype(np.float32) + cos * along - sin * across
    to_y = y[:, None].astype(np.float32) + sin * along + cos * across
    seen = cv2.GaussianBlur(bright, (0, 0), _STRANDS_PX)
    forms = np.empty(to_x.shape, np.float32)
    for first in range(0, len(forms), _AT_ONCE):
        some = slice(first, first + _AT_ONCE)
        forms[some] = cv2.remap(seen, to_x[some], to_y[some], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    forms *= np.exp(-0.5 * ((along / np.float32(PATCH_LENGTH)) ** 2 + (across / np.float32(PATCH_WIDTH)) ** 2))
    light = broad[y, x]
    light = (light - np.median(light)) / (light.std() + np.float32(1e-3))
    return HairPatches(x, y, turn, forms, light)


def match_patches(wanted: HairPatches, known: HairPatches, random: np.random.Generator) -> tuple[Indices, Indices]:
    """For each piece wanted the one that is most like it, and which of ``FLIPS`` makes it so."""
    size = float(np.sqrt((known.forms**2).sum(axis=1).mean()))
    like = size / max(float(np.sqrt((wanted.forms**2).sum(axis=1).mean())), 1e-6)
    weight = np.float32(_LIGHT * size)
    forms = known.forms.reshape(-1, len(_ACROSS), len(_ALONG))
    turned = [forms[:, ::across, ::along].reshape(len(forms), -1) for along, across in FLIPS]
    every = np.hstack([np.vstack(turned), np.tile(weight * known.light, len(FLIPS))[:, None]])
    goal = np.hstack([wanted.forms * np.float32(like), (weight * wanted.light)[:, None]])
    # Half the squared distance, but for what all have alike.
    least = 0.5 * (every**2).sum(axis=1)
    least += np.float32(_CHANCE * size**2) * random.random(len(every), np.float32)
    across = np.ascontiguousarray(every.T)

    def compared(some: slice) -> Indices:
        return np.asarray((least - goal[some] @ across).argmin(axis=1))

    blocks = (slice(first, first + _COMPARED) for first in range(0, len(goal), _COMPARED))
    flip, best = np.divmod(np.concatenate(each(compared, blocks)), len(known.x))
    return best, flip
