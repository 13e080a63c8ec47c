"""The head under the hair: an ellipsoid in canonical centimetres, its hairline, and how the picture sees both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from catchlight.imaging import vec3
from catchlight.imaging.arrays import Bytes, Floats
from catchlight.imaging.byte_planes import Window, crop_fields, plane_from_bytes, plane_to_bytes
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face.pose import Pose

CENTRE = np.array([0.0, 3.2, -4.6], np.float32)
RADII = np.array([7.75, 9.7, 9.8], np.float32)
"""Ellipsoid on which hair grows, in canonical cm: deeper than that of ``project_skull``, which only needs the outline from the
front. Set by eye on heads with short hair."""

FACE = np.array([0.0, 3.0, 5.2], np.float32)
"""The bridge of the nose: a head larger or smaller than the average is so from here."""

# fmt: off
AZIMUTHS = (0, 12, 23, 35, 46, 56, 64, 71, 78, 84, 88, 96, 106, 118, 135, 150, 180)
_HAIRLINE = (9.2, 9.2, 9.0, 8.9, 8.0, 5.4, 2.8, 0.8, -0.3, -0.6, 2.2, 3.2, 2.2, -1.0, -4.0, -5.4, -6.0)
# fmt: on
HAIRLINE_RADIUS_CM = 8.5
"""Mean radius of the ring on which a hairline lies."""
_ROOM_CM = 1.0
_JAW = np.array([0.0, -3.5, -0.5], np.float32), np.array([5.8, 5.2, 5.0], np.float32)
"""Middle and radii (canonical cm) of the jaw, which stands out below the ellipsoid. Set by eye."""
_INNER_CM, _INNER_BOX = 0.7, ((-8.0, 8.0), (-9.0, 13.0), (-15.0, 6.0))
"""Distance of points inside the head, and a box that holds them: x, y, z."""
SIGNED_AZIMUTHS = (*(-azimuth for azimuth in AZIMUTHS[:0:-1]), *AZIMUTHS)
"""Degrees from the front at which a hairline is told: to the person's right, to their left."""


@dataclass(frozen=True)
class Hairline:
    """Height of the hairline over azimuth. rise: cm by which this person's lies above the average, at ``SIGNED_AZIMUTHS``."""

    rise: tuple[float, ...] = (0.0,) * len(SIGNED_AZIMUTHS)

    @property
    def front(self) -> float:
        """Rise (cm) in the middle of the forehead."""
        return self.rise[len(self.rise) // 2]

    def height(self, azimuth: Floats) -> Floats:
        """Canonical y (cm) of the hairline at azimuths in radians from the front, positive to the person's left."""
        line = np.asarray((*_HAIRLINE[:0:-1], *_HAIRLINE)) + np.asarray(self.rise)
        return np.asarray(np.interp(np.degrees(azimuth), SIGNED_AZIMUTHS, line), np.float32)

    def steep(self, azimuth: Floats) -> Floats:
        """Cm that the hairline is lower or higher for each cm away from it, at azimuths in radians: 1 where it is level, more at
        the temples, where it comes down."""
        turns = np.radians(np.asarray(SIGNED_AZIMUTHS, np.float32))
        level = self.height(turns)
        slope = np.abs(np.gradient(level, turns * np.float32(HAIRLINE_RADIUS_CM)))
        return np.asarray(np.interp(azimuth, turns, np.hypot(1, slope)), np.float32)


@dataclass(frozen=True)
class HeadPlacement:
    """Where the head lies in a picture of ``shape``. View coordinates are cm: x right, y up, z to the camera.

    scale, shift: how this head's size differs from the average's, and by how much it lies elsewhere (view cm, x and y)."""

    pose: Pose
    shape: tuple[int, int]
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def cm(self) -> float:
        """Pixels for a centimetre."""
        return self.pose.px_per_cm

    @property
    def turn(self) -> Floats:
        return np.asarray(self.pose.rotation, np.float32)

    @property
    def down(self) -> Floats:
        """Unit vector in canonical axes that points down in the picture: where hair falls."""
        return np.asarray(self.turn.T @ np.array([0, -1, 0], np.float32), np.float32)

    def part(self, window: Window) -> HeadPlacement:
        """The head as a part of the picture sees it."""
        x0, y0, x1, y1 = window
        pose = replace(self.pose, origin=np.asarray(self.pose.origin) - np.array([x0, y0]))
        return replace(self, pose=pose, shape=(y1 - y0, x1 - x0))

    def viewed(self, points: Floats) -> Floats:
        """Canonical points (... x3, cm) to view coordinates."""
        viewed = np.asarray(points @ (np.float32(self.scale) * self.turn.T), np.float32)
        if self.scale != 1 or any(self.shift):
            viewed += self.turn @ ((1 - np.float32(self.scale)) * FACE) + np.array((*self.shift, 0), np.float32)
        return viewed

    def placed(self, viewed: Floats) -> Floats:
        """View coordinates (... x3) to pixels (... x2)."""
        pixels = np.empty((*viewed.shape[:-1], 2), viewed.dtype)
        for axis, scale in enumerate((self.cm, -self.cm)):
            np.multiply(viewed[..., axis], np.float32(scale), out=pixels[..., axis])
            pixels[..., axis] += np.float32(self.pose.origin[axis])
        return pixels

    def points(self, canonical: npt.ArrayLike) -> Floats:
        """Canonical Nx3 cm to Nx2 pixels."""
        return self.placed(self.viewed(np.asarray(canonical, np.float32)))


@dataclass(frozen=True)
class Skull:
    """The ellipsoid as the picture sees it. inside: HxW, soft silhouette. box: x0, y0, x1, y1, the part of the picture that holds
    it, which the other planes show. depth: hxw, view z in cm, very small outside. point: hxwx3, the canonical point that is
    seen."""

    box: Window
    depth: FloatPlane
    point: Floats
    inside8: Bytes

    @property
    def inside(self) -> FloatPlane:
        return plane_from_bytes(self.inside8)

    @property
    def part(self) -> tuple[slice, slice]:
        """Rows and columns of the box."""
        x0, y0, x1, y1 = self.box
        return slice(y0, y1), slice(x0, x1)

    def normal(self, head: HeadPlacement) -> Floats:
        """hxwx3 unit vectors in view coordinates."""
        return skull_normals(self.point, head)

    def seen_in(self, window: Window) -> Skull:
        """As a part of the picture, which holds the box, sees it."""
        left, top = window[:2]
        x0, y0, x1, y1 = self.box
        box = (x0 - left, y0 - top, x1 - left, y1 - top)
        return Skull(box, self.depth, self.point, **crop_fields(self, ("inside8",), window))


def project_skull(head: HeadPlacement, face: Floats) -> Skull:
    """Rays through every pixel near it and near the face (Nx2 points), met with the turned ellipsoid."""
    import cv2

    centre = head.viewed(CENTRE)
    middle, reach, room = head.placed(centre), float(RADII.max()) * head.cm, _ROOM_CM * head.cm
    low, high = np.minimum(middle - reach, face.min(axis=0)), np.maximum(middle + reach, face.max(axis=0))
    ends = np.array([low - room, high + room]).clip(0, head.shape[::-1])
    x0, y0, x1, y1 = (int(end) for end in ends.ravel())
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    x = (x - np.float32(head.pose.origin[0])) / np.float32(head.cm)
    y = (np.float32(head.pose.origin[1]) - y) / np.float32(head.cm)
    unit = (head.turn / (np.float32(head.scale) * RADII)).T  # view to the unit sphere
    ray = unit[:, 2]
    start = (x - centre[0])[..., None] * unit[:, 0] + (y - centre[1])[..., None] * unit[:, 1]
    a = float(ray @ ray)
    b = start @ ray
    found = b * b - a * ((start**2).sum(axis=-1) - 1)
    along = (np.sqrt(np.maximum(found, 0)) - b) / a
    depth = np.where(found > 0, along + centre[2], np.float32(-1e3)).astype(np.float32)
    point = CENTRE + (np.dstack([x, y, along + centre[2]]) - centre) @ head.turn / np.float32(head.scale)
    inside = np.zeros(head.shape, np.float32)
    if depth.size:
        inside[y0:y1, x0:x1] = cv2.GaussianBlur((found > 0).astype(np.float32), (0, 0), 0.8)
    return Skull((x0, y0, x1, y1), depth, np.asarray(point, np.float32), plane_to_bytes(inside))


def skull_normals(points: Floats, head: HeadPlacement) -> Floats:
    """Outward unit vectors in view coordinates at canonical points of the skull (... x3)."""
    normal = ((points - CENTRE) / RADII**2) @ head.turn.T
    normal /= (vec3.length(normal) + np.float32(1e-9))[..., None]
    return np.asarray(normal, np.float32)


def azimuth(points: Floats) -> Floats:
    """Radians from the front, positive to the person's left, of canonical points (... x3)."""
    return np.asarray(np.arctan2(points[..., 0], points[..., 2] - CENTRE[2]), np.float32)


def distance_from_skull(points: Floats) -> tuple[Floats, Floats]:
    """Signed distance of canonical points (... x3) from the skull in cm (nearly), and the outward normal."""
    scaled = (points - CENTRE) / RADII
    reach = vec3.length(scaled) + np.float32(1e-6)
    normal = scaled / RADII
    normal /= (vec3.length(normal) + np.float32(1e-9))[..., None]
    distance = (reach - 1) * vec3.length(points - CENTRE) / reach
    return np.asarray(distance, np.float32), np.asarray(normal, np.float32)


@cache
def points_in_head() -> Floats:
    """Canonical points all through the head and the jaw, Nx3, evenly."""
    ends = [np.arange(low, high, _INNER_CM, dtype=np.float32) for low, high in _INNER_BOX]
    points = np.stack(np.meshgrid(*ends, indexing="ij"), axis=-1).reshape(-1, 3)
    inside = np.zeros(len(points), bool)
    for centre, radii in ((CENTRE, RADII - _INNER_CM), _JAW):
        inside |= (((points - centre) / radii) ** 2).sum(axis=1) < 1
    return points[inside]
