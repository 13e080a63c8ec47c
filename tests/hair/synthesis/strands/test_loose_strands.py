"""Single strands over the others: hidden below them, seen above and beside, and laid over what was combed."""

from __future__ import annotations

import numpy as np
from catchlight.hair import orientation_field
from catchlight.hair.synthesis.composite import composite
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.hair.synthesis.render.rasterise import StrandLayer
from catchlight.hair.synthesis.strands import loose_strands, strand_directions

SHAPE, CM, STEPS = (120, 120), 12.0, 20


def _curtain(left: float, right: float, depth: float, count: int = 4000) -> tuple[np.ndarray, np.ndarray]:
    """Upright strands between two columns: pixels NxSx2 and view z NxS."""
    pixels = np.empty((count, STEPS, 2), np.float32)
    pixels[..., 0] = np.linspace(left, right, count)[:, None]
    # Each begins somewhere else, so that all cells between have some.
    begins = np.random.default_rng(1).uniform(0, 6, (count, 1))
    pixels[..., 1] = begins + np.linspace(0, 114, STEPS)[None]
    return pixels, np.full((count, STEPS), depth, np.float32)


def _lying() -> orientation_field.OrientationField:
    pixels, near = _curtain(10, 60, 0.0)
    return strand_directions.orientation_of_strands(pixels, near, np.zeros(len(near), bool), SHAPE, CM)


def test_hair_hides_what_lies_deep_under_it_only() -> None:
    lying = _lying()
    for column, depth, is_seen in ((35, -3.0, False), (35, 0.3, True), (35, -0.2, True), (100, -3.0, True)):
        pixels, near = _curtain(column, column, depth, 1)
        assert (loose_strands.visible_points(pixels, near, lying) == is_seen).mean() > 0.9, (column, depth)


def _drawn(body: float, shown: bool = True) -> StrandLayer:
    pixels, near = _curtain(10, 110, 0.0, 60)
    return loose_strands.draw_loose_strands(
        pixels,
        near,
        np.full(near.shape, 0.6, np.float32),
        np.ones(len(near), np.float32),
        np.full(near.shape, shown),
        np.full(SHAPE, body, np.float32),
        2,
        np.random.default_rng(3),
    )


def test_a_body_and_other_hair_hide_loose_strands() -> None:
    assert _drawn(body=-5.0).cover.max() > 0.3
    assert _drawn(body=5.0).cover.max() == 0
    assert _drawn(body=-5.0, shown=False).cover.max() == 0


def test_loose_strands_take_the_light_each_otherwise() -> None:
    layer = _drawn(body=-5.0)
    tones = layer.shade[layer.cover > 0.3]
    assert tones.std() / tones.mean() > 0.2


def test_a_loose_strand_is_seen_over_hair_and_over_the_background() -> None:
    tones = np.stack([np.linspace(2, 90, 64), np.zeros(64), np.zeros(64)], axis=1).astype(np.float32)
    palette = StrandColours(tones, np.zeros(3, np.float32), True)
    layer = _drawn(body=-5.0)
    cover = np.zeros(SHAPE, np.float32)
    cover[:, :60] = 1
    colours = np.full((*SHAPE, 3), 10, np.float32)
    over, covered = composite._with_loose(
        colours.copy(), cover, layer, palette, np.linspace(0.1, 0.7, 33, dtype=np.float32)
    )
    strand = layer.cover > 0.3
    within, beyond = strand & (cover > 0), strand & (cover == 0)
    assert (covered[within] == 1).all()
    assert over[within].mean() > 30
    assert 0.1 < covered[beyond].mean() < 0.6
    assert over[beyond].mean() > 2 * over[within].mean()
    assert (over[layer.cover == 0] == 10).all()
