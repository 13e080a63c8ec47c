"""Hair that begins at edges: close beside a parting on both sides, and singly along the hairline, all along them."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.hairstyles import Groom
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.groom import edges, growth, strands
from catchlight.engine.groom import roots as scalp_roots
from catchlight.engine.groom.head import Hairline, away, azimuth
from catchlight.engine.groom.strands import Strands

DOWN = np.array([0, -1, 0], np.float32)


def _hair(catalogue: Catalogue, name: str) -> tuple[Groom, Strands, Strands]:
    """A style, its strands, and those with what begins at its edges."""
    style = catalogue.hair_styles.get(name)
    assert style is not None
    assert isinstance(style.shape, Groom)
    random = np.random.default_rng(2)
    guides = growth.grown(style.shape, scalp_roots.scattered(2500, Hairline(), random), DOWN, random)
    first = strands.spread(style.shape, guides, 20_000, random)
    return style.shape, first, edges.begun(style.shape, Hairline(), guides, first, random)


@pytest.mark.parametrize("name", ["long_wavy", "neat_bob", "pixie"])
def test_at_a_parting_they_begin_on_the_scalp_close_beside_the_line_and_all_along_it(
    catalogue: Catalogue, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edges, "_FRAMED", 0)
    shape, first, both = _hair(catalogue, name)
    more = both.points[len(first.points) :]
    assert 0.05 * len(first.points) < len(more) < 0.12 * len(first.points)
    distance, _ = away(more[:, 0])
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


@pytest.mark.parametrize("name", ["slick_back", "long_straight", "side_part"])
def test_at_a_hairline_they_begin_just_above_it(
    catalogue: Catalogue, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edges, "_PARTED", 0)
    _, first, both = _hair(catalogue, name)
    more = both.points[len(first.points) :, 0]
    assert len(more) > 0.01 * len(first.points)
    distance, _ = away(more)
    assert np.abs(distance).max() < 0.1
    above = more[:, 1] - Hairline().height(azimuth(more))
    assert above.min() > -0.1
    assert np.median(above) < 0.5
    aside = np.abs(np.degrees(azimuth(more)))
    assert aside.max() < 80
    assert (np.histogram(azimuth(more), 5)[0] > 0).all()
    assert not both.fringe[len(first.points) :].any()


def test_they_come_to_the_way_of_those_beside_them(catalogue: Catalogue) -> None:
    _, first, both = _hair(catalogue, "long_wavy")
    more, guide = both.points[len(first.points) :], both.guide[len(first.points) :]
    for at in range(0, len(more), 50):
        others = first.points[first.guide == guide[at]]
        ends = np.linalg.norm(others[:, -1] - more[at, -1], axis=1)
        begins = np.linalg.norm(others[:, 0] - more[at, 0], axis=1)
        assert ends.min() < 0.2
        assert ends.min() <= begins.min() + 0.2


@pytest.mark.parametrize("name", ["curly_pixie", "locs", "crew_cut"])
def test_curls_locs_and_hair_that_stands_stay(catalogue: Catalogue, name: str) -> None:
    _, first, both = _hair(catalogue, name)
    assert both is first
