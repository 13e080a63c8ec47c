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
from catchlight.imaging.picture import ByteImage, Pixels


@dataclass(frozen=True, eq=False)
class Draft:
    """pixels: HxWx3 sRGB, upright, its longer side at least what was asked for where the file has so much. width, height: of the
    whole picture, upright. own, profile: the same pixels in the file's own RGB space, with the ICC profile of that, where it is
    not sRGB; of a raw file's embedded preview they are not known."""

    pixels: ByteImage
    width: int
    height: int
    own: ByteImage | None = None
    profile: bytes = b""


def decode_draft(data: bytes, side: int, limits: DecodeLimits, name: str = "") -> Draft:
    """A picture with its longer side at ``side`` pixels or up to twice as many. Raises what ``codec.decode`` raises."""
    shown = read_reduced(data, side, limits, name) if sniff(data) == "image/jpeg" else None
    if shown is None and raw_kind(data):
        shown = embedded_preview(data, limits, longest=2 * side)
    own: Pixels | None
    if shown is not None:
        pixels, (width, height), own, profile = shown.pixels, shown.whole, shown.own, shown.profile
    else:
        picture = decode(data, limits, name)
        pixels, width, height = picture.rgb8, picture.width, picture.height
        kept = picture.source_colours
        own, profile = (None, b"") if kept is None else (kept.pixels, kept.profile)
    colours = None if own is None else _smaller(own, side)
    return Draft(_smaller(pixels, side), width, height, colours, profile)


def _smaller(pixels: Pixels, side: int) -> ByteImage:
    """Eight bits of a picture; with the longer side at ``side`` where it has twice as many pixels."""
    plain = np.asarray(pixels if pixels.dtype == np.uint8 else pixels >> 8, np.uint8)
    return plain if max(plain.shape[:2]) < 2 * side else reduce_to(plain, side)
