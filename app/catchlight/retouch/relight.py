"""A lamp more on a portrait: key, fill and rim, from the shape of the face and the outline of the body.

The face's shape is that of its landmarks; the rest of the person is rounded from the matte, as a relief. What is changed is broad
and soft, so that pores, hairs and the photo's own catchlights stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.progress import Progress
from catchlight.core.threads import both, each
from catchlight.develop import decoding
from catchlight.imaging import geometry, vec3
from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.frequency_bands import edge_aware_smooth, ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.imaging.resample import downsample
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.light import normals
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resample_window

_LONGEST = 640
_ROUND_CM = 7.0
"""How far in from its outline a body is round."""
_SOFT_CM = 0.55
_KEY_STOPS, _FILL_STOPS, _RIM = 1.8, 1.1, 0.7
_SIDE, _UP, _FRONT = 0.82, 0.32, 0.47
_STRIP = 120_000
_KNEE = 0.7
"""Linear light from which highlights run into white."""


@dataclass(frozen=True)
class Lamps:
    """key: -1 (from the left of the picture) .. 1 (from the right). fill, rim: 0..1. All 0: nothing changes."""

    key: float = 0.0
    fill: float = 0.0
    rim: float = 0.0

    def __bool__(self) -> bool:
        return any((self.key, self.fill, self.rim))


def relight_portrait(
    portrait: Portrait, pixels: Pixels, alpha: FloatPlane, lamps: Lamps, progress: Progress | None = None
) -> Pixels:
    """A copy of ``pixels`` (HxWx3 or x4, the portrait's size) with the person relit; identical where ``alpha`` is 0."""
    if not lamps:
        return pixels
    stops, rim = _fields(portrait, pixels, alpha, lamps)
    import cv2

    height, width = alpha.shape
    top, depth = float(np.iinfo(pixels.dtype).max), cv2.CV_8U if pixels.dtype == np.uint8 else cv2.CV_16U
    result: Any = pixels.copy()
    whole = (0, 0, width, height)
    count = max(16, _STRIP // width)

    def work(start: int) -> None:
        if progress is not None:
            progress.check()
        rows = slice(start, min(height, start + count))
        columns = np.flatnonzero(cv2.reduce(alpha[rows], 0, cv2.REDUCE_MAX))
        if not len(columns):
            return
        window = (int(columns[0]), rows.start, int(columns[-1]) + 1, rows.stop)
        part = np.s_[rows, window[0] : window[2]]
        share, own = alpha[part], pixels[part][..., :3].copy()
        light = decoding.linear(own)
        gain: Any = cv2.exp(cv2.multiply(resample_window(stops, whole, window), share, scale=float(np.log(2))))
        new: Any = cv2.multiply(light, cv2.merge([gain, gain, gain]))
        if lamps.rim:
            glow = resample_window(rim, whole, window) * share
            new += (light * np.float32(1.6) + np.float32(0.045)) * glow[..., None]
        # On the way up highlights run into white; what was white stays.
        peak = _largest(new)
        bright = np.flatnonzero(peak > _KNEE)
        if len(bright):
            flat, high = new.reshape(-1, 3), peak.reshape(-1)[bright]
            before = _largest(light).reshape(-1)[bright]
            rolled = _KNEE + (1 - _KNEE) * (1 - np.exp((_KNEE - high) / (1 - _KNEE)))
            flat[bright] = flat[bright] * (np.maximum(rolled, np.minimum(before, high)) / high)[:, None]
        encoded = oklab.srgb(new)
        lit = cv2.addWeighted(encoded, top, encoded, 0, 0, dtype=depth)
        touched = (share > 0).view(np.uint8)
        result[part][..., :3] = cv2.copyTo(lit, touched, own)

    each(work, range(0, height, count))
    finished: Pixels = result
    return finished


def _fields(portrait: Portrait, pixels: Pixels, alpha: FloatPlane, lamps: Lamps) -> tuple[FloatPlane, FloatPlane]:
    """Stops and rim light at a reduced size."""
    import cv2

    height, width = alpha.shape
    scale = min(1.0, _LONGEST / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    matte = downsample(alpha, size)
    matrix = np.array(
        [[size[0] / width, 0, 0.5 * size[0] / width - 0.5], [0, size[1] / height, 0.5 * size[1] / height - 0.5]]
    )
    cm = portrait.pose.px_per_cm * scale

    def seen() -> FloatPlane:
        # Not by halves: the dark, whose logarithm is taken, would be rounded too much.
        small = cv2.resize(pixels[..., :3], size, interpolation=cv2.INTER_AREA).astype(np.float32)
        light = oklab.linear(small / np.float32(np.iinfo(pixels.dtype).max))
        return vec3.dot(light, LUMINANCE)

    (shape, face), light = both(lambda: _shape(portrait, matte, matrix, cm), seen)
    stops = np.zeros_like(matte)
    if lamps.key:
        lamp = np.array([_SIDE * np.sign(lamps.key), _UP, _FRONT], np.float32)
        shade = np.maximum(vec3.dot(shape, lamp / np.linalg.norm(lamp)), -0.15)
        usual = float(np.median(shade[face > 0.5])) if (face > 0.5).any() else 0.45
        stops += np.float32(_KEY_STOPS * abs(lamps.key)) * np.clip(shade - usual, -0.55, 0.5)
    if lamps.fill:
        base = edge_aware_smooth(np.asarray(np.log2(light + 0.004), np.float32), 0.5 * cm, 0.5)
        lit = float(np.quantile(base[face > 0.5], 0.75)) if (face > 0.5).any() else -2.0
        depth = np.clip(lit - base, 0, 3)
        # Shadows on the face rise; cloth and hair that are dark by nature rise a little.
        stops += np.float32(_FILL_STOPS * lamps.fill) * ramp(depth, 0.1, 1.8) * (0.3 + 0.7 * face)
    rim = np.zeros_like(matte)
    if lamps.rim:
        edge = np.clip(1 - gaussian_blur(matte, max(1.0, 0.45 * cm)), 0, 1) * matte * 2
        side = -np.sign(lamps.key) if lamps.key else 0.0
        facing = (
            np.clip(shape[..., 0] * side * 1.6 + 0.15, 0, 1) if side else np.clip(np.abs(shape[..., 0]) * 1.6, 0, 1)
        )
        rim = (
            np.float32(_RIM * lamps.rim) * np.clip(edge, 0, 1) * np.maximum(facing, 0.35 * np.clip(shape[..., 1], 0, 1))
        )
    return np.asarray(gaussian_blur(stops, _SOFT_CM * cm), np.float32), np.asarray(
        gaussian_blur(rim, 0.06 * cm), np.float32
    )


def _shape(portrait: Portrait, matte: FloatPlane, matrix: geometry.Matrix, cm: float) -> tuple[Any, FloatPlane]:
    """Normals HxWx3 (x right, y up, z to the camera) over the reduced picture, and how much of each is face."""
    relief = np.sqrt(np.clip(gaussian_blur(matte, _ROUND_CM * 0.5 * cm), 0.05, 1)) * np.float32(_ROUND_CM * cm * 1.3)
    relief = gaussian_blur(relief, 1.2 * cm)
    down, across = np.gradient(relief.astype(np.float32))
    body = np.dstack([-across, down, np.ones_like(matte)])
    mesh, face = portrait.kept(f"relight:{matte.shape}", lambda: _face(portrait, matte.shape, matrix, cm))
    vec3.scale(body, 1 / vec3.length(body))
    vec3.scale(body, 1 - face)
    body += mesh * face[..., None]
    vec3.scale(body, 1 / np.maximum(vec3.length(body), 1e-3))
    return body, face


def _face(
    portrait: Portrait, size: tuple[int, int], matrix: geometry.Matrix, cm: float
) -> tuple[FloatImage, FloatPlane]:
    """Normals of the face over the reduced picture of a size (height, width), and how much of each pixel is face."""
    import cv2

    found = normals(portrait.landmarks, portrait.canonical)
    places = geometry.apply(matrix, portrait.landmarks.xy[:468])
    mesh, drawn = np.zeros((*size, 3), np.float32), np.zeros(size, np.uint8)
    for triangle in portrait.canonical.triangles:
        corners = np.round(places[triangle] * 16).astype(np.int32)
        normal = found[triangle].mean(axis=0)
        if normal[2] > 0:
            cv2.fillConvexPoly(mesh, corners, (float(normal[0]), float(normal[1]), float(normal[2])), shift=4)
            cv2.fillConvexPoly(drawn, corners, 1, shift=4)
    oval = np.zeros(size, np.uint8)
    cv2.fillPoly(oval, [np.round(geometry.apply(matrix, portrait.landmarks.ring(OVAL))).astype(np.int32)], 1)
    known = np.asarray(gaussian_blur((drawn & oval).astype(np.float32), 0.3 * cm), np.float32)
    mesh = gaussian_blur(mesh * (drawn & oval)[..., None], 0.3 * cm) / np.maximum(known, 1e-3)[..., None]
    inner = np.asarray(cv2.erode((drawn & oval), np.ones((3, 3), np.uint8)), np.float32)
    return mesh, np.asarray(gaussian_blur(inner, 0.8 * cm), np.float32) * ramp(known, 0.2, 0.8)


def _largest(light: FloatImage) -> FloatPlane:
    """The largest channel of each pixel; several times faster than the maximum along the last axis."""
    return np.maximum(np.maximum(light[..., 0], light[..., 1]), light[..., 2])
