"""Hair that begins at edges: close beside a parting on both sides, and singly along the hairline, all along them."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.head.ellipsoid import Hairline, azimuth, distance_from_skull
from catchlight.hair.synthesis.guides import grow, hairline_edges
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.strands import strands
from catchlight.hair.synthesis.strands.strands import Strands

from tests.hair.styles import groom_of

DOWN = np.array([0, -1, 0], np.float32)


def _hair(catalogue: Catalogue, name: str) -> tuple[Groom, Strands, Strands, np.ndarray]:
    """A style, its strands, those that begin at its edges, and which each of these follows."""
    shape = groom_of(catalogue, name)
    random = np.random.default_rng(2)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(2500, Hairline(), random), DOWN, random)
    first = strands.grow_strands(shape, guides, 20_000, random)
    return shape, first, *hairline_edges.grow_edge_strands(shape, Hairline(), guides, first, random)


@pytest.mark.parametrize("name", ["long wavy", "neat_bob", "pixie"])
def test_at_a_parting_they_begin_on_the_scalp_close_beside_the_line_and_all_along_it(
    catalogue: Catalogue, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hairline_edges, "_FRAMED", 0)
    shape, first, begun, followed = _hair(catalogue, name)
    more = begun.points
    assert len(followed) == len(more)
    assert 0.1 * len(first.points) < len(more) < 0.24 * len(first.points)
    distance, _ = distance_from_skull(more[:, 0])
    assert np.abs(distance).max() < 0.1
    beside = more[:, 0, 0] - shape.comb.parting_at
    for side in (-1, 1):
        here = side * beside > 0
        assert here.sum() > 0.4 * len(more)
        assert np.quantile(np.abs(beside[here]), 0.8) < 0.8
        assert np.quantile(np.abs(beside[here]), 0.1) > 0.02
        # Evenly from the front to the back.
        back = np.sort(more[here, 0, 2])
        assert np.diff(back).max() < 0.15 * (back[-1] - back[0])


@pytest.mark.parametrize("name", ["slick_back", "long", "parted"])
def test_at_a_hairline_they_begin_just_above_it(
    catalogue: Catalogue, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hairline_edges, "_PARTED", 0)
    _, first, begun, _ = _hair(catalogue, name)
    more = begun.points[:, 0]
    assert len(more) > 0.01 * len(first.points)
    distance, _ = distance_from_skull(more)
    assert np.abs(distance).max() < 0.1
    above = more[:, 1] - Hairline().height(azimuth(more))
    assert above.min() > -0.1
    assert np.median(above) < 1.1
    assert np.quantile(above, 0.1) < 0.4
    aside = np.abs(np.degrees(azimuth(more)))
    assert 80 < aside.max() < 95
    assert (np.histogram(azimuth(more), 8)[0] > 0).all()
    assert not begun.fringe.any()


@pytest.mark.parametrize("name", ["long wavy", "long curly"])
def test_they_come_to_the_way_of_those_that_they_follow(catalogue: Catalogue, name: str) -> None:
    _, first, begun, followed = _hair(catalogue, name)
    own = first.points[followed]
    assert (begun.guide == first.guide[followed]).all()
    apart = np.linalg.norm(begun.points - own, axis=2)
    assert np.median(apart[:, 0]) > 3 * np.median(apart[:, -1])
    assert np.quantile(apart[:, -1], 0.95) < 0.2
    assert (begun.reach <= first.reach[followed]).all()


def test_few_other_hairs_give_way_to_them(catalogue: Catalogue) -> None:
    """They end sooner than those, and hair further on would be thin."""
    shape, first, begun, _ = _hair(catalogue, "long wavy")
    assert 0 < hairline_edges.edge_share(shape) < 0.6 * len(begun.points) / len(first.points)
