"""The colour spaces that results are written in: which one, its ICC profile, and pictures brought into it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal, get_args

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.source_colours import SourceColours, in_source_colours
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.io import cicp, icc
from catchlight.imaging.io.formats.raw.tones import prophoto_profile
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Picture, Pixels

ColourSpace = Literal["source", "srgb", "display_p3", "adobe_rgb", "prophoto_rgb"]
"""source: the one that the picture came in."""
COLOUR_SPACES: tuple[ColourSpace, ...] = get_args(ColourSpace)
SPACE_NAMES: dict[ColourSpace, str] = {
    "srgb": "sRGB",
    "display_p3": "Display P3",
    "adobe_rgb": "Adobe RGB (1998)",
    "prophoto_rgb": "ProPhoto RGB",
}
"""What people call them."""
EIGHT_BIT = ("image/jpeg", "image/webp", "image/avif")
"""Types of files that are written with 8 bits a channel whatever the picture has: too few for ProPhoto RGB, whose steps show."""

_ROMM_PRIMARIES = (0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001)
"""x, y of white (D50), red, green and blue of ROMM RGB, which is sold as ProPhoto RGB (ISO 22028-2:2013, 4.3)."""
_ROMM_GAMMA, _ROMM_SLOPE, _ROMM_TOE = 1.8, 16, 16 / 512
"""Its curve: value ** 1.8, and value / 16 below 16 / 512 (the same, 4.4.2)."""
_CURVE_POINTS = 1024
"""As many as the sRGB profile of the ICC has. A profile is then 2 kB, and no value is off by more than 8 of 65,535."""


@lru_cache(maxsize=len(COLOUR_SPACES))
def space_profile(space: ColourSpace) -> bytes:
    """The ICC profile of a space, any but ``source``, made of its published primaries and curve."""
    values = np.linspace(0, 1, _CURVE_POINTS)
    if space == "display_p3":
        curve = cicp.light(cicp.SRGB, values)
        assert curve is not None
        return _profile(cicp.PRIMARIES[12], curve, SPACE_NAMES[space])
    if space == "adobe_rgb":
        return _profile(cicp.ADOBE_RGB, cicp.ADOBE_GAMMA, "Compatible with Adobe RGB (1998)")
    if space == "prophoto_rgb":
        toe = values / _ROMM_SLOPE
        return _profile(_ROMM_PRIMARIES, np.where(values < _ROMM_TOE, toe, values**_ROMM_GAMMA), SPACE_NAMES[space])
    if space == "srgb":
        return srgb_profile()
    raise ValueError(f"{space} has no profile of its own")


def _profile(primaries: tuple[float, ...], curve: Doubles | float, name: str) -> bytes:
    matrix = cicp.to_xyz(primaries)
    assert matrix is not None
    return icc.build_profile(matrix, curve, name, shared=True)


def space_of_file(picture: Picture, media_type: str, asked: ColourSpace | None = None) -> ColourSpace:
    """The space that a picture is written in as a file of that type. asked: by a person; None for what suits the file.

    Unasked it is the picture's own, but sRGB where a raw file becomes one of the ``EIGHT_BIT``. ``source`` is given too where
    the picture is in the space that was asked for already.
    """
    own = picture.source_colours
    if asked is None:
        asked = "srgb" if media_type in EIGHT_BIT and own is not None and _is_developed(own) else "source"
    if asked == "source":
        return asked
    profile = srgb_profile() if own is None else own.profile
    return "source" if _is_of(profile, asked) else asked


def space_name(picture: Picture, space: ColourSpace) -> str:
    """What the colours of a picture are called in a space that ``space_of_file`` gave."""
    if space != "source":
        return SPACE_NAMES[space]
    return "sRGB" if picture.source_colours is None else picture.metadata.profile


def in_colour_space(picture: Picture, space: ColourSpace) -> Picture:
    """The picture with what it holds brought into a space by Little CMS, relative colorimetric; files of it are in that space.

    ``source``, and the space that it is in already, give the picture itself.
    """
    space = space_of_file(picture, "", space)
    if space == "source":
        return picture
    named = replace(picture.metadata, profile=SPACE_NAMES[space])
    if space == "srgb":
        return picture.with_(source_colours=None, metadata=named)
    wide, profile = in_source_colours(picture)
    pixels: Pixels = icc.convert(plane(wide.pixels[..., :3]), profile, space_profile(space))
    colours = SourceColours(space_profile(space), pixels, picture.pixels)
    return picture.with_(source_colours=colours, metadata=named)


@lru_cache(maxsize=64)
def _is_of(profile: bytes, space: ColourSpace) -> bool:
    """Whether an RGB profile is one of a space, whoever wrote it.

    Judged in ProPhoto RGB, which holds both, and whose curve does not blow up the rounding of a profile near black as that of
    Adobe RGB does.
    """
    wide = space_profile("prophoto_rgb")
    found, wanted = (icc.convert(icc.sampled_colours(), one, wide) for one in (profile, space_profile(space)))
    return icc.agree(found, wanted)


def _is_developed(colours: SourceColours) -> bool:
    """Whether they are of a raw file: no program but this one writes that profile, so that its own files are told too."""
    return colours.profile == prophoto_profile()
