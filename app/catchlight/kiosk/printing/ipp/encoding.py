"""IPP messages as bytes: RFC 8010 (encoding), RFC 8011 (attributes)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

VERSION = (1, 1)
"""What every printer understands, also those that know later ones."""


class GroupTag(IntEnum):
    """Delimiters (RFC 8010, 3.5.1)."""

    OPERATION = 0x01
    JOB = 0x02
    END = 0x03
    PRINTER = 0x04


class ValueTag(IntEnum):
    """Types of values that are sent, or read as something other than text (RFC 8010, 3.5.2)."""

    INTEGER = 0x21
    BOOLEAN = 0x22
    ENUM = 0x23
    RESOLUTION = 0x32
    RANGE = 0x33
    BEGIN_COLLECTION = 0x34
    TEXT_WITH_LANGUAGE = 0x35
    NAME_WITH_LANGUAGE = 0x36
    END_COLLECTION = 0x37
    NAME = 0x42
    KEYWORD = 0x44
    URI = 0x45
    CHARSET = 0x47
    LANGUAGE = 0x48
    MIME_TYPE = 0x49
    MEMBER_NAME = 0x4A


@dataclass(frozen=True)
class Attribute:
    """To be sent. values: of the tag's type; a collection is a sequence of its members."""

    name: str
    tag: ValueTag
    values: tuple[int | str | Sequence[Attribute], ...]


Value = int | str | bytes | tuple[int, ...] | dict[str, "list[Value]"] | None
"""As read: numbers and booleans, text, octets and dates as bytes, a range or resolution as its numbers, a collection; None for
"unknown" and "no value"."""
Values = dict[str, list[Value]]
"""Attributes of a group by name."""


@dataclass(frozen=True)
class IppResponse:
    """status: RFC 8011, appendix B; below 0x100 all is well. groups: their tag and attributes, in order."""

    status: int
    groups: tuple[tuple[int, Values], ...]

    def group(self, tag: GroupTag) -> Values:
        """The first of this tag; empty where there is none."""
        return next((values for found, values in self.groups if found == tag), {})


class IppFormatError(ValueError):
    """Bytes that are no IPP message."""


def encode_request(operation: int, number: int, groups: Sequence[tuple[GroupTag, Sequence[Attribute]]]) -> bytes:
    """A request without its document, which follows directly. number: of the request, 1 or more."""
    parts = [struct.pack(">BBHI", *VERSION, operation, number)]
    for tag, attributes in groups:
        parts.append(bytes([tag]))
        parts.extend(_encode_attribute(attribute) for attribute in attributes)
    parts.append(bytes([GroupTag.END]))
    return b"".join(parts)


def _encode_attribute(attribute: Attribute) -> bytes:
    parts = []
    for number, value in enumerate(attribute.values):
        name = attribute.name if number == 0 else ""
        if attribute.tag is ValueTag.BEGIN_COLLECTION:
            parts.append(_field(attribute.tag, name, b""))
            for member in value if not isinstance(value, int | str) else ():
                parts.append(_field(ValueTag.MEMBER_NAME, "", member.name.encode()))
                parts.append(_encode_attribute(Attribute("", member.tag, member.values)))
            parts.append(_field(ValueTag.END_COLLECTION, "", b""))
        else:
            parts.append(_field(attribute.tag, name, _encode_value(attribute.tag, value)))
    return b"".join(parts)


def _encode_value(tag: ValueTag, value: object) -> bytes:
    if tag in (ValueTag.INTEGER, ValueTag.ENUM) and isinstance(value, int):
        return struct.pack(">i", value)
    if tag is ValueTag.BOOLEAN:
        return bytes([bool(value)])
    return str(value).encode()


def _field(tag: int, name: str, value: bytes) -> bytes:
    encoded = name.encode()
    return struct.pack(">BH", tag, len(encoded)) + encoded + struct.pack(">H", len(value)) + value


def decode_response(data: bytes) -> IppResponse:
    """Read an answer; what follows its end is passed over. Raises IppFormatError."""
    try:
        (status,) = struct.unpack_from(">H", data, 2)
        return IppResponse(status, tuple(_Reader(data, 8).groups()))
    except (struct.error, IndexError, RecursionError) as fault:
        raise IppFormatError(f"an IPP message of {len(data)} bytes that ends too early") from fault


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at

    def groups(self) -> list[tuple[int, Values]]:
        found: list[tuple[int, Values]] = []
        last: list[Value] | None = None
        while (tag := self._data[self._at]) != GroupTag.END:
            if tag < 0x10:
                self._at += 1
                found.append((tag, {}))
                last = None
                continue
            tag, name, raw = self._field()
            if name and found:
                last = found[-1][1][name] = []
            if last is None:
                raise IppFormatError("an IPP value without a name")
            last.append(self._value(tag, raw))
        return found

    def _field(self) -> tuple[int, str, bytes]:
        tag, length = struct.unpack_from(">BH", self._data, self._at)
        name = self._take(self._at + 3, length)
        (size,) = struct.unpack_from(">H", self._data, self._at)
        return tag, name.decode("utf-8", "replace"), self._take(self._at + 2, size)

    def _take(self, start: int, length: int) -> bytes:
        self._at = start + length
        if self._at > len(self._data):
            raise IndexError(self._at)
        return self._data[start : self._at]

    def _value(self, tag: int, raw: bytes) -> Value:
        if tag == ValueTag.BEGIN_COLLECTION:
            return self._collection()
        if 0x10 <= tag < 0x20:
            return None
        if tag in (ValueTag.INTEGER, ValueTag.ENUM):
            return int(struct.unpack(">i", raw)[0])
        if tag == ValueTag.BOOLEAN:
            return raw != b"\0"
        if tag in (ValueTag.RANGE, ValueTag.RESOLUTION):
            return struct.unpack(">ii" if tag == ValueTag.RANGE else ">iib", raw)
        if tag in (ValueTag.TEXT_WITH_LANGUAGE, ValueTag.NAME_WITH_LANGUAGE):
            (skipped,) = struct.unpack_from(">H", raw)
            return raw[skipped + 4 :].decode("utf-8", "replace")
        return raw.decode("utf-8", "replace") if tag >= 0x40 else raw

    def _collection(self) -> dict[str, list[Value]]:
        members: dict[str, list[Value]] = {}
        last: list[Value] | None = None
        while True:
            tag, _, raw = self._field()
            if tag == ValueTag.END_COLLECTION:
                return members
            if tag == ValueTag.MEMBER_NAME:
                last = members[raw.decode("utf-8", "replace")] = []
            elif last is None:
                raise IppFormatError("an IPP collection's value without a name")
            else:
                last.append(self._value(tag, raw))
