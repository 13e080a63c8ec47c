"""What is a tie and what is half a shirt: form, and colours on both sides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from catchlight.clothing.segment import ties

WHITE, RED, NAVY = (0.95, 0.0, 0.0), (0.45, 0.15, 0.06), (0.25, 0.0, -0.05)


def _chest() -> tuple[Any, np.ndarray, np.ndarray, np.ndarray]:
    """Patches of 1 cm2: a navy jacket, a white shirt in its V, a red tie 3 to 5 cm wide; and which patch is which."""
    across, down = (axis.ravel() for axis in np.meshgrid(np.arange(-18.0, 19.0), np.arange(4.0, 26.0)))
    opening = np.clip(8 - 0.35 * (down - 4), 0, None)
    inside = np.abs(across) <= opening
    tie = inside & (np.abs(across) <= np.where(down < 8, 1, 2)) & (down > 5)
    shirt, jacket = inside & ~tie, ~inside
    colour = np.select([tie[:, None], shirt[:, None]], [np.array(RED), np.array(WHITE)], np.array(NAVY))
    found = SimpleNamespace(
        across=across,
        down=down,
        cm=1.0,
        patches=SimpleNamespace(colour=colour.astype(np.float32), area=np.ones(len(across))),
        size_of=lambda mask: float(mask.sum()),
    )
    return found, tie, shirt, jacket


def test_a_tie_with_shirt_on_both_sides_is_one() -> None:
    found, tie, shirt, _ = _chest()
    assert ties.is_tie(found, tie, shirt)


def test_half_a_shirt_is_no_tie() -> None:
    found, tie, shirt, _ = _chest()
    half = shirt & (found.across > 0)
    assert not ties.is_tie(found, half, (shirt | tie) & ~half)


def test_what_has_the_colour_of_the_shirt_on_one_side_is_no_tie() -> None:
    found, tie, shirt, _ = _chest()
    found.patches.colour[tie & (found.down < 30)] = WHITE
    assert not ties.is_tie(found, tie, shirt)


def test_a_whole_front_is_no_tie() -> None:
    found, tie, shirt, _ = _chest()
    assert not ties.is_tie(found, tie | (shirt & (np.abs(found.across) < 6)), shirt & (np.abs(found.across) >= 6))


def test_a_tie_of_the_jackets_colour_is_found_between_the_shirts_sides_and_a_closed_jacket_is_none() -> None:
    found, tie, shirt, jacket = _chest()
    found.patches.colour[tie] = NAVY
    between = ties.find_tie_in_shirt(found, jacket | tie, shirt)
    assert (between & tie).sum() > 0.7 * (tie & (found.down < 18)).sum()
    assert not between[jacket & (np.abs(found.across) > 9)].any()
    assert ties.is_tie(found, between, shirt)
    closed = ties.find_tie_in_shirt(found, jacket | tie | shirt, np.zeros_like(shirt))
    assert not closed.any()
    assert not ties.is_too_large(found, closed)
