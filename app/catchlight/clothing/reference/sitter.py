"""What must be known of a person before a garment is laid over what they wear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

Ground = Callable[[Mask], ByteImage]
"""Gives the picture with background where the mask (HxW) is, HxWx3."""
Skin = Callable[[FloatPlane], FloatImage]
"""Gives the neck's and chest's skin (HxWx3, 0..255) where the plane (HxW, 0..1) wants it."""


@dataclass(frozen=True)
class Sitter:
    """A person at working size; all planes HxW float32 in 0..1.

    rgb: HxWx3 uint8. alpha: the person. front: face, hair, ears, beard and spectacles: all that lies before a garment. hair: of
    that hair and beard, whose own colours are fore (HxWx3 uint8). bare: skin of neck and chest. cloth: what is worn. neck: the
    shape of the neck down to the shoulders, as rebuilt where hair hides it. neck_sides: 2xH, x of the neck's outlines in every
    row. line: W, y of the shoulders' outline. chin: x, y. axis: column of the neck's axis. cm: pixels. skin: linear luminance of
    the face's skin; warmth: log2 of red to blue of the eye whites, None where not known. blur: of the photo's edges, pixels.
    grain: deviation of the photo's, 0..255. grey: whether the photo has no colours. ground, make_skin: what shows where
    the old clothes went.
    """

    rgb: ByteImage
    alpha: FloatPlane
    front: FloatPlane
    hair: FloatPlane
    fore: ByteImage
    bare: FloatPlane
    cloth: FloatPlane
    neck: FloatPlane
    neck_sides: FloatPlane
    line: FloatPlane
    chin: tuple[float, float]
    axis: float
    cm: float
    skin: float
    warmth: float | None
    blur: float
    grain: float
    grey: bool
    ground: Ground
    make_skin: Skin

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.alpha.shape[0]), int(self.alpha.shape[1])
