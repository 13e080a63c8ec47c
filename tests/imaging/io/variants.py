"""One photo in every kind of file that cameras, scanners and editors write, made without the program's own code.

Each variant is made from sRGB pixels by the formula of its standard, so that what is read must be those pixels again.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import PIL.Image
import tifffile
from catchlight.paths import resources

Pixels = npt.NDArray[np.uint8]
Float = npt.NDArray[np.float64]

D65 = (0.3127, 0.3290)
D50 = (0.34567, 0.35850)
SRGB = (0.64, 0.33, 0.30, 0.60, 0.15, 0.06)
P3 = (0.680, 0.320, 0.265, 0.690, 0.150, 0.060)
ADOBE = (0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
BT2020 = (0.708, 0.292, 0.170, 0.797, 0.131, 0.046)
PROPHOTO = (0.734699, 0.265301, 0.159597, 0.840403, 0.036598, 0.000105)
_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])


@dataclass(frozen=True)
class Variant:
    """A file, and whether it must carry a note."""

    name: str
    data: bytes
    noted: bool = False
    deep: bool = False
    """Whether it must be read with 16 bit."""


def photo(width: int = 198, height: int = 220) -> Pixels:
    """The face of the shipped sample."""
    with PIL.Image.open(resources() / "samples" / "astronaut.png") as sample:
        part = sample.convert("RGB").crop((130, 0, 328, 220))
        return np.asarray(part.resize((width, height), PIL.Image.Resampling.BICUBIC))


def light(pixels: Pixels) -> Float:
    """Linear light of sRGB, 0..1."""
    value = pixels / 255.0
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def srgb_curve(linear: Float) -> Float:
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055)


def camera_curve(linear: Float) -> Float:
    """ITU-R BT.709 and BT.2020."""
    return np.where(linear < 0.018053968510807, 4.5 * linear, 1.09929682680944 * linear**0.45 - 0.09929682680944)


def power(gamma: float) -> Callable[[Float], Float]:
    return lambda linear: np.clip(linear, 0, 1) ** (1 / gamma)


def xyz_matrix(primaries: tuple[float, ...], white: tuple[float, float] = D65) -> Float:
    """RGB to XYZ under D50 (Lindbloom)."""
    points = np.array([*white, *primaries]).reshape(4, 2)
    full = np.stack([points[:, 0] / points[:, 1], np.ones(4), (1 - points.sum(1)) / points[:, 1]], axis=1)
    matrix = full[1:].T * np.linalg.solve(full[1:].T, full[0])
    scale = np.diag(_BRADFORD @ np.array([0.9642, 1.0, 0.8249]) / (_BRADFORD @ full[0]))
    return np.linalg.inv(_BRADFORD) @ scale @ _BRADFORD @ matrix


def encoded(
    pixels: Pixels, primaries: tuple[float, ...], curve: Callable[[Float], Float], white: tuple[float, float] = D65
) -> Float:
    """Values 0..1 of sRGB pixels in another space."""
    to_space = np.linalg.inv(xyz_matrix(primaries, white)) @ xyz_matrix(SRGB)
    return np.clip(curve(np.clip(light(pixels) @ to_space.T, 0, 1)), 0, 1)


def eight(values: Float) -> Pixels:
    return np.round(values * 255).astype(np.uint8)


def sixteen(values: Float) -> npt.NDArray[np.uint16]:
    return np.round(values * 65535).astype(np.uint16)


def icc(
    primaries: tuple[float, ...],
    curve: Callable[[Float], Float],
    white: tuple[float, float] = D65,
    space: bytes = b"RGB ",
) -> bytes:
    """A version 2 profile; the curve is inverted numerically into 1024 entries. It has no name at all that tells its kind."""
    fine = np.linspace(0, 1, 200_001)
    table = np.interp(np.linspace(0, 1, 1024), curve(fine), fine)
    trc = b"curv" + bytes(4) + struct.pack(">I", 1024) + np.round(table * 65535).astype(">u2").tobytes()
    columns = np.round(xyz_matrix(primaries, white) * 65536).astype(int)
    tags = {b"desc": b"desc" + bytes(4) + struct.pack(">I", 8) + b"profile\0" + bytes(79)}
    if space == b"RGB ":
        for place, name in enumerate((b"rXYZ", b"gXYZ", b"bXYZ")):
            tags[name] = b"XYZ " + bytes(4) + struct.pack(">3i", *(int(v) for v in columns[:, place]))
        tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), trc)
    else:
        tags[b"kTRC"] = trc
    tags[b"wtpt"] = b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)
    offset, table_bytes, body = 132 + 12 * len(tags), b"", b""
    for name, value in tags.items():
        table_bytes += struct.pack(">4sII", name, offset + len(body), len(value))
        body += value + bytes(-len(value) % 4)
    head = struct.pack(">I4s4s4s4s4s", 0, bytes(4), b"\x02\x40\0\0", b"mntr", space, b"XYZ ") + bytes(12) + b"acsp"
    head += bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    data = head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table_bytes + body
    return struct.pack(">I", len(data)) + data[4:]


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(pixels: npt.NDArray[Any], *chunks: bytes, level: int = 6) -> bytes:
    """A PNG of HxW, HxWx2, x3 or x4 of 8 or 16 bit, with chunks in front of its data."""
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    kind, bits = {1: 0, 2: 4, 3: 2, 4: 6}[channels], 8 * pixels.dtype.itemsize
    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], bits, kind, 0, 0, 0)
    lines = pixels.astype(f">u{bits // 8}").reshape(pixels.shape[0], -1)
    raw = b"".join(b"\0" + line.tobytes() for line in lines)
    body = chunk(b"IHDR", head) + b"".join(chunks) + chunk(b"IDAT", zlib.compress(raw, level)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def iccp(profile: bytes) -> bytes:
    return chunk(b"iCCP", b"x\0\0" + zlib.compress(profile))


def gama(gamma: float) -> bytes:
    return chunk(b"gAMA", struct.pack(">I", round(100_000 / gamma)))


def chrm(primaries: tuple[float, ...], white: tuple[float, float] = D65) -> bytes:
    return chunk(b"cHRM", struct.pack(">8I", *(round(v * 100_000) for v in (*white, *primaries))))


def cicp(primaries: int, transfer: int) -> bytes:
    return chunk(b"cICP", bytes([primaries, transfer, 0, 1]))


def saved(pixels: npt.NDArray[Any], kind: str, mode: str | None = None, **options: object) -> bytes:
    out = io.BytesIO()
    image = PIL.Image.fromarray(pixels)
    (image.convert(mode) if mode else image).save(out, kind, **options)
    return out.getvalue()


def tiff(pixels: npt.NDArray[Any], **options: Any) -> bytes:
    out = io.BytesIO()
    options = {"photometric": "rgb", "metadata": None} | options
    tifffile.imwrite(out, pixels, **options)
    return out.getvalue()


def turned(pixels: npt.NDArray[Any], orientation: int) -> npt.NDArray[Any]:
    """Pixels as a camera stores them that states ``orientation`` (TIFF 6.0, tag 274)."""
    mirrored = {1: pixels, 2: pixels[:, ::-1], 3: pixels[::-1, ::-1], 4: pixels[::-1]}
    if orientation in mirrored:
        return np.ascontiguousarray(mirrored[orientation])
    swapped = np.swapaxes(pixels, 0, 1)
    across = {5: swapped, 6: swapped[::-1], 7: swapped[::-1, ::-1], 8: swapped[:, ::-1]}
    return np.ascontiguousarray(across[orientation])


def exif(orientation: int = 1, interop: str = "", space: int | None = None) -> bytes:
    """A block by Pillow."""
    block = PIL.Image.Exif()
    block[0x010F] = "Maker"
    if orientation != 1:
        block[0x0112] = orientation
    camera = block.get_ifd(0x8769)
    if space is not None:
        camera[0xA001] = space
    if interop:
        camera[0xA005] = {1: interop}
    return block.tobytes()


def saved_cmyk(inks: Pixels, profile: bytes) -> bytes:
    """A JPEG of CMYK (255: full ink) as Photoshop writes it: inverted, with an Adobe segment."""
    out = io.BytesIO()
    PIL.Image.fromarray(inks, "CMYK").save(out, "JPEG", quality=97, icc_profile=profile)
    return out.getvalue()
