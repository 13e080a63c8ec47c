"""The colour spaces that files are written in, against the numbers of their standards and Little CMS's own profiles."""

from __future__ import annotations

import io
from typing import Any

import imagecodecs
import numpy as np
import numpy.typing as npt
import pytest
from catchlight.imaging.colour.output_spaces import (
    COLOUR_SPACES,
    EIGHT_BIT,
    SPACE_NAMES,
    ColourSpace,
    in_colour_space,
    space_of_file,
    space_profile,
)
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.io import codec, icc
from catchlight.imaging.io.formats.raw.tones import prophoto_profile, to_prophoto
from catchlight.imaging.picture import Picture, Pixels
from PIL import ImageCms

Doubles = npt.NDArray[np.float64]

_SRGB = [[0.43607, 0.38515, 0.14307], [0.22249, 0.71687, 0.06061], [0.01392, 0.09708, 0.71410]]
"""Columns: red, green and blue in the profile "sRGB IEC61966-2.1" of the ICC."""
_COLORANTS: dict[ColourSpace, list[list[float]]] = {
    "display_p3": [[0.51512, 0.29198, 0.15710], [0.24120, 0.69225, 0.06657], [-0.00105, 0.04189, 0.78407]],
    "adobe_rgb": [[0.60974, 0.20528, 0.14919], [0.31111, 0.62567, 0.06322], [0.01947, 0.06087, 0.74457]],
    "prophoto_rgb": [[0.7977, 0.1352, 0.0313], [0.2880, 0.7119, 0.0001], [0.0000, 0.0000, 0.8249]],
}
"""Of Apple's profile "Display P3"; Adobe RGB (1998) Color Image Encoding, 4.3.5.3; ISO 22028-2:2013, 4.4.1."""
WIDE = tuple(_COLORANTS)


def _written(space: ColourSpace, light: Doubles) -> Doubles:
    """Light in 0..1 by the curve of the space's standard."""
    if space == "display_p3":
        return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    if space == "adobe_rgb":
        return np.asarray(light ** (256 / 563))
    return np.where(light < 1 / 512, 16 * light, light ** (1 / 1.8))


def _by_the_standard(space: ColourSpace, srgb: Pixels) -> Doubles:
    """0..1: sRGB brought into a space by colorants and curves alone."""
    values = srgb / np.iinfo(srgb.dtype).max
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return _written(space, np.clip(light @ np.array(_SRGB).T @ np.linalg.inv(_COLORANTS[space]).T, 0, 1))


def _colours(depth: int) -> Pixels:
    """150x200x3 of every kind, and greys; none so dark that rounding the colorants to five places shows."""
    pixels = np.random.default_rng(5).integers(30, 256, (150, 200, 3), np.uint8)
    pixels[0] = np.linspace(0, 255, 200).astype(np.uint8)[:, None]
    return pixels if depth == 8 else np.asarray(pixels.astype(np.uint16) * 257)


@pytest.mark.parametrize("space", WIDE)
@pytest.mark.parametrize(("depth", "most"), [(8, 0.8), (16, 40.0)])
def test_files_hold_the_numbers_of_the_standard(space: ColourSpace, depth: int, most: float) -> None:
    picture = Picture(_colours(depth))
    file = codec.decode(codec.encode(in_colour_space(picture, space), "image/tiff"))
    assert file.source_colours is not None
    wanted = _by_the_standard(space, picture.pixels) * np.iinfo(picture.pixels.dtype).max
    assert np.abs(file.source_colours.pixels - wanted).max() <= most
    if depth == 16:
        assert np.abs(file.pixels.astype(int) - picture.pixels).max() <= 40, "and back"


@pytest.mark.parametrize("space", WIDE)
def test_they_agree_with_the_profile_that_little_cms_makes(space: ColourSpace) -> None:
    values = np.linspace(0, 1, 4096)
    curve: dict[str, Any] = {
        "adobe_rgb": {"gamma": 563 / 256},
        "prophoto_rgb": {"gamma": 1.8},
        "display_p3": {
            "transferfunction": (
                np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4) * 65535
            ).astype(np.uint16)
        },
    }
    white = (0.3457, 0.3585, 1) if space == "prophoto_rgb" else (0.3127, 0.3290, 1)
    primaries = {
        "adobe_rgb": (0.64, 0.33, 1, 0.21, 0.71, 1, 0.15, 0.06, 1),
        "prophoto_rgb": (0.7347, 0.2653, 1, 0.1596, 0.8404, 1, 0.0366, 0.0001, 1),
        "display_p3": (0.680, 0.320, 1, 0.265, 0.690, 1, 0.150, 0.060, 1),
    }[space]
    theirs = imagecodecs.cms_profile("rgb", whitepoint=list(white), primaries=list(primaries), **curve[space])
    for depth, most in ((8, 1), (16, 40)):
        colours = _colours(depth)[
            1:
        ]  # without the darkest greys, where a plain gamma has not the standard's straight piece
        away = icc.from_srgb(colours, theirs).astype(int) - icc.from_srgb(colours, space_profile(space))
        assert np.abs(away).max() <= most
    assert space_of_file(_of(theirs), "image/tiff", space) == "source", "the space is known, whoever wrote the profile"


def _of(profile: bytes) -> Picture:
    pixels = _colours(8)
    return Picture(icc.to_srgb(pixels, profile, "rgb"), source_colours=SourceColours(profile, pixels, pixels))


@pytest.mark.parametrize("space", COLOUR_SPACES[1:])
def test_profiles_are_named_free_and_no_other_spaces(space: ColourSpace) -> None:
    opened = ImageCms.ImageCmsProfile(io.BytesIO(space_profile(space))).profile
    named = {"adobe_rgb": "Compatible with Adobe RGB (1998)", "srgb": "sRGB built-in"}.get(space, SPACE_NAMES[space])
    assert opened.profile_description == named
    assert opened.copyright == "No copyright, use freely"
    own = _of(space_profile(space))
    same = [other for other in COLOUR_SPACES[1:] if space_of_file(own, "image/png", other) == "source"]
    assert same == [space]


def test_a_file_in_adobe_rgb_is_called_so() -> None:
    file = codec.decode(codec.encode(in_colour_space(Picture(_colours(8)), "adobe_rgb"), "image/jpeg"))
    assert file.metadata.profile == "Adobe RGB (1998)"


def test_colours_beyond_srgb_are_kept_from_space_to_space_and_alpha_stays() -> None:
    pure = np.zeros((64, 64, 3), np.uint8)
    pure[..., 1] = 255
    p3 = space_profile("display_p3")
    base = np.dstack([icc.to_srgb(pure, p3, "rgb"), np.full((64, 64), 90, np.uint8)])
    picture = Picture(base, source_colours=SourceColours(p3, pure, base))
    wide = in_colour_space(picture, "prophoto_rgb").source_colours
    assert wide is not None
    assert np.abs(icc.convert(wide.pixels, wide.profile, p3).astype(int) - pure).max() <= 4
    assert np.abs(icc.from_srgb(base[..., :3], p3).astype(int) - pure).max() > 50, "sRGB has no such green"
    written = codec.decode(codec.encode(in_colour_space(picture, "adobe_rgb"), "image/png"))
    assert written.pixels.shape[2] == 4
    assert set(written.pixels[..., 3].flat) == {90}


def test_a_picture_in_its_space_already_is_left_as_it_is() -> None:
    plain, own = Picture(_colours(8)), _of(space_profile("display_p3"))
    assert in_colour_space(plain, "srgb") is plain
    assert in_colour_space(own, "source") is own
    assert in_colour_space(own, "display_p3") is own
    assert in_colour_space(own, "srgb").source_colours is None


def test_only_a_raw_files_picture_becomes_srgb_unasked_and_only_where_a_file_has_8_bits() -> None:
    deep = _colours(16)
    developed = Picture(deep, source_colours=SourceColours(prophoto_profile(), to_prophoto(deep), deep))
    assert all(space_of_file(developed, kind) == "srgb" for kind in EIGHT_BIT)
    assert all(space_of_file(developed, kind) == "source" for kind in ("image/tiff", "image/png"))
    assert space_of_file(developed, "image/jpeg", "source") == "source"
    assert space_of_file(_of(space_profile("prophoto_rgb")), "image/jpeg") == "source"
    read_again = codec.decode(codec.encode(developed, "image/tiff"))
    assert space_of_file(read_again, "image/jpeg") == "srgb", "its own file of a raw file is told too"
