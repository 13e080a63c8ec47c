"""Hair that a matte took for the sky comes back by its place, and gaps between curls stay open."""

from __future__ import annotations

import numpy as np
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.matting.hair_recall import recover_hair_alpha

CM = 15.0
SHAPE = (240, 240)
WHITE, WOOD = (250, 251, 252), (150, 120, 80)


def _head(centre: tuple[float, float], radius: float) -> np.ndarray:
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]].astype(np.float32)
    return (np.hypot(x - centre[0], y - centre[1]) < radius).astype(np.float32)


def _burnt_out() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Photo, matte and parsed share of white hair before wood, the upper half of which the matte missed."""
    hair = _head((120, 120), 80)
    rgb = np.where(hair[..., None] > 0, WHITE, WOOD).astype(np.uint8)
    alpha = hair.copy()
    alpha[:120] = 0
    return rgb, alpha, np.asarray(gaussian_blur(hair, 0.4 * CM), np.float32)


def test_burnt_out_hair_comes_back_up_to_where_the_wood_begins() -> None:
    rgb, alpha, hair = _burnt_out()
    back = recover_hair_alpha(rgb, alpha, hair, CM)
    assert back is not None
    assert back[60:115, 90:150].min() > 0.99
    assert back[:30].max() < 0.02
    # The rim of what parsing takes for hair is wood: its colours are left to tell.
    wood = (alpha == 0) & (rgb[..., 0] < 200) & (hair > 0.3)
    assert wood.any()
    assert back[wood].max() < 0.6


def test_single_hairs_before_wood_are_told_by_how_white_they_are() -> None:
    rgb, alpha, hair = _burnt_out()
    strands = np.zeros(SHAPE, bool)
    strands[32:42, 110:130:4] = strands[32:42, 111:130:4] = True
    rgb[strands] = WHITE
    back = recover_hair_alpha(rgb, alpha, np.maximum(hair, 0.1 * _head((120, 120), 95)), CM)
    assert back is not None
    assert back[36:40][strands[36:40]].min() > 0.9
    assert back[36:40, 110:130][~strands[36:40, 110:130]].max() < 0.1


def test_what_the_matte_has_is_not_looked_for() -> None:
    rgb, _, hair = _burnt_out()
    assert recover_hair_alpha(rgb, _head((120, 120), 80), hair, CM) is None


def test_gaps_that_parsing_takes_for_hair_stay_open() -> None:
    rgb, _, hair = _burnt_out()
    gaps = _head((120, 120), 80)
    for x in (80, 120, 160):
        gaps *= 1 - _head((x, 90), 0.5 * CM)
    assert recover_hair_alpha(rgb, gaps, hair, CM) is None
    unsure = np.minimum(hair, 0.65)
    assert recover_hair_alpha(rgb, _burnt_out()[1], unsure, CM) is None


def test_stones_that_parsing_takes_for_hair_are_left_to_the_matte() -> None:
    rgb, alpha, hair = _burnt_out()
    rgb[:120] = np.minimum(rgb[:120], 180)
    assert recover_hair_alpha(rgb, alpha, hair, CM) is None
