"""Data URLs by RFC 2397: what they hold, whatever they say that it is.

The media type and its parameters are read over: the bytes decide what a picture is. base64 may have line breaks, may be
percent-encoded, may be written in the alphabet for addresses (RFC 4648, section 5) and may lack its padding, as the WHATWG's
"forgiving-base64 decode" takes it. The cost is linear in the length, and other threads get their turn between the pieces.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

import numpy as np

from catchlight.core.errors import ImageTooLarge, InvalidRequest
from catchlight.core.messages import Message
from catchlight.imaging.io import codec

FORMAT = "data-url"
"""``format`` of such a text in a JSON schema."""
_PIECE = 1 << 20
"""Characters handled at once."""
_HEAD = 4096
"""Characters within which the comma before the data must stand."""
_SPACE = b" \t\n\r\f\v"
_ALPHABET = bytes.maketrans(b"-_", b"+/")
_FOR_ADDRESSES = re.compile("[-_]")
_HEXADECIMAL = np.full(256, -1, np.int16)
_HEXADECIMAL[list(b"0123456789abcdef")] = _HEXADECIMAL[list(b"0123456789ABCDEF")] = range(16)
"""Value of a hexadecimal digit by its byte."""
_CUT_ESCAPE = re.compile(r"%[0-9A-Fa-f]?\Z")


def read_data_url(url: str, field: str, max_bytes: int) -> bytes:
    """The bytes of a data URL. Raises InvalidRequest where it is none, ImageTooLarge as soon as it is over the limit."""
    start, in_base64 = _read_head(url, field)
    pieces, total = [], 0
    try:
        for piece in _base64(url, start) if in_base64 else _plain(url, start):
            total += len(piece)
            if total > max_bytes:
                raise ImageTooLarge(_too_large(field, (len(url) - start) * (3 if in_base64 else 4) // 4, max_bytes))
            pieces.append(piece)
    except ValueError as fault:
        raise InvalidRequest(_no_base64(field)) from fault
    data = b"".join(pieces)
    if not in_base64 and _is_picture_in_base64(data):
        raise InvalidRequest(
            Message("{field} holds base64 but does not say so; write ;base64 before the comma.", field=field)
        )
    if in_base64 and codec.sniff(data) is None and _FOR_ADDRESSES.search(url, start):
        raise InvalidRequest(_no_base64(field))  # what is no picture either is a slip rather than another alphabet
    return data


def data_url(data: bytes, media_type: str) -> Iterator[bytes]:
    """A data URL in pieces of ASCII."""
    yield f"data:{media_type};base64,".encode()
    size = _PIECE // 4 * 3
    for place in range(0, len(data), size):
        yield base64.b64encode(data[place : place + size])


def _read_head(url: str, field: str) -> tuple[int, bool]:
    """Where the data begins, and whether it is base64. Raises InvalidRequest."""
    begin = len(url) - len(url.lstrip())
    head = url[begin : begin + _HEAD]
    if head[:5].lower() != "data:":
        raise InvalidRequest(
            Message("{field} is no data URL; it must begin like data:image/jpeg;base64, (type and comma).", field=field)
        )
    words, comma = _words(head[5:])
    if comma < 0:
        raise InvalidRequest(
            Message("{field} is no data URL; a comma must stand between its type and its data.", field=field)
        )
    return begin + 5 + comma + 1, any(word.strip().lower() == "base64" for word in words[1:])


def _words(head: str) -> tuple[list[str], int]:
    """The media type and its parameters, and where their comma stands (-1: nowhere). A comma in quotes is part of a value."""
    words, quoted, escaped = [""], False, False
    for place, sign in enumerate(head):
        if not quoted and sign == ",":
            return words, place
        if not quoted and sign == ";":
            words.append("")
            continue
        if sign == '"' and not escaped:
            quoted = not quoted
        escaped = quoted and sign == "\\" and not escaped
        words[-1] += sign
    comma = head.find(",")  # a quote that never ends is a sign like any other
    return head[: max(0, comma)].split(";"), comma


def _escaped_pieces(url: str, start: int) -> Iterator[bytes]:
    """The data in ASCII pieces with %xx undone. Raises ValueError for signs outside ASCII."""
    left = ""
    for place in range(start, len(url), _PIECE):
        text = left + url[place : place + _PIECE]
        cut = _CUT_ESCAPE.search(text) if place + _PIECE < len(url) else None
        left = cut.group() if cut else ""
        text = text[: cut.start()] if cut else text
        piece = text.encode("ascii")
        yield _without_escapes(piece) if b"%" in piece else piece


def _without_escapes(piece: bytes) -> bytes:
    """%xx as the byte it stands for, all at once; a percent sign without two hexadecimal digits stays."""
    signs = np.frombuffer(piece + b"  ", np.uint8)
    high, low = _HEXADECIMAL[signs[1:-1]], _HEXADECIMAL[signs[2:]]
    places = np.flatnonzero((signs[:-2] == ord("%")) & (high >= 0) & (low >= 0))
    undone = signs[:-2].copy()
    undone[places] = high[places] * 16 + low[places]
    kept = np.ones(len(undone), bool)
    kept[places + 1] = kept[places + 2] = False
    return undone[kept].tobytes()


def _plain(url: str, start: int) -> Iterator[bytes]:
    return _escaped_pieces(url, start)


def _base64(url: str, start: int) -> Iterator[bytes]:
    """Decoded pieces. Raises ValueError for what is no base64."""
    left, ended = b"", 0
    for piece in _escaped_pieces(url, start):
        text = piece.translate(_ALPHABET, _SPACE)
        body = text.rstrip(b"=")
        if ended and body:
            raise ValueError("padding before the end")
        ended += len(text) - len(body)
        left += body
        whole = len(left) // 4 * 4
        yield binascii.a2b_base64(left[:whole], strict_mode=True)
        left = left[whole:]
    if len(left) == 1 or ended > 2:
        raise ValueError("cut within a sign")
    yield binascii.a2b_base64(left + b"=" * (-len(left) % 4), strict_mode=True)


def _is_picture_in_base64(data: bytes) -> bool:
    try:
        head = binascii.a2b_base64(data[:88].translate(_ALPHABET, _SPACE)[:64], strict_mode=True)
    except ValueError:
        return False
    return codec.sniff(head) is not None


def _no_base64(field: str) -> Message:
    return Message("{field} is not valid base64; encode the file's bytes, and send them whole.", field=field)


def _too_large(field: str, about: int, max_bytes: int) -> Message:
    return Message(
        "{field} brings about {size:.1f} MB; the limit is {limit:.1f} MB. "
        "Save a smaller file, or raise limits.maxBytes in settings.json.",
        field=field,
        size=about / 1e6,
        limit=max_bytes / 1e6,
    )
