from __future__ import annotations

import threading

import numpy as np
import pytest
from catchlight.core.threads import both, each


def test_results_come_in_the_order_of_the_items() -> None:
    assert each(lambda number: number * number, range(20)) == [number * number for number in range(20)]


def test_nothing_to_do_gives_nothing() -> None:
    assert each(lambda item: item, ()) == []


def test_two_are_under_way_at_once() -> None:
    meeting = threading.Barrier(2)
    each(lambda _: meeting.wait(timeout=10), range(4))


def test_random_numbers_in_the_items_come_in_order() -> None:
    def drawn(seed: int) -> list[float]:
        random = np.random.default_rng(seed)
        return each(float, (random.random() for _ in range(50)))

    assert drawn(3) == list(np.random.default_rng(3).random(50))


def test_an_error_passes_on_and_ends_the_work() -> None:
    begun: list[int] = []

    def work(number: int) -> None:
        begun.append(number)
        raise ValueError(number)

    with pytest.raises(ValueError, match=r"[01]"):
        each(work, range(1000))
    assert len(begun) <= 2


def test_both_give_what_they_made_and_pass_errors_on() -> None:
    assert both(lambda: 1, lambda: "b") == (1, "b")
    with pytest.raises(ZeroDivisionError):
        both(lambda: 1, lambda: 1 // 0)
