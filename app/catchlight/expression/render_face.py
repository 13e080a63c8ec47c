"""The whole picture of the changed face: warp, what is seen through mouth and lids, shading; nothing else is touched."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.core.progress import Progress
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.eyes.eyeball import draw_eyes
from catchlight.expression.mouth.interior import draw_mouth
from catchlight.expression.shading import crease_removal, skin_shading
from catchlight.expression.shading.surface import Surface
from catchlight.expression.soft_shapes import max_channel
from catchlight.expression.warp.face_warp import Warp, build_warp
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels

_UNMOVED, _MOVED = 0.03, 0.28
"""Pixels of travel below which a pixel is the picture's own, and above which it is all the result's."""
_RIM = 3


def render_face(reading: FaceReading, shape: Shape, progress: Progress) -> tuple[FloatImage, FloatPlane]:
    """The crop of the face, RGB 0..255, and its mask (0..1): where the mask is 0 the picture's own pixels stay."""
    progress.report(0.0, "moving the face")
    warp = build_warp(reading, shape)
    mask = np.clip((warp.travelled - _UNMOVED) / (_MOVED - _UNMOVED), 0, 1)
    image = warp.taken(reading.pixels)
    progress.report(0.4, "drawing mouth and eyes")
    inside = draw_mouth(reading, shape, warp, image)
    for drawn in [*([inside] if inside else []), *draw_eyes(reading, shape, warp, image)]:
        image[drawn.frame.cut] = drawn.pixels
        np.maximum(mask[drawn.frame.cut], drawn.changed, out=mask[drawn.frame.cut])
    progress.report(0.6, "shading")
    log_gain, melted = skin_shading.change(reading, _surface(reading, shape, warp), shape)
    _shade(image, mask, log_gain)
    progress.check()
    if melted is not None:
        _without_lines(image, melted, reading.cm)
    if reading.grey:
        image[:] = luma(image)[..., None]
    _end_softly(mask)
    return image, mask


def paste_face(pixels: Pixels, reading: FaceReading, image: FloatImage, mask: FloatPlane) -> Pixels:
    """The picture's pixels with the crop laid in; outside the mask, and in alpha, they are the same bits."""
    result: Any = pixels.copy()
    rows_in, columns_in = (np.flatnonzero(mask.max(axis=axis) > 0) for axis in (1, 0))
    if not len(rows_in):
        return np.ascontiguousarray(result)
    inside = (slice(rows_in[0], rows_in[-1] + 1), slice(columns_in[0], columns_in[-1] + 1))
    image, mask = image[inside], mask[inside]
    x0, y0, x1, y1 = reading.box
    part = result[y0:y1, x0:x1, :3][inside]
    scale = np.float32(257 if pixels.dtype == np.uint16 else 1)
    limit = np.iinfo(pixels.dtype).max
    rows = 256
    for top in range(0, part.shape[0], rows):
        strip = slice(top, top + rows)
        own = part[strip].astype(np.float32)
        # Where the mask is 0 nothing is added, and whole numbers round to themselves.
        own += (image[strip] * scale - own) * mask[strip][..., None]
        part[strip] = np.clip(np.rint(own, out=own), 0, limit, out=own).astype(pixels.dtype)
    return np.ascontiguousarray(result)


def _surface(reading: FaceReading, shape: Shape, warp: Warp) -> Surface:
    ground = reading.ground
    points = reading.points[:, :2] + shape.moved[:, :2]
    return Surface(
        points=(points + 0.5) * ground.scale - 0.5,
        cm=reading.cm * float(ground.scale[0]),
        ex=reading.ex,
        ey=reading.ey,
        pixels=warp.taken_small(ground.pixels),
        skin=warp.taken_small(ground.skin),
        nose=warp.taken_small(ground.nose),
        gain=warp.gain,
    )


def _shade(image: FloatImage, mask: FloatPlane, log_gain: FloatImage) -> None:
    """Lay the gain over the image, one channel at a time: enlarged it would take as much memory as the image itself."""
    import cv2

    size = (image.shape[1], image.shape[0])

    def enlarged(plane: FloatPlane) -> FloatPlane:
        return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_LINEAR), np.float32)

    gain = cv2.exp(log_gain)
    for channel in range(3):
        image[..., channel] *= enlarged(np.ascontiguousarray(gain[..., channel]))
    np.maximum(mask, enlarged(np.clip(max_channel(np.abs(log_gain)) * 60, 0, 1)), out=mask)


def _without_lines(image: FloatImage, melted: FloatPlane, cm: float) -> None:
    """What is left of melted creases is finer than the field: it goes at the picture's own size."""
    import cv2

    height, width = image.shape[:2]
    share = np.asarray(cv2.resize(melted, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    rows, columns = np.nonzero(share.max(axis=1) > 0.02)[0], np.nonzero(share.max(axis=0) > 0.02)[0]
    if len(rows) and len(columns):
        part = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        image[part] *= cv2.exp(crease_removal.fill_fine_lines(image[part], cm, share[part]))


def _end_softly(mask: FloatPlane) -> None:
    """Take a mask down to 0 towards the border of the crop."""
    for axis, size in enumerate(mask.shape):
        ramp = np.clip((np.minimum(np.arange(size), np.arange(size)[::-1]) - _RIM + 1) / (_RIM + 1), 0, 1)
        mask *= ramp.astype(np.float32)[:, None] if axis == 0 else ramp.astype(np.float32)
