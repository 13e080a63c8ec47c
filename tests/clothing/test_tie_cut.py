"""A tie is cut out by its own form and colours, and nothing else below a collar is taken for one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.clothing import tie_cut
from catchlight.clothing.tie_form import robust_line
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portraits

from tests.benchmarks.regions import file_of, found_mask, overlap, read_masks


def test_a_space_suit_has_no_tie(portraits: Portraits, sample: Picture) -> None:
    assert not tie_cut.tie(portraits.of(sample)).any()
    assert not tie_cut.stands_alone(portraits.of(sample))


def test_a_tie_is_found_to_its_edge(portraits: Portraits, portraits_folder: Path) -> None:
    drawn = next(one for one in read_masks() if (one.portrait, one.region) == ("d29", "tie"))
    path = file_of("d29", portraits_folder)
    assert path is not None
    assert overlap(*found_mask(portraits, path, drawn)) > 0.83


def test_a_line_through_edges_follows_most_of_them() -> None:
    rows = np.arange(40.0)
    edge = 20 + 0.2 * rows
    edge[:6] -= 15  # the collar's shadow
    line = robust_line(rows, edge)
    assert line(np.array([30.0]))[0] == pytest.approx(26, abs=0.3)
