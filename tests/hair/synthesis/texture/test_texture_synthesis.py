"""Pieces of the photo's hair on drawn hair: they turn with its strands, and bring contrast and grain, no other brightness."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.hair.synthesis.texture import contrast, texture_synthesis

SHAPE, CM = (300, 300), 24.0
INSIDE = (slice(60, 240), slice(60, 240))
CLEAN = np.zeros(SHAPE, np.float32)


def _upright(deviation: float, seed: int = 1) -> np.ndarray:
    """HxWx3, upright strands three pixels wide of mean 80, each of its own brightness, and some noise."""
    random = np.random.default_rng(seed)
    light = np.repeat(random.normal(0, deviation, SHAPE[1] // 3), 3)[None] + random.normal(0, 0.02, SHAPE)
    return np.repeat(80 * np.exp(light)[..., None], 3, axis=2).astype(np.float32)


def _cover() -> np.ndarray:
    cover = np.zeros(SHAPE, np.float32)
    cover[30:270, 30:270] = 1
    return cover


def _exemplar(deviation: float) -> texture_synthesis.Exemplar:
    class Known:
        hair = alpha = _cover()
        cm = CM
        rgb = _upright(deviation).clip(0, 255).astype(np.uint8)

    known: Any = Known()
    found = texture_synthesis.build_exemplar(known)
    assert found is not None
    return found


def _level(deviation: float = 0.1) -> np.ndarray:
    """Drawn strands that lie level, times their coverage."""
    return np.asarray(_upright(deviation, 2).swapaxes(0, 1) * _cover()[..., None])


def _contrast(image: np.ndarray) -> float:
    """Of what is narrower than 0.3 cm."""
    import cv2

    light = np.log(image[..., 1] + 6)
    return float((light - cv2.GaussianBlur(light, (0, 0), 0.3 * CM))[INSIDE].std())


def test_pieces_turn_with_the_strands() -> None:
    after = texture_synthesis.quilt_texture(_level(), _cover(), _exemplar(0.25), CLEAN, CM, 3, calm=False)[INSIDE][
        ..., 1
    ]
    across, along = (float(np.abs(np.diff(after, axis=axis)).mean()) for axis in (0, 1))
    assert across > 1.5 * along


@pytest.mark.parametrize("deviation", [0.12, 0.25])
def test_contrast_becomes_the_photos_and_brightness_stays(deviation: float) -> None:
    exemplar, before = _exemplar(deviation), _level(0.15)
    after = texture_synthesis.quilt_texture(before.copy(), _cover(), exemplar, CLEAN, CM, 3, calm=False)
    assert _contrast(after) == pytest.approx(exemplar.contrast, rel=0.2)
    assert float(after[INSIDE].mean()) == pytest.approx(float(before[INSIDE].mean()), rel=0.04)


def test_straight_hair_has_not_the_contrast_of_braids() -> None:
    braided = _exemplar(0.5)
    assert braided.contrast > 0.35
    after = texture_synthesis.quilt_texture(_level(0.2), _cover(), braided, CLEAN, CM, 3, calm=True)
    assert _contrast(after) < 0.29


def test_only_hair_changes_and_the_same_seed_lays_the_same() -> None:
    before, cover, exemplar = _level(), _cover(), _exemplar(0.25)
    first, again, other = (
        texture_synthesis.quilt_texture(before.copy(), cover, exemplar, CLEAN, CM, seed, calm=False)
        for seed in (3, 3, 4)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert not first[cover == 0].any()


def test_little_hair_is_no_exemplar_and_little_drawn_hair_stays() -> None:
    class Known:
        hair = alpha = np.zeros(SHAPE, np.float32)
        cm = CM
        rgb = _upright(0.2).astype(np.uint8)

    known: Any = Known()
    assert texture_synthesis.build_exemplar(known) is None
    before = _level()
    none = np.zeros(SHAPE, np.float32)
    assert np.array_equal(
        texture_synthesis.quilt_texture(before.copy(), none, _exemplar(0.2), CLEAN, CM, 3, calm=False), before
    )


def test_fine_strands_are_given_back_as_far_as_pieces_have_lost_them() -> None:
    worn = np.ones(SHAPE, bool)
    fine = np.repeat(np.random.default_rng(5).normal(0, 0.1, (1, SHAPE[1])), SHAPE[0], axis=0).astype(np.float32)
    smooth = np.zeros((*SHAPE, 3), np.float32)
    given = texture_synthesis._crisp(smooth, fine, worn, 0.03)
    assert contrast.fine_deviation(given, worn) == pytest.approx(0.03, rel=0.15)
    kept = np.repeat(fine[..., None], 3, axis=2)
    assert not texture_synthesis._crisp(kept, fine, worn, 0.05).any()


def test_a_grainy_photo_gives_its_grain() -> None:
    exemplar, grain = _exemplar(0.15), np.random.default_rng(7).normal(0, 4, SHAPE).astype(np.float32)
    assert exemplar.grain == pytest.approx(0.02 * 80, rel=0.4)
    clean, grainy = (
        texture_synthesis.quilt_texture(_level(), _cover(), exemplar, each, CM, 3, calm=False)
        for each in (CLEAN, grain)
    )

    def along(image: np.ndarray) -> float:
        return float(np.diff(image[INSIDE][..., 1], axis=1).std())

    assert along(grainy) > along(clean)


def test_grain_below_black_leaves_no_holes() -> None:
    dark = 0.02 * _level() + np.random.default_rng(5).normal(0, 6, (*SHAPE, 1)).astype(np.float32) * _cover()[..., None]
    assert dark.min() < -6
    after = texture_synthesis.quilt_texture(dark, _cover(), _exemplar(0.25), CLEAN, CM, 3, calm=False)
    assert np.isfinite(after).all()
    assert 0 <= after[INSIDE].mean() < 12
