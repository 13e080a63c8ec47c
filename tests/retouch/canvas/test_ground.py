"""Grounds that go on: what is there stays, light and grain go on, and what cannot be believed is refused by its side."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from catchlight.core.errors import Conflict
from catchlight.retouch.canvas.believable import check_fill
from catchlight.retouch.canvas.ground import Space, continue_ground, surround

HEIGHT, WIDTH = 240, 200


def studio(slope: float = 40.0, grain: float = 2.0) -> npt.NDArray[np.uint8]:
    """A grey ground that gets darker upwards, with grain."""
    light = np.linspace(150 - slope, 150, HEIGHT)[:, None, None] + np.zeros((1, WIDTH, 3))
    noise = np.random.default_rng(5).normal(0, grain, light.shape)
    return np.asarray(np.clip(light + noise, 0, 255), np.uint8)


def person(top: int = 60) -> npt.NDArray[np.float32]:
    """Somebody in the middle, from ``top`` to the lower edge."""
    alpha = np.zeros((HEIGHT, WIDTH), np.float32)
    alpha[top:, 60:140] = 1
    return alpha


def with_person(pixels: npt.NDArray[np.uint8], alpha: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    made = pixels.copy()
    made[alpha > 0] = (160, 40, 30)
    return made


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_the_light_goes_on_as_it_changed_and_the_grain_stays(dtype: type) -> None:
    pixels = studio().astype(dtype) * dtype(np.iinfo(dtype).max // 255)
    made = continue_ground(pixels, np.zeros((HEIGHT, WIDTH), np.float32), Space(top=50))
    assert np.array_equal(made[50:], pixels)
    rows = made[:, :, 1].mean(axis=1) / (np.iinfo(dtype).max // 255)
    assert rows[0] < rows[40] < rows[60] < rows[100]  # a mirrored gradient would get lighter again
    assert abs(rows[48] - rows[52]) < 2.5
    noise = [np.std(np.diff(made[part, :, 1].astype(float), axis=1)) for part in (slice(0, 50), slice(50, 100))]
    assert noise[0] == pytest.approx(noise[1], rel=0.15)


def test_the_person_is_not_mirrored_and_comes_back_the_same() -> None:
    alpha = person(top=20)
    pixels = with_person(studio(), alpha)
    made = continue_ground(pixels, alpha, Space(top=60, left=30))
    assert made.shape == (HEIGHT + 60, WIDTH + 30, 3)
    assert np.array_equal(made[60:, 30:], pixels)
    new = np.concatenate([made[:60].reshape(-1, 3), made[60:, :30].reshape(-1, 3)]).astype(int)
    assert (new[:, 0] - new[:, 2]).max() < 40  # nothing red in it
    assert np.array_equal(made, continue_ground(pixels, alpha, Space(top=60, left=30)))


@pytest.mark.parametrize("side", ["bottom"])
def test_a_person_at_an_edge_is_refused_by_its_name(side: str) -> None:
    alpha = person()
    with pytest.raises(Conflict, match="bottom edge") as refused:
        continue_ground(with_person(studio(), alpha), alpha, Space(**{side: 20}))
    assert refused.value.code == "does_not_fit"
    assert "colour" in refused.value.message


def test_slanting_contours_are_refused_and_less_space_may_do() -> None:
    y, x = np.indices((HEIGHT, WIDTH))
    stripes = (np.sin((x + y) / 6) > 0)[..., None] * np.array([120, 110, 100]) + 60
    with pytest.raises(Conflict, match="right edge"):
        continue_ground(stripes.astype(np.uint8), np.zeros((HEIGHT, WIDTH), np.float32), Space(right=40))


def test_more_than_there_is_ground_for_is_refused() -> None:
    with pytest.raises(Conflict, match="top edge"):
        continue_ground(studio(), np.zeros((HEIGHT, WIDTH), np.float32), Space(top=3 * HEIGHT))


def test_a_transparent_ground_goes_on_transparent_and_a_mixed_one_is_refused() -> None:
    alpha = person()
    pixels = np.dstack([with_person(studio(), alpha), (alpha * 255).astype(np.uint8)])
    made = continue_ground(pixels, alpha, Space(top=20))
    assert not made[:20].any()
    assert np.array_equal(made[20:], pixels)
    pixels[0, :90, 3] = 255
    with pytest.raises(Conflict):
        continue_ground(pixels, np.zeros_like(alpha), Space(top=20))


@pytest.mark.parametrize(("dtype", "white"), [(np.uint8, 255), (np.uint16, 65535)])
def test_a_colour_surrounds(dtype: type, white: int) -> None:
    pixels = np.zeros((10, 12, 4), dtype)
    made = surround(pixels, Space(1, 2, 3, 4), (255, 0, 255))
    assert made.shape == (13, 19, 4)
    assert made[0, 0].tolist() == [white, 0, white, white]
    assert not made[1:11, 3:15].any()


def test_a_hair_beyond_the_matte_is_not_seen_twice() -> None:
    alpha = person(top=30)
    pixels = with_person(studio(), alpha)
    pixels[12:32, 98:100] = 20  # stands up from the head
    made = continue_ground(pixels, alpha, Space(top=40))
    assert np.array_equal(made[40:], pixels)
    light = made[:40, :, 1].astype(float)
    assert (light > light.mean(axis=1, keepdims=True) - 25).all()


@pytest.mark.parametrize(("step", "joins"), [(0, True), (3, True), (40, False)])
def test_a_fill_that_does_not_join_the_ground_is_refused(step: int, joins: bool) -> None:
    hole = person(top=100) > 0
    filled = studio()
    filled[hole] = np.clip(filled[hole].astype(int) + step, 0, 255)
    if joins:
        check_fill(filled, hole, "left", WIDTH)
    else:
        with pytest.raises(Conflict, match="left edge"):
            check_fill(filled, hole, "left", WIDTH)
