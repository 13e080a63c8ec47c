"""What is computed once, and what is computed last."""

from __future__ import annotations

import pytest
from catchlight.core.memo import LastValueCache, Memo


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


def test_what_is_forgotten_is_made_anew() -> None:
    last, memo, made = LastValueCache[object](), Memo(), 0

    def make() -> None:
        nonlocal made
        made += 1

    for _ in range(2):
        memo.get("part", make)  # None is a value too
    assert made == 1
    first = last.get("key", object)
    last.forget()
    memo.forget()
    memo.get("part", make)
    assert made == 2
    assert last.get("key", object) is not first
