"""HEIC, HEIF and AVIF to pixels: libheif for the first two, libavif for the third; turned as the boxes say."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from catchlight.core.errors import CatchlightError
from catchlight.imaging.io.formats.heif.boxes import HeifBoxes, read_boxes
from catchlight.imaging.io.formats.missing_end import fill_end
from catchlight.imaging.io.formats.png.decode import split_alpha
from catchlight.imaging.io.formats.tiff.samples import to_unsigned, unpremultiply
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import ColourEncoding, DecodedImage, Unreadable, contiguous
from catchlight.imaging.picture import Pixels

NOTE_DAMAGED = "The file is damaged inside; parts of the picture may look wrong."
_HDR = (16, 18)
"""Transfer characteristics of pictures for HDR screens: PQ and HLG. They are read with all their bits, others with 8."""


def read_heif(data: bytes, media_type: str, limits: DecodeLimits, called: str) -> DecodedImage:
    """Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported."""
    boxes = read_boxes(data)
    if boxes.width and boxes.height:
        limits.check_size(boxes.width, boxes.height, called)
    data = fill_end(data, boxes.length, boxes.notes)
    avif = media_type == "image/avif"
    pixels, frames = _read_avif(data, boxes, limits, called) if avif else _read_heic(data, boxes, limits, called)
    notes = boxes.notes
    if frames > 1:
        notes.append(f"Only the first of {frames} frames or pages was opened.")
    colour, alpha = split_alpha(pixels)
    said = ColourEncoding(None if boxes.icc else boxes.cicp, icc=boxes.icc)
    grey = colour.shape[2] == 1
    return DecodedImage(colour, "grey" if grey else "rgb", alpha, said, 1, boxes.exif, boxes.xmp, None, notes)


def _read_avif(data: bytes, boxes: HeifBoxes, limits: DecodeLimits, called: str) -> tuple[Pixels, int]:
    """Through OpenCV, whose libaom sees damage that dav1d in Pillow and imagecodecs passes over; what it refuses, by these."""
    import cv2

    cv2.utils.logging.setLogLevel(
        cv2.utils.logging.LOG_LEVEL_SILENT
    )  # its complaints go to the error stream; what matters of them is said in the notes
    try:
        read: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        read = None
    if read is None:
        boxes.notes.append(NOTE_DAMAGED)
    elif read.dtype == np.uint8 and read.ndim == 3 and not boxes.sequence:
        limits.check_size(read.shape[1], read.shape[0], called)
        order = cv2.COLOR_BGRA2RGBA if read.shape[2] == 4 else cv2.COLOR_BGR2RGB
        return _turn(contiguous(cv2.cvtColor(read, order)), boxes), 1
    del read
    if _is_hdr(boxes) and not boxes.sequence:
        return _turn(_read_all_bits(data, limits, called), boxes), 1
    pixels, frames = _read_frame(data, boxes, limits, called)
    return _turn(pixels, boxes), frames


def _read_all_bits(data: bytes, limits: DecodeLimits, called: str) -> Pixels:
    """10 or 12 bits as 16 by imagecodecs, which cannot be asked for one frame of several."""
    import imagecodecs

    try:
        read: Any = imagecodecs.avif_decode(data)
    except (RuntimeError, ValueError) as fault:
        raise Unreadable("its pixels are damaged") from fault
    limits.check_size(read.shape[1], read.shape[0], called)
    return contiguous(to_unsigned(read, 8 if read.dtype == np.uint8 else _avif_bits(data), []))


def _read_frame(data: bytes, boxes: HeifBoxes, limits: DecodeLimits, called: str) -> tuple[Pixels, int]:
    """The first frame as 8 bit, and how many there are."""
    import PIL.AvifImagePlugin

    try:
        image = PIL.AvifImagePlugin.AvifImageFile(io.BytesIO(boxes.without_exif(data)))
        limits.check_size(*image.size, called)
        return contiguous(np.asarray(image)), image.n_frames
    except CatchlightError:
        raise
    except Exception as fault:
        raise Unreadable("its pixels are damaged") from fault


def _avif_bits(data: bytes) -> int:
    """Bits of a channel by the AV1 configuration box (AV1 in ISOBMFF, 2.3.3): 10 or 12."""
    place = data.find(b"av1C")
    return 12 if place >= 0 and place + 6 < len(data) and data[place + 6] & 0x20 else 10


def _read_heic(data: bytes, boxes: HeifBoxes, limits: DecodeLimits, called: str) -> tuple[Pixels, int]:
    import pillow_heif

    try:
        file = pillow_heif.open_heif(data, convert_hdr_to_8bit=not _is_hdr(boxes))
        width, height = file.size
        limits.check_size(width, height, called)
        read: Any = np.asarray(file)
        frames, mode = len(file), str(file.mode)
    except CatchlightError:
        raise
    except Exception as fault:
        raise Unreadable("its pixels are damaged") from fault
    if read.dtype not in (np.uint8, np.uint16) or read.shape[:2] != (height, width):
        raise Unreadable("its pixels are damaged")
    pixels = contiguous(read)
    if mode.startswith(("RGBa", "La")):
        colour, alpha = split_alpha(pixels)
        if alpha is not None:
            pixels = contiguous(np.dstack([unpremultiply(colour, alpha), alpha]))
    return pixels, frames


def _is_hdr(boxes: HeifBoxes) -> bool:
    return not boxes.icc and boxes.cicp is not None and boxes.cicp[1] in _HDR


def _turn(pixels: Pixels, boxes: HeifBoxes) -> Pixels:
    """Rotation, then mirroring (ISO/IEC 23000-22, 7.3.6.7)."""
    turned = np.rot90(pixels, boxes.turn)
    if boxes.mirror is not None:
        turned = turned[::-1] if boxes.mirror == 0 else turned[:, ::-1]
    return contiguous(turned)
