"""A raw file opened by LibRaw: its sizes, its white balance, and its light, developed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.io.formats.raw.settings import RawSettings
from catchlight.imaging.io.formats.raw.white_balance import CameraColours, Multipliers
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import PICTURE, NotSupported, Unreadable, plane
from catchlight.imaging.picture import Pixels

NOTE_DAYLIGHT = Message("The raw file does not hold the camera's white balance; that of daylight was taken.")
DAMAGED = Message("its sensor data are damaged or incomplete")
_FULL = 0.75
"""Where the brightest pixel is above so much of the nominal white level, LibRaw takes it for white (``adjust_maximum_thr``)."""
_OVER = 1.0005


@dataclass(frozen=True)
class SensorLight:
    """HxWx3 uint16 linear ProPhoto, upright. gain: what full scale is of white. over: whether something is beyond white."""

    pixels: Pixels
    gain: float
    over: bool


@contextmanager
def opened(data: bytes, kind: str) -> Iterator[Any]:
    """A ``rawpy.RawPy`` of the file. What LibRaw raises inside becomes Unreadable, or NotSupported for unknown cameras."""
    import rawpy

    try:
        with rawpy.imread(io.BytesIO(data)) as raw:
            yield raw
    except (rawpy.LibRawFileUnsupportedError, rawpy.LibRawNotImplementedError) as fault:
        raise NotSupported(
            Message(
                "{name} is a raw file ({kind}) of a camera or compression that LibRaw does not know, or has lost its sensor "
                "data; develop it in the camera maker's program and save it as TIFF or JPEG.",
                name=PICTURE,
                kind=kind,
            )
        ) from fault
    except (rawpy.LibRawUnsufficientMemoryError, rawpy.LibRawTooBigError) as fault:
        raise MemoryError from fault
    except rawpy.LibRawError as fault:
        raise Unreadable(DAMAGED) from fault


def check_size(raw: Any, limits: DecodeLimits, called: str) -> tuple[int, int]:
    """Width and height of the upright picture. Raises ImageTooLarge, InvalidRequest."""
    sizes = raw.sizes
    width, height = int(sizes.width), int(sizes.height)
    if sizes.flip in (5, 6):
        width, height = height, width
    limits.check_size(width, height, called)
    return width, height


def as_shot(raw: Any) -> tuple[Multipliers, bool]:
    """The camera's own multipliers; False, with those of daylight, where the file holds none."""
    camera = raw.camera_whitebalance
    known = camera is not None and min(camera[:3]) > 0
    return _normal(camera if known else raw.daylight_whitebalance), known


def colours(raw: Any) -> CameraColours:
    """What LibRaw knows of the camera's colours."""
    matrix = np.asarray(raw.color_matrix, np.float64)[:3, :3]
    return CameraColours(_normal(raw.daylight_whitebalance), matrix)


def develop(raw: Any, settings: RawSettings, *, half: bool = False) -> SensorLight:
    """The light of the whole picture. half: at half its size, a pixel for each group of the sensor's, with blended highlights.

    Raises what LibRaw raises, Unreadable where the file holds no sensor data.
    """
    import rawpy

    balance = colours(raw).balance(as_shot(raw)[0], settings)
    over = _exceeds_white(raw, balance)
    mode = rawpy.HighlightMode.Clip
    if over and settings.highlights != "clip":
        blends = half or settings.highlights == "blend"
        mode = rawpy.HighlightMode.Blend if blends else rawpy.HighlightMode.ReconstructDefault
    pixels = raw.postprocess(
        half_size=half,
        user_wb=list(balance),
        highlight_mode=mode,
        gamma=(1, 1),
        no_auto_bright=True,
        output_bps=16,
        output_color=rawpy.ColorSpace.ProPhoto,
    )
    # Beyond "clip" LibRaw scales by the largest multiplier, so that no channel is cut off (scale_colors).
    gain = 1.0 if mode == rawpy.HighlightMode.Clip else max(balance) / min(balance)
    return SensorLight(_three(pixels), gain, over)


def unbalanced(raw: Any) -> Pixels:
    """HxWx3 uint16 linear colours of the camera at half the size, upright, not balanced: 65,535 is the sensor's white."""
    import rawpy

    _exceeds_white(raw, (1.0, 1.0, 1.0, 1.0))
    pixels = raw.postprocess(
        half_size=True,
        user_wb=[1.0, 1.0, 1.0, 1.0],
        gamma=(1, 1),
        no_auto_bright=True,
        output_bps=16,
        output_color=rawpy.ColorSpace.raw,
    )
    return _three(pixels)


def _three(pixels: Any) -> Pixels:
    """Three channels: monochrome cameras have one, some four."""
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return plane(np.repeat(pixels.reshape(*pixels.shape[:2], 1), 3, axis=2))
    return plane(pixels[..., :3])


def _normal(found: Any) -> Multipliers:
    red, green, blue, second = (float(value) for value in found)
    if not green > 0:
        return 1.0, 1.0, 1.0, 1.0
    return red / green, 1.0, blue / green, (second if second > 0 else green) / green


def _exceeds_white(raw: Any, balance: Multipliers) -> bool:
    """Whether some pixel is beyond white once it is balanced. Raises Unreadable where all pixels are the same."""
    pattern = raw.raw_pattern
    if pattern is None:
        return True
    values, levels = raw.raw_image_visible, raw.black_level_per_channel
    rows, columns = pattern.shape
    least, most, brightest = 65_536, 0, [0.0, 0.0, 0.0, 0.0]
    for y in range(rows):
        for x in range(columns):
            part = values[y::rows, x::columns]
            channel, top = int(pattern[y, x]), int(part.max())
            least, most = min(least, int(part.min())), max(most, top)
            brightest[channel] = max(brightest[channel], float(top - levels[channel]))
    if least == most:
        raise Unreadable(Message("it holds no sensor data"))
    white = float(raw.white_level)
    if most > _FULL * white:
        white = min(white, float(most))
    lowest = min(balance)
    return any(
        value / max(1.0, white - levels[channel]) * balance[channel] / lowest > _OVER
        for channel, value in enumerate(brightest)
    )
