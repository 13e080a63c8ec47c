"""The chunks of a PNG: the critical ones apart from those that only say something (PNG specification, third edition).

What a text, a profile or an Exif chunk holds never decides whether the pixels can be read.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field

from catchlight.core.messages import Message
from catchlight.imaging.io.source import PICTURE, Cicp, NotSupported, Unreadable

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_INFLATED = 16_000_000
"""Bytes that a compressed text or profile may have."""
NOTE_CHUNK = Message("Damaged information beside the pixels was left out.")
NOTE_PROFILE = Message("The embedded colour profile is damaged; the colours were read as sRGB.")
_FEW_CHUNKS, _BYTES_A_CHUNK = 20_000, 4096
"""A file may have so many chunks, and one more for so many bytes: libpng writes 8192 bytes into each."""
_XMP_KEY = b"XML:com.adobe.xmp"
_EXIF_KEYS = (b"Raw profile type exif", b"Raw profile type APP1")


@dataclass
class Png:
    """What the chunks say."""

    header: bytes = b""
    palette: bytes = b""
    transparency: bytes = b""
    data: list[memoryview] = field(default_factory=list)
    """Bodies of the IDAT chunks, in order."""
    frames: int = 1
    complete: bool = False
    """Whether the end chunk is there."""
    sound: bool = True
    """Whether all pixel data carry the right check sums."""
    icc: bytes = b""
    srgb: bool = False
    gamma: float | None = None
    primaries: tuple[float, ...] | None = None
    cicp: Cicp | None = None
    narrow: bool = False
    dpi: tuple[float, float] | None = None
    exif: bytes = b""
    xmp: bytes = b""
    notes: list[str] = field(default_factory=list)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        width, height = struct.unpack_from(">II", self.header)
        return width, height


def read_chunks(data: bytes) -> Png:
    """Raises Unreadable without header or pixel data, NotSupported for more chunks than any encoder writes."""
    found, view, place = Png(), memoryview(data), len(SIGNATURE)
    most = _FEW_CHUNKS + len(data) // _BYTES_A_CHUNK
    for _ in range(most):
        if place + 8 > len(data):
            break
        length, kind = struct.unpack_from(">I4s", data, place)
        end = place + 8 + length
        body = view[place + 8 : min(end, len(data))]
        whole = end + 4 <= len(data)
        right = whole and zlib.crc32(view[place + 4 : end]) == int.from_bytes(data[end : end + 4], "big")
        if not _take(found, kind, body, whole, right):
            break
        place = end + 4
    else:
        raise NotSupported(
            Message(
                "{name} consists of more than {count} chunks; save it again with another program.",
                name=PICTURE,
                count=most,
            )
        )
    if len(found.header) != 13:
        raise Unreadable(Message("it has no header"))
    if not found.data:
        raise Unreadable(Message("its pixels are missing"))
    return found


def _take(found: Png, kind: bytes, body: memoryview, whole: bool, right: bool) -> bool:
    """Note one chunk; whether to go on behind it."""
    if kind == b"IEND":
        found.complete = whole
        return False
    if kind == b"IDAT":
        found.data.append(body)
        found.sound = found.sound and (right or not whole)
        return whole
    if kind in (b"IHDR", b"PLTE", b"tRNS"):
        if not right:
            found.sound = False
        if kind == b"IHDR" and not found.header:
            found.header = bytes(body)
        elif kind == b"PLTE" and not found.palette:
            found.palette = bytes(body[:768])
        elif kind == b"tRNS" and not found.transparency:
            found.transparency = bytes(body[:256])
        return whole
    if not kind.isalpha():
        found.sound = False  # no chunk: the length before it was damaged
        return False
    if not right:
        _say(found, NOTE_CHUNK)
        return whole
    _read_information(found, kind, body)
    return True


def _say(found: Png, note: str) -> None:
    if note not in found.notes:
        found.notes.append(note)


def _read_information(found: Png, kind: bytes, body: memoryview) -> None:
    """One chunk that only says something."""
    size = len(body)
    if kind in (b"iCCP", b"sRGB", b"gAMA", b"cHRM", b"cICP"):
        _read_colours(found, kind, body)
    elif kind == b"pHYs" and size == 9 and body[8] == 1:
        x, y = struct.unpack_from(">II", body)
        found.dpi = (x * 0.0254, y * 0.0254)
    elif kind == b"acTL" and size == 8:
        found.frames = max(1, int.from_bytes(body[:4], "big"))
    elif kind == b"eXIf":
        found.exif = bytes(body)
    elif kind in (b"iTXt", b"tEXt", b"zTXt"):
        _read_text(found, kind, body)


def _read_colours(found: Png, kind: bytes, body: memoryview) -> None:
    """One chunk that says what the numbers of the pixels mean."""
    size = len(body)
    if kind == b"iCCP":
        _read_profile(found, body)
    elif kind == b"sRGB":
        found.srgb = True
    elif kind == b"gAMA" and size == 4:
        value = int.from_bytes(body, "big")
        found.gamma = 100_000 / value if value else None
    elif kind == b"cHRM" and size == 32:
        found.primaries = tuple(value / 100_000 for value in struct.unpack(">8I", body))
    elif kind == b"cICP" and size == 4:
        found.cicp = (body[0], body[1])
        found.narrow = body[3] == 0


def _read_profile(found: Png, body: memoryview) -> None:
    name, _, rest = bytes(body[:81]).partition(b"\0")
    inflated = inflate(body[len(name) + 2 :]) if rest else None
    if inflated is None:
        _say(found, NOTE_PROFILE)
    else:
        found.icc = inflated


def _read_text(found: Png, kind: bytes, body: memoryview) -> None:
    """The two texts that matter: the XMP packet, and Exif as hexadecimal, which ImageMagick writes."""
    key = bytes(body[:80]).split(b"\0", 1)[0]
    after = body[len(key) + 1 :]
    if key == _XMP_KEY and kind == b"iTXt":
        compressed = bytes(after[:1]) == b"\1"
        head = bytes(after[2 : 2 + 200])
        first = head.find(b"\0")
        second = head.find(b"\0", first + 1)
        text = after[2 + second + 1 :] if first >= 0 and second >= 0 else None
        packet = None if text is None else inflate(text) if compressed else bytes(text)
        if packet is None:
            _say(found, NOTE_CHUNK)
        else:
            found.xmp = packet
    elif key in _EXIF_KEYS and not found.exif:
        text_bytes = inflate(after[1:]) if kind == b"zTXt" else bytes(after)
        block = _parse_hexadecimal(text_bytes or b"")
        if block is None:
            _say(found, NOTE_CHUNK)
        else:
            found.exif = block


def _parse_hexadecimal(text: bytes) -> bytes | None:
    """The bytes of a "raw profile": a name, a length, and hexadecimal digits in lines; None where it is none."""
    parts = text.strip().split(b"\n", 2)
    if len(parts) < 3:
        return None
    try:
        return bytes.fromhex(b"".join(parts[2].split()).decode("ascii"))
    except ValueError:
        return None


def inflate(body: memoryview | bytes, most: int = MOST_INFLATED) -> bytes | None:
    """Inflated bytes; None where they are damaged or more than ``most``."""
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(body, most)
    except zlib.error:
        return None
    return found if stream.eof else None
