"""Which files may take long to decode, told by their headers."""

from __future__ import annotations

import struct

from catchlight.imaging.io.formats.jpeg.markers import read_markers
from catchlight.imaging.io.sniff import sniff
from catchlight.imaging.io.source import NotSupported, Unreadable

QUICK_PIXELS = 26_000_000
"""Pixels of a JPEG or PNG that are decoded within about a quarter of a second on one core (``tests.benchmarks.decode_cost``)."""
_QUICK_SCANS = 60_000_000
"""Scans times pixels of a JPEG, at 1.3 ms a scan and megapixel, for less than a tenth of a second."""


def is_heavy(data: bytes) -> bool:
    """Whether a file is decoded elsewhere: large ones, and every type whose decoder is slow or a large body of C code.

    What cannot be told is not heavy: its decoder refuses it at once.
    """
    kind = sniff(data)
    if kind == "image/jpeg":
        try:
            found = read_markers(data)
        except (Unreadable, NotSupported):
            return False
        pixels = found.width * found.height
        many = len(found.scans) > 1 and pixels * len(found.scans) > _QUICK_SCANS
        return many or pixels > QUICK_PIXELS or found.bits != 8
    if kind == "image/png":
        return len(data) >= 24 and int.__mul__(*struct.unpack_from(">II", data, 16)) > QUICK_PIXELS
    return bool(kind) and kind != "image/bmp"
