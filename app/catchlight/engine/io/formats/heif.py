"""HEIC, HEIF and AVIF to pixels: libheif for the first two, libavif for the third; turned as the boxes say."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine.io.formats.boxes import Boxes, read_boxes
from catchlight.engine.io.formats.png import split_alpha
from catchlight.engine.io.formats.tiff_values import to_unsigned, unpremultiply
from catchlight.engine.io.limits import Limits
from catchlight.engine.io.source import Colours, Source, Stored, Unreadable, contiguous

_HDR = (16, 18)
"""Transfer characteristics of pictures for HDR screens: PQ and HLG. They are read with all their bits, others with 8."""


def read_heif(data: bytes, media_type: str, limits: Limits, called: str) -> Source:
    """Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported."""
    boxes = read_boxes(data)
    if boxes.width and boxes.height:
        limits.check_size(boxes.width, boxes.height, called)
    avif = media_type == "image/avif"
    pixels, frames = _read_avif(data, boxes, limits, called) if avif else _read_heic(data, boxes, limits, called)
    notes = list(boxes.notes)
    if frames > 1:
        notes.append(f"Only the first of {frames} frames or pages was opened.")
    colour, alpha = split_alpha(pixels)
    said = Colours(None if boxes.icc else boxes.cicp, boxes.icc)
    grey = colour.shape[2] == 1
    return Source(colour, "grey" if grey else "rgb", alpha, said, 1, boxes.exif, boxes.xmp, None, notes)


def _read_avif(data: bytes, boxes: Boxes, limits: Limits, called: str) -> tuple[Stored, int]:
    import imagecodecs

    try:
        read: Any = imagecodecs.avif_decode(data, index=0)
    except Exception as fault:
        raise Unreadable("its pixels are damaged") from fault
    limits.check_size(read.shape[1], read.shape[0], called)
    bits = 8 if read.dtype == np.uint8 else int(_avif_bits(data))
    pixels = contiguous(to_unsigned(read, bits, []))
    if pixels.dtype == np.uint16 and not _is_hdr(boxes):
        pixels = np.asarray((pixels.astype(np.uint32) * 255 + 32767) // 65535, np.uint8)
    return _turned(pixels, boxes), 1


def _avif_bits(data: bytes) -> int:
    """Bits of a channel by the AV1 configuration box (AV1 in ISOBMFF, 2.3.3): 10 or 12."""
    place = data.find(b"av1C")
    return 12 if place >= 0 and place + 6 < len(data) and data[place + 6] & 0x20 else 10


def _read_heic(data: bytes, boxes: Boxes, limits: Limits, called: str) -> tuple[Stored, int]:
    import pillow_heif

    try:
        file = pillow_heif.open_heif(data, convert_hdr_to_8bit=not _is_hdr(boxes))
        width, height = file.size
        limits.check_size(width, height, called)
        read: Any = np.asarray(file)
        frames, mode = len(file), str(file.mode)
    except Exception as fault:
        if getattr(fault, "code", None):
            raise
        raise Unreadable("its pixels are damaged") from fault
    if read.dtype not in (np.uint8, np.uint16) or read.shape[:2] != (height, width):
        raise Unreadable("its pixels are damaged")
    pixels = contiguous(read)
    if mode.startswith(("RGBa", "La")):
        colour, alpha = split_alpha(pixels)
        if alpha is not None:
            pixels = contiguous(np.dstack([unpremultiply(colour, alpha), alpha]))
    return pixels, frames


def _is_hdr(boxes: Boxes) -> bool:
    return not boxes.icc and boxes.cicp is not None and boxes.cicp[1] in _HDR


def _turned(pixels: Stored, boxes: Boxes) -> Stored:
    """Rotation, then mirroring (ISO/IEC 23000-22, 7.3.6.7)."""
    turned = np.rot90(pixels, boxes.turn)
    if boxes.mirror is not None:
        turned = turned[::-1] if boxes.mirror == 0 else turned[:, ::-1]
    return contiguous(turned)
