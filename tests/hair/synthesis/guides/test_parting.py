"""A parting: no hair begins on its line or grows from one side to the other, and it opens at the hairline."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair.head.ellipsoid import Hairline, distance_from_skull
from catchlight.hair.synthesis.guides import grow, parting
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.strands import strands

from tests.hair.styles import groom_of

DOWN = np.array([0, -1, 0], np.float32)


@pytest.mark.parametrize("at", [0.0, 2.5])
def test_no_bundle_grows_on_the_line(at: float) -> None:
    roots = scalp_roots.scatter_roots(6000, Hairline(), np.random.default_rng(4))
    cleared = parting.clear_parting(roots, at)
    near = roots.behind < 8
    before, after = (np.abs(parting.offset_from_parting(at, some.points[near])) for some in (roots, cleared))
    least = parting.half_width(roots.behind[near])
    assert (before < 0.8 * least).sum() > 20
    assert (after < 0.8 * least).sum() < 0.1 * (before < 0.8 * least).sum()
    distance, _ = distance_from_skull(cleared.points)
    assert np.abs(distance).max() < 0.05
    aside = np.abs(parting.offset_from_parting(at, roots.points)) > 1
    np.testing.assert_allclose(cleared.points[aside], roots.points[aside], atol=1e-3)


def test_it_opens_at_the_hairline_and_is_not_quite_straight() -> None:
    assert parting.half_width(np.float32(0)) > 3 * parting.half_width(np.float32(6))
    line = np.stack([np.zeros(50), np.full(50, 12), np.linspace(-6, 4, 50)], axis=1).astype(np.float32)
    strays = parting.offset_from_parting(0.0, line)
    assert 0.05 < np.abs(strays).max() < 0.2
    assert np.abs(np.diff(strays)).max() < 0.06


@pytest.mark.parametrize("name", ["long", "parted", "long curly"])
def test_no_strand_grows_from_the_other_side(catalogue: Catalogue, name: str) -> None:
    shape = groom_of(catalogue, name)
    random = np.random.default_rng(2)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(2500, Hairline(), random), DOWN, random)
    hair = strands.grow_strands(shape, guides, 20_000, random)
    at = shape.comb.parting_at
    front = (guides.roots.behind < 6)[hair.guide]
    side = np.sign(parting.offset_from_parting(at, guides.roots.points))[hair.guide]
    over = parting.offset_from_parting(at, hair.points[:, 0]) * side < -0.1
    assert front.sum() > 1000
    assert (over & front).sum() < 0.01 * front.sum()
