"""What is computed once, and what is computed last."""

from __future__ import annotations

import pytest
from catchlight.core.memo import LastValueCache


def test_the_last_value_is_kept_and_no_other() -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    last = LastValueCache[str]()
    assert [last.get(key, lambda key=key: make(key)) for key in ("a", "a", "b", "b", "a")] == list("AABBA")  # type: ignore[misc]
    assert made == ["a", "b", "a"]


def test_what_could_not_be_made_is_tried_again() -> None:
    last = LastValueCache[int]()
    with pytest.raises(ZeroDivisionError):
        last.get("one", lambda: 1 // 0)
    assert last.get("one", lambda: 1) == 1
