"""Hair tied back: round the ears, behind the jaw, and a knot of the hair's own brightness."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.hairstyles import Gather, Groom
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.groom import gathered, planes, scene, shading
from catchlight.engine.groom import roots as scalp_roots
from catchlight.engine.groom.growth import Guides
from catchlight.engine.groom.head import Hairline, away
from catchlight.engine.groom.strands import spread

from tests.engine.conftest import Worn
from tests.engine.groom.conftest import Wear

DOWN = np.array([0, -1, 0], np.float32)
EAR_Z, LOBE_Y = -4.6, 1.0
"""Canonical cm: the middle of the ears, and a height at which nothing tied back may cross them."""
TIED = ["side_ponytail", "low_bun"]


def _tied(catalogue: Catalogue, name: str) -> tuple[Groom, Gather, Guides]:
    style = catalogue.hair_styles.get(name)
    assert style is not None
    assert isinstance(style.shape, Groom)
    assert style.shape.gather is not None
    random = np.random.default_rng(4)
    roots = scalp_roots.scattered(900, Hairline(), random)
    return style.shape, style.shape.gather, gathered.grown(style.shape, style.shape.gather, roots, DOWN, random)


@pytest.mark.parametrize("name", TIED)
def test_hair_from_before_the_ears_passes_above_them(catalogue: Catalogue, name: str) -> None:
    _, _, guides = _tied(catalogue, name)
    lines = guides.lines[guides.lines[:, 0, 2] > -3.5]
    crosses = (lines[:, :-1, 2] > EAR_Z) & (lines[:, 1:, 2] <= EAR_Z)
    first = np.argmax(crosses, axis=1)
    there = lines[np.arange(len(lines)), first][crosses.any(axis=1)]
    beside = there[np.abs(there[:, 0]) > 6]
    assert len(beside) > 50
    assert (beside[:, 1] > LOBE_Y).mean() > 0.95


def test_hair_of_the_temple_does_not_meet_right_over_the_ear(catalogue: Catalogue) -> None:
    _, _, guides = _tied(catalogue, "side_ponytail")
    root = guides.lines[:, 0]
    lines = guides.lines[(root[:, 2] > -3.5) & (root[:, 0] > 5) & (root[:, 1] > 3.5) & (root[:, 1] < 8)]
    crosses = (lines[:, :-1, 2] > EAR_Z) & (lines[:, 1:, 2] <= EAR_Z)
    assert crosses.any(axis=1).all()
    there = lines[np.arange(len(lines)), np.argmax(crosses, axis=1), 1]
    assert np.percentile(lines[:, 0, 1] - there, 90) < 1.3


def test_the_outermost_hair_on_the_scalp_lies_together(catalogue: Catalogue) -> None:
    _, _, guides = _tied(catalogue, "low_bun")
    on_top = guides.lines[guides.roots.top > 0.9]
    height, _ = away(on_top[:, on_top.shape[1] // 3])
    inner, middle, outer = np.quantile(height, [0.1, 0.6, 0.95])
    assert outer - middle < 0.3 * (outer - inner)


def test_a_tail_leaves_the_head_behind_the_jaw_and_lies_before_the_shoulder(catalogue: Catalogue) -> None:
    _, _, guides = _tied(catalogue, "side_ponytail")
    tails = guides.lines[:, guides.lines.shape[1] // 2 :].reshape(-1, 3)
    root, low = (tails[np.abs(tails[:, 1] - height) < 0.5] for height in (-5.5, -15.0))
    assert np.median(root[:, 2]) < -6
    assert np.median(low[:, 2]) > -4
    assert np.median(low[:, 0]) > np.median(root[:, 0]) + 0.8


@pytest.mark.parametrize("name", TIED)
def test_ears_stay_free_before_hair_that_is_tied_back(wear: Wear, worn: Worn, name: str) -> None:
    portrait = worn("d01")
    known = scene.read(portrait)
    ears = planes.shrunk(known.ear > 0.9, 0.15 * known.cm) & (known.hair < 0.02)
    assert ears.sum() > 300
    assert (wear(name, on=portrait).hair[ears] > 0.5).mean() < 0.03


def test_a_knot_is_about_as_bright_as_the_hair_that_leads_to_it(catalogue: Catalogue) -> None:
    style, gather, guides = _tied(catalogue, "top_knot")
    strands = spread(style, guides, 20_000, np.random.default_rng(5))
    knot = gathered.knot(gather)
    assert knot is not None
    light = np.array([0.0, 0.55, 0.83], np.float32)
    shade = shading.shades(strands.points, strands, light, 0.0, np.random.default_rng(6), knot)
    aside = strands.points - knot[0]
    reach = np.linalg.norm(aside, axis=-1) / knot[1]
    outside = (reach > 0.85) & (reach < 1.1) & (aside[..., 2] > 0.5 * knot[1])
    outside[:, : strands.points.shape[1] // 2] = False
    scalp = strands.points[:, :12][strands.points[:, :12, 2] > 1]
    front = shade[:, :12][strands.points[:, :12, 2] > 1]
    assert len(scalp) > 500
    assert outside.sum() > 500
    assert shade[outside].mean() > 0.85 * front.mean()


@pytest.mark.parametrize("name", TIED)
def test_no_strand_crosses_hair_that_is_tied(catalogue: Catalogue, name: str) -> None:
    style, _, guides = _tied(catalogue, name)
    still = style.model_copy(update={"fibre": style.fibre.model_copy(update={"flyaway": 0.0})})
    strands = spread(still, guides, 9000, np.random.default_rng(3))
    assert strands.stray is not None
    assert not strands.stray.any()
