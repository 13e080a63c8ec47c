"""RGB JPEGs to pixels, in strips on several cores where the file's restart markers allow it (ITU-T T.81, B.2 and F.1.1.5)."""

from __future__ import annotations

import struct
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from catchlight.imaging.picture import ByteImage

STRIPED_PIXELS = 2_000_000
"""Pictures from this size on are written with a restart marker for every row of blocks; smaller ones gain nothing by it."""

_BLOCK = 8
_MARKERS = 8
"""Restart markers are numbered 0..7 over and over, so a strip begins where the number is 0 again."""
_END = b"\xff\xd9"
_BASELINE, _RESTART, _SCAN = 0xC0, 0xDD, 0xDA
_HEIGHT_AT = 5
"""Bytes from a frame header's marker to its number of lines."""


@dataclass(frozen=True)
class _Striped:
    """Where a baseline JPEG without subsampling can be cut."""

    width: int
    height: int
    frame: int
    """Where the frame header's marker stands."""
    scan: int
    """Where the coded data begin."""
    cuts: tuple[int, ...]
    """Where each restart marker stands, one for every row of blocks but the last."""


def decode_strips(data: bytes) -> ByteImage | None:
    """The pixels of a sound JPEG, HxWx3, as stored; None where it cannot be cut, or where a strip is damaged.

    The strips are the same pixels as the whole would be: without subsampling no block knows its neighbours.
    """
    import cv2

    threads = cv2.getNumThreads()
    striped = _striped(data) if threads > 1 else None
    if striped is None:
        return None
    pixels = np.empty((striped.height, striped.width, 3), np.uint8)
    with ThreadPoolExecutor(threads, "jpeg") as pool:
        done = list(pool.map(lambda strip: _fill(pixels, *strip), _strips(data, striped, threads)))
    return pixels if all(done) else None


def _fill(pixels: ByteImage, top: int, bottom: int, strip: bytes) -> bool:
    """Write one strip into its lines of ``pixels``; whether it could be read without a fault."""
    import simplejpeg

    try:
        read = simplejpeg.decode_jpeg(strip, "RGB")
    except ValueError:
        return False
    if read.shape != pixels[top:bottom].shape:
        return False
    pixels[top:bottom] = read
    return True


def _strips(data: bytes, striped: _Striped, count: int) -> list[tuple[int, int, bytes]]:
    """First line, end, and file of up to ``count`` strips of nearly the same height."""
    rows = len(striped.cuts) + 1
    inner = {round(rows * part / count / _MARKERS) * _MARKERS for part in range(1, count)}
    edges = [0, *sorted(row for row in inner if 0 < row < rows), rows]
    head, after = data[: striped.frame + _HEIGHT_AT], data[striped.frame + _HEIGHT_AT + 2 : striped.scan]
    strips = []
    for first, end in pairwise(edges):
        top, bottom = first * _BLOCK, min(end * _BLOCK, striped.height)
        begins = striped.cuts[first - 1] + 2 if first else striped.scan
        ends = striped.cuts[end - 1] if end < rows else len(data) - len(_END)
        strips.append((top, bottom, head + struct.pack(">H", bottom - top) + after + data[begins:ends] + _END))
    return strips


def _striped(data: bytes) -> _Striped | None:
    """How ``data`` can be cut; None where it is not a large baseline RGB picture in one scan with a marker for every row."""
    headers = _headers(data)
    if headers is None or not headers.frame or not headers.every:
        return None
    frame, scan = headers.frame, headers.scan
    bits, height, width, parts = struct.unpack(">BHHB", data[frame + 4 : frame + 10])
    sampling = {data[frame + 11 + 3 * part] for part in range(parts)}
    across = -(-width // _BLOCK)
    is_plain = bits == 8 and parts == 3 and sampling == {0x11}
    if not is_plain or headers.every != across or width * height < STRIPED_PIXELS:
        return None
    cuts = _restart_markers(data, scan)
    return _Striped(width, height, frame, scan, cuts) if len(cuts) == -(-height // _BLOCK) - 1 else None


@dataclass(frozen=True)
class _Headers:
    """frame: where the marker of a baseline frame header stands, 0 for none. every: blocks from one restart marker to the next, 0
    for none. scan: where the coded data begin."""

    frame: int
    every: int
    scan: int


def _headers(data: bytes) -> _Headers | None:
    """What stands before the first scan; None without a scan."""
    place, frame, every = 2, 0, 0
    while place + 4 <= len(data) and data[place] == 0xFF:
        kind, length = data[place + 1], int.from_bytes(data[place + 2 : place + 4], "big")
        if kind == _SCAN:
            return _Headers(frame, every, place + 2 + length)
        if kind == _BASELINE:
            frame = place
        elif kind == _RESTART:
            every = int.from_bytes(data[place + 4 : place + 6], "big")
        place += 2 + length
    return None


def _restart_markers(data: bytes, begin: int) -> tuple[int, ...]:
    coded = np.frombuffer(data, np.uint8)
    marks = np.flatnonzero(coded[begin : -len(_END)] == 0xFF) + begin
    return tuple(int(mark) for mark in marks[(coded[marks + 1] & 0xF8) == 0xD0])
