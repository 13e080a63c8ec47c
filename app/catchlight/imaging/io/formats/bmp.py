"""BMPs to pixels."""

from __future__ import annotations

import io
import struct

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.io.formats.missing_end import fill_end
from catchlight.imaging.io.formats.png.decode import split_alpha
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import DecodedImage, Unreadable, contiguous

_CORE_HEADER = 12
_PLAIN = (0, 3, 6)
"""Kinds of compression that are none: BI_RGB, BI_BITFIELDS, BI_ALPHABITFIELDS."""
NOTE_LENGTH = Message("The file is not as long as it says; parts of the picture may look wrong.")


def read_bmp(data: bytes, limits: DecodeLimits, called: str) -> DecodedImage:
    """Raises ImageTooLarge, InvalidRequest, Unreadable."""
    import PIL.BmpImagePlugin

    notes: list[str] = []
    declared = int.from_bytes(data[2:6], "little")
    data = fill_end(data, _whole_length(data), notes)
    try:
        image = PIL.BmpImagePlugin.BmpImageFile(io.BytesIO(data))
    except Exception as fault:
        raise Unreadable(Message("its header is damaged")) from fault
    limits.check_size(*image.size, called)
    try:
        alpha = image.mode == "RGBA"
        pixels = np.asarray(image if alpha or image.mode in ("RGB", "L") else image.convert("RGB"))
    except Exception as fault:
        raise Unreadable(Message("its pixels are damaged or incomplete")) from fault
    if not notes and declared and declared != len(data):
        notes.append(NOTE_LENGTH)
    colour, clear = split_alpha(contiguous(pixels))
    dpi = image.info.get("dpi")
    return DecodedImage(
        colour, "grey" if colour.shape[2] == 1 else "rgb", clear, dpi=dpi if dpi and all(dpi) else None, notes=notes
    )


def _whole_length(data: bytes) -> int:
    """Bytes up to the end of the pixels; 0 where they are compressed or the header does not tell (BITMAPINFOHEADER)."""
    if len(data) < 34:
        return 0
    begin, head = struct.unpack_from("<II", data, 10)
    if head == _CORE_HEADER:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
        packing = 0
    else:
        width, height, _, bits, packing = struct.unpack_from("<iiHHI", data, 18)
    if packing not in _PLAIN or width <= 0 or bits > 32:
        return 0
    return int(begin + (width * bits + 31) // 32 * 4 * abs(height))
