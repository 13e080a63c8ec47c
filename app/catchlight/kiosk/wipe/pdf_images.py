"""The pictures in a PDF, by the few filters that writers use for them (ISO 32000-1, 7.4 and 8.9.5)."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_STREAM = re.compile(rb"<<((?:[^<>]|<<[^<>]*>>|<[0-9A-Fa-f\s]*>)*)>>\s*stream\r?\n", re.DOTALL)
_FILTER = re.compile(rb"/Filter\s*(\[[^\]]*\]|/\w+)")
_MOST = 600_000_000
"""Bytes of one picture at most."""


def pdf_images(data: bytes) -> Iterator[tuple[str, bytes | NDArray[np.uint8]]]:
    """Name and picture of every image object: encoded (JPEG, JPEG 2000), or pixels HxW or HxWx3 of 8 bits a channel.

    What is written otherwise (other depths, indexed colours, encrypted files) is left out.
    """
    for found in _STREAM.finditer(data):
        words = found.group(1)
        if not re.search(rb"/Subtype\s*/Image", words):
            continue
        end = data.find(b"endstream", found.end())
        body = data[found.end() : end if end >= 0 else None]
        named = _FILTER.search(words)
        filters = re.findall(rb"/(\w+)", named.group(1)) if named else []
        picture = _unpacked(body, filters, words)
        if picture is not None:
            yield f"image at byte {found.start()}", picture


def _unpacked(body: bytes, filters: list[bytes], words: bytes) -> bytes | NDArray[np.uint8] | None:
    for name in filters:
        if name in (b"DCTDecode", b"DCT", b"JPXDecode"):
            return body
        try:
            if name in (b"ASCII85Decode", b"A85"):
                body = base64.a85decode(re.sub(rb"\s", b"", body).removesuffix(b"~>"))
            elif name in (b"ASCIIHexDecode", b"AHx"):
                body = bytes.fromhex(re.sub(rb"[^0-9A-Fa-f]", b"", body).decode("ascii"))
            elif name in (b"FlateDecode", b"Fl"):
                body = zlib.decompressobj().decompress(body, _MOST)
            else:
                return None
        except (ValueError, zlib.error):
            return None
    return _pixels(body, words)


def _pixels(body: bytes, words: bytes) -> NDArray[np.uint8] | None:
    width, height, bits = _number(words, rb"Width"), _number(words, rb"Height"), _number(words, rb"BitsPerComponent")
    if not width or not height or bits not in (8, 0):
        return None
    predicted = _number(words, rb"Predictor") >= 10
    channels = (len(body) // height - predicted) // width
    if channels not in (1, 3, 4):
        return None
    rows = np.frombuffer(body, np.uint8, height * (width * channels + predicted)).reshape(height, -1)
    plane = _unfiltered(rows, channels) if predicted else rows
    picture = plane.reshape(height, width, channels)
    if channels == 1:
        return picture[..., 0]
    if channels == 4:  # CMYK
        ink = 255 - picture.astype(np.uint16)
        return np.asarray(ink[..., :3] * ink[..., 3:] // 255, np.uint8)
    return picture


def _unfiltered(rows: NDArray[np.uint8], channels: int) -> NDArray[np.uint8]:
    """Rows without the filters of PNG (ISO/IEC 15948, 9): the same bytes as those of a PNG, which is what reads them."""
    import io
    import struct

    from PIL import Image

    height, width = rows.shape[0], (rows.shape[1] - 1) // channels
    kind = {1: 0, 3: 2, 4: 6}[channels]

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    file = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows.tobytes(), 1))
        + chunk(b"IEND", b"")
    )
    with Image.open(io.BytesIO(file)) as image:
        return np.asarray(image, np.uint8).reshape(height, -1)


def _number(words: bytes, name: bytes) -> int:
    """A whole number of a dictionary, 0 where it is not there."""
    found = re.search(rb"/" + name + rb"\s+(\d+)", words)
    return int(found.group(1)) if found else 0
