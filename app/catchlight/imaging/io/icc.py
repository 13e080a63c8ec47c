"""Colour profiles: judged by what they do to numbers, and applied by Little CMS at 8 or 16 bit."""

from __future__ import annotations

import struct
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.io.source import Mode
from catchlight.imaging.picture import Pixels

SPACES: dict[bytes, Mode] = {b"GRAY": "grey", b"RGB ": "rgb", b"CMYK": "cmyk", b"Lab ": "lab"}
_NAMES = {"grey": "gray", "rgb": "rgb", "cmyk": "cmyk", "lab": "lab"}
_RELATIVE, _PERCEPTUAL = 1, 0
_BLACK_POINT, _EXACT = 0x2000, 0x0100
"""Flags of Little CMS: black point compensation; no optimising, which at 16 bit costs up to 8.5 of 255 in the dark."""
_BAND = 4_000_000
"""Pixels that are converted at once."""
_SAME = 2
"""Profiles between which no colour of a grid moves by more than so many of 255 are of one space."""


_SMALL = 10_000
"""Bytes of profiles of which it is remembered whether they are sRGB."""


class BadProfile(ValueError):
    """A profile that Little CMS does not take."""


def profile_space(profile: bytes) -> Mode | None:
    """What the profile is for, by its header (ICC.1:2022, 7.2); None where it is no profile that pictures use."""
    if len(profile) < 132 or profile[36:40] != b"acsp":
        return None
    return SPACES.get(profile[16:20])


def is_srgb(profile: bytes) -> bool:
    """Whether an RGB profile leaves colours where sRGB has them: 17 steps of each channel, and every grey. Raises BadProfile."""
    return _judge_remembered(profile) if len(profile) <= _SMALL else _judge(profile)


@lru_cache(maxsize=32)
def _judge_remembered(profile: bytes) -> bool:
    return _judge(profile)


def _judge(profile: bytes) -> bool:
    return agree(_transform(sampled_colours(), profile, "rgb", srgb_profile()), sampled_colours())


def sampled_colours() -> Pixels:
    """1xNx3 uint8: 17 steps of each channel with all others, and every grey."""
    steps = np.linspace(0, 255, 17).round().astype(np.uint8)
    grid = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(1, -1, 3)
    greys = np.repeat(np.arange(256, dtype=np.uint8), 3).reshape(1, -1, 3)
    return np.concatenate([grid, greys], axis=1)


def agree(colours: Pixels, others: Pixels) -> bool:
    """Whether samples of 8 bit, brought into one space from two, tell that the two are the same."""
    return bool(np.abs(colours.astype(np.int16) - others).max() <= _SAME)


def to_srgb(pixels: Pixels, profile: bytes, mode: Mode) -> Pixels:
    """HxWxC in a profile's colours to HxWx3 sRGB of the same depth; relative colorimetric with black point compensation.

    Bands are converted side by side. Raises BadProfile.
    """
    return _in_bands(pixels, profile, mode, srgb_profile())


def from_srgb(pixels: Pixels, profile: bytes) -> Pixels:
    """HxWx3 sRGB to the colours of an RGB profile, as ``to_srgb`` the other way. Raises BadProfile."""
    return convert(pixels, srgb_profile(), profile)


def convert(pixels: Pixels, profile: bytes, target: bytes) -> Pixels:
    """HxWx3 of one RGB profile to the colours of another, of the same depth, as ``to_srgb`` does it. Raises BadProfile."""
    return _in_bands(pixels, profile, "rgb", target)


@lru_cache(maxsize=32)
def is_writable(profile: bytes) -> bool:
    """Whether colours can be brought into an RGB profile: those of scanners often lead out of their space only."""
    try:
        return profile_space(profile) == "rgb" and from_srgb(np.zeros((1, 1, 3), np.uint8), profile).size == 3
    except BadProfile:
        return False


def _in_bands(pixels: Pixels, profile: bytes, mode: Mode, target: bytes) -> Pixels:
    height, width = pixels.shape[:2]
    out: Pixels = np.empty((height, width, 3), pixels.dtype)
    rows = max(1, _BAND // max(1, width))
    bands = [slice(top, top + rows) for top in range(0, height, rows)]

    def convert(band: slice) -> None:
        out[band] = _transform(pixels[band], profile, mode, target)

    if len(bands) == 1:
        convert(bands[0])
        return out
    import cv2

    with ThreadPoolExecutor(max(1, cv2.getNumThreads()), "colour") as pool:
        list(pool.map(convert, bands))
    return out


def _transform(pixels: Pixels, profile: bytes, mode: Mode, target: bytes) -> Pixels:
    import imagecodecs

    flags = _BLACK_POINT | (_EXACT if pixels.dtype == np.uint16 else 0)
    source: Any = np.ascontiguousarray(pixels[..., 0] if mode == "grey" else pixels)
    try:
        converted: Any = imagecodecs.cms_transform(
            source, profile, target, colorspace=_NAMES[mode], outcolorspace="rgb", intent=_RELATIVE, flags=flags
        )
    except (RuntimeError, ValueError) as fault:
        raise BadProfile(str(fault)) from fault
    return np.asarray(converted)


def build_profile(to_xyz: Doubles, curve: Doubles | float, name: str = "", *, shared: bool = False) -> bytes:
    """A display profile (ICC.1:2001-04, 6.3.2) of a matrix to D50 and one curve for all channels.

    curve: light of values from 0 to 1 in equal steps, or an exponent, which is written in steps of 1 / 256. name: what programs
    show, in ASCII. shared: the curve is written once and not for each channel; such a profile says that it may be used freely.
    """
    if isinstance(curve, float):
        entries = struct.pack(">IH", 1, round(curve * 256))
    else:
        numbers = np.round(np.clip(curve, 0, 1) * 65535).astype(">u2")
        entries = struct.pack(">I", numbers.size) + numbers.tobytes()
    table = b"curv" + bytes(4) + entries
    tags = {
        name: b"XYZ " + bytes(4) + struct.pack(">3i", *(round(float(v) * 65536) for v in to_xyz[:, place]))
        for place, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))
    }
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), table)
    if name:
        said = name.encode("ascii") + b"\0"
        tags[b"desc"] = b"desc" + bytes(4) + struct.pack(">I", len(said)) + said + bytes(4 + 4 + 2 + 1 + 67)
    tags[b"wtpt"] = b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)
    if shared:
        tags[b"cprt"] = b"text" + bytes(4) + b"No copyright, use freely\0"
    return _assemble(b"RGB ", b"XYZ ", tags, shared=shared)


def lab_profile() -> bytes:
    """Lab to Lab, for pictures in Lab without a profile of their own."""
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()


def _assemble(space: bytes, connection: bytes, tags: dict[bytes, bytes], *, shared: bool) -> bytes:
    """shared: tags of one value lie in one place."""
    offset, table, body = 132 + 12 * len(tags), b"", b""
    places: dict[bytes, int] = {}
    for name, value in tags.items():
        if not shared or value not in places:
            places[value] = offset + len(body)
            body += value + bytes(-len(value) % 4)
        table += struct.pack(">4sII", name, places[value], len(value))
    head = struct.pack(">I4s4s4s4s4s", 0, bytes(4), b"\x02\x40\0\0", b"mntr", space, connection)
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    data = head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
    return struct.pack(">I", len(data)) + data[4:]
