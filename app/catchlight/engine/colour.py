"""Colour: profiles to sRGB, and the transfer curve between sRGB and linear light."""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import ByteImage, FloatImage, Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

Table = npt.NDArray[np.floating[Any]]

_XYZ_D50_TO_SRGB = np.array(
    [[3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540], [0.0719453, -0.2289914, 1.4052427]]
)
"""Bradford-adapted, from Lindbloom, http://www.brucelindbloom.com/index.html?Eqn_RGB_XYZ_Matrix.html"""


def to_linear(srgb: FloatImage) -> FloatImage:
    """sRGB in 0..1 to linear light in 0..1 (IEC 61966-2-1)."""
    srgb = np.asarray(srgb, np.float32)
    return np.asarray(np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4), np.float32)


def to_srgb(linear: FloatImage) -> FloatImage:
    """Linear light in 0..1 to sRGB in 0..1 (IEC 61966-2-1)."""
    linear = np.clip(linear, 0, None).astype(np.float32)
    return np.asarray(np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055), np.float32)


def parse_hex(text: str) -> tuple[int, int, int] | None:
    """``#rrggbb`` as three numbers 0..255; None when it is no such text."""
    if len(text) == 7 and text[0] == "#":
        try:
            return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
        except ValueError:
            return None
    return None


_PROFILE_DATE = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)


@lru_cache(maxsize=1)
def srgb_profile() -> bytes:
    """The sRGB profile that every written file carries: the same bytes on every day and in every process.

    Little CMS writes the moment into the header (ICC.1:2022, 7.2: bytes 24 to 35); here that is the first of January 2000.
    """
    from PIL import ImageCms

    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return made[:24] + _PROFILE_DATE + made[36:]


def profile_name(profile: bytes | None) -> str:
    """Description of an embedded profile; ``sRGB`` where there is none."""
    if not profile:
        return "sRGB"
    from PIL import ImageCms

    try:
        return ImageCms.getProfileDescription(ImageCms.getOpenProfile(io.BytesIO(profile))).strip() or "unnamed"
    except (OSError, ImageCms.PyCMSError, ValueError):
        return "unreadable"


def is_srgb(profile: bytes | None) -> bool:
    """Whether pixels with this embedded profile (None: none) can stay as they are."""
    return not profile or "sRGB" in profile_name(profile)


def to_srgb8(image: Image) -> tuple[ByteImage, list[str]]:
    """Decode a Pillow image to HxWx3 or x4 uint8 sRGB, with notes on what had to be changed."""
    notes: list[str] = []
    if image.mode in ("I", "F"):
        raise ValueError("pictures with 32 bits per channel are not supported; save as 8 or 16 bit")
    profile = image.info.get("icc_profile")
    alpha = None
    if image.mode in ("P", "PA", "1") or "transparency" in image.info:
        image = image.convert("RGBA" if "transparency" in image.info or image.mode == "PA" else "RGB")
    if image.mode in ("RGBA", "LA", "RGBa", "La"):
        image = image.convert("RGBA") if image.mode in ("RGBa", "La") else image
        alpha = np.asarray(image.getchannel("A"))
        image = image.convert("RGB" if image.mode == "RGBA" else "L")
    if image.mode == "CMYK":
        notes.append("Converted from CMYK to sRGB.")
    if profile or image.mode == "LAB":
        image = _through_profile(image, profile, notes)
    colour = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
    return (colour if alpha is None else np.dstack([colour, alpha])), notes


def _through_profile(image: Image, profile: bytes | None, notes: list[str]) -> Image:
    from PIL import ImageCms

    try:
        if image.mode == "LAB":
            source: Any = ImageCms.createProfile("LAB")
        else:
            source = ImageCms.getOpenProfile(io.BytesIO(profile or b""))
            if is_srgb(profile) and image.mode == "RGB":
                return image
        converted = ImageCms.profileToProfile(
            image,
            source,
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (OSError, ImageCms.PyCMSError, ValueError):
        notes.append("The embedded colour profile is damaged or of another kind; the colours were read as sRGB.")
        return image
    return converted if converted is not None else image


def to_srgb16(pixels: Pixels, profile: bytes | None) -> tuple[Pixels, list[str]]:
    """16-bit RGB(A) through a matrix profile to sRGB at full precision.

    Other kinds of profile (tables) leave the numbers as they are and say so in the notes.
    """
    if profile is None or is_srgb(profile):
        return pixels, []
    matrix = _matrix_profile(profile)
    if matrix is None:
        return pixels, ["The embedded colour profile is of a kind that 16-bit pictures cannot use; read as sRGB."]
    to_xyz, curves = matrix
    out = pixels.copy()
    transform = (_XYZ_D50_TO_SRGB @ to_xyz).astype(np.float32)
    rows = max(1, 4_000_000 // max(1, pixels.shape[1]))
    for top in range(0, pixels.shape[0], rows):
        block = pixels[top : top + rows, :, :3]
        linear = np.stack([curves[c][block[..., c]] for c in range(3)], axis=-1) @ transform.T
        out[top : top + rows, :, :3] = np.round(to_srgb(np.clip(linear, 0, 1)) * 65535).astype(np.uint16)
    return out, []


def _matrix_profile(profile: bytes) -> tuple[Table, list[Table]] | None:
    """RGB to XYZ (D50) and the three transfer curves as 65536-entry tables (ICC.1:2022, 8.3 and 10.6, 10.18)."""
    tags: dict[bytes, bytes] = {}
    try:
        count = struct.unpack_from(">I", profile, 128)[0]
        for i in range(min(count, 200)):
            name, offset, size = struct.unpack_from(">4sII", profile, 132 + 12 * i)
            tags[name] = profile[offset : offset + size]
        columns = [struct.unpack_from(">3i", tags[name], 8) for name in (b"rXYZ", b"gXYZ", b"bXYZ")]
        curves = [_curve(tags[name]) for name in (b"rTRC", b"gTRC", b"bTRC")]
    except (struct.error, KeyError):
        return None
    if any(curve is None for curve in curves):
        return None
    return np.array(columns).T / 65536.0, [curve for curve in curves if curve is not None]


def _curve(tag: bytes) -> Table | None:
    x = np.linspace(0, 1, 65536, dtype=np.float64)
    if tag[:4] == b"curv":
        count = struct.unpack_from(">I", tag, 8)[0]
        if count == 0:
            return x.astype(np.float32)
        values = np.frombuffer(tag, ">u2", count, 12).astype(np.float64)
        if count == 1:
            return np.asarray(np.power(x, values[0] / 256), np.float32)
        return np.asarray(np.interp(x, np.linspace(0, 1, count), values / 65535), np.float32)
    if tag[:4] == b"para":
        kind = struct.unpack_from(">H", tag, 8)[0]
        needed = {0: 1, 1: 3, 2: 4, 3: 5, 4: 7}.get(kind)
        if needed is None:
            return None
        g, a, b, c, d, e, f = ([v / 65536 for v in struct.unpack_from(f">{needed}i", tag, 12)] + [0.0] * 7)[:7]
        if kind == 0:
            return np.asarray(np.power(x, g), np.float32)
        if kind in (1, 2):
            d, f, e, c = -b / a, (c if kind == 2 else 0.0), (c if kind == 2 else 0.0), 0.0
            return np.asarray(np.where(x >= d, np.power(np.maximum(a * x + b, 0), g) + e, f), np.float32)
        return np.asarray(np.where(x >= d, np.power(np.maximum(a * x + b, 0), g) + e, c * x + f), np.float32)
    return None


def delta_e2000(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    """CIEDE2000 between two sRGB colours given in 0..255 (Sharma, Wu and Dalal 2005)."""
    import cv2

    pair = np.array([[first, second]], np.float32) / 255
    (l1, a1, b1), (l2, a2, b2) = cv2.cvtColor(pair, cv2.COLOR_RGB2LAB)[0].astype(float)
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(chroma**7 / (chroma**7 + 25.0**7)))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1 = np.degrees(np.arctan2(b1, a1 * stretch)) % 360 if c1 else 0.0
    h2 = np.degrees(np.arctan2(b2, a2 * stretch)) % 360 if c2 else 0.0
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    light, mean = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(hue - 30))
        + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6))
        - 0.20 * np.cos(np.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * mean, 1 + 0.015 * mean * t
    turning = -2 * np.sqrt(mean**7 / (mean**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    return float(np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + turning * (dc / sc) * (dh / sh)))
