"""A photo whose hair can be worn, made of the shipped sample: the astronaut before a plain ground, for the flag beside her hair
is taken for a scarf."""

from __future__ import annotations

import numpy as np
from catchlight.hair import reference_styling
from catchlight.hair.reference import piece
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits

GROUND = (205, 205, 210)


def plain_photo(portrait: Portrait) -> Picture:
    """The person of a portrait before a plain ground."""
    share = portrait.alpha[..., None]
    pixels = portrait.foreground * share + np.array(GROUND, np.float32) * (1 - share)
    return Picture(np.clip(np.rint(pixels), 0, 255).astype(np.uint8))


def piece_of(portraits: Portraits, photo: Picture) -> Picture:
    """The piece of a photo's hair."""
    return piece.make_piece(reference_styling.read_reference(portraits.of(photo)), photo.digest)
