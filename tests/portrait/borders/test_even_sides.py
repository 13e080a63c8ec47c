"""Which sides of a picture have a background that may be carried on."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.imaging.pyramid import Pyramid
from catchlight.portrait.borders import CutSides, find_uneven_sides

HEIGHT, WIDTH = 500, 400


def person() -> np.ndarray:
    alpha = np.zeros((HEIGHT, WIDTH), np.float32)
    cv2.ellipse(alpha, (200, 260), (90, 130), 0, 0, 360, 1, -1)
    cv2.rectangle(alpha, (70, 400), (330, HEIGHT), 1, -1)
    return alpha


def studio() -> np.ndarray:
    """A wall that darkens to its corners, with grain."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    light = 190 - 60 * (((x - 200) / 200) ** 2 + ((y - 200) / 300) ** 2)
    grain = np.random.default_rng(3).normal(0, 6, (HEIGHT, WIDTH))
    return np.repeat(np.clip(light + grain, 0, 255)[..., None], 3, axis=2).astype(np.uint8)


def test_a_studio_wall_with_a_vignette_and_grain_is_even() -> None:
    assert find_uneven_sides(Pyramid(studio()), person()) == CutSides()


def test_a_pattern_counts_on_the_side_where_it_is() -> None:
    picture = studio()
    for row in range(60, 360, 80):
        picture[row : row + 40, 370:] = 60
    assert find_uneven_sides(Pyramid(picture), person()) == CutSides(right=True)
    above = studio()
    above[:25, 150:260] = 20
    assert find_uneven_sides(Pyramid(above), person()) == CutSides(top=True)


def test_what_the_person_covers_tells_nothing() -> None:
    picture = studio()
    picture[400:, :30] = 0
    everywhere = np.ones((HEIGHT, WIDTH), np.float32)
    assert find_uneven_sides(Pyramid(picture), everywhere) == CutSides()
