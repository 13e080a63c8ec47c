"""A matte is moved to where colours change, and stays where they say nothing."""

from __future__ import annotations

import numpy as np
from catchlight.backdrop.match_light import LUMINANCE
from catchlight.matting.closed_form import along_colours

DARK, LIGHT = np.array([0.25, 0.2, 0.15], np.float32), np.array([0.6, 0.7, 0.65], np.float32)
SHAPE = (240, 260)


def _soft(middle: float, width: float) -> np.ndarray:
    """Alpha that falls from 1 to 0 from left to right about ``middle``."""
    x = np.arange(SHAPE[1], dtype=np.float32)
    return np.clip(0.5 - (x - middle) / width, 0, 1) * np.ones(SHAPE, np.float32)


def _drawn(image: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    slope, offset = np.moveaxis(along_colours(image.astype(np.float32), alpha.astype(np.float32)), 2, 0)
    return slope * (image @ LUMINANCE) + offset


def _photo(truth: np.ndarray) -> np.ndarray:
    noise = np.random.default_rng(3).normal(0, 0.004, (*SHAPE, 3))
    return DARK * truth[..., None] + LIGHT * (1 - truth[..., None]) + noise


def test_a_veil_beside_an_outline_is_drawn_to_it() -> None:
    truth, veil = _soft(120, 2), _soft(124, 24)
    drawn = _drawn(_photo(truth), veil)
    assert float(np.abs(drawn - truth).mean()) < 0.25 * float(np.abs(veil - truth).mean())


def test_single_hairs_come_out_of_a_veil() -> None:
    truth, veil = _soft(110, 2), _soft(122, 30)
    truth[40::16, 110:128] = 1
    drawn = _drawn(_photo(truth), veil)
    hairs, gaps = drawn[40::16, 114:124].mean(), drawn[48::16, 114:124].mean()
    assert hairs > gaps + 0.5


def test_where_colours_tell_nothing_the_matte_stays() -> None:
    veil = _soft(130, 30)
    drawn = _drawn(np.full((*SHAPE, 3), 0.4, np.float32), veil)
    assert float(np.abs(drawn - veil).max()) < 0.12


def test_what_is_sure_stays() -> None:
    alpha = _soft(130, 20)
    drawn = _drawn(_photo(_soft(126, 3)), alpha)
    away = np.abs(np.arange(SHAPE[1]) - 130) > 24
    assert np.allclose(drawn[:, away], alpha[:, away], atol=1e-3)
