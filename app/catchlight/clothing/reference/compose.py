"""A garment laid into a picture at the picture's own size and depth; pixels that nothing lies on stay what they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.layers import Layers
from catchlight.clothing.reference.match import Match, in_light, softened
from catchlight.clothing.reference.placement import GarmentPlacement, maps, sample
from catchlight.clothing.reference.sitter import Sitter
from catchlight.core.threads import each
from catchlight.imaging import inpaint
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.imaging.tiles import enlarge_part

_ROWS = 256
_UNSEEN = 0.004
"""Share of a layer that nobody sees."""
_GRAINY, _LEAST_GRAIN = 90.0, 0.4
"""Brightness (0..255) from which grain shows wholly, and how much of it shows in black."""
_MARGIN = 8


def compose(
    pixels: Pixels,
    garment: Garment,
    placement: GarmentPlacement,
    sitter: Sitter,
    layers: Layers,
    match: Match,
    seed: int,
) -> Pixels:
    """``pixels`` (HxWx3 or x4, uint8 or uint16) with the garment. Sitter and layers show the same picture at working size."""
    height, width = pixels.shape[:2]
    top = np.float32(np.iinfo(pixels.dtype).max / 255)
    result = pixels.copy()
    noise = inpaint.grain_noise(np.random.default_rng(seed), (height, width))
    fore = sitter.fore.astype(np.float32) - sitter.rgb
    blur = match.blur * height / sitter.shape[0]

    def work(start: int) -> None:
        rows = slice(max(0, start - _MARGIN), min(height, start + _ROWS + _MARGIN))
        inner = slice(start - rows.start, start - rows.start + min(_ROWS, height - start))
        box = (rows, slice(0, width))

        def up(plane: Any) -> Any:
            return enlarge_part(plane, box, (height, width))

        front = up(sitter.front)
        cloth, ground, skin = (
            layers_at(garment, placement, box, (height, width), blur)[1],
            up(layers.ground),
            up(layers.skin),
        )
        edge = up(layers.edge) * (1 - front)
        if max(float(plane.max()) for plane in (cloth * (1 - front), ground, skin, edge)) < _UNSEEN:
            return
        own = pixels[rows, :, :3].astype(np.float32) / top
        speckle = noise[rows] * np.float32(match.grain)
        under = own + (up(layers.backdrop.astype(np.float32)) - own) * ground[..., None]
        under += (up(layers.flesh) - under) * skin[..., None]
        under *= 1 - edge[..., None]
        colours = layers_at(garment, placement, box, (height, width), blur)[0]
        colours = in_light(colours, match) * (1 - up(layers.shade))[..., None]
        colours += (speckle * _shown(colours))[..., None]
        under += (colours - under) * cloth[..., None]
        # Strands in front are the hair's own colours, without the old cloth that shows between them.
        before = own + up(fore)
        new = under + (before - under) * front[..., None]
        changed = np.maximum.reduce([cloth * (1 - front), ground, skin, edge]) > _UNSEEN
        value = np.clip(np.rint(new * top), 0, np.iinfo(pixels.dtype).max).astype(pixels.dtype)
        part: Any = result[rows, :, :3][inner]
        np.copyto(part, value[inner], where=changed[inner][..., None])

    each(work, range(0, height, _ROWS))
    return result


def layers_at(
    garment: Garment, placement: GarmentPlacement, box: tuple[slice, slice], size: tuple[int, int], blur: float
) -> tuple[FloatImage, FloatPlane]:
    """Colours and alpha of the garment in a part of the picture, as soft as it is."""
    colours, alpha = sample(garment, *maps(placement, *box, size))
    return softened(colours, blur), softened(alpha, blur)


def _shown(colours: FloatImage) -> FloatPlane:
    """How much of a photo's grain shows on colours."""
    return np.asarray(np.clip(colours.mean(axis=-1) * np.float32(1 / _GRAINY), _LEAST_GRAIN, 1), np.float32)
