"""Strips and tiles of damaged TIFFs: what of them is there, and what a decoder makes of it."""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.imaging.io.formats.tiff.pages import TiffPageInfo
from catchlight.imaging.io.ifd import Ifds

if TYPE_CHECKING:
    from tifffile import TiffPage

_DEFLATE, _LZMA, _LZW, _PACKBITS = (8, 32946, 50013), 34925, 5, 32773
_MOST_TIMES, _SMALL = 4, 4_000_000
"""A tile that is so many times the page's bytes, and these beside, was made to cost memory."""
_LITERAL = 128
"""Most bytes that one code of PackBits stands for."""


def measure_missing(data: bytes, ifds: Ifds, page: TiffPageInfo, found: TiffPage) -> float:
    """Share of the picture for which the file has no bytes: no strip or tile at all, an empty one, or one beyond its end."""
    expected = int(np.prod(found.chunked))
    if page.segments is None or page.sizes is None or page.segments.count != page.sizes.count:
        return max(0.0, 1 - len(found.dataoffsets) / expected)
    many = page.segments.count
    begins = np.asarray(ifds.numbers(page.segments, many), np.float64)
    sizes = np.asarray(ifds.numbers(page.sizes, many), np.float64)
    there = np.clip(len(data) - begins, 0, sizes)
    shares = np.where(sizes > 0, there / np.maximum(sizes, 1), 0)
    lacking = 1 - shares.sum() / max(expected, many)
    if found.compression == 1:
        bits = sum(found.bitspersample) if isinstance(found.bitspersample, tuple) else found.bitspersample
        bits *= 1 if isinstance(found.bitspersample, tuple) else found.samplesperpixel
        lacking = max(lacking, 1 - there.sum() / (page.pixels * bits // 8))
    return float(max(0.0, lacking))


def decode_segments(data: bytes, found: TiffPage) -> tuple[Any, float]:
    """The page of all strips or tiles that can be decoded, and the share that cannot."""
    out = np.zeros(found.shaped, found.dtype)
    lost = 0.0
    tables = found.jpegtables
    for index, (begin, size) in enumerate(zip(found.dataoffsets, found.databytecounts, strict=False)):
        part = data[begin : begin + size]
        if len(part) < size:
            part, gone = _fill(part, size, found)
            lost += gone
        try:
            segment, place, shape = found.decode(part, index, jpegtables=tables)
        except Exception:  # noqa: BLE001  a segment that any codec refuses counts as lost
            segment = None
        if segment is None:
            lost += 1
            continue
        plane, depth, top, left, _ = place
        rows, columns = min(shape[1], out.shape[2] - top), min(shape[2], out.shape[3] - left)
        out[plane, depth, top : top + rows, left : left + columns] = segment[0, :rows, :columns]
    return out.reshape(found.shape), lost / max(1, len(found.dataoffsets))


def _fill(part: bytes, size: int, found: TiffPage) -> tuple[bytes, float]:
    """A strip or tile whose end is missing filled up to what a decoder takes, and the share of it that is lost."""
    whole = _raw_size(found)
    if whole > _MOST_TIMES * found.nbytes + _SMALL:
        return b"", 0.0
    again = _compress_again(part, whole, int(found.compression))
    return again if again is not None else (part.ljust(size, b"\0"), 1 - len(part) / size)


def _compress_again(part: bytes, whole: int, compression: int) -> tuple[bytes, float] | None:
    """A compressed strip whose beginning can be read without its end, filled up to ``whole`` bytes; None of other kinds."""
    import imagecodecs

    compress: Callable[[bytes], Any]
    raw: bytes | bytearray
    try:
        if compression in _DEFLATE:
            compress, raw = zlib.compress, zlib.decompressobj().decompress(part, whole)
        elif compression == _LZMA:
            compress, raw = lzma.compress, lzma.LZMADecompressor().decompress(part, whole)
        elif compression == _LZW:
            compress, raw = imagecodecs.lzw_encode, imagecodecs.lzw_decode(part, out=whole)
        elif compression == _PACKBITS:
            compress, raw = (
                imagecodecs.packbits_encode,
                imagecodecs.packbits_decode(part + bytes(_LITERAL), out=whole + _LITERAL),
            )
        else:
            return None
    except (zlib.error, lzma.LZMAError, RuntimeError):
        return b"", 0.0  # no decoder takes it: lost as a whole
    return bytes(compress(bytes(raw[:whole]).ljust(whole, b"\0"))), 1 - min(len(raw), whole) / whole


def _raw_size(found: TiffPage) -> int:
    """Bytes of a whole strip or tile before compression."""
    width, height = (found.tilewidth, found.tilelength) if found.is_tiled else (found.imagewidth, found.rowsperstrip)
    height = height if found.is_tiled else min(height, found.imagelength)
    bits = found.bitspersample
    many = found.samplesperpixel if int(found.planarconfig) == 1 else 1
    across = sum(bits[:many]) if isinstance(bits, tuple) else bits * many
    return int(height * -(-width * across // 8))
