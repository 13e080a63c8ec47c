"""The PIN: what is kept of it, and how guessing is slowed down."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.supervision.pin import PinGuard, hash_pin, verify_pin


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_the_hash_is_salted_and_does_not_hold_the_pin() -> None:
    first, second = hash_pin("4071"), hash_pin("4071")
    assert first != second
    assert "4071" not in first.rpartition("$")[2]
    assert verify_pin("4071", first)
    assert verify_pin("4071", second)
    assert not verify_pin("4072", first)
    assert not verify_pin("4071", "")
    assert not verify_pin("4071", "scrypt$x$8$1$AAAA$AAAA")


@pytest.mark.parametrize("pin", ["", "12", "abcd", "1234567890123", "1111", "1234", "9876", "٤٠٧١"])
def test_a_pin_that_is_none_or_guessed_first_is_refused(pin: str) -> None:
    with pytest.raises(InvalidRequest):
        hash_pin(pin)


def test_wrong_ones_make_the_next_wait_twice_as_long_also_after_a_restart(tmp_path: Path) -> None:
    clock, hashed = Clock(), hash_pin("4071")
    waits = []
    for _ in range(6):
        guard = PinGuard(tmp_path / "pin.json", clock)  # a restart each time
        clock.now += guard.wait_seconds()
        assert not guard.check("0815", hashed)
        waits.append(guard.wait_seconds())
    assert waits == [0, 0, 1, 2, 4, 8]
    assert not guard.check("4071", hashed)  # too early, be it right
    assert guard.wait_seconds() == 8
    clock.now -= 100_000  # set back: the wait begins anew, and ends
    assert guard.wait_seconds() == 8
    clock.now += 9
    assert guard.check("4071", hashed)
    assert not guard.check("0815", hashed)
    assert guard.wait_seconds() == 0


def test_a_damaged_count_is_no_way_in(tmp_path: Path) -> None:
    (tmp_path / "pin.json").write_text("{")
    guard = PinGuard(tmp_path / "pin.json")
    assert guard.wait_seconds() > 3000
    assert not guard.check("4071", hash_pin("4071"))
