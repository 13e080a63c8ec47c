"""IPP as bytes, by the examples of RFC 8010, and damaged messages."""

from __future__ import annotations

import struct

import pytest
from catchlight.kiosk.printing.ipp.encoding import (
    Attribute,
    GroupTag,
    IppFormatError,
    ValueTag,
    decode_response,
    encode_request,
)


def field(tag: int, name: str, value: bytes) -> bytes:
    return struct.pack(">BH", tag, len(name)) + name.encode() + struct.pack(">H", len(value)) + value


def answer(*fields: bytes, status: int = 0) -> bytes:
    return struct.pack(">BBHI", 1, 1, status, 1) + b"".join(fields) + b"\x03"


def test_a_request_is_that_of_the_rfc() -> None:
    """RFC 8010, A.1: the beginning of a Print-Job request."""
    made = encode_request(
        0x0002,
        1,
        [
            (
                GroupTag.OPERATION,
                [
                    Attribute("attributes-charset", ValueTag.CHARSET, ("utf-8",)),
                    Attribute("attributes-natural-language", ValueTag.LANGUAGE, ("en-us",)),
                ],
            ),
            (
                GroupTag.JOB,
                [
                    Attribute("copies", ValueTag.INTEGER, (20,)),
                    Attribute("sides", ValueTag.KEYWORD, ("two-sided-long-edge",)),
                ],
            ),
        ],
    )
    expected = (
        "0101 0002 00000001 01"
        "47 0012 617474726962757465732d63686172736574 0005 7574662d38"
        "48 001b 617474726962757465732d6e61747572616c2d6c616e6775616765 0005 656e2d7573"
        "02 21 0006 636f70696573 0004 00000014"
        "44 0005 7369646573 0013 74776f2d73696465642d6c6f6e672d65646765 03"
    )
    assert made == bytes.fromhex(expected)


def test_a_collection_is_read_as_it_was_written() -> None:
    size = (Attribute("x-dimension", ValueTag.INTEGER, (10160,)), Attribute("y-dimension", ValueTag.INTEGER, (15240,)))
    members = (
        Attribute("media-size", ValueTag.BEGIN_COLLECTION, (size,)),
        Attribute("media-top-margin", ValueTag.INTEGER, (0, 300)),
    )
    made = encode_request(
        0, 7, [(GroupTag.PRINTER, [Attribute("media-col", ValueTag.BEGIN_COLLECTION, (members, members))])]
    )
    read = decode_response(made).group(GroupTag.PRINTER)
    one = {"media-size": [{"x-dimension": [10160], "y-dimension": [15240]}], "media-top-margin": [0, 300]}
    assert read == {"media-col": [one, one]}


def test_every_type_of_value_is_read() -> None:
    read = decode_response(
        answer(
            b"\x01" + field(0x47, "attributes-charset", b"utf-8"),
            b"\x02" + field(0x21, "number", struct.pack(">i", -3)) + field(0x21, "", struct.pack(">i", 4)),
            field(0x22, "yes", b"\x01") + field(0x22, "no", b"\x00"),
            field(0x33, "range", struct.pack(">ii", 1, 99)),
            field(0x32, "resolution", struct.pack(">iib", 300, 600, 3)),
            field(0x35, "text", b"\x00\x02de\x00\x05Hallo"),
            field(0x30, "octets", b"\xff\x00"),
            field(0x13, "nothing", b""),
            b"\x02" + field(0x21, "number", struct.pack(">i", 5)),
            status=0x0406,
        )
        + b"what follows"
    )
    assert read.status == 0x0406
    assert read.group(GroupTag.JOB) == {
        "number": [-3, 4],
        "yes": [True],
        "no": [False],
        "range": [(1, 99)],
        "resolution": [(300, 600, 3)],
        "text": ["Hallo"],
        "octets": [b"\xff\x00"],
        "nothing": [None],
    }
    assert [tag for tag, _ in read.groups] == [1, 2, 2]
    assert read.group(GroupTag.PRINTER) == {}


def test_every_message_that_is_cut_off_is_refused() -> None:
    nested = field(0x34, "media-col", b"") + field(0x4A, "", b"x") + field(0x21, "", b"\0\0\0\1") + field(0x37, "", b"")
    whole = answer(b"\x04" + field(0x21, "number", b"\0\0\0\1") + nested)
    assert decode_response(whole).group(GroupTag.PRINTER) == {"number": [1], "media-col": [{"x": [1]}]}
    for length in range(len(whole)):
        with pytest.raises(IppFormatError):
            decode_response(whole[:length])


@pytest.mark.parametrize(
    "damaged",
    [
        b"<html>" * 40,
        answer(field(0x21, "number", b"\0\0\0\1")),
        answer(b"\x04" + field(0x21, "", b"\0\0\0\1")),
        answer(b"\x04" + field(0x21, "number", b"\0\1")),
        answer(b"\x04" + field(0x33, "range", b"\0\1")),
        answer(b"\x04" + field(0x34, "media-col", b"") + field(0x21, "", b"\0\0\0\1") + field(0x37, "", b"")),
        answer(b"\x04" + field(0x34, "a", b"") + (field(0x4A, "", b"x") + field(0x34, "", b"")) * 20_000),
    ],
    ids=["html", "no group", "no name", "short number", "short range", "no member", "too deep"],
)
def test_what_is_no_message_is_refused(damaged: bytes) -> None:
    with pytest.raises(IppFormatError):
        decode_response(damaged)
