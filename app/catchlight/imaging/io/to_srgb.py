"""Stored numbers to sRGB by what the file says: cICP or nclx, else a profile, else sRGB, else gamma and primaries, else Exif."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import srgb
from catchlight.imaging.io import cicp, icc
from catchlight.imaging.io.formats.raw import tones
from catchlight.imaging.io.profile_name import profile_name
from catchlight.imaging.io.source import ColourEncoding, DecodedImage, Mode, plane
from catchlight.imaging.picture import Pixels

NOTE_CMYK = Message("Converted from CMYK to sRGB.")
NOTE_LAB = Message("Converted from Lab to sRGB.")
NOTE_PROFILE = Message("The embedded colour profile is damaged or of another kind; the colours were read as sRGB.")
_CURVE = np.linspace(0, 1, 4096)
_SRGB_POINTS = cicp.PRIMARIES[1]
_BAND = 2_000_000


@dataclass(frozen=True)
class Converted:
    """HxWx3 sRGB, and where the source was in another RGB space its own pixels, HxWx3, with the ICC profile of that space."""

    pixels: Pixels
    own: Pixels | None = None
    profile: bytes = b""


def convert(source: DecodedImage) -> Converted:
    """The colours of a source as sRGB of its depth; notes go to the source."""
    profile = _profile_of(source)
    if source.in_srgb is not None:
        return Converted(source.in_srgb, source.pixels if profile else None, profile)
    pixels = _to_srgb(source)
    if not profile or pixels is source.pixels or not icc.is_writable(profile):
        return Converted(pixels)
    return Converted(pixels, source.pixels, profile)


def _profile_of(source: DecodedImage) -> bytes:
    """The profile of a source in another RGB space than sRGB; empty for every other."""
    said = source.colours
    if source.mode != "rgb":
        return b""
    if said.cicp is not None:
        points, light = cicp.PRIMARIES.get(said.cicp[0]), cicp.light(said.cicp, _CURVE)
        if said.narrow or cicp.is_hdr(said.cicp) or points is None or light is None:
            return b""
        return _profile(points, light, profile_name(said))
    if said.icc:
        return said.icc
    if said.srgb:
        return b""
    if said.gamma is not None or said.primaries is not None:
        return _profile(said.primaries or _SRGB_POINTS, _curve_of(said.gamma), profile_name(said))
    return _profile(cicp.ADOBE_RGB, _CURVE**cicp.ADOBE_GAMMA, profile_name(said)) if said.adobe_rgb else b""


def _profile(points: tuple[float, ...], curve: Doubles, name: str = "") -> bytes:
    matrix = cicp.to_xyz(points)
    return b"" if matrix is None else icc.build_profile(matrix, curve, name)


def _curve_of(gamma: float | None) -> Doubles:
    if gamma is not None and 0.2 <= gamma <= 5:
        return np.asarray(_CURVE**gamma)
    curve = cicp.light(cicp.SRGB, _CURVE)
    assert curve is not None
    return curve


def _to_srgb(source: DecodedImage) -> Pixels:
    said, mode, notes = source.colours, source.mode, source.notes
    if mode == "lab":
        notes.append(NOTE_LAB)
        return icc.to_srgb(source.pixels, icc.lab_profile(), "lab")
    if said.cicp is not None and mode in ("rgb", "grey"):
        full = _widen(source.pixels) if said.narrow else source.pixels
        converted = _convert_by_numbers(_repeat_grey(full), said.cicp, notes)
        if converted is not None:
            return converted
    if said.icc:
        return _apply_profile(source.pixels, said.icc, mode, notes)
    if mode == "cmyk":
        notes.append(NOTE_CMYK)
        return _mix_inks(source.pixels)
    pixels = _repeat_grey(source.pixels)
    if said.srgb:
        return pixels
    if said.gamma is not None or said.primaries is not None:
        return _convert_by_gamma(pixels, said, mode, notes)
    if said.adobe_rgb:
        return _convert_by_matrix(pixels, cicp.ADOBE_RGB, _CURVE**cicp.ADOBE_GAMMA, notes)
    return pixels


def _widen(pixels: Pixels) -> Pixels:
    """Video's range to the full one (H.273, 8.3: 16 to 235 of 255, or so many times 256 of 16 bit)."""
    top = int(np.iinfo(pixels.dtype).max)
    unit = 1 if top == 255 else 256
    table = np.clip((np.arange(top + 1, dtype=np.float64) - 16 * unit) / (219 * unit), 0, 1) * top
    return plane(np.round(table).astype(pixels.dtype)[pixels])


def _repeat_grey(pixels: Pixels) -> Pixels:
    """Grey as three equal channels; colours as they are."""
    return pixels if pixels.shape[2] == 3 else plane(np.repeat(pixels, 3, axis=2))


def _apply_profile(pixels: Pixels, profile: bytes, mode: Mode, notes: list[str]) -> Pixels:
    space = icc.profile_space(profile)
    if mode == "rgb" and pixels.dtype == np.uint16 and profile == tones.prophoto_profile():
        return tones.from_prophoto(pixels)
    try:
        if mode == "cmyk":
            notes.append(NOTE_CMYK)
        if space == mode:
            return pixels if mode == "rgb" and icc.is_srgb(profile) else icc.to_srgb(pixels, profile, mode)
        if mode == "grey" and space == "rgb":
            three = _repeat_grey(pixels)  # grey pixels under an RGB profile: its tone curve is meant
            return three if icc.is_srgb(profile) else icc.to_srgb(three, profile, "rgb")
    except icc.BadProfile:
        pass
    notes.append(NOTE_PROFILE)
    return _mix_inks(pixels) if mode == "cmyk" else _repeat_grey(pixels)


def _mix_inks(pixels: Pixels) -> Pixels:
    """CMYK as plain inks: each takes its share of the light away."""
    top = int(np.iinfo(pixels.dtype).max)
    out: Pixels = np.empty((*pixels.shape[:2], 3), pixels.dtype)
    rows = max(1, _BAND // max(1, pixels.shape[1]))
    for begin in range(0, pixels.shape[0], rows):
        light = top - pixels[begin : begin + rows].astype(np.uint64)
        out[begin : begin + rows] = (light[..., :3] * light[..., 3:] + top // 2) // top
    return out


def _convert_by_numbers(pixels: Pixels, named: tuple[int, int], notes: list[str]) -> Pixels | None:
    """Colours by H.273; None, with a note, where the numbers are not known."""
    primaries, curve = named
    points = cicp.PRIMARIES.get(1 if primaries == 2 else primaries)
    light = cicp.light(named, _CURVE)
    if points is None or light is None:
        notes.append(cicp.NOTE_UNKNOWN)
        return None
    if cicp.is_hdr(named):
        notes.append(Message(cicp.NOTE_HDR, kind="PQ" if curve == cicp.PQ else "HLG"))
        return _tone_map(pixels, points, named)
    return _convert_by_matrix(pixels, points, light, notes)


def _convert_by_gamma(pixels: Pixels, said: ColourEncoding, mode: Mode, notes: list[str]) -> Pixels:
    """Colours by gAMA and cHRM; what only one of them says is completed by sRGB."""
    primaries = said.primaries if said.primaries is not None and mode != "grey" else _SRGB_POINTS
    return _convert_by_matrix(pixels, primaries, _curve_of(said.gamma), notes)


def _convert_by_matrix(pixels: Pixels, points: tuple[float, ...], curve: Doubles, notes: list[str]) -> Pixels:
    """Colours by primaries and one curve, through a profile made of them; a note where they make none."""
    profile = _profile(points, curve)
    if not profile:
        notes.append(cicp.NOTE_UNKNOWN)
        return pixels
    return pixels if icc.is_srgb(profile) else icc.to_srgb(pixels, profile, "rgb")


def _tone_map(pixels: Pixels, points: tuple[float, ...], named: tuple[int, int]) -> Pixels:
    """PQ or HLG to sRGB: paper white stays white, what is brighter is compressed into the uppermost quarter of light."""
    top = int(np.iinfo(pixels.dtype).max)
    table = cicp.light(named, np.linspace(0, 1, top + 1))
    matrix = cicp.to_xyz(points)
    assert table is not None
    assert matrix is not None
    table = table.astype(np.float32)
    to_linear = np.asarray(np.linalg.inv(cicp.SRGB_TO_XYZ) @ matrix, np.float32)
    out: Pixels = np.empty_like(pixels)
    rows = max(1, _BAND // max(1, pixels.shape[1]))
    for begin in range(0, pixels.shape[0], rows):
        linear = table[pixels[begin : begin + rows]] @ to_linear.T
        seen = srgb.to_srgb(np.asarray(cicp.compress_highlights(np.maximum(linear, 0)), np.float32))
        out[begin : begin + rows] = np.round(np.clip(seen, 0, 1) * top).astype(pixels.dtype)
    return out
