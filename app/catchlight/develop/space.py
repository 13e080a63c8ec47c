"""The colour space that pictures are developed in: lightness and two opponent axes that hold hue, at the cost of a root.

IPT (Ebner and Fairchild, "Development and Testing of a Color Space (IPT) with Improved Hue Uniformity", 1998) with the
exponent 0.5 in place of 0.43, so that roots and squares take the place of powers. Scaling all three axes by the root of a factor
scales the light by that factor: exposure and tone curves keep chromaticity exactly. Neutral is (I, 0, 0), white has I = 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatPlane

RGB_TO_XYZ: Doubles = np.array(
    [[0.4123908, 0.3575843, 0.1804808], [0.2126390, 0.7151687, 0.0721923], [0.0193308, 0.1191948, 0.9505322]]
)
"""Linear sRGB to XYZ, D65 (IEC 61966-2-1)."""
_XYZ_TO_LMS: Doubles = np.array([[0.4002, 0.7075, -0.0807], [-0.2280, 1.1500, 0.0612], [0.0, 0.0, 0.9184]])
_ROOTS_TO_IPT: Doubles = np.array([[0.4000, 0.4000, 0.2000], [4.4550, -4.8510, 0.3960], [0.8056, 0.3572, -1.1628]])


@lru_cache(maxsize=1)
def rgb_to_lms() -> Doubles:
    """Linear sRGB to cone responses; white is (1, 1, 1) exactly."""
    matrix = _XYZ_TO_LMS @ RGB_TO_XYZ
    return np.asarray(matrix / matrix.sum(axis=1, keepdims=True), np.float64)


@lru_cache(maxsize=1)
def lms_to_rgb() -> Doubles:
    return np.asarray(np.linalg.inv(rgb_to_lms()), np.float64)


@lru_cache(maxsize=1)
def roots_to_ipt() -> Doubles:
    """Roots of cone responses to I, P, T; neutral has no P and T exactly."""
    matrix = _ROOTS_TO_IPT.copy()
    matrix[1:, 1] -= matrix[1:].sum(axis=1)
    return matrix


@lru_cache(maxsize=1)
def ipt_to_roots() -> Doubles:
    return np.asarray(np.linalg.inv(roots_to_ipt()), np.float64)


def planes(image: npt.NDArray[np.float32], matrix: Doubles) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
    """The three channels of HxWx3 times a 3x3 matrix, apart: several times as fast as splitting what is mixed already."""
    import cv2

    rows = np.asarray(matrix, np.float32)
    first, second, third = (np.asarray(cv2.transform(image, rows[k : k + 1]), np.float32) for k in range(3))
    return first, second, third


def ipt_of(linear: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(..., 3) linear sRGB to I, P, T."""
    lms = np.asarray(linear, np.float64) @ rgb_to_lms().T
    return np.asarray(np.sqrt(np.maximum(lms, 0)) @ roots_to_ipt().T, np.float64)


def rgb_of(ipt: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(..., 3) I, P, T to linear sRGB, which may lie outside 0..1."""
    roots = np.asarray(ipt, np.float64) @ ipt_to_roots().T
    return np.asarray((roots * np.abs(roots)) @ lms_to_rgb().T, np.float64)
