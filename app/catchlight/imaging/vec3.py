"""Arithmetic over a last axis of two or three, coordinates or channels: numpy's own loops are ten times as slow along it."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Floats

Number = TypeVar("Number", bound=np.number[Any])


def mean(image: npt.NDArray[Any]) -> Floats:
    """Mean of three channels (HxWx3, bytes or float32), HxW float32."""
    first, second, third = (image[..., channel] for channel in range(3))
    total: Floats = np.add(first, second, dtype=np.float32)
    total += third
    total /= np.float32(3)
    return total


def smallest(vectors: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The smallest coordinate of vectors (... xN), ..., their type."""
    least: npt.NDArray[Number] = vectors[..., 0]
    for axis in range(1, vectors.shape[-1]):
        least = np.minimum(least, vectors[..., axis])
    return least


def largest(vectors: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The largest coordinate of vectors (... xN), ..., their type."""
    most: npt.NDArray[Number] = vectors[..., 0]
    for axis in range(1, vectors.shape[-1]):
        most = np.maximum(most, vectors[..., axis])
    return most


def square(vectors: Floats) -> Floats:
    """The square of the length of vectors (... xN), ..., their type; the coordinates are added from first to last."""
    total: Floats = vectors[..., 0] * vectors[..., 0]
    for axis in range(1, vectors.shape[-1]):
        total += vectors[..., axis] * vectors[..., axis]
    return total


def total(vectors: Floats) -> Floats:
    """Sum of the coordinates of vectors (... xN), ..., their type; added from first to last."""
    result: Floats = vectors[..., 0].copy()
    for axis in range(1, vectors.shape[-1]):
        result += vectors[..., axis]
    return result


def products(first: Floats, second: Floats) -> Floats:
    """Scalar products of vectors with others (both ... xN), ..., their type; added from first to last."""
    result: Floats = first[..., 0] * second[..., 0]
    for axis in range(1, first.shape[-1]):
        result += first[..., axis] * second[..., axis]
    return result


def length(vectors: Floats) -> Floats:
    """Of vectors (... xN), ..., their type."""
    total = square(vectors)
    return np.sqrt(total, out=total)


def dot(vectors: Floats, weights: Floats) -> Floats:
    """Sums of vectors' (... x3, float32) coordinates by their weights, 3 float32; ..., float32.

    Not ``@``: where that has threads of its own, they stand in the way of ours for some milliseconds after each call.
    """
    import cv2

    if not vectors.size:
        return vectors[..., 0]
    flat = np.ascontiguousarray(vectors).reshape(-1, 1, 3)
    sums: Floats = np.asarray(cv2.transform(flat, weights[None]), np.float32)
    return sums.reshape(vectors.shape[:-1])


def scale(vectors: Floats, by: Floats) -> None:
    """Multiply vectors or pixels (... xN) in place by one factor each (...)."""
    for axis in range(vectors.shape[-1]):
        vectors[..., axis] *= by


def shift(vectors: Floats, by: Floats) -> None:
    """Add to vectors or pixels (... xN) in place one value each (...)."""
    for axis in range(vectors.shape[-1]):
        vectors[..., axis] += by


def differ(first: npt.NDArray[Any], second: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Where pixels (HxWx3) are not the same, HxW."""
    apart = first != second
    return np.asarray(apart[..., 0] | apart[..., 1] | apart[..., 2])
