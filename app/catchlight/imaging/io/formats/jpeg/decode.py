"""JPEGs to pixels as they are stored: grey, RGB and CMYK of 8 bit, 12 bit where it is grey or RGB, lossless too."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.messages import Message, mark
from catchlight.imaging.io.formats.jpeg import strips
from catchlight.imaging.io.formats.jpeg.markers import Jpeg, has_all_coefficients, read_markers, without_information
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import (
    PICTURE,
    ColourEncoding,
    DecodedImage,
    Mode,
    NotSupported,
    Unreadable,
    contiguous,
)
from catchlight.imaging.picture import Pixels

MOST_MISSING = 0.25
"""Share of the lines that may be missing at the end of a file that is opened all the same."""
NOTE_DAMAGED = Message("The file is damaged inside; parts of the picture may look wrong.")
NOTE_SHORTENED = Message("The end of the file is missing; fine detail may be lost.")
NOTE_END = Message("The end of the file is missing.")
NOTE_MISSING = mark("The end of the file is missing: the lowest {lines} of {height} lines are grey.")
_PROGRESSIVE = {0xC2, 0xC6, 0xCA, 0xCE}
_END = b"\xff\xd9"
_LOSSLESS = {0xC3, 0xC7, 0xCB, 0xCF}
_RARE = "subsampling level"
_UNTOUCHED = 77
_GREY = 128
"""What lines become that have no data: the level shift of T.81, A.3.1."""


def read_jpeg(data: bytes, limits: DecodeLimits, called: str) -> DecodedImage:
    """Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported."""
    markers = read_markers(data)
    limits.check_size(markers.width, markers.height, called)
    if markers.bits != 8 or markers.process in _LOSSLESS:
        pixels, notes = _read_deep(data, markers), list[str]()
    else:
        pixels, notes = _read_eight(data, markers)
    modes: dict[int, Mode] = {1: "grey", 3: "rgb", 4: "cmyk"}
    stored = contiguous(pixels)
    return DecodedImage(
        stored,
        modes[stored.shape[2]],
        colours=ColourEncoding(icc=markers.icc),
        exif=markers.exif,
        xmp=markers.xmp,
        dpi=markers.dpi,
        notes=[*notes, *markers.notes],
    )


def _read_eight(data: bytes, markers: Jpeg) -> tuple[Pixels, list[str]]:
    """8-bit pixels, and notes on damage: libjpeg goes on after most faults, which it counts as warnings."""
    if markers.parts not in (1, 3, 4):
        raise NotSupported(Message("{name} has {count} channels; save it as RGB.", name=PICTURE, count=markers.parts))
    space = {1: "GRAY", 3: "RGB", 4: "CMYK"}[markers.parts]
    if markers.parts == 3 and markers.complete and (quick := strips.decode_strips(data)) is not None:
        return quick, []
    whole = data if markers.complete else data[: markers.usable] + _END
    try:
        pixels, sound = _read_sound(whole, space), True
    except ValueError:
        pixels, sound = _read_damaged(without_information(whole), space, markers), False
    if pixels.shape[:2] != (markers.height, markers.width):
        raise Unreadable(Message("its headers contradict each other"))
    if markers.parts == 4 and markers.adobe:
        np.invert(pixels, out=pixels)
    return pixels, [] if sound and markers.complete else _damage(pixels, markers)


def _read_sound(data: bytes, space: str) -> npt.NDArray[np.uint8]:
    """Pixels of a file that libjpeg has nothing to say against, whatever its information segments hold; else ValueError."""
    import simplejpeg

    read: npt.NDArray[np.uint8]
    try:
        read = simplejpeg.decode_jpeg(data, space)
    except ValueError as fault:
        plain = without_information(data)
        read = _read_rare(plain, fault) if _RARE in str(fault) else simplejpeg.decode_jpeg(plain, space)
    return read


def _read_rare(data: bytes, fault: ValueError) -> npt.NDArray[np.uint8]:
    """Pixels of a file with sampling factors that TurboJPEG has no name for; raises ``fault`` where it cannot be read."""
    import imagecodecs

    try:
        read = np.asarray(imagecodecs.jpeg8_decode(data), np.uint8)
    except RuntimeError:
        raise fault from None
    return read if read.ndim == 3 else read[..., None]


def _read_damaged(data: bytes, space: str, markers: Jpeg) -> npt.NDArray[np.uint8]:
    """What can be decoded of a damaged file; lines that are not written become grey."""
    import simplejpeg

    pixels = np.full((markers.height, markers.width, markers.parts), _UNTOUCHED, np.uint8)
    try:
        simplejpeg.decode_jpeg(data, space, strict=False, buffer=pixels)
    except ValueError as fault:
        raise Unreadable(Message("it is no valid JPEG")) from fault
    pixels[(pixels == _UNTOUCHED).all(axis=(1, 2))] = _GREY
    if _missing_lines(pixels) == markers.height:
        raise Unreadable(Message("none of its pixels can be read"))
    return pixels


def _damage(pixels: npt.NDArray[np.uint8], markers: Jpeg) -> list[str]:
    """What is wrong with a damaged picture. Raises Unreadable where too much of it is missing, whether or not an end marker
    follows what is there: a file that was cut off may have been given one."""
    if markers.process in _PROGRESSIVE:
        if markers.complete:
            return [NOTE_DAMAGED]
        if not has_all_coefficients(markers):
            raise Unreadable(Message("more than a quarter of it is missing"))
        return [NOTE_SHORTENED]
    lines = _missing_lines(pixels)
    if lines > MOST_MISSING * markers.height:
        raise Unreadable(Message("more than a quarter of it is missing"))
    if lines:
        return [Message(NOTE_MISSING, lines=lines, height=markers.height)]
    return [NOTE_DAMAGED] if markers.complete else [NOTE_END]


def _missing_lines(pixels: npt.NDArray[np.uint8]) -> int:
    """Lines at the end that are nothing but the grey of missing blocks."""
    filled = np.flatnonzero((np.abs(pixels.astype(np.int16) - _GREY) > 1).any(axis=(1, 2)))
    return int(pixels.shape[0] - 1 - filled[-1]) if filled.size else int(pixels.shape[0])


def _read_deep(data: bytes, markers: Jpeg) -> Pixels:
    """12-bit and lossless JPEGs as 8 or 16 bit."""
    import imagecodecs

    try:
        read: Any = imagecodecs.ljpeg_decode(data) if markers.process in _LOSSLESS else imagecodecs.jpeg_decode(data)
    except (RuntimeError, ValueError) as fault:
        raise NotSupported(
            Message(
                "{name} is a JPEG of {bits} bits of a rare kind; save it as TIFF or PNG.",
                name=PICTURE,
                bits=markers.bits,
            )
        ) from fault
    if read.shape[:2] != (markers.height, markers.width) or read.dtype not in (np.uint8, np.uint16):
        raise NotSupported(
            Message(
                "{name} is a JPEG of {bits} bits of a rare kind; save it as TIFF or PNG.",
                name=PICTURE,
                bits=markers.bits,
            )
        )
    if read.ndim == 3 and read.shape[2] not in (1, 3, 4):
        raise NotSupported(Message("{name} has {count} channels; save it as RGB.", name=PICTURE, count=read.shape[2]))
    if read.dtype == np.uint8:
        return np.asarray(read)
    top = (1 << markers.bits) - 1
    scaled: Pixels = (np.minimum(read, top).astype(np.uint32) * 65535 // top).astype(np.uint16)
    return scaled
