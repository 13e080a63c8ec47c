"""Files in, pictures out, and back: what the rest of the program knows of image formats; ``engine.io`` does the work.

Reading applies orientation, converts what the file says of its colours to sRGB, keeps 16 bit and an alpha that hides something,
and refuses by declared size and structure before a pixel is decoded. Writing embeds sRGB, density and the edit record.
"""

from __future__ import annotations

from catchlight.imaging.io.limits import STORE_LIMITS, DecodeLimits
from catchlight.imaging.io.read import decode
from catchlight.imaging.io.sniff import EXTENSIONS, sniff
from catchlight.imaging.io.write import WRITABLE, encode
from catchlight.imaging.picture import Picture

__all__ = ["EXTENSIONS", "STORE_LIMITS", "WRITABLE", "DecodeLimits", "decode", "encode", "result_type", "sniff"]


def result_type(source: Picture, result: Picture, wanted: str | None) -> str:
    """Media type a result is delivered in: the wish (``png``, ``jpeg``, ``webp``), PNG for alpha, else the source's type."""
    if wanted is not None:
        return f"image/{wanted}"
    if result.has_alpha:
        return "image/png"
    return source.metadata.media_type if source.metadata.media_type in WRITABLE else "image/png"
