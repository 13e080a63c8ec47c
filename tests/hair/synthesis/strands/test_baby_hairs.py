"""Baby hairs before a hairline."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair.head.ellipsoid import Hairline, azimuth, distance_from_skull
from catchlight.hair.synthesis.guides import grow
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.strands import baby_hairs, strands

from tests.hair.styles import groom_of

DOWN = np.array([0, -1, 0], np.float32)


def _grown(catalogue: Catalogue, name: str) -> tuple[strands.Strands, np.ndarray, strands.Strands]:
    shape = groom_of(catalogue, name)
    random = np.random.default_rng(2)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(900, Hairline(), random), DOWN, random)
    spread = strands.grow_strands(shape, guides, 9000, random)
    fine, beside = baby_hairs.grow_baby_hairs(shape, guides, spread, random)
    return fine, beside, spread


@pytest.mark.parametrize("name", ["slick_back", "bob"])
def test_they_are_short_and_grow_on_the_skin_before_the_hairline(catalogue: Catalogue, name: str) -> None:
    fine, beside, spread = _grown(catalogue, name)
    assert len(fine.points) == len(beside) > 100
    roots = fine.points[:, 0]
    distance, _ = distance_from_skull(roots)
    assert np.abs(distance).max() < 0.1
    lower = spread.points[beside, 0, 1] - roots[:, 1]
    assert np.percentile(lower, 10) > -0.1
    assert np.percentile(lower, 95) < 0.9
    long = np.linalg.norm(np.diff(fine.points, axis=1), axis=2).sum(axis=1)
    assert long.max() < 2.8
    assert (np.abs(np.degrees(azimuth(roots))) < 90).all()


def test_none_grow_where_a_fringe_does(catalogue: Catalogue) -> None:
    fine, beside, spread = _grown(catalogue, "fringed")
    assert not spread.fringe[beside].any()
    assert (np.abs(np.degrees(azimuth(fine.points[:, 0]))) > 50).mean() > 0.9
    assert len(spread.among(fine).points) == len(spread.points) + len(fine.points)


def test_beside_a_swept_fringe_they_grow_as_elsewhere(catalogue: Catalogue) -> None:
    fine, beside, spread = _grown(catalogue, "pixie")
    assert len(beside) > 40
    assert len(fine.points) == len(beside)
    assert not spread.fringe[beside].any()
