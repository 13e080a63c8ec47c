from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging import vec3


@pytest.fixture
def pixels() -> np.ndarray:
    return (np.random.default_rng(0).standard_normal((40, 30, 3)) * 90).astype(np.float32)


def test_means_are_those_of_numpy(pixels: np.ndarray) -> None:
    assert np.array_equal(vec3.mean(pixels), pixels.mean(axis=-1))
    whole = np.abs(pixels).astype(np.uint8)
    assert np.array_equal(vec3.mean(whole), whole.mean(axis=-1).astype(np.float32))


def test_lengths_are_those_of_numpy(pixels: np.ndarray) -> None:
    for vectors in (pixels, pixels[..., :2]):
        assert np.array_equal(vec3.length(vectors), np.linalg.norm(vectors, axis=-1))


def test_extremes_sums_and_products_are_those_of_numpy(pixels: np.ndarray) -> None:
    other = pixels[::-1] * np.float32(0.7)
    for vectors, others in ((pixels, other), (pixels[..., :2], other[..., :2])):
        assert np.array_equal(vec3.smallest(vectors), vectors.min(axis=-1))
        assert np.array_equal(vec3.largest(vectors), vectors.max(axis=-1))
        assert np.array_equal(vec3.total(vectors), vectors.sum(axis=-1))
        assert np.array_equal(vec3.square(vectors), (vectors**2).sum(axis=-1))
        assert np.array_equal(vec3.products(vectors, others), (vectors * others).sum(axis=-1))


def test_scaling_and_shifting_change_every_channel_in_place(pixels: np.ndarray) -> None:
    by = np.random.default_rng(1).random(pixels.shape[:2], np.float32)
    wanted = pixels * by[..., None] + by[..., None]
    vec3.scale(pixels, by)
    vec3.shift(pixels, by)
    assert np.array_equal(pixels, wanted)


def test_a_pixel_differs_that_differs_in_one_channel() -> None:
    first = np.zeros((2, 3, 3), np.uint8)
    second = first.copy()
    second[1, 2, 1] = 1
    assert np.argwhere(vec3.differ(first, second)).tolist() == [[1, 2]]
