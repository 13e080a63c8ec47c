"""Single strands: as far apart as those of the photo's own hair, and no further."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair.synthesis.texture import contrast, single_strands

SHAPE = (120, 120)
BLUR, CM = 0.55, 30.0


def flat() -> np.ndarray:
    return np.full((*SHAPE, 3), 80.0, np.float32)


def chances(seed: int = 1) -> np.ndarray:
    """Of upright strands a pixel wide."""
    row = np.random.default_rng(seed).standard_normal((1, SHAPE[1], 2)).astype(np.float32)
    return np.repeat(row, SHAPE[0], axis=0)


@pytest.mark.parametrize("wanted", [0.02, 0.05, 0.08])
def test_strands_differ_as_wanted(wanted: float) -> None:
    import cv2

    cover = np.ones(SHAPE, np.float32)
    none = np.zeros(SHAPE, np.float32)
    drawn = single_strands.vary_strands(
        flat(), cover, single_strands.strand_lightness(chances(), CM), wanted, BLUR, none
    )
    found, _ = contrast.fine_contrast(np.asarray(cv2.GaussianBlur(drawn, (0, 0), BLUR)), cover > 0)
    assert found == pytest.approx(wanted, rel=0.15)
    assert float(drawn.mean()) == pytest.approx(80.0, rel=0.03)


def test_what_grain_already_makes_is_left() -> None:
    cover = np.ones(SHAPE, np.float32)
    grain = np.random.default_rng(2).normal(0, 12, SHAPE).astype(np.float32)
    drawn = single_strands.vary_strands(
        flat(), cover, single_strands.strand_lightness(chances(), CM), 0.05, BLUR, grain
    )
    assert np.allclose(drawn, flat(), atol=1e-3)


def test_too_little_hair_stays_as_it_is() -> None:
    cover = np.zeros(SHAPE, np.float32)
    drawn = single_strands.vary_strands(flat(), cover, single_strands.strand_lightness(chances(), CM), 0.1, BLUR, cover)
    assert np.array_equal(drawn, flat())


def test_chances_are_deviations_of_one_and_bounded() -> None:
    for plane in (single_strands.strand_lightness(chances(), CM), single_strands.strand_hue(chances()[..., 1])):
        assert float(plane.std()) == pytest.approx(1.0, rel=0.25)
        assert -2.51 < float(plane.min()) < float(plane.max()) < 1.71
