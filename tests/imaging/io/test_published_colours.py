"""Colour spaces of files against the numbers that their standards publish."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.io import cicp, icc

_D50 = (0.9642, 1.0, 0.8249)
"""The connection space's illuminant (ICC.1:2022, 7.2.16)."""
_SRGB = [[0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410]]
"""Columns: red, green and blue in the profile "sRGB IEC61966-2.1" of the ICC."""
_ADOBE = [[0.60974, 0.20528, 0.14919], [0.31111, 0.62567, 0.06322], [0.01947, 0.06087, 0.74457]]
"""Adobe RGB (1998) Color Image Encoding, 4.3.5.3: the ICC profile's colorants."""
_DISPLAY_P3 = [[0.51512, 0.29198, 0.15710], [0.24120, 0.69225, 0.06657], [-0.00105, 0.04189, 0.78407]]
"""The colorants of Apple's profile "Display P3"."""
_PQ = [(0.0, 0.0), (0.508078, 100.0), (0.580689, 203.0), (0.751827, 1000.0), (1.0, 10000.0)]
"""Code value and candelas per square metre (SMPTE ST 2084; ITU-R BT.2408-7, table 1)."""
_HLG = [(0.0, 0.0), (0.38, 26.0), (0.75, 203.0), (1.0, 1000.0)]
"""The same of HLG on a screen of 1000 (ITU-R BT.2408-7, table 1)."""


def tag(profile: bytes, name: bytes) -> tuple[float, float, float]:
    """An XYZ tag of a profile."""
    count = struct.unpack_from(">I", profile, 128)[0]
    for place in range(count):
        key, offset, _ = struct.unpack_from(">4sII", profile, 132 + 12 * place)
        if key == name:
            x, y, z = (value / 65536 for value in struct.unpack_from(">3i", profile, offset + 8))
            return x, y, z
    raise KeyError(name)


def test_the_profile_of_every_file_is_the_iccs_srgb() -> None:
    profile = srgb_profile()
    found = np.array([tag(profile, name) for name in (b"rXYZ", b"gXYZ", b"bXYZ")]).T
    np.testing.assert_allclose(found, _SRGB, atol=3e-4)
    assert icc.is_srgb(profile)


@pytest.mark.parametrize(
    ("primaries", "published"),
    [(cicp.PRIMARIES[1], _SRGB), (cicp.ADOBE_RGB, _ADOBE), (cicp.PRIMARIES[12], _DISPLAY_P3)],
    ids=["sRGB", "Adobe RGB", "Display P3"],
)
def test_primaries_become_the_colorants_of_their_profiles(
    primaries: tuple[float, ...], published: list[list[float]]
) -> None:
    found = cicp.to_xyz(primaries)
    assert found is not None
    np.testing.assert_allclose(found, published, atol=4e-4)
    np.testing.assert_allclose(found.sum(axis=1), _D50, atol=4e-4)


@pytest.mark.parametrize(("code", "candelas"), _PQ)
def test_pq_is_the_standards(code: float, candelas: float) -> None:
    found = cicp.light((9, cicp.PQ), np.array([code]))
    assert found is not None
    assert found[0] * 203 == pytest.approx(candelas, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize(("code", "candelas"), _HLG)
def test_hlg_is_the_standards(code: float, candelas: float) -> None:
    found = cicp.light((9, cicp.HLG), np.array([code]))
    assert found is not None
    assert found[0] * 203 == pytest.approx(candelas, rel=0.02, abs=1e-6)


def test_a_grey_of_adobe_rgb_is_brightened_by_its_own_curve() -> None:
    curve = np.linspace(0, 1, 4096) ** cicp.ADOBE_GAMMA
    matrix = cicp.to_xyz(cicp.ADOBE_RGB)
    assert matrix is not None
    profile = icc.build_profile(matrix, curve)
    assert not icc.is_srgb(profile)
    pixels = np.full((2, 2, 3), 51, np.uint8)
    # (51 / 255) ** (563 / 256) = 0.02903 of light, which sRGB writes as 0.1857.
    assert abs(icc.to_srgb(pixels, profile, "rgb").astype(int) - round(0.1857 * 255)).max() <= 1


def test_our_reading_of_a_profile_is_little_cms_own() -> None:
    from PIL import ImageCms

    opened = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile())).profile
    np.testing.assert_allclose(np.array(opened.red_colorant[0]), tag(srgb_profile(), b"rXYZ"), atol=1e-5)
