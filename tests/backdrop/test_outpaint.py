"""A person carried on beyond the picture: only what lies near the border is stretched."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.backdrop.outpaint import HeadBounds, Padding, extend

HEIGHT, WIDTH = 600, 480
HEAD = HeadBounds(260, 160, 320)


@pytest.fixture(scope="module")
def body() -> tuple[np.ndarray, np.ndarray]:
    """A head on shoulders that reach the lower border, in cloth with a weave."""
    alpha = np.zeros((HEIGHT, WIDTH), np.float32)
    cv2.ellipse(alpha, (240, 180), (75, 100), 0, 0, 360, 1, -1)
    cv2.ellipse(alpha, (240, 600), (200, 290), 0, 0, 360, 1, -1)
    weave = np.random.default_rng(5).integers(60, 120, (HEIGHT, WIDTH, 3))
    return weave.astype(np.uint8), alpha


@pytest.mark.parametrize("added", [1, 2, 30])
def test_what_lies_further_from_the_border_stays_as_it_is(body: tuple[np.ndarray, np.ndarray], added: int) -> None:
    rgb, alpha = body
    longer, matte = extend(rgb, alpha, Padding(bottom=added), HEAD)
    assert longer.shape == (HEIGHT + added, WIDTH, 3)
    assert matte.shape == longer.shape[:2]
    kept = HEIGHT - 9 * (added + 4)
    assert np.array_equal(longer[:kept], rgb[:kept])
    assert np.array_equal(matte[:kept], alpha[:kept])


def test_the_outline_goes_on_and_the_cloth_has_no_seam(body: tuple[np.ndarray, np.ndarray]) -> None:
    rgb, alpha = body
    longer, matte = extend(rgb, alpha, Padding(bottom=30), HEAD)
    widths = (matte > 0.5).sum(axis=1)[-120:]
    assert np.all(np.diff(widths) >= -1), "shoulders do not draw in"
    texture = longer[:, 200:280].astype(float).std(axis=(1, 2))
    assert texture[-30:].min() > 0.6 * texture[300:400].mean(), "the cloth's weave goes on"
