"""A closed upper lid: skin between crease and lashes with the swell of the eyeball, the lash line, and lashes."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import CREASES, EYES, UNDER
from catchlight.expression.soft_shapes import ContourBand, CropWindow, median_colours, resample_line
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_LASHES = 46
_SEED = 5
_SHADE = np.array([0.50, 0.60, 0.62], np.float32)
_LASH = np.array([0.17, 0.13, 0.13], np.float32)
"""Colour of lashes as a share of the skin's."""
_RODE = 0.93
"""Brightness, in that of the lid's skin, below which something on a closed lid is no skin."""


def draw_closed_lid(
    reading: FaceReading,
    frame: CropWindow,
    pixels: FloatImage,
    eye: int,
    after: Doubles,
    lids: tuple[Doubles, Doubles],
    shut: float,
) -> tuple[FloatImage, FloatPlane]:
    """The lid of one eye over the warped pixels of ``frame``, and where it was drawn. shut: 0..1."""
    cm, ex, ey = reading.cm, reading.ex, reading.ey
    upper = EYES[eye][0]
    line = (lids[0] + lids[1]) / 2
    fold = resample_line(np.vstack([after[[upper[0]]], after[list(CREASES[eye])], after[[upper[-1]]]]), 60)
    area = gaussian_blur(frame.polygon(np.vstack([fold, line[::-1] + ey * 0.02 * cm])), max(0.6, 0.11 * cm), EXACT)
    between = ContourBand.of(fold, line, ex, ey, frame.grid())
    along = np.clip((between.across - float(line[0] @ ex)) / float((line[-1] - line[0]) @ ex), 0, 1)
    deep = np.clip((between.down - between.upper) / np.maximum(1, between.lower - between.upper), 0, 1)
    skin = _skin(reading, eye, along)
    swell = 0.90 + 0.17 * np.sin(np.pi * np.clip(deep * 0.95 + 0.02, 0, 1)) - 0.12 * deep**4
    swell *= 1 - 0.10 * np.abs(2 * along - 1) ** 2.5
    lid = skin * swell[..., None] + _grain(reading, eye, frame)
    share = (area * shut * np.maximum(0.20 + 0.55 * deep**1.2, _lashes_that_rode(pixels, skin, cm)))[..., None]
    pixels = pixels * (1 - share) + lid * share
    crease = _stroke(reading, frame, fold, 0.045, [0, 0.6, 0.9, 1, 0.9, 0.6, 0]) * (0.10 * shut)
    lashes_line = _stroke(reading, frame, line, 0.036, [0.3, 0.85, 1, 1, 0.95, 0.8, 0.2]) * (0.72 * shut)
    below = _stroke(reading, frame, line + ey * 0.06 * cm, 0.10, [0, 0.8, 1, 1, 0.8, 0]) * (0.25 * shut)
    pixels = pixels * (1 - crease[..., None] * _SHADE) * (1 - below[..., None] * _SHADE)
    dark = skin * _LASH
    pixels = pixels * (1 - lashes_line[..., None]) + dark * lashes_line[..., None]
    lashes = _lashes(reading, frame, line, eye) * shut
    pixels = pixels * (1 - lashes[..., None]) + dark * lashes[..., None]
    drawn = np.clip((share[..., 0] + crease + lashes_line + below + lashes) * 4, 0, 1)
    return np.asarray(pixels, np.float32), np.asarray(drawn, np.float32)


def _stroke(
    reading: FaceReading, frame: CropWindow, line: Doubles, width_cm: float, profile: list[float]
) -> FloatPlane:
    """A line of Gaussian half width ``width_cm``, as blurred as the picture: so much broader, and so much fainter."""
    width = max(0.6, width_cm * reading.cm)
    seen = float(np.hypot(width, reading.blur))
    return np.asarray(frame.stroke(line, seen, profile) * np.float32(width / seen), np.float32)


def _lashes_that_rode(pixels: FloatImage, skin: FloatImage, cm: float) -> FloatPlane:
    """0..1: where lashes, liner and the shadow under the open lid's rim were pulled over the closed lid."""
    bright = luma(gaussian_blur(pixels, 0.02 * cm, EXACT)) / np.maximum(luma(skin), 1)
    dark = np.clip((_RODE - bright) / 0.15, 0, 1)
    return np.asarray(gaussian_blur(np.asarray(dark, np.float32), 0.03 * cm, EXACT) * np.float32(0.97), np.float32)


def _skin(reading: FaceReading, eye: int, along: FloatPlane) -> FloatImage:
    """Colour of the lid: between that over its crease and that under the eye, place by place."""
    cm, ey = reading.cm, reading.ey
    over = median_colours(reading.pixels, reading.points[list(CREASES[eye]), :2] - ey * 0.12 * cm, 0.08 * cm)
    under = median_colours(reading.pixels, reading.points[list(UNDER[eye]), :2] + ey * 0.15 * cm, 0.08 * cm)
    mean = over * 0.7 + under * 0.3
    places = np.linspace(0, 1, len(mean))
    return np.asarray(np.dstack([np.interp(along, places, mean[:, channel]) for channel in range(3)]), np.float32)


def _grain(reading: FaceReading, eye: int, frame: CropWindow) -> FloatImage:
    """Pores and noise of the cheek below the eye, mirrored to fill the window."""
    x, y = reading.points[(50, 280)[eye], :2].astype(int)
    side = int(0.9 * reading.cm)
    patch = reading.pixels[max(0, y - side // 2) : y + side // 2, max(0, x - side // 2) : x + side // 2]
    if min(patch.shape[:2]) <= 6:
        return np.zeros((*frame.shape, 3), np.float32)
    fine = patch - gaussian_blur(patch, max(1.0, 0.08 * reading.cm), EXACT)
    tile = np.vstack([np.hstack([fine, fine[:, ::-1]]), np.hstack([fine[::-1], fine[::-1, ::-1]])])
    rows, columns = np.arange(frame.shape[0]) % tile.shape[0], np.arange(frame.shape[1]) % tile.shape[1]
    return np.asarray(tile[rows[:, None], columns[None]] * 0.9, np.float32)


def _lashes(reading: FaceReading, frame: CropWindow, line: Doubles, eye: int) -> FloatPlane:
    """Short curved strokes downwards, fanning outwards, thinner towards their tips."""
    import cv2

    cm, ex, ey = reading.cm, reading.ex, reading.ey
    drawn = np.zeros(frame.shape, np.float32)
    random = np.random.default_rng(_SEED + eye)
    outwards = float(np.sign((line[0] - line[-1]) @ ex))
    for place in np.linspace(0.04, 0.90, _LASHES) + random.normal(0, 0.006, _LASHES):
        at = float(np.clip(place, 0, 1)) * (len(line) - 1)
        low = int(at)
        root = line[low] + (line[min(len(line) - 1, low + 1)] - line[low]) * (at - low)
        length = cm * (0.17 + 0.11 * (1 - place)) * random.uniform(0.6, 1.1)
        turn = outwards * (0.65 - 0.85 * place) + random.normal(0, 0.12)
        way = ey * np.cos(turn) + ex * np.sin(turn)
        middle, tip = root + way * length * 0.55, root + way * length + ex * outwards * 0.06 * cm
        for start, end, width, tone in ((root, middle, 0.020, 0.75), (middle, tip, 0.012, 0.45)):
            ends = np.round((np.array([start, end]) - [frame.x0, frame.y0]) * 8).astype(np.int32)
            cv2.polylines(drawn, [ends], False, tone, max(1, round(width * cm)), cv2.LINE_AA, 3)
    return np.asarray(
        gaussian_blur(drawn, max(0.5, 0.010 * cm, reading.blur * 0.7), EXACT) * np.float32(0.6), np.float32
    )
