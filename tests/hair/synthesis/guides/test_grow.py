"""Guides of hair grown on a head that looks straight ahead."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair.head.ellipsoid import Hairline, distance_from_skull
from catchlight.hair.synthesis.guides import grow, parting, root_directions
from catchlight.hair.synthesis.guides import roots as scalp_roots

from tests.hair.styles import groom_of

DOWN = np.array([0, -1, 0], np.float32)
SHOULDER = -15.0
"""Canonical y, cm."""


def _guides(catalogue: Catalogue, name: str, seed: int = 4, roots: int = 600) -> grow.GuideStrands:
    shape = groom_of(catalogue, name)
    random = np.random.default_rng(seed)
    return grow.grow_guides(shape, scalp_roots.scatter_roots(roots, Hairline(), random), DOWN, random)


def _height_where_forward(guides: grow.GuideStrands) -> np.ndarray:
    """Canonical y at which each guide that falls before the body has come forward by 1.5 cm after its rearmost point."""
    heights = []
    for line in guides.lines[guides.front & ~guides.fringe]:
        low = line[line[:, 1] < 1]
        if len(low) < 8:
            continue
        forward = low[:, 2] - np.minimum.accumulate(low[:, 2])
        if (forward > 1.5).any():
            heights.append(float(low[np.argmax(forward > 1.5), 1]))
    return np.array(heights)


@pytest.mark.parametrize("name", ["long"])
def test_long_hair_comes_forward_at_many_heights(catalogue: Catalogue, name: str) -> None:
    heights = _height_where_forward(_guides(catalogue, name))
    assert len(heights) > 50
    assert np.subtract(*np.quantile(heights, [0.9, 0.1])) > 3.5


@pytest.mark.parametrize("name", ["long", "long wavy"])
def test_at_the_shoulders_long_hair_is_before_or_behind_the_body(catalogue: Catalogue, name: str) -> None:
    guides = _guides(catalogue, name)
    low = np.abs(guides.lines[..., 1] - SHOULDER) < 1
    depth, front = guides.lines[..., 2], np.broadcast_to(guides.front[:, None], low.shape)
    assert np.median(depth[low & front]) > np.median(depth[low & ~front]) + 3


@pytest.mark.parametrize("name", ["long curly", "long"])
def test_however_high_hair_lies_it_leaves_the_parting_aslant(catalogue: Catalogue, name: str) -> None:
    guides = _guides(catalogue, name)
    on_top = guides.roots.points[:, 1] > 11
    lines = guides.lines[on_top]
    gone = (guides.length[on_top] / (lines.shape[1] - 1))[:, None] * np.arange(lines.shape[1])
    there = np.argmax(gone > 2, axis=1)
    height, _ = distance_from_skull(lines[np.arange(len(lines)), there])
    assert np.quantile(height / gone[np.arange(len(lines)), there], 0.99) < 0.85


@pytest.mark.parametrize(("name", "least", "most"), [("bob", 0.0, 0.05), ("long", 0.3, 1.0)])
def test_hair_of_the_nape_falls_before_the_body_only_where_it_is_long(
    catalogue: Catalogue, name: str, least: float, most: float
) -> None:
    guides = _guides(catalogue, name)
    nape = (guides.roots.points[:, 1] < 0) & (np.abs(guides.roots.degrees - 125) < 15)
    assert nape.sum() > 10
    assert least <= guides.front[nape].mean() <= most


@pytest.mark.parametrize("name", ["parted", "pixie", "swept_back", "slick_back"])
def test_short_hair_comes_closer_to_the_head_towards_the_ears(catalogue: Catalogue, name: str) -> None:
    guides = _guides(catalogue, name)
    lines = guides.lines[~guides.fringe][:, 3:].reshape(-1, 3)
    beside = lines[np.abs(lines[:, 0]) > 6]
    height, _ = distance_from_skull(beside)
    low, high = (height[np.abs(beside[:, 1] - at) < 1] for at in (1.5, 8))
    assert min(len(low), len(high)) > 50
    assert np.quantile(low, 0.9) < 0.5 * np.quantile(high, 0.9)


def test_behind_the_fringe_of_parted_short_hair_it_is_brushed_aside_rather_than_up(catalogue: Catalogue) -> None:
    guides = _guides(catalogue, "pixie")
    roots = guides.roots
    behind = ~guides.fringe & (np.abs(roots.behind - 6) < 2) & (roots.degrees < 45)
    assert behind.sum() > 10
    way = np.abs(guides.lines[behind, -1] - guides.lines[behind, 0]).mean(axis=0)
    assert way[0] > 1.5 * way[2]


def test_the_same_seed_grows_the_same_hair(catalogue: Catalogue) -> None:
    first, second, other = (_guides(catalogue, "long wavy", seed).lines for seed in (4, 4, 5))
    assert np.array_equal(first, second)
    assert first.shape != other.shape or not np.array_equal(first, other)


@pytest.mark.parametrize("name", ["fringed", "fringed bob"])
def test_hair_beside_a_straight_fringe_hangs_before_the_temple(catalogue: Catalogue, name: str) -> None:
    guides = _guides(catalogue, name)
    shape = groom_of(catalogue, name)
    assert shape.fringe is not None
    roots, width = guides.roots, shape.fringe.width
    temple = (roots.degrees > width + 2) & (roots.degrees < width + 20) & (roots.behind < 1.5) & ~guides.fringe
    lines = guides.lines[temple]
    further = np.round(5 / (guides.length[temple] / (lines.shape[1] - 1))).astype(int)
    onward = lines[np.arange(len(lines)), further] - lines[:, 0]
    assert np.median(onward[:, 2]) > 0
    assert np.median(onward[:, 1]) < -4


@pytest.mark.parametrize(
    ("name", "shows"),
    [("long", True), ("swept_back", False), ("pixie", False)],
)
def test_a_parting_shows_where_combed_hair_without_a_fringe_over_it_parts(
    catalogue: Catalogue, name: str, shows: bool
) -> None:
    shape = groom_of(catalogue, name)
    assert root_directions.shows_parting(shape) is shows


def _back_of_the_first_hair(catalogue: Catalogue, name: str) -> tuple[np.ndarray, np.ndarray]:
    """How far hair of the forehead's hairline begins back, 0..1, beside a parting and further aside."""
    shape = groom_of(catalogue, name)
    guides = _guides(catalogue, name, roots=3000)
    first = guides.roots.behind < 1
    from_it = np.abs(guides.roots.points[:, 0] - shape.comb.parting_at)
    ways = guides.lines[:, 3] - guides.lines[:, 0]
    back = -ways[:, 2] / np.linalg.norm(ways, axis=1)
    beside, aside = first & (from_it < 1.2), first & (from_it > 3.5)
    assert beside.sum() > 10
    return back[beside], back[aside]


def test_the_first_hair_beside_a_parting_goes_along_the_hairline(catalogue: Catalogue) -> None:
    """Combed back off it, it would leave a wedge of bare scalp; further away it may go back."""
    beside, aside = _back_of_the_first_hair(catalogue, "parted")
    assert np.median(beside) < np.median(aside) - 0.1


@pytest.mark.parametrize("name", ["bob", "long", "long wavy", "long curly"])
def test_long_hair_of_the_forehead_is_not_combed_back_but_frames_the_face(catalogue: Catalogue, name: str) -> None:
    """Combed back, it would bare the hairline of the temples."""
    for back in _back_of_the_first_hair(catalogue, name):
        assert np.median(back) < 0.15


@pytest.mark.parametrize("name", ["long", "long wavy", "bob"])
def test_long_hair_falls_forward_from_its_parting(catalogue: Catalogue, name: str) -> None:
    """Combed straight aside, it would lie over the crown as a lid."""
    guides = _guides(catalogue, name, roots=3000)
    shape = groom_of(catalogue, name)
    beside = np.abs(parting.offset_from_parting(shape.comb.parting_at, guides.roots.points)) < 2
    behind = np.where(guides.roots.degrees < 70, guides.roots.behind, 12)
    ways = guides.lines[:, 3] - guides.lines[:, 0]
    forward = ways[:, 2] / np.linalg.norm(ways, axis=1)
    assert np.median(forward[beside & (behind > 2) & (behind < 5)]) > 0.25
    assert np.median(forward[beside & (behind > 9)]) < 0.15


def test_curls_end_at_uneven_heights(catalogue: Catalogue) -> None:
    """All at one, their outline would be a ball's."""
    assert _guides(catalogue, "long curly").layer.max() > 1.3
    assert _guides(catalogue, "long wavy").layer.max() <= 1


@pytest.mark.parametrize("name", ["fringed", "fringed bob"])
def test_a_straight_fringe_ends_along_one_line(catalogue: Catalogue, name: str) -> None:
    guides = _guides(catalogue, name, roots=1500)
    tips = guides.lines[guides.fringe, -1]
    middle = np.abs(tips[:, 0]) < 3.5
    assert middle.sum() > 20
    low, high = np.percentile(tips[middle, 1], [10, 90])
    assert high - low < 1.2
    # Nothing of it hangs into the eyes.
    before = np.abs(tips[:, 0]) < 4.5
    assert np.percentile(tips[before, 1], 2) > np.median(tips[middle, 1]) - 2.0


@pytest.mark.parametrize("name", ["fringed", "fringed bob"])
def test_at_its_corners_a_straight_fringe_leads_over_to_longer_hair(catalogue: Catalogue, name: str) -> None:
    guides = _guides(catalogue, name, roots=1500)
    tips = guides.lines[guides.fringe, -1]
    aside = np.abs(tips[:, 0])
    middle, corner = tips[aside < 3.5, 1], tips[aside > 5.2, 1]
    assert len(corner) > 20
    assert np.percentile(corner, 15) < np.median(middle) - 2.0
    assert np.percentile(corner, 90) - np.percentile(corner, 10) > 2 * np.subtract(*np.percentile(middle, [90, 10]))


def test_hair_rises_slowly_from_a_parting(catalogue: Catalogue) -> None:
    guides = _guides(catalogue, "long", roots=1500)
    shape = groom_of(catalogue, "long")
    apart = np.abs(parting.offset_from_parting(shape.comb.parting_at, guides.roots.points))
    on_top = (guides.roots.behind > 2) & (guides.roots.behind < 7)
    gone = (guides.length / (guides.lines.shape[1] - 1))[:, None] * np.arange(guides.lines.shape[1])
    there = np.argmax(gone > 2, axis=1)
    height, _ = distance_from_skull(guides.lines[np.arange(len(there)), there])
    near, far = (np.quantile(height[on_top & where], 0.9) for where in (apart < 1.5, apart > 5))
    assert near < 0.93 * far


def test_a_fringe_swept_off_a_parting_grows_on_one_side_of_it(catalogue: Catalogue) -> None:
    guides = _guides(catalogue, "pixie", roots=1500)
    shape = groom_of(catalogue, "pixie")
    assert shape.fringe is not None
    apart = parting.offset_from_parting(shape.comb.parting_at, guides.roots.points[guides.fringe])
    assert (apart * shape.fringe.sweep > -0.5).mean() > 0.97


def test_hair_beside_a_straight_fringe_keeps_its_length(catalogue: Catalogue) -> None:
    guides = _guides(catalogue, "fringed", roots=1500)
    temples = ~guides.fringe & (guides.roots.degrees > 45) & (guides.roots.degrees < 75)
    assert temples.any()
    assert np.median(guides.length[temples]) > 20
