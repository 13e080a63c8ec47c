"""The picture of the face pulled over its new shape: an inverse map from a rasterised mesh, frames and hair held still."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine.face.drawing import Array, Frame
from catchlight.engine.face.raster import filled, rasterised
from catchlight.engine.face.reading import FaceReading
from catchlight.engine.face.relighting import relit
from catchlight.engine.face.shape import Shape
from catchlight.engine.face.topology import CREASES, EYES, LIP_IN_LOWER, LIP_IN_UPPER, LIP_OUT_LOWER, LIP_OUT_UPPER
from catchlight.engine.picture import FloatImage, FloatPlane

FIELD_WIDTH = 400
"""Pixels of a face's width at which smooth fields (displacement, shading) are computed; larger faces enlarge them."""
_FACE_CM = 15.5
_STILL = 0.004
"""Pixels, and share of brightness, below which a vertex counts as unmoved."""
_CLOSING, _OVER_LASHES = 0.35, 0.4
"""Opening (as a factor) below which a lid is taken from over its lashes, and by what share of its way to the crease."""


@dataclass(frozen=True, eq=False)
class Warp:
    """before, after: fine vertices in pixels of the crop. map_x, map_y: where each pixel of the result is taken from.

    travelled: how far each has come, pixels. gain: brightness of the new over the old shading, at the field's size. small: the
    same map there.
    """

    before: Array
    after: Array
    map_x: FloatPlane
    map_y: FloatPlane
    travelled: FloatPlane
    gain: FloatPlane
    small: tuple[FloatPlane, FloatPlane]

    @property
    def field_shape(self) -> tuple[int, int]:
        return int(self.gain.shape[0]), int(self.gain.shape[1])

    def taken(self, image: FloatImage) -> FloatImage:
        """An image of the crop's size, pulled over the new shape."""
        import cv2

        return np.asarray(
            cv2.remap(image, self.map_x, self.map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), np.float32
        )

    def taken_small(self, plane: FloatPlane) -> FloatPlane:
        """A plane of the field's size, pulled over the new shape."""
        import cv2

        return np.asarray(cv2.remap(plane, *self.small, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def field_size(reading: FaceReading) -> tuple[int, int]:
    """Width and height at which smooth fields are computed."""
    height, width = reading.shape
    scale = min(1.0, FIELD_WIDTH / (_FACE_CM * reading.cm))
    return max(8, int(np.ceil(width * scale))), max(8, int(np.ceil(height * scale)))


def warped(reading: FaceReading, shape: Shape) -> Warp:
    """The map from the result's pixels to the picture's."""
    import cv2

    mesh = reading.mesh
    height, width = reading.shape
    columns, rows = field_size(reading)
    scale = np.array([columns / width, rows / height])
    before = mesh.positions(reading.points)
    after = before + mesh.displacements(shape.moved)
    source = mesh.positions(_sampled(reading, shape)) if shape.sealed > 0.3 or min(shape.lids) < _CLOSING else before
    gain = relit(reading, before, after)
    values = np.column_stack([source[:, :2] - after[:, :2], gain])
    plane = _field(reading, (after[:, :2] + 0.5) * scale - 0.5, values, (rows, columns))
    held = cv2.resize(reading.covers.rigid, (columns, rows), interpolation=cv2.INTER_AREA)
    held = cv2.GaussianBlur(held, (0, 0), 0.12 * reading.cm * float(scale[0]) + 0.5)
    moves = np.ascontiguousarray(plane[..., :2] * np.clip(1.15 - 1.3 * held, 0, 1)[..., None])
    small_y, small_x = np.mgrid[:rows, :columns].astype(np.float32)
    small = (
        np.asarray(small_x + moves[..., 0] * np.float32(scale[0]), np.float32),
        np.asarray(small_y + moves[..., 1] * np.float32(scale[1]), np.float32),
    )
    if (columns, rows) != (width, height):
        moves = cv2.resize(moves, (width, height), interpolation=cv2.INTER_LINEAR)
    map_x, map_y = np.ascontiguousarray(moves[..., 0]), np.ascontiguousarray(moves[..., 1])
    del moves
    travelled = cv2.magnitude(map_x, map_y)
    map_x += np.arange(width, dtype=np.float32)[None]
    map_y += np.arange(height, dtype=np.float32)[:, None]
    return Warp(
        before=before,
        after=after,
        map_x=np.asarray(map_x, np.float32),
        map_y=np.asarray(map_y, np.float32),
        travelled=np.asarray(travelled, np.float32),
        gain=np.ascontiguousarray(plane[..., 2]),
        small=small,
    )


def _field(reading: FaceReading, after: Array, values: Array, shape: tuple[int, int]) -> FloatImage:
    """Displacement and gain, HxWx3: of the triangles that move; nothing elsewhere, and slits filled from their rims."""
    mesh = reading.mesh
    still = np.array([0.0, 0.0, 1.0])
    active = np.abs(values - still).max(axis=1) > _STILL
    triangles = mesh.triangles[active[mesh.triangles].any(axis=1)]
    if not len(triangles):
        return np.tile(still.astype(np.float32), (*shape, 1))
    plane, drawn = rasterised(after, values, triangles, shape)
    open_slits = np.zeros(shape, bool)
    for upper, lower in (mesh.lips, *mesh.lids):
        ring = np.vstack([after[upper], after[lower][::-1]])
        frame = Frame.around(ring, 2, shape)
        open_slits[frame.cut] |= frame.polygon(ring) > 0
    open_slits &= ~drawn
    plane[~drawn & ~open_slits] = still
    return filled(plane, ~open_slits)


def _sampled(reading: FaceReading, shape: Shape) -> Array:
    """Points from which lips and lids that close are taken: a little inside them, so that no tooth and no lash rides along."""
    points = reading.points.copy()
    for (upper, _), crease, opening in zip(EYES, CREASES, shape.lids, strict=True):
        shut = float(np.clip((_CLOSING - opening) / _CLOSING, 0, 1))
        rim, fold = list(upper[1:-1]), list(crease)
        points[rim] += (points[fold] - points[rim]) * (_OVER_LASHES * shut)
    for inner, outer in ((LIP_IN_UPPER, LIP_OUT_UPPER), (LIP_IN_LOWER, LIP_OUT_LOWER)):
        for a, b in zip(inner[1:-1], outer[1:-1], strict=True):
            away = points[b] - points[a]
            share = 0.05 + 0.035 * reading.cm / max(1.0, float(np.linalg.norm(away)))
            points[a] = points[a] + away * min(0.4, share) * shape.sealed
    return points
