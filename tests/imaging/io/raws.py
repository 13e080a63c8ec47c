"""A raw file made at run time: a picture as a camera would have seen it, as a DNG without any of the program's own code."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import PIL.Image
import tifffile

_XYZ_TO_SRGB = np.array(
    [[3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252]]
)
BLACK, WHITE = 512, 16383
NEUTRAL = np.array([0.5, 1.0, 0.65])
"""What the camera sees of white: it would need to multiply red by 2 and blue by 1.54."""


@dataclass(frozen=True)
class Shot:
    """How the file is made. exposure: stops. preview: ``jpeg``, ``rgb`` or empty. orientation: of Exif."""

    exposure: float = 0.0
    preview: str = "jpeg"
    orientation: int = 1
    balanced: bool = True


def dng(rgb: npt.NDArray[np.uint8], shot: Shot | None = None) -> bytes:
    """A DNG of an sRGB picture HxWx3 with even sides: a Bayer pattern RGGB of 14 bit, and a preview of half the size."""
    shot = shot or Shot()
    value = rgb.astype(np.float32) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    seen = linear * NEUTRAL * 2.0**shot.exposure
    height, width = rgb.shape[:2]
    mosaic = np.empty((height, width), np.float32)
    for y, x, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        mosaic[y::2, x::2] = seen[y::2, x::2, channel]
    sensor = np.clip(np.round(mosaic * (WHITE - BLACK) + BLACK), 0, WHITE).astype(np.uint16)
    sensor[:2, 1] = WHITE  # LibRaw takes the brightest pixel for white where it is near
    out = io.BytesIO()
    with tifffile.TiffWriter(out, byteorder="<") as file:
        tags = _tags(shot)
        below = {
            "subfiletype": 1,
            "subifds": 1,
            "extratags": tags,
            "metadata": None,
            "software": False,
        }
        small = np.ascontiguousarray(rgb[::2, ::2])
        if shot.preview == "jpeg":
            encoded = np.asarray(PIL.Image.fromarray(small).convert("YCbCr"))
            file.write(
                encoded, photometric="ycbcr", compression="jpeg", rowsperstrip=small.shape[0], **below
            )  # its strip is the JPEG
        else:
            seen_small = small if shot.preview else small[:16, :16]
            file.write(seen_small, photometric="rgb", rowsperstrip=seen_small.shape[0], **below)
        file.write(
            sensor,
            photometric=32803,
            subfiletype=0,
            metadata=None,
            rowsperstrip=height,
            extratags=_sensor_tags(width, height),
        )
    return out.getvalue()


def _tags(shot: Shot) -> list[tuple[object, ...]]:
    camera = np.diag(NEUTRAL) @ _XYZ_TO_SRGB
    tags: list[tuple[object, ...]] = [
        (50706, "B", 4, b"\x01\x04\x00\x00", True),
        (50707, "B", 4, b"\x01\x01\x00\x00", True),
        (50708, "s", 0, "Catchlight Test Camera", True),
        (271, "s", 0, "Catchlight", True),
        (272, "s", 0, "Test Camera", True),
        (306, "s", 0, "2026:11:27 10:20:30", True),
        (274, "H", 1, shot.orientation, True),
        (50721, "2i", 9, _rationals(camera), True),
        (50778, "H", 1, 21, True),
    ]
    return [*tags, (50728, "2I", 3, _rationals(NEUTRAL), True)] if shot.balanced else tags


def _sensor_tags(width: int, height: int) -> list[tuple[object, ...]]:
    return [
        (33421, "H", 2, (2, 2), True),
        (33422, "B", 4, b"\x00\x01\x01\x02", True),
        (50710, "B", 3, b"\x00\x01\x02", True),
        (50711, "H", 1, 1, True),
        (50714, "H", 1, BLACK, True),
        (50717, "H", 1, WHITE, True),
        (50719, "H", 2, (0, 0), True),
        (50720, "H", 2, (width, height), True),
    ]


def _rationals(values: npt.NDArray[np.float64]) -> tuple[int, ...]:
    return tuple(part for value in np.ravel(values) for part in (round(float(value) * 10_000), 10_000))
