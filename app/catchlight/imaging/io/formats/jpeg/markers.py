"""The structure of a JPEG: its segments in front of the pixels, and its scans, counted without decoding (ITU-T T.81, B)."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field

from catchlight.core.messages import Message
from catchlight.imaging.io import xmp
from catchlight.imaging.io.source import PICTURE, NotSupported, Unreadable

MOST_SCANS = 200
"""Encoders write 1 to 64 scans."""
MOST_SCAN_PIXELS = 6_000_000_000
"""Scans times pixels: about 10 s of decoding, measured at 1.3 ms a scan and megapixel; 200 megapixels may have 30 scans."""
NOTE_ICC = Message("The embedded colour profile is incomplete; the colours were read as sRGB.")
_MOST_SEGMENTS = 20_000
_FRAMES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}
_INFORMATION = {*range(0xE0, 0xF0), 0xFE}
_SCAN, _END, _START = 0xDA, 0xD9, 0xD8
_APP0, _APP1, _APP2, _APP14 = 0xE0, 0xE1, 0xE2, 0xEE
_MARKER = re.compile(rb"\xff([\xc0-\xcf\xd9-\xdf\xe0-\xef\xfe])")
"""What can end a scan; in coded data 0xFF is followed by 0 or by a restart marker."""
_EXIF, _XMP = b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0"
_EXTENSION, _ICC = b"http://ns.adobe.com/xmp/extension/\0", b"ICC_PROFILE\0"
_PIECE = 65_400


@dataclass(frozen=True)
class Scan:
    """One scan's components and the coefficients that it codes (T.81, B.2.3)."""

    parts: bytes
    first: int
    last: int


@dataclass
class Jpeg:
    """What the markers say."""

    width: int = 0
    height: int = 0
    bits: int = 8
    parts: int = 3
    """Number of components."""
    process: int = 0xC0
    """Second byte of the frame header's marker."""
    scans: list[Scan] = field(default_factory=list)
    identities: bytes = b""
    """Of the components, as scans name them."""
    complete: bool = False
    """Whether the end marker is there."""
    usable: int = 0
    """Bytes up to the marker whose segment the file's end cuts off, or all."""
    adobe: bool = False
    """Whether a valid Adobe segment is there: then CMYK is stored inverted."""
    exif: bytes = b""
    xmp: bytes = b""
    icc: bytes = b""
    dpi: tuple[float, float] | None = None
    notes: list[str] = field(default_factory=list)


def read_markers(data: bytes) -> Jpeg:
    """Walk through all segments and scans. Raises Unreadable without a frame or a scan, NotSupported beyond the most scans."""
    found, pieces, extensions = Jpeg(usable=len(data)), list[bytes](), list[bytes]()
    place = 2
    for _ in range(_MOST_SEGMENTS):
        marker = _next_marker(data, place)
        if marker is None:
            break
        kind, place = marker
        if kind == _END:
            found.complete = True
            break
        if kind == _START:
            continue
        length = int.from_bytes(data[place : place + 2], "big")
        if place + max(2, length) > len(data):
            found.usable = place - 2
            break
        _take(found, kind, data[place + 2 : place + max(2, length)], pieces, extensions)
        place += length
        if kind == _SCAN:
            _check_scans(found)
    else:
        raise NotSupported(
            Message("{name} consists of too many segments; save it again with another program.", name=PICTURE)
        )
    if not found.width or not found.height:
        raise Unreadable(Message("it has no header that says its size"))
    if not found.scans:
        raise Unreadable(Message("its pixels are missing"))
    found.icc = _join_icc(pieces, found.notes)
    found.xmp = _join_xmp(found.xmp, extensions)
    return found


def has_all_coefficients(found: Jpeg) -> bool:
    """Whether a progressive picture that ends early has every component's means whole, and has begun all of its detail."""
    for part in found.identities:
        means = any(part in scan.parts and scan.first == 0 for scan in found.scans[:-1])
        begun = {k for scan in found.scans if part in scan.parts for k in range(max(1, scan.first), scan.last + 1)}
        if not means or len(begun & set(range(1, 64))) < 63:
            return False
    return True


def _next_marker(data: bytes, place: int) -> tuple[int, int] | None:
    """The next marker's second byte and where its segment begins; what lies between is skipped."""
    found = _MARKER.search(data, place)
    return (data[found.start() + 1], found.end()) if found else None


def _check_scans(found: Jpeg) -> None:
    count = len(found.scans)
    if count > MOST_SCANS or count * found.width * found.height > MOST_SCAN_PIXELS:
        raise NotSupported(
            Message(
                "{name} is stored in more than {count} scans; save it again with another program.",
                name=PICTURE,
                count=count - 1,
            )
        )


def _take(found: Jpeg, kind: int, body: bytes, pieces: list[bytes], extensions: list[bytes]) -> None:
    """Note one segment. pieces, extensions: of the colour profile and of the extended XMP packet, in the file's order."""
    if kind in _FRAMES and not found.width and len(body) >= 6:
        found.process = kind
        found.bits, found.height, found.width, found.parts = struct.unpack_from(">BHHB", body)
        found.identities = body[6 : 6 + 3 * found.parts : 3]
    elif kind == _SCAN:
        count = body[0] if body else 0
        after = body[1 + 2 * count : 3 + 2 * count].ljust(2, b"\0")
        found.scans.append(Scan(body[1 : 1 + 2 * count : 2], after[0], after[1]))
    else:
        _take_application(found, kind, body, pieces, extensions)


def _take_application(found: Jpeg, kind: int, body: bytes, pieces: list[bytes], extensions: list[bytes]) -> None:
    """Note one application segment: resolution, Exif and XMP, colour profile, or whether CMYK is inverted."""
    if kind == _APP0 and body.startswith(b"JFIF\0") and len(body) >= 12:
        unit, x, y = struct.unpack_from(">BHH", body, 7)
        scale = {1: 1.0, 2: 2.54}.get(unit)
        found.dpi = (x * scale, y * scale) if scale else None
    elif kind == _APP1:
        _take_app1(found, body, extensions)
    elif kind == _APP2 and body.startswith(_ICC):
        pieces.append(body[len(_ICC) :])
    elif kind == _APP14 and body.startswith(b"Adobe") and len(body) >= 12:
        found.adobe = True


def _take_app1(found: Jpeg, body: bytes, extensions: list[bytes]) -> None:
    """Note an Exif block or an XMP packet, the first of each, or a part of an extended packet."""
    if body.startswith(_EXIF) and not found.exif:
        found.exif = body
    elif body.startswith(_XMP) and not found.xmp:
        found.xmp = body[len(_XMP) :]
    elif body.startswith(_EXTENSION):
        extensions.append(body[len(_EXTENSION) :])


def _join_icc(pieces: list[bytes], notes: list[str]) -> bytes:
    """The profile of its numbered pieces (ICC.1:2022, B.4); empty, with a note, where one is missing."""
    if not pieces:
        return b""
    numbered = {piece[0]: piece[2:] for piece in pieces if len(piece) > 2}
    count = pieces[0][1] if len(pieces[0]) > 1 else 0
    if set(numbered) != set(range(1, count + 1)):
        notes.append(NOTE_ICC)
        return b""
    return b"".join(numbered[number] for number in sorted(numbered))


def _join_xmp(packet: bytes, extensions: list[bytes]) -> bytes:
    """The packet that may hold the record: the extended one where the packet asks for it and all of it is there."""
    name = xmp.extension_digest(packet).encode("ascii", "replace")
    if not name or not extensions:
        return packet
    parts: dict[int, bytes] = {}
    whole = 0
    for part in extensions:
        if part[:32] == name and len(part) > 40:
            whole, offset = struct.unpack_from(">II", part, 32)
            parts[offset] = part[40:]
    joined = b"".join(parts[offset] for offset in sorted(parts))
    complete = len(joined) == whole and xmp.packet_digest(joined).encode() == name
    return joined if complete else packet


def without_information(data: bytes) -> bytes:
    """The JPEG without the segments that only say something: libjpeg reads profiles by itself and stumbles over damaged ones."""
    view, place, pieces = memoryview(data), 2, [memoryview(data)[:2]]
    while place + 4 <= len(data) and data[place] == 0xFF and data[place + 1] != _SCAN:
        kind, end = data[place + 1], place + 2 + max(2, int.from_bytes(data[place + 2 : place + 4], "big"))
        needed = (kind == _APP14 and end - place >= 16) or data[place + 4 : place + 8] == b"JFIF"
        if needed or kind not in _INFORMATION:
            pieces.append(view[place:end])
        place = end
    return b"".join([*pieces, view[place:]])


def with_xmp(data: bytes, packet: bytes, extended: bytes) -> bytes:
    """A JPEG's bytes with XMP segments after its first APP0 and Exif segments."""
    place = 2
    while data[place + 1] in (_APP0, _APP1) and data[place] == 0xFF:
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    segments = [_segment(_XMP + packet)]
    if extended:
        name = xmp.packet_digest(extended).encode()
        for offset in range(0, len(extended), _PIECE):
            head = _EXTENSION + name + struct.pack(">II", len(extended), offset)
            segments.append(_segment(head + extended[offset : offset + _PIECE]))
    view = memoryview(data)
    return b"".join([view[:place], *segments, view[place:]])


def _segment(body: bytes) -> bytes:
    return bytes([0xFF, _APP1]) + struct.pack(">H", len(body) + 2) + body
