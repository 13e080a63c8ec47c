"""Light on strands that lie, and on strands that stand."""

from __future__ import annotations

import numpy as np
from catchlight.hair.head.ellipsoid import CENTRE, RADII, points_in_head
from catchlight.hair.synthesis.render import strand_shading
from catchlight.hair.synthesis.strands.strands import Strands

STEPS = 25
LIGHT = np.array([0.0, 0.8, 0.6], np.float32)


def _beside_the_root(rise: float) -> tuple[float, float]:
    """Mean brightness 1 and 8 cm from the root, of strands at the bottom of a tuft on the crown. rise: cm up for one aside."""
    random = np.random.default_rng(3)
    count = 4000
    along = np.linspace(0, 12, STEPS, dtype=np.float32)
    way = np.array([1, rise, 0], np.float32) / np.float32(np.hypot(1, rise))
    roots = random.uniform((-5, -0.2, -1.5), (0, 0.2, 1.5), (count, 3)).astype(np.float32)
    roots += CENTRE + np.array([0, RADII[1], 0])
    points = roots[:, None] + along[None, :, None] * way
    # What lies above them takes their light.
    points[count // 4 :, :, 1] += np.linspace(0.2, 4, count - count // 4)[:, None]
    flags = np.zeros(count, bool)
    strands = Strands(points.astype(np.float32), np.ones(count), np.arange(count) // 20, flags, flags)
    shade = strand_shading.strand_brightness(strands.points, strands, LIGHT, 0.0, random)[: count // 4]
    return float(shade[:, 2].mean()), float(shade[:, 16].mean())


def test_what_lies_on_the_scalp_is_lit_beside_its_root_and_what_stands_is_not() -> None:
    (lies, on), (stands, up) = _beside_the_root(0.0), _beside_the_root(8.0)
    assert lies / on > 1.15 * stands / up
    assert lies > 1.3 * stands


def test_a_root_is_darker_than_the_strand_a_centimetre_on() -> None:
    along = np.linspace(0, 12, STEPS, dtype=np.float32)
    points = np.zeros((500, STEPS, 3), np.float32)
    points[..., 0] = along
    points += CENTRE + np.array([0, RADII[1], 0], np.float32)
    flags = np.zeros(500, bool)
    strands = Strands(points, np.ones(500), np.arange(500) // 20, flags, flags)
    shade = strand_shading.strand_brightness(points, strands, LIGHT, 0.0, np.random.default_rng(2)).mean(axis=0)
    assert 0.8 < shade[0] / shade[2] < 0.95


def test_light_comes_through_from_strand_to_strand() -> None:
    random = np.random.default_rng(4)
    count = 6000
    points = np.zeros((count, STEPS, 3), np.float32)
    points[..., 1] = -np.linspace(0, 30, STEPS)
    points += random.uniform((-4, 0, -6), (4, 0, 0), (count, 3)).astype(np.float32)[:, None]
    flags = np.zeros(count, bool)
    strands = Strands(points, np.ones(count), np.arange(count) // 20, flags, flags)
    shade = strand_shading.strand_brightness(points, strands, np.array([0, 0, 1], np.float32), 0.0, random)[:, 8]
    depth = points[:, 0, 2]
    deep, outside = float(shade[depth < -4].mean()), float(shade[depth > -0.3].mean())
    assert 0.25 < deep / outside < 0.7


def test_the_tips_of_a_fringe_are_as_bright_as_the_rest_of_it() -> None:
    random = np.random.default_rng(6)
    count = 2000
    points = np.zeros((count, STEPS, 3), np.float32)
    points[..., 1] = 9 - np.linspace(0, 6, STEPS)
    points += random.uniform((-4, 0, 5), (4, 0, 5.3), (count, 3)).astype(np.float32)[:, None]

    def tips(fringe: bool) -> float:
        flags = np.full(count, fringe)
        strands = Strands(points, np.ones(count), np.arange(count) // 20, flags, flags)
        shade = strand_shading.strand_brightness(points, strands, LIGHT, 0.0, np.random.default_rng(1)).mean(axis=0)
        return float(shade[-1] / shade[STEPS // 2])

    assert tips(fringe=True) > 0.93
    assert tips(fringe=False) < 0.85


def test_a_rope_is_lit_in_its_middle_and_dark_at_its_edges() -> None:
    random = np.random.default_rng(5)
    bundles, apiece = 3, 400
    down = np.linspace(0, 20, STEPS)[None, :, None] * np.array([0, -1, 0])
    aside = random.uniform(-0.4, 0.4, (bundles * apiece, 1, 1)) * np.array([1, 0, 0])
    place = np.repeat(np.arange(bundles), apiece)[:, None, None] * np.array([3.0, 0, 0])
    viewed = (down + aside + place).astype(np.float32)
    factor = strand_shading.bundle_light(viewed, bundles, np.array([0, 0, 1], np.float32), 0.9).mean(axis=1)
    from_middle = np.abs(aside[:, 0, 0])
    assert factor[from_middle < 0.1].min() > 1.5 * factor[from_middle > 0.38].max()
    assert np.allclose(strand_shading.bundle_light(viewed, bundles, np.array([0, 0, 1], np.float32), 0.0), 1)


def test_a_lock_does_not_shade_itself_but_what_hangs_further_inside() -> None:
    """Cells of the grid are as large as locks: what lies in one a little deeper must not come out as a dark blot."""
    random = np.random.default_rng(8)
    count = 6000
    points = np.zeros((count, STEPS, 3), np.float32)
    points[..., 1] = -np.linspace(0, 12, STEPS, dtype=np.float32)
    points[..., 0] = random.uniform(-5, 5, (count, 1))
    depth = np.concatenate([random.uniform(0, 0.8, count // 2), random.uniform(4, 5, count // 2)]).astype(np.float32)
    points[..., 2] = -depth[:, None]
    flags = np.zeros(count, bool)
    strands = Strands(points, np.ones(count), np.arange(count) // 20, flags, flags)
    shade = strand_shading.strand_brightness(points, strands, np.array([0, 0, 1], np.float32), 0.0, random)[
        :, 8:-8
    ].mean(axis=1)
    outer, inner, deep = shade[depth < 0.2].mean(), shade[(depth > 0.6) & (depth < 1)].mean(), shade[depth > 4].mean()
    assert inner > 0.97 * outer
    assert deep < 0.85 * outer


def test_what_strays_takes_no_light_from_the_rest() -> None:
    """All points of a stray lie on the little that stands off: by number they would count as a lock."""
    random = np.random.default_rng(9)
    count, strays = 3000, 600
    points = np.zeros((count + strays, STEPS, 3), np.float32)
    points[..., 1] = -np.linspace(0, 12, STEPS, dtype=np.float32)
    points[..., 0] = random.uniform(-5, 5, (count + strays, 1))
    points[count:, :, 1] = random.uniform(-12, 0, (strays, 1)) - np.linspace(0, 1, STEPS, dtype=np.float32)
    points[count:, :, 2] = random.uniform(2.5, 3, (strays, 1))
    flags = np.zeros(count + strays, bool)
    stray = np.arange(count + strays) >= count
    light = np.array([0, 0, 1], np.float32)
    seen = []
    for which in (None, stray):
        strands = Strands(points, np.ones(len(points)), np.arange(len(points)) // 20, flags, flags, which)
        shade = strand_shading.strand_brightness(points, strands, light, 0.0, np.random.default_rng(1))
        seen.append(float(shade[:count, 8:-8].mean()))
    assert seen[1] > 1.05 * seen[0]


def test_the_head_shades_what_hangs_below_it() -> None:
    random = np.random.default_rng(6)
    count = 3000
    points = np.zeros((count, STEPS, 3), np.float32)
    points[..., 0] = random.uniform(-14, 14, (count, 1))
    points[..., 2] = random.uniform(-9, -3, (count, 1))
    points[..., 1] = -9 - np.linspace(0, 6, STEPS)
    flags = np.zeros(count, bool)
    strands = Strands(points, np.ones(count), np.arange(count) // 20, flags, flags)
    open_, shaded = (
        strand_shading.strand_brightness(points, strands, LIGHT, 0.0, np.random.default_rng(1), solid=solid)[
            :, 3:6
        ].mean(axis=1)
        for solid in (None, points_in_head())
    )
    below, beside = (np.abs(points[:, 0, 0]) < 4), (np.abs(points[:, 0, 0]) > 12)
    assert (shaded / open_)[below].mean() < 0.85
    assert (shaded / open_)[beside].mean() > 0.95
