"""A picture to a file's bytes: colour profile, density, Exif without location, edit record."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.imaging.colour.source_colours import in_source_colours, rows_in_source_colours
from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io import xmp
from catchlight.imaging.io.formats.jpeg import markers
from catchlight.imaging.io.formats.jpeg.strips import STRIPED_PIXELS
from catchlight.imaging.io.formats.png import encode as png_write
from catchlight.imaging.io.formats.tiff import encode as tiff_write
from catchlight.imaging.picture import Picture

WRITABLE = ("image/jpeg", "image/png", "image/webp", "image/tiff", "image/avif")
OPAQUE = ("image/jpeg",)
"""Those that hold no alpha."""


def encode(picture: Picture, media_type: str, quality: int = 95, chroma: str = "4:4:4", metadata: bool = True) -> bytes:
    """The file of a picture: in its source's colours, with profile, density, Exif without location, edit record as XMP.

    quality: 1..100 for the lossy types. chroma: ``4:4:4``, ``4:2:2`` or ``4:2:0`` (JPEG, AVIF). metadata False leaves Exif and
    record out. 16 bit stays in PNG and TIFF; alpha is laid on white where the type has none (JPEG). A record of any length is
    written; of Exif that is too long for a JPEG the longest fields are left out.
    """
    if media_type not in WRITABLE:
        raise InvalidRequest(
            Message("Cannot write {kind}; choose one of {known}.", kind=media_type, known=tuple(WRITABLE))
        )
    exif = picture.metadata.exif if metadata else b""
    packet = xmp.packet(picture.record) if metadata else b""
    if media_type == "image/tiff":
        rows, profile = rows_in_source_colours(picture)
        return tiff_write.encode_tiff(rows, picture.dpi, profile, exif, packet)
    picture, profile = in_source_colours(picture)
    if media_type == "image/jpeg":
        return _encode_jpeg(picture, profile, quality, chroma, exif, metadata)
    if media_type == "image/png":
        return png_write.encode(picture.pixels, picture.dpi, profile, exif, packet)
    pixels = picture.pixels if picture.depth == 8 else (picture.pixels >> 8).astype(np.uint8)
    options: dict[str, Any] = {"exif": exifs.with_density(exif, picture.dpi), "xmp": packet}
    if media_type == "image/avif":
        options |= {"quality": quality, "subsampling": chroma}
    else:
        options |= {"quality": quality, "method": 4, "exact": True}
    return _save(pixels, media_type, profile, {name: value for name, value in options.items() if value != b""})


def _encode_jpeg(picture: Picture, profile: bytes, quality: int, chroma: str, exif: bytes, metadata: bool) -> bytes:
    import PIL.ImageFile

    pixels = picture.rgb8
    options: dict[str, Any] = {"quality": quality, "subsampling": chroma, "optimize": True}
    if picture.dpi is not None:
        options["dpi"] = (picture.dpi, picture.dpi)
    if exif:
        options["exif"] = exifs.shorten_exif(exif, exifs.MOST_IN_JPEG)
    if pixels.shape[0] * pixels.shape[1] >= STRIPED_PIXELS:
        options["restart_marker_rows"] = 1
    # Optimising needs the whole file in one block; Pillow's guess is too small for noisy pictures in 4:4:4.
    PIL.ImageFile.MAXBLOCK = max(PIL.ImageFile.MAXBLOCK, 2 * pixels.size)
    data = _save(pixels, "image/jpeg", profile, {name: value for name, value in options.items() if value != b""})
    packet, extended = xmp.jpeg_packets(picture.record) if metadata else (b"", b"")
    return markers.with_xmp(data, packet, extended) if packet else data


def _save(pixels: np.ndarray[Any, Any], media_type: str, profile: bytes, options: dict[str, Any]) -> bytes:
    import PIL.Image

    out = io.BytesIO()
    image = PIL.Image.fromarray(np.asarray(pixels, np.uint8))
    image.save(out, media_type.removeprefix("image/"), icc_profile=profile, **options)
    return out.getvalue()
