"""Files in, pictures out, and back: what the rest of the program knows of image formats; ``engine.io`` does the work.

Reading applies orientation, converts what the file says of its colours to sRGB, keeps 16 bit and an alpha that hides something,
and refuses by declared size and structure before a pixel is decoded. Writing embeds sRGB, density and the edit record.
"""

from __future__ import annotations

from catchlight.imaging.io.limits import STORE_LIMITS, DecodeLimits
from catchlight.imaging.io.read import decode, embedded_preview, raw_facts, run_decoder
from catchlight.imaging.io.sniff import EXTENSIONS, RAW, is_picture_head, sniff
from catchlight.imaging.io.write import OPAQUE, WRITABLE, encode
from catchlight.imaging.picture import Picture

__all__ = [
    "EXTENSIONS",
    "RAW",
    "STORE_LIMITS",
    "WRITABLE",
    "DecodeLimits",
    "decode",
    "embedded_preview",
    "encode",
    "is_picture_head",
    "kept_type",
    "raw_facts",
    "result_type",
    "run_decoder",
    "sniff",
]


def result_type(source: Picture, result: Picture, wanted: str | None) -> str:
    """Media type a result is delivered in: the wish (``png``, ``jpeg``, ``webp``), PNG for alpha, else the source's type, and
    TIFF of a raw file, whose 16 bits it keeps."""
    if wanted is not None:
        return f"image/{wanted}"
    if result.has_alpha:
        return "image/png"
    return kept_type(source.metadata.media_type, has_alpha=False)


def kept_type(media_type: str, *, has_alpha: bool) -> str:
    """Media type a picture is exported in where none is asked for: that of its file; TIFF of a raw file, whose 16 bits it keeps;
    PNG where that type is not written (HEIC, BMP), or holds no alpha and the picture has one."""
    if media_type == RAW:
        return "image/tiff"
    holds = media_type in WRITABLE and not (has_alpha and media_type in OPAQUE)
    return media_type if holds else "image/png"
