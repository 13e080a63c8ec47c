"""BMPs to pixels."""

from __future__ import annotations

import io

import numpy as np

from catchlight.engine.io.formats.png import split_alpha
from catchlight.engine.io.limits import Limits
from catchlight.engine.io.source import Source, Unreadable, contiguous

NOTE_LENGTH = "The file is not as long as it says; parts of the picture may look wrong."


def read_bmp(data: bytes, limits: Limits, called: str) -> Source:
    """Raises ImageTooLarge, InvalidRequest, Unreadable."""
    import PIL.BmpImagePlugin

    try:
        image = PIL.BmpImagePlugin.BmpImageFile(io.BytesIO(data))
    except Exception as fault:
        raise Unreadable("its header is damaged") from fault
    limits.check_size(*image.size, called)
    try:
        alpha = image.mode == "RGBA"
        pixels = np.asarray(image if alpha or image.mode in ("RGB", "L") else image.convert("RGB"))
    except Exception as fault:
        raise Unreadable("its pixels are damaged or incomplete") from fault
    declared = int.from_bytes(data[2:6], "little")
    notes = [NOTE_LENGTH] if declared and declared != len(data) else []
    colour, clear = split_alpha(contiguous(pixels))
    dpi = image.info.get("dpi")
    return Source(
        colour, "grey" if colour.shape[2] == 1 else "rgb", clear, dpi=dpi if dpi and all(dpi) else None, notes=notes
    )
