"""Transfer curve, OKLab and CIELAB against the numbers that their authors published."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.imaging.colour import oklab, srgb

Triple = tuple[float, float, float]

_XYZ_TO_LINEAR = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])
"""IEC 61966-2-1:1999, 5.3."""
_CURVE = [
    (0.0, 0.0),
    (0.04045, 0.0031308),
    (0.1, 0.0100228),
    (0.25, 0.0508761),
    (0.5, 0.2140411),
    (0.75, 0.5225216),
    (1.0, 1.0),
]
"""sRGB and its linear light by IEC 61966-2-1:1999, 5.2, worked out to seven places."""
_OKLAB_OF_XYZ: list[tuple[Triple, Triple]] = [
    ((0.950, 1.000, 1.089), (1.000, 0.000, 0.000)),
    ((1.000, 0.000, 0.000), (0.450, 1.236, -0.019)),
    ((0.000, 1.000, 0.000), (0.922, -0.671, 0.263)),
    ((0.000, 0.000, 1.000), (0.153, -1.415, -0.449)),
]
"""Ottosson 2020, "Table of example XYZ and Oklab pairs"."""
_OKLAB_OF_SRGB: list[tuple[Triple, Triple]] = [
    ((1, 0, 0), (0.62796, 0.22486, 0.12585)),
    ((0, 1, 0), (0.86644, -0.23389, 0.17950)),
    ((0, 0, 1), (0.45201, -0.03246, -0.31153)),
    ((1, 1, 1), (1.0, 0.0, 0.0)),
]
"""The primaries of sRGB as W3C's CSS Color Module Level 4 has them."""
_LAB_OF_SRGB: list[tuple[Triple, Triple]] = [
    ((1, 0, 0), (53.24, 80.09, 67.20)),
    ((0, 1, 0), (87.73, -86.18, 83.18)),
    ((0, 0, 1), (32.30, 79.19, -107.86)),
    ((1, 1, 1), (100.0, 0.0, 0.0)),
]
"""The primaries of sRGB in CIELAB under D65 (CIE 15:2004)."""


@pytest.mark.parametrize(("encoded", "light"), _CURVE)
def test_the_transfer_curve_is_the_standards(encoded: float, light: float) -> None:
    one, other = np.array([encoded], np.float32), np.array([light], np.float32)
    assert srgb.to_linear(one)[0] == pytest.approx(light, abs=2e-7)
    assert srgb.to_srgb(other)[0] == pytest.approx(encoded, abs=2e-6)
    assert oklab.linear(one)[0] == pytest.approx(light, abs=1e-6)
    assert oklab.srgb(other)[0] == pytest.approx(encoded, abs=2e-4)


def test_the_tables_for_large_pictures_follow_the_curve() -> None:
    encoded = np.repeat(np.array([row[0] for row in _CURVE], np.float32), 6000)
    light = np.repeat(np.array([row[1] for row in _CURVE], np.float32), 6000)
    np.testing.assert_allclose(oklab.linear(encoded), light, atol=2e-5)
    np.testing.assert_allclose(oklab.srgb(light), encoded, atol=2e-4)


@pytest.mark.parametrize(("xyz", "lab"), _OKLAB_OF_XYZ)
def test_oklab_is_its_authors(xyz: Triple, lab: Triple) -> None:
    found = oklab.from_linear(_XYZ_TO_LINEAR @ np.array(xyz))
    np.testing.assert_allclose(found, lab, atol=2e-3)


@pytest.mark.parametrize(("rgb", "lab"), _OKLAB_OF_SRGB)
def test_oklab_of_the_primaries_is_as_published(rgb: Triple, lab: Triple) -> None:
    np.testing.assert_allclose(oklab.from_srgb(np.array(rgb, np.float32)), lab, atol=5e-5)
    np.testing.assert_allclose(oklab.to_srgb(np.array(lab, np.float32)), rgb, atol=6e-3)


@pytest.mark.parametrize(("rgb", "lab"), _LAB_OF_SRGB)
def test_the_lab_that_differences_are_taken_in_is_as_published(rgb: Triple, lab: Triple) -> None:
    found = cv2.cvtColor(np.array([[rgb]], np.float32), cv2.COLOR_RGB2LAB)[0, 0]
    np.testing.assert_allclose(found, lab, atol=0.02)
