"""JSON that people and other programs write: read, or told to be unreadable, and never a crash."""

from __future__ import annotations

import pytest
from catchlight.core.files.strict_json import MOST_DEPTH, MalformedJson, parse_json


def test_what_is_sound_is_read() -> None:
    assert parse_json('{"a": [1, -2.5, true, null, "\\u00fc"]}') == {"a": [1, -2.5, True, None, "ü"]}
    assert parse_json(b"\xef\xbb\xbf[]") == []
    assert parse_json("[" * MOST_DEPTH + "]" * MOST_DEPTH)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,]", b"\xff\xfe{", "[" * 200_000, "[" * (MOST_DEPTH + 2) + "]" * (MOST_DEPTH + 2), "9" * 5000, "1" * 30, "NaN",
     "-Infinity", '{"a":' * 100_000],
)  # fmt: skip
def test_what_is_hostile_is_told_in_one_way(text: str | bytes) -> None:
    with pytest.raises(MalformedJson):
        parse_json(text)
