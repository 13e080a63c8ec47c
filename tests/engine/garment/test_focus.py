"""How soft a photo is at the collar is measured, and drawn cloth is laid as soft."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.engine.garment import curves, focus
from catchlight.engine.garment.pattern import Piece


def _photo(sigma: float) -> tuple[np.ndarray, Any]:
    """Stripes of cloth drawn with a Gaussian of so many pixels, and noise; 20 pixels for one cm."""
    import cv2

    x = np.arange(900)[None] + 0.2 * np.arange(800)[:, None]
    stripes = np.where((x // 60) % 2 < 1, 200.0, 60.0)
    soft = cv2.GaussianBlur(stripes, (0, 0), sigma) if sigma else stripes
    noisy = soft + np.random.default_rng(1).normal(0, 1.5, soft.shape)
    pixels = np.repeat(np.clip(noisy, 0, 255)[..., None], 3, axis=2).astype(np.uint8)
    return pixels, SimpleNamespace(cm=20.0, matrix=np.array([[20.0, 0, 450], [0, 20, 300]]))


@pytest.mark.parametrize("sigma", [1.0, 1.8, 2.8])
def test_softness_is_that_of_edges(sigma: float) -> None:
    pixels, sitter = _photo(sigma)
    assert focus.softness(pixels, sitter, 0, 1.0) == pytest.approx(sigma, abs=0.45)


def test_a_picture_without_room_below_the_face_is_taken_for_usual() -> None:
    pixels, sitter = _photo(2.8)
    assert focus.softness(pixels[:20], sitter, 0, 1.0) == pytest.approx(1.2)


def test_edges_waver_by_less_than_a_millimetre_and_no_side_as_the_other() -> None:
    corners = ((0.0, 0.0), (6.0, 0.0), (6.0, 8.0), (0.0, 8.0))
    sides = tuple((a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True))
    piece = Piece(cloth="main", outline=sides, mirror=True)
    both = curves.outlines(piece, 3)
    drawn = np.vstack([curves.spline(side) for side in sides])
    away = both[1] - drawn
    # What is left beside a slow sway of all of it are the waves of the edge.
    wave = away - np.array([np.convolve(away[:, axis], np.ones(9) / 9, "same") for axis in (0, 1)]).T
    assert 0.002 < float(np.abs(wave[10:-10]).mean()) < 0.1
    assert float(np.abs(both[1] * [-1, 1] - both[-1]).max()) > 0.03
