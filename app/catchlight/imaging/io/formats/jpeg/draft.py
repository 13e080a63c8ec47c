"""Pictures small and soon, for looking through many: JPEGs are decoded at a part of their size, which libjpeg does in a
fraction of the time; of a raw file the preview that the camera put into it is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io import to_srgb
from catchlight.imaging.io.formats.jpeg.markers import Jpeg, read_markers
from catchlight.imaging.io.formats.raw.kinds import raw_kind
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.read import decode, embedded_preview, turn_upright
from catchlight.imaging.io.sniff import sniff
from catchlight.imaging.io.source import ColourEncoding, DecodedImage, NotSupported, Unreadable
from catchlight.imaging.picture import ByteImage

_BASELINE = (0xC0, 0xC1, 0xC2)


@dataclass(frozen=True, eq=False)
class Draft:
    """pixels: HxWx3 sRGB, upright, its longer side at least what was asked for where the file has so much. width, height: of the
    whole picture, upright."""

    pixels: ByteImage
    width: int
    height: int


def decode_draft(data: bytes, side: int, limits: DecodeLimits, name: str = "") -> Draft:
    """A picture with its longer side at ``side`` pixels or up to twice as many. Raises what ``codec.decode`` raises."""
    draft = _jpeg_draft(data, side, limits, name) if sniff(data) == "image/jpeg" else None
    if draft is None and raw_kind(data):
        shown = embedded_preview(data, limits, longest=2 * side)
        draft = Draft(np.asarray(shown.pixels, np.uint8), *shown.whole) if shown is not None else None
    if draft is None:
        picture = decode(data, limits, name)
        draft = Draft(picture.rgb8, picture.width, picture.height)
    return Draft(_reduced(draft.pixels, side), draft.width, draft.height)


def _jpeg_draft(data: bytes, side: int, limits: DecodeLimits, name: str) -> Draft | None:
    """None for what is rare or damaged: the thorough reader sees to it."""
    import simplejpeg

    try:
        markers = read_markers(data)
    except (Unreadable, NotSupported):
        return None
    plain = markers.complete and markers.bits == 8 and markers.parts == 3 and markers.process in _BASELINE
    if not plain:
        return None
    limits.check_size(markers.width, markers.height, name)
    share = min(1.0, side / max(markers.width, markers.height))
    try:
        pixels = simplejpeg.decode_jpeg(
            data, "RGB", min_width=round(markers.width * share), min_height=round(markers.height * share)
        )
    except ValueError:
        return None
    return _upright(markers, np.asarray(pixels, np.uint8))


def _upright(markers: Jpeg, pixels: ByteImage) -> Draft:
    said = exifs.read_exif(markers.exif)
    colours = ColourEncoding(icc=markers.icc)
    source = DecodedImage(pixels, "rgb", colours=colours.named_adobe_rgb() if said.adobe_rgb else colours)
    turned: Any = turn_upright(to_srgb.convert(source).pixels, said.orientation)
    lies = said.orientation in (5, 6, 7, 8)
    width, height = (markers.height, markers.width) if lies else (markers.width, markers.height)
    return Draft(turned, width, height)


def _reduced(pixels: ByteImage, side: int) -> ByteImage:
    """With the longer side at most twice ``side``."""
    import cv2

    longer = max(pixels.shape[:2])
    if longer < 2 * side:
        return pixels
    size = tuple(max(1, round(length * side / longer)) for length in pixels.shape[1::-1])
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
