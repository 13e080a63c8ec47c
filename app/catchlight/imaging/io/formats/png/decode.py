"""PNGs to pixels of 8 or 16 bit as they are stored; of a damaged file what is there, with a note."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np

from catchlight.imaging.io.formats.png.chunks import NOTE_CHUNK, SIGNATURE, Png, read_chunks
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import ColourEncoding, DecodedImage, Mode, NotSupported, Unreadable, contiguous, plane
from catchlight.imaging.picture import Pixels

MOST_MISSING = 0.25
"""Share of the lines that may be missing at the end of a file that is opened all the same."""
NOTE_DAMAGED = "The file is damaged inside; parts of the picture may look wrong."
NOTE_END = "The end of the file is missing."
NOTE_MISSING = "The end of the file is missing: the lowest {lines} of {height} lines are black."
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""First column and line, steps across and down, of Adam7."""
_PIECE = 1 << 20


def read_png(data: bytes, limits: DecodeLimits, called: str) -> DecodedImage:
    """Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported."""
    png = read_chunks(data)
    width, height = png.size
    limits.check_size(width, height, called)
    bits, kind, packing, filtering, interlaced = png.header[8:13]
    if bits not in _DEPTHS.get(kind, ()) or packing or filtering or interlaced > 1:
        raise Unreadable("its header is damaged")
    notes = list(png.notes)
    if png.transparency and not _is_transparency_sound(png):
        png.transparency = b""
        notes.append(NOTE_CHUNK)
    body: list[memoryview | bytes] = list(png.data)
    if not png.sound or not png.complete or not _is_whole(png):
        body = _mend(png, notes)
    pixels = _decode(png, body)
    if png.frames > 1:
        notes.append(f"Only the first of {png.frames} frames or pages was opened.")
    colour, alpha = split_alpha(pixels)
    said = ColourEncoding(png.cicp, png.narrow, png.icc, png.srgb, png.gamma, png.primaries)
    mode: Mode = "grey" if colour.shape[2] == 1 else "rgb"
    return DecodedImage(colour, mode, alpha, said, None, png.exif, png.xmp, png.dpi, notes)


def split_alpha(pixels: Pixels) -> tuple[Pixels, Pixels | None]:
    """Colour channels and alpha of HxW, HxWx1 (grey), x2 (grey, alpha), x3 or x4."""
    stored = contiguous(pixels)
    channels = stored.shape[2]
    if channels in (1, 3):
        return stored, None
    return contiguous(stored[..., : channels - 1]), plane(stored[..., channels - 1])


def _decode(png: Png, body: list[memoryview | bytes]) -> Pixels:
    """Pixels through libpng, of a file that holds nothing but pixels."""
    import imagecodecs

    pieces = [SIGNATURE, *_chunk(b"IHDR", [png.header])]
    if png.palette:
        pieces += _chunk(b"PLTE", [png.palette[: len(png.palette) // 3 * 3]])
    if png.transparency:
        pieces += _chunk(b"tRNS", [png.transparency])
    plain = b"".join([*pieces, *_chunk(b"IDAT", body), *_chunk(b"IEND", [])])
    try:
        pixels: Any = imagecodecs.png_decode(plain)
    except (RuntimeError, ValueError) as fault:
        raise Unreadable("its pixels are damaged") from fault
    if pixels.shape[:2] != (png.size[1], png.size[0]) or pixels.dtype not in (np.uint8, np.uint16):
        raise NotSupported("is a PNG of a rare kind; save it again with another program")
    return np.asarray(pixels)


def _chunk(kind: bytes, body: list[bytes] | list[memoryview] | list[memoryview | bytes]) -> list[bytes | memoryview]:
    """A chunk as pieces to be joined."""
    check, size = zlib.crc32(kind), 0
    for piece in body:
        check = zlib.crc32(piece, check)
        size += len(piece)
    return [struct.pack(">I", size), kind, *body, struct.pack(">I", check)]


def _is_transparency_sound(png: Png) -> bool:
    """Whether the chunk has the length that the kind of colours asks for; libpng complains on the error stream where not."""
    kind, size = png.header[9], len(png.transparency)
    return size <= len(png.palette) // 3 if kind == 3 else size == {0: 2, 2: 6}.get(kind)


def _is_whole(png: Png) -> bool:
    """Whether the pixel data are just as long as the picture needs, and their check sum is right; inflates no more than that."""
    import imagecodecs

    expected = _raw_size(png)
    try:
        return len(imagecodecs.deflate_decode(b"".join(png.data), out=expected)) == expected
    except (RuntimeError, ValueError):
        return False


def _mend(png: Png, notes: list[str]) -> list[memoryview | bytes]:
    """The pixel data of a damaged file, inflated as far as that goes and filled up with zeros; what is too much is cut.

    Raises Unreadable where more than a quarter of the lines is missing.
    """
    expected, height = _raw_size(png), png.size[1]
    stream, pieces, left = zlib.decompressobj(), list[bytes](), expected
    broken = False
    try:
        for body in png.data:
            for place in range(0, len(body), _PIECE):
                if left <= 0:
                    break
                pieces.append(stream.decompress(body[place : place + _PIECE], left))
                left -= len(pieces[-1])
    except zlib.error:
        broken = True
    lines = -(-left * height // expected)
    if lines > MOST_MISSING * height:
        raise Unreadable("more than a quarter of it is missing")
    if not png.sound or broken:
        notes.append(NOTE_DAMAGED)
    elif lines:
        notes.append(NOTE_MISSING.format(lines=lines, height=height))
    elif not png.complete:
        notes.append(NOTE_END)
    pieces.append(bytes(left))
    packer = zlib.compressobj(1)
    return [*(packer.compress(piece) for piece in pieces), packer.flush()]


def _raw_size(png: Png) -> int:
    """Bytes of the pixels before compression, filter bytes counted."""
    width, height = png.size
    bits, kind, interlaced = png.header[8], png.header[9], png.header[12]
    across = bits * _CHANNELS[kind]
    if not interlaced:
        return height * (1 + -(-width * across // 8))
    total = 0
    for left, top, step, down in _PASSES:
        columns, lines = -(-(width - left) // step), -(-(height - top) // down)
        if columns > 0 and lines > 0:
            total += lines * (1 + -(-columns * across // 8))
    return total
