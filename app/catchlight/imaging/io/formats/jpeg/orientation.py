"""The Exif orientation of a JPEG file, read and set without touching its pixels."""

from __future__ import annotations

from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io.formats.jpeg.markers import read_markers

_APP1, _SCAN = 0xE1, 0xDA


def read_orientation(data: bytes) -> int:
    """1..8. Raises Unreadable, NotSupported for what is no JPEG."""
    return exifs.read_exif(read_markers(data).exif).orientation


def with_orientation(data: bytes, orientation: int) -> bytes:
    """The file with another orientation (1..8): in its Exif block, or in a new one behind the start where it has none."""
    place = 2
    while place + 4 <= len(data) and data[place] == 0xFF and data[place + 1] != _SCAN:
        end = place + 2 + int.from_bytes(data[place + 2 : place + 4], "big")
        block = data[place + 4 : end]
        if data[place + 1] == _APP1 and block.startswith(exifs.PREFIX):
            return data[:place] + _segment(exifs.with_orientation(block, orientation)) + data[end:]
        place = end
    return data[:2] + _segment(exifs.with_orientation(b"", orientation)) + data[2:]


def _segment(block: bytes) -> bytes:
    return bytes([0xFF, _APP1]) + (len(block) + 2).to_bytes(2, "big") + block
