"""A garment's colours: its relief in the light of the photo, with the shadows of head and collar; without its texture."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.engine.garment import relief
from catchlight.engine.garment.cut import Cut
from catchlight.engine.garment.pattern import Garment
from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.groom.planes import soft
from catchlight.engine.picture import FloatImage, FloatPlane

_LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)
_DARKEST, _LIGHTEST = 0.3, 1.45
_REAL = 0.8
"""How far drawn folds give way to those that are really there."""
_EXPOSURE = (0.45, 1.1, 0.5, 0.95)
"""Linear light of white cloth over that of skin that faces the camera: at 0, slope, least, most; skin is 0.1 to 0.6 of white."""
_FALL = 0.18
"""How much darker the lower end of a portrait is than its face."""
_HEAD = ((3.0, 2.0, 0.36), (1.0, 0.7, 0.2))
"""Shadows of the head: cm below it, softness in cm, strength."""


def shade(sitter: Sitter, normals: FloatImage) -> tuple[FloatPlane, float]:
    """Light on surfaces over that on one that faces the camera, and the latter in linear light of the skin."""
    light = np.asarray(sitter.shading @ _LUMINANCE, np.float32)
    front = float(max(light[0] + 0.25 * light[2] + 0.95 * light[3], 1e-3))
    value = (light[0] + normals @ light[1:]) / np.float32(front)
    return np.asarray(np.clip(value, _DARKEST, _LIGHTEST), np.float32), front


def lit(sitter: Sitter, cut: Cut, garment: Garment, rgb: tuple[int, int, int], seed: int) -> FloatImage:
    """HxWx3, linear light. rgb: the cloth in full light, sRGB."""
    cm, collar = sitter.cm, cut.collar
    outline = np.maximum(sitter.alpha * (1 - cut.spike), collar) * (sitter.v > -PIT_CM - 2)
    round_ = relief.body(sitter, outline)
    folds = relief.folds(sitter, garment.fabric.folds, seed)
    normals, smooth = relief.normals(round_ + folds, cm), relief.normals(round_, cm)
    plain, front = shade(sitter, smooth)
    seen, trust = relief.real(sitter)
    drawn = shade(sitter, normals)[0] / plain
    hollow = 1 - 0.9 * np.clip(soft(folds, cm) - folds, 0, 0.3)
    light = plain * (drawn * hollow) ** (1 - _REAL * trust) * np.exp2(np.clip(seen, -0.9, 0.7))
    shape, ribs = relief.collar(sitter, cut, garment.neckline, seed)
    across = relief.normals(shape, cm)
    rim = shade(sitter, across)[0] * ribs
    if garment.neckline.kind == "band":
        rim = light * ribs
        across = normals
    light = light * (1 - 0.5 * _cast(sitter, collar, 0.35, 0.3) * (1 - collar))
    for shadow in _head(sitter):
        light, rim = light * (1 - 0.6 * shadow), rim * (1 - shadow)
    strands = _cast(sitter, sitter.hair, 0.5, 0.35)
    light = light * (1 - 0.3 * strands) * (1 - collar) + rim * (1 - 0.2 * strands) * collar
    light = light * (1 - _FALL * np.clip((sitter.v - 4) / 30, 0, 1))
    away = 1 - np.where(collar > 0.5, across[..., 2], normals[..., 2])
    colour = (np.array(rgb, np.float32) / 255) ** np.float32(2.2)
    glow = garment.fabric.sheen * np.maximum(away, 0) ** 1.5 * np.clip(light, 0.3, 1.2)
    return np.asarray(power(front) * (colour * light[..., None] + glow[..., None] * (0.35 * colour + 0.03)), np.float32)


def power(front: float) -> np.float32:
    """Linear light of white cloth that faces the camera. front: that of skin that does."""
    at, slope, least, most = _EXPOSURE
    return np.float32(np.clip(at + slope * front, least, most))


def fallen(sitter: Sitter) -> FloatPlane:
    """Share of light that the shadows of head and hair leave, and that comes as far down."""
    result = 1 - _FALL * np.clip((sitter.v - 4) / 30, 0, 1)
    for shadow in _head(sitter):
        result = result * (1 - 0.75 * shadow)
    return np.asarray(result * (1 - 0.3 * _cast(sitter, sitter.hair, 0.5, 0.35)), np.float32)


def _head(sitter: Sitter) -> list[Any]:
    """Shadows of the head, from the broad to the narrow; HxW each."""
    head = np.maximum(sitter.face, sitter.hair * (sitter.v < 3))
    return [strength * _cast(sitter, head, down, width) for down, width, strength in _HEAD]


def _cast(sitter: Sitter, plane: FloatPlane, down: float, width: float) -> Any:
    """A shadow that falls ``down`` cm below what casts it, away from the light."""
    import cv2

    height, wide = plane.shape
    step = max(1, int(width * sitter.cm / 4))
    small = cv2.resize(plane, (max(2, wide // step), max(2, height // step)), interpolation=cv2.INTER_AREA)
    move = np.array(
        [[1, 0, -sitter.light[0] * down * sitter.cm * 0.8 / step], [0, 1, down * sitter.cm / step]], np.float32
    )
    moved = cv2.warpAffine(small, move, (small.shape[1], small.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(soft(moved, width * sitter.cm / step), (wide, height), interpolation=cv2.INTER_LINEAR)
