"""JPEGs read small: an eighth to a half of their size, which libjpeg gives for a fraction of the time."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io import to_srgb
from catchlight.imaging.io.formats.jpeg.markers import Jpeg, read_markers
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import ColourEncoding, DecodedImage, EmbeddedPreview, NotSupported, Unreadable
from catchlight.imaging.picture import ByteImage

_BASELINE = (0xC0, 0xC1, 0xC2)
LEAST_PIXELS = 12_000_000
"""Smaller pictures are whole before a preview is worth anything."""


def read_small(data: bytes, limits: DecodeLimits, longest: int) -> EmbeddedPreview | None:
    """A large picture, sRGB and upright, at most ``longest`` pixels long; None for smaller, damaged and rare ones."""
    found = read_reduced(data, longest, limits, "", least=LEAST_PIXELS)
    return None if found is None else EmbeddedPreview(found.pixels, found.whole)


def read_reduced(data: bytes, side: int, limits: DecodeLimits, name: str, least: int = 0) -> EmbeddedPreview | None:
    """sRGB, upright, its longer side at ``side`` where the file has so much; None for what is rare or damaged, which the
    thorough reader sees to, and for less than ``least`` pixels. Raises what the limits raise."""
    import simplejpeg

    try:
        markers = read_markers(data)
    except (Unreadable, NotSupported):
        return None
    plain = markers.complete and markers.bits == 8 and markers.parts == 3 and markers.process in _BASELINE
    if not plain or markers.width * markers.height < least:
        return None
    limits.check_size(markers.width, markers.height, name)
    share = min(1.0, side / max(markers.width, markers.height))
    try:
        pixels = simplejpeg.decode_jpeg(
            data, "RGB", min_width=round(markers.width * share), min_height=round(markers.height * share)
        )
    except ValueError:
        return None
    # Reduced before its colours are converted, which takes longer than all else for a picture of a wide space.
    return _upright(markers, reduce_to(np.asarray(pixels, np.uint8), side))


def reduce_to(pixels: ByteImage, side: int) -> ByteImage:
    """With the longer side at ``side`` pixels where it is longer."""
    import cv2

    longer = max(pixels.shape[:2])
    if longer <= side:
        return pixels
    size = tuple(max(1, round(length * side / longer)) for length in pixels.shape[1::-1])
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _upright(markers: Jpeg, pixels: ByteImage) -> EmbeddedPreview:
    from catchlight.imaging.io.read import turn_upright

    said = exifs.read_exif(markers.exif)
    colours = ColourEncoding(icc=markers.icc)
    source = DecodedImage(pixels, "rgb", colours=colours.named_adobe_rgb() if said.adobe_rgb else colours)
    found = to_srgb.convert(source)
    turned: Any = turn_upright(found.pixels, said.orientation)
    own: Any = None if found.own is None else turn_upright(found.own, said.orientation)
    lies = said.orientation in (5, 6, 7, 8)
    whole = (markers.height, markers.width) if lies else (markers.width, markers.height)
    return EmbeddedPreview(turned, whole, own, found.profile)
