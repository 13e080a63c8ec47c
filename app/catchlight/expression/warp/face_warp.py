"""The picture of the face pulled over its new shape: an inverse map from a rasterised mesh, frames and hair held still."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis.topology import CREASES, EYES, LIP_IN_LOWER, LIP_IN_UPPER, LIP_OUT_LOWER, LIP_OUT_UPPER
from catchlight.expression.shading.turning_light import shading_ratio
from catchlight.expression.soft_shapes import CropWindow
from catchlight.expression.warp.raster import fill_gaps, rasterise
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import FloatImage, FloatPlane

_RIM = 4
"""Pixels of the field round a slit from which it is filled."""
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

    before: Doubles
    after: Doubles
    map_x: FloatPlane
    map_y: FloatPlane
    travelled: FloatPlane
    gain: FloatPlane
    small: tuple[FloatPlane, FloatPlane]

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


def build_warp(reading: FaceReading, shape: Shape) -> Warp:
    """The map from the result's pixels to the picture's."""
    import cv2

    mesh, ground = reading.mesh, reading.ground
    height, width = reading.shape
    rows, columns = ground.shape
    before = ground.before
    after = before + mesh.displacements(shape.moved)
    source = mesh.positions(_sampled(reading, shape)) if shape.sealed > 0.3 or min(shape.lids) < _CLOSING else before
    gain = shading_ratio(reading, after) if shape.lit is None else shape.lit
    values = np.column_stack([source[:, :2] - after[:, :2], gain])
    plane = _field(reading, (after[:, :2] + 0.5) * ground.scale - 0.5, values, (rows, columns))
    moves = plane[..., :2] * ground.free[..., None]
    across, down = (np.ascontiguousarray(moves[..., axis]) for axis in (0, 1))
    small = (
        _placed(across * np.float32(ground.scale[0]), axis=1),
        _placed(down * np.float32(ground.scale[1]), axis=0),
    )
    if (columns, rows) != (width, height):
        across, down = (cv2.resize(way, (width, height), interpolation=cv2.INTER_LINEAR) for way in (across, down))
    travelled = cv2.magnitude(across, down)
    return Warp(
        before=before,
        after=after,
        map_x=_placed(across, axis=1),
        map_y=_placed(down, axis=0),
        travelled=np.asarray(travelled, np.float32),
        gain=np.ascontiguousarray(plane[..., 2]),
        small=small,
    )


def _field(reading: FaceReading, after: Doubles, values: Doubles, shape: tuple[int, int]) -> FloatImage:
    """Displacement and gain, HxWx3: of the triangles that move; nothing elsewhere, and slits filled from their rims."""
    mesh = reading.mesh
    still = np.array([0.0, 0.0, 1.0])
    active = np.abs(values - still).max(axis=1) > _STILL
    triangles = mesh.triangles[active[mesh.triangles].any(axis=1)]
    if not len(triangles):
        return np.tile(still.astype(np.float32), (*shape, 1))
    plane, drawn = rasterise(after, values, triangles, shape)
    gaps = []
    for upper, lower in (mesh.lips, *mesh.lids):
        ring = np.vstack([after[upper], after[lower][::-1]])
        frame = CropWindow.around(ring, _RIM, shape)
        gaps.append((frame, (frame.polygon(ring) > 0) & ~drawn[frame.cut]))
    plane[~drawn] = still
    for frame, gap in gaps:
        plane[frame.cut] = fill_gaps(plane[frame.cut], ~gap)
    return plane


def _placed(way: FloatPlane, axis: int) -> FloatPlane:
    """Displacements of pixels turned into places, as columns (axis 1) or rows (0) count them."""
    places = np.arange(way.shape[axis], dtype=np.float32)
    way += places if axis else places[:, None]
    return np.asarray(way, np.float32)


def _sampled(reading: FaceReading, shape: Shape) -> Doubles:
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
