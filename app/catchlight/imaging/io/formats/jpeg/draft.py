"""Pictures small and soon, for looking through many: JPEGs are decoded at a part of their size; of a raw file the preview that
the camera put into it is taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.imaging.io.formats.jpeg.preview import read_reduced, reduce_to
from catchlight.imaging.io.formats.raw.kinds import raw_kind
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.read import decode, embedded_preview
from catchlight.imaging.io.sniff import sniff
from catchlight.imaging.picture import ByteImage


@dataclass(frozen=True, eq=False)
class Draft:
    """pixels: HxWx3 sRGB, upright, its longer side at least what was asked for where the file has so much. width, height: of the
    whole picture, upright."""

    pixels: ByteImage
    width: int
    height: int


def decode_draft(data: bytes, side: int, limits: DecodeLimits, name: str = "") -> Draft:
    """A picture with its longer side at ``side`` pixels or up to twice as many. Raises what ``codec.decode`` raises."""
    shown = read_reduced(data, side, limits, name) if sniff(data) == "image/jpeg" else None
    if shown is None and raw_kind(data):
        shown = embedded_preview(data, limits, longest=2 * side)
    if shown is not None:
        pixels, (width, height) = np.asarray(shown.pixels, np.uint8), shown.whole
    else:
        picture = decode(data, limits, name)
        pixels, width, height = picture.rgb8, picture.width, picture.height
    return Draft(pixels if max(pixels.shape[:2]) < 2 * side else reduce_to(pixels, side), width, height)
