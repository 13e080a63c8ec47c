"""Single strands of bundles: where they begin and end."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair.head.ellipsoid import Hairline, distance_from_skull
from catchlight.hair.synthesis.guides import grow
from catchlight.hair.synthesis.guides import roots as scalp_roots
from catchlight.hair.synthesis.strands import strands as single

from tests.hair.styles import groom_of

DOWN = np.array([0, -1, 0], np.float32)


def _bundles(catalogue: Catalogue, name: str) -> tuple[np.ndarray, grow.GuideStrands]:
    """How far apart (cm) the strands of each bundle lie at each of their points, BxS, and their guides."""
    shape = groom_of(catalogue, name)
    random = np.random.default_rng(4)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(2500, Hairline(), random), DOWN, random)
    strands = single.grow_strands(shape, guides, 20 * len(guides.lines), random)
    bundles = strands.points.reshape(len(guides.lines), -1, *strands.points.shape[1:])
    middle = np.median(bundles, axis=1, keepdims=True)
    return np.median(np.linalg.norm(bundles - middle, axis=-1), axis=1), guides


@pytest.mark.parametrize("name", ["long", "quiff"])
def test_beside_the_hairline_strands_begin_each_by_itself(catalogue: Catalogue, name: str) -> None:
    apart, guides = _bundles(catalogue, name)
    above = guides.roots.above
    assert apart[above < 0.4, 0].mean() > 1.25 * apart[above > 3, 0].mean()


def test_elsewhere_they_begin_on_more_of_the_scalp_than_their_bundle_is_wide(catalogue: Catalogue) -> None:
    apart, guides = _bundles(catalogue, "long")
    within = guides.roots.above > 3
    later = round(6.0 / (float(guides.length.mean()) / (apart.shape[1] - 1)))
    assert apart[within, 0].mean() > 1.2 * apart[within, later].mean()


def test_behind_the_hairline_strands_begin_on_the_scalp(catalogue: Catalogue) -> None:
    shape = groom_of(catalogue, "bob")
    random = np.random.default_rng(5)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(800, Hairline(), random), DOWN, random)
    strands = single.grow_strands(shape, guides, 8000, random)
    height, _ = distance_from_skull(strands.points[:, 0])
    behind = guides.roots.above[strands.guide] > 2
    assert (np.abs(height[behind]) < 0.02).mean() > 0.97


def _spread(catalogue: Catalogue, name: str, flyaway: float) -> single.Strands:
    shape = groom_of(catalogue, name)
    shape = shape.model_copy(update={"fibre": shape.fibre.model_copy(update={"flyaway": flyaway, "frizz": 0.0})})
    random = np.random.default_rng(6)
    guides = grow.grow_guides(shape, scalp_roots.scatter_roots(600, Hairline(), random), DOWN, random)
    return single.grow_strands(shape, guides, 6000, random)


def test_strands_that_stray_are_short_bent_and_stand_off_the_others(catalogue: Catalogue) -> None:
    kept, strayed = _spread(catalogue, "long", 0.0), _spread(catalogue, "long", 0.25)
    length = [np.linalg.norm(np.diff(hair.points, axis=1), axis=-1).sum(axis=1) for hair in (kept, strayed)]
    short = length[1] < 0.3 * length[0]
    assert 0.2 < short.mean() < 0.3
    own = strayed.points[short]
    assert np.linalg.norm(np.diff(own, axis=1), axis=-1).max() < 0.4
    off = np.linalg.norm(own[:, -1, None] - kept.points[short], axis=-1).min(axis=1)
    assert 0.05 < np.median(off) < 1.0
    chord = np.linalg.norm(own[:, -1] - own[:, 0], axis=-1)
    assert (chord < 0.995 * length[1][short]).mean() > 0.2


def test_curls_do_not_stray(catalogue: Catalogue) -> None:
    for name in ("long curly",):
        kept, strayed = _spread(catalogue, name, 0.0), _spread(catalogue, name, 0.25)
        assert np.allclose(kept.points, strayed.points, atol=1e-4)


def test_short_hair_thins_out_at_its_ends_and_long_hair_is_cut(catalogue: Catalogue) -> None:
    left = {}
    for name in ("parted", "bob"):
        shape = groom_of(catalogue, name)
        random = np.random.default_rng(6)
        guides = grow.grow_guides(shape, scalp_roots.scatter_roots(300, Hairline(), random), DOWN, random)
        left[name] = np.mean(single.grow_strands(shape, guides, 6000, random).reach > 0.9)
    assert left["parted"] < 0.5 < 0.75 < left["bob"]


def test_some_strands_cross_the_others_over_them(catalogue: Catalogue) -> None:
    strands = _spread(catalogue, "long", 0.0)
    assert strands.stray is not None
    assert 0.03 < strands.stray.mean() < 0.1
    ways = np.diff(strands.points, axis=1)[:, 10:]
    ways /= np.linalg.norm(ways, axis=-1, keepdims=True) + 1e-9
    own = {
        int(guide): ways[(strands.guide == guide) & ~strands.stray].mean(axis=0) for guide in np.unique(strands.guide)
    }
    angle = np.array(
        [
            np.degrees(np.arccos(np.clip((ways[at] * own[int(strands.guide[at])]).sum(axis=-1), -1, 1))).mean()
            for at in range(0, len(ways), 5)
        ]
    )
    crossing = strands.stray[::5]
    assert angle[crossing].mean() > 1.5 * angle[~crossing].mean()
    height, _ = distance_from_skull(strands.points[:, -1])
    beside = {guide: height[(strands.guide == guide) & ~strands.stray].mean() for guide in own}
    over = [height[at] - beside[int(strands.guide[at])] for at in np.flatnonzero(strands.stray)]
    assert np.mean(over) > 0.05
