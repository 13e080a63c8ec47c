"""Edges of an ID photo on a new background, against exact alpha."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.portrait.portrait import Portraits

from tests.benchmarks.mattes import grounds, stages
from tests.benchmarks.mattes.__main__ import composite, error, people

NETWORK = {"planks": 0.48, "white": 0.49}
"""Mean squared error x 10^-3 of c03's alpha in the photo's frame, as the network draws it."""


@pytest.mark.parametrize("ground", NETWORK)
def test_edges_follow_the_colours_of_the_photo(ground: str, portraits: Portraits, portraits_folder: Path) -> None:
    fore, truth = people(portraits_folder)["c03"]
    behind = grounds.draw(ground, max(truth.shape), portraits_folder)[: truth.shape[0], : truth.shape[1]]
    alpha, exact = stages.of_photo(portraits.of(composite(fore, truth, behind)), truth)
    assert error(alpha, exact) < 0.5 * NETWORK[ground]
