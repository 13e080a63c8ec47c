"""Single strands of bundles: where they begin."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.hairstyles import Groom
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.groom import growth
from catchlight.engine.groom import roots as scalp_roots
from catchlight.engine.groom import strands as single
from catchlight.engine.groom.head import Hairline, away

DOWN = np.array([0, -1, 0], np.float32)


def _begins(catalogue: Catalogue, name: str) -> tuple[np.ndarray, np.ndarray]:
    """How far apart (cm) the strands of each bundle begin, and how high above the hairline the bundle does."""
    style = catalogue.hair_styles.get(name)
    assert style is not None
    assert isinstance(style.shape, Groom)
    random = np.random.default_rng(4)
    guides = growth.grown(style.shape, scalp_roots.scattered(2500, Hairline(), random), DOWN, random)
    strands = single.spread(style.shape, guides, 20 * len(guides.lines), random)
    bundles = strands.points[:, 0].reshape(len(guides.lines), -1, 3)
    return np.linalg.norm(bundles - bundles.mean(axis=1, keepdims=True), axis=-1).mean(axis=1), guides.roots.above


@pytest.mark.parametrize("name", ["long_straight", "crew_cut"])
def test_beside_the_hairline_strands_begin_each_by_itself(catalogue: Catalogue, name: str) -> None:
    apart, above = _begins(catalogue, name)
    assert apart[above < 0.4].mean() > 1.5 * apart[above > 3].mean()


def test_a_loc_begins_as_one_at_the_hairline_too(catalogue: Catalogue) -> None:
    apart, above = _begins(catalogue, "locs")
    assert apart[above < 0.4].mean() < 1.2 * apart[above > 3].mean()


def test_behind_the_hairline_strands_begin_on_the_scalp(catalogue: Catalogue) -> None:
    style = catalogue.hair_styles.get("bob")
    assert style is not None
    assert isinstance(style.shape, Groom)
    random = np.random.default_rng(5)
    guides = growth.grown(style.shape, scalp_roots.scattered(800, Hairline(), random), DOWN, random)
    strands = single.spread(style.shape, guides, 8000, random)
    height, _ = away(strands.points[:, 0])
    behind = guides.roots.above[strands.guide] > 2
    assert np.abs(height[behind]).max() < 0.02
