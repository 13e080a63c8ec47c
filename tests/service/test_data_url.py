"""Data URLs by RFC 2397: whatever they say of themselves, their bytes come out; what is none is refused, all in linear time."""

from __future__ import annotations

import base64
import contextlib
import re
import time
from urllib.parse import quote, quote_from_bytes

import pytest
from catchlight.core.errors import ImageTooLarge, InvalidRequest
from catchlight.service.data_url import data_url, read_data_url

LARGE = 100_000_000
DATA = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) + b"\xfb\xff\xfe" * 50 + b"ab"
TEXT = base64.b64encode(DATA).decode()
LINES = base64.encodebytes(DATA).decode()
PATIENCE = 5.0


@pytest.mark.parametrize("size", [0, 1, 2, 3, 786_430, 786_432, 786_433, 1_572_864, 2_000_001])
def test_bytes_survive_both_ways(size: int) -> None:
    data = (bytes(range(256)) * (size // 256 + 1))[:size]
    assert read_data_url(b"".join(data_url(data, "image/png")).decode(), "f", LARGE) == data


@pytest.mark.parametrize(
    "head",
    [
        "data:image/jpeg;base64,",
        "DATA:Image/JPEG;Base64,",
        "data:;base64,",
        "data:application/octet-stream;base64,",
        "data:binary/octet-stream;base64,",
        "data:image/jpg;base64,",
        "data:image/pjpeg;base64,",
        "data:image/heic-sequence;base64,",
        "data:image/x-ms-bmp;base64,",
        "data:image/x-png;base64,",
        "data:image/vnd.adobe.photoshop;base64,",
        "data:text/plain;base64,",
        "data:*/*;base64,",
        "data:image;base64,",
        "data:null;base64,",
        "data:image/jpeg;charset=utf-8;base64,",
        "data:image/jpeg;name=x.jpg;base64,",
        "data:image/jpeg;name=me%2C%20you.jpg;base64,",
        'data:image/jpeg;name="a;b,c.jpg";base64,',
        'data:image/jpeg;name="a\\",b.jpg";base64,',
        "data:;charset=US-ASCII;base64,",
        "data:image/jpeg ; base64 ,",
        "data:image/jpeg; base64,",
        "data:image/jpeg;base64;charset=utf-8,",
        "data:image/jpeg;;base64,",
        "  \n data:image/jpeg;base64,",
    ],
)
def test_whatever_type_and_parameters_say_the_bytes_come_out(head: str) -> None:
    assert read_data_url(head + TEXT, "f", LARGE) == DATA


@pytest.mark.parametrize(
    "text",
    [
        LINES,
        LINES.replace("\n", "\r\n"),
        TEXT.replace("A", " \tA\f"),
        TEXT + "\n",
        TEXT.rstrip("="),
        TEXT.replace("=", "\n="),
        TEXT.replace("+", "-").replace("/", "_"),
        TEXT.replace("+", "-").replace("/", "_").rstrip("="),
        quote(TEXT, safe=""),
        TEXT.replace("+", "%2b").replace("/", "%2f").replace("=", "%3d"),
        LINES.replace("\n", "%0D%0A"),
    ],
)
def test_base64_may_be_written_in_every_usual_way(text: str) -> None:
    assert read_data_url("data:image/png;base64," + text, "f", LARGE) == DATA


def test_data_may_be_percent_encoded_instead() -> None:
    assert read_data_url("data:image/png," + quote_from_bytes(DATA, safe=""), "f", LARGE) == DATA
    assert read_data_url("data:,", "f", LARGE) == b""


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize("escaped", [True, False])
def test_nothing_is_lost_where_pieces_meet(shift: int, escaped: bool) -> None:
    data = bytes(800_000 + shift)
    text = base64.b64encode(data).decode()
    url = "data:image/png;base64," + " " * shift + (text.replace("A", "%41", 350_000) if escaped else text)
    assert read_data_url(url, "f", LARGE) == data


@pytest.mark.parametrize(
    "url",
    [
        "",
        "QUJD",
        "https://example.org/me.jpg",
        "file:///etc/passwd",
        "data:image/png;base64",
        "data",
        "data:image/png;base64,Q",
        "data:image/png;base64,Q===",
        "data:image/png;base64,QUI=QUJD",
        "data:image/png;base64,QUJD====",
        "data:image/png;base64,QU!JD",
        "data:image/png;base64,-_-_",
        "data:image/png;base64,é",
        "data:image/png;base64,QU%ZZ",
        "data:image/png;base64," + "A" * 1_048_576 + "=" + "A" * 1_048_575,
        "data:image/png;x=" + "y" * 5000 + ";base64,QUJD",
        "data:image/png," + base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(100)).decode(),
    ],
)
def test_what_is_no_data_url_is_refused_by_name(url: str) -> None:
    with pytest.raises(InvalidRequest, match=r"moreImages\.3 .*[;,.]") as refused:
        read_data_url(url, "moreImages.3", LARGE)
    assert not re.search(r"padding|decode|ordinal|codec|0x|Error|Non-", refused.value.message)


def test_the_limit_counts_decoded_bytes() -> None:
    lines = "data:image/png;base64," + base64.encodebytes(bytes(1000)).decode()
    assert read_data_url(lines, "f", 1000) == bytes(1000)
    with pytest.raises(ImageTooLarge, match="the limit is"):
        read_data_url("data:image/png;base64," + base64.b64encode(bytes(1003)).decode(), "f", 1000)
    with pytest.raises(ImageTooLarge):
        read_data_url("data:image/png," + "%41" * 1003, "f", 1000)


@pytest.mark.parametrize(
    "filler",
    [
        ("data:image/png;base64,", "A"),
        ("data:image/png;base64,", "%41"),
        ("data:image/png;base64,", " "),
        ("data:image/png;base64,", "="),
        ("data:image/png;base64,", "%"),
        ("data:", ";"),
        ('data:image/png;"', "a"),
        ("", " "),
        ("data:image/png,", "%"),
    ],
    ids=str,
)
def test_the_cost_is_linear(filler: tuple[str, str]) -> None:
    def seconds(size: int) -> float:
        url = filler[0] + filler[1] * (size // len(filler[1]))
        began = time.perf_counter()
        with contextlib.suppress(InvalidRequest):
            read_data_url(url, "f", LARGE)
        return time.perf_counter() - began

    small = min(seconds(2_000_000) for _ in range(3))
    large = min(seconds(16_000_000) for _ in range(2))
    assert large < max(0.1, 24 * small)
    assert large < PATIENCE
