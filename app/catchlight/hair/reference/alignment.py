"""Where hair of one head comes to lie on another: a thin-plate spline near the head, a similarity further away.

References:
    F. L. Bookstein, "Principal warps: thin-plate splines and the decomposition of deformations", IEEE TPAMI 11(6), 1989,
    doi:10.1109/34.24792 (the spline).
    S. Umeyama, "Least-squares estimation of transformation parameters between two point patterns", IEEE TPAMI 13(4), 1991,
    doi:10.1109/34.88573 (the similarity).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from catchlight.hair.head.ellipsoid import CENTRE, RADII, HeadPlacement
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.arrays import Doubles, Floats, Singles
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.face.landmarks import Landmarks

_INNER = (9, 107, 336, 70, 300, 33, 263, 1, 61, 291)
_INNER_MIRRORED = (9, 336, 107, 300, 70, 263, 33, 1, 291, 61)
"""Landmarks inside the oval that hold the warp (brows, corners of the eyes, nose, mouth), and where each lies in a mirror."""
_ELEVATIONS, _STEP = (10, 30, 50, 70), 15
"""Degrees above the horizon, and between azimuths, of the points of the skull."""
_FRONT, _SIDES = 75, (75, 90)
"""Degrees from the front up to which the skull holds the warp above the temples, and at them."""
_STIFFNESS = 0.02
"""Regularisation of the spline, in parts of the mean squared distance between anchors: landmarks are some pixels off."""
_GRID = 16
"""Pixels between the points at which the spline is evaluated."""
_FADES_CM = (12.0, 22.0)
"""Distance from the middle of the skull over which the spline goes over into the similarity."""


@dataclass(frozen=True)
class HairAlignment:
    """at: HxWx2 float32, the pixel (x, y) of the reference that each pixel of the picture shows. scale: pixels of the reference
    for one of the picture."""

    at: Singles
    scale: float

    def sample(self, plane: Floats) -> Singles:
        """A plane or image of the reference as it lies in the picture; 0 beyond its frame."""
        import cv2

        result = cv2.remap(
            np.asarray(plane, np.float32),
            self.at[..., 0],
            self.at[..., 1],
            cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_CONSTANT,
        )
        return np.asarray(result, np.float32)

    def inside(self, shape: tuple[int, int]) -> FloatPlane:
        """1 where the picture shows something of a reference of ``shape``, 0 beyond its frame."""
        x, y = self.at[..., 0], self.at[..., 1]
        return np.asarray((x >= 0) & (y >= 0) & (x <= shape[1] - 1) & (y <= shape[0] - 1), np.float32)


def find_anchors(marks: Landmarks, head: HeadPlacement) -> Doubles:
    """Points (Nx2, pixels) that all heads have: outline of the face, brows, eyes, nose and mouth, front of the skull."""
    face = marks.xy[[*mesh.OVAL, *_INNER]]
    return np.asarray(np.concatenate([face, head.points(_skull_points())]), np.float64)


def mirror_anchors(anchors: Doubles, width: int) -> Doubles:
    """The anchors of the mirrored picture."""
    count = len(mesh.OVAL)
    oval = list(range(count))
    order = [0, *oval[:0:-1]]
    order += [count + _INNER.index(index) for index in _INNER_MIRRORED]
    azimuths = _skull_angles()
    skull = {angles: number for number, angles in enumerate(azimuths)}
    order += [count + len(_INNER) + skull[(-azimuth, elevation)] for azimuth, elevation in azimuths]
    mirrored = anchors[order].copy()
    mirrored[:, 0] = width - 1 - mirrored[:, 0]
    return mirrored


def align(scene: HairScene, anchors: Doubles) -> HairAlignment:
    """From the picture to a reference with ``anchors`` (Nx2, as ``find_anchors``)."""
    import cv2

    own = find_anchors(scene.marks, scene.head)
    turn, shift = _similarity(own, anchors)
    height, width = scene.shape
    x, y = np.meshgrid(np.arange(0, width + _GRID, _GRID), np.arange(0, height + _GRID, _GRID))
    points = np.column_stack([x.ravel(), y.ravel()]).astype(float)
    far = points @ turn.T + shift
    near = _spline(own, anchors)(points)
    middle = scene.head.points(CENTRE[None])[0]
    away = np.linalg.norm(points - middle, axis=1) / scene.cm
    first, last = _FADES_CM
    share = np.clip((last - away) / (last - first), 0, 1)[:, None]
    grid = np.asarray(near * share + far * (1 - share), np.float32).reshape(*x.shape, 2)
    matrix = np.array([[_GRID, 0, 0], [0, _GRID, 0]], float)
    at = cv2.warpAffine(grid, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return HairAlignment(np.asarray(at, np.float32), float(np.sqrt(abs(np.linalg.det(turn)))))


def _skull_angles() -> list[tuple[int, int]]:
    """Azimuth and elevation in degrees of the skull's points."""
    found = []
    for elevation in _ELEVATIONS:
        for azimuth in range(-180 + _STEP, 181, _STEP):
            if azimuth == 180:
                continue
            front = elevation > _ELEVATIONS[0] and abs(azimuth) <= _FRONT
            if front or (elevation == _ELEVATIONS[0] and abs(azimuth) in _SIDES):
                found.append((azimuth, elevation))
    return found


def _skull_points() -> Floats:
    """Canonical points, Nx3 cm."""
    azimuth, elevation = np.radians(np.asarray(_skull_angles(), float).T)
    normal = np.column_stack(
        [np.sin(azimuth) * np.cos(elevation), np.sin(elevation), np.cos(azimuth) * np.cos(elevation)]
    )
    return np.asarray(CENTRE + RADII * normal, np.float32)


def _similarity(of: Doubles, to: Doubles) -> tuple[Doubles, Doubles]:
    """Rotation with scale (2x2) and shift (2) that take ``of`` (Nx2) nearest to ``to``."""
    middle, other = of.mean(axis=0), to.mean(axis=0)
    a, b = of - middle, to - other
    along = float((a * b).sum())
    across = float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum())
    turn = np.array([[along, -across], [across, along]]) / float((a**2).sum())
    return turn, other - turn @ middle


def _spline(of: Doubles, to: Doubles) -> Callable[[Doubles], Doubles]:
    """The thin-plate spline that takes ``of`` to ``to`` (Nx2 each), and any points with them."""

    def kernel(apart: Doubles) -> Doubles:
        return np.asarray(apart**2 * np.log(apart + 1e-9), np.float64)

    count = len(of)
    apart = np.linalg.norm(of[:, None] - of[None], axis=2)
    bend = kernel(apart) + _STIFFNESS * np.eye(count) * apart.mean() ** 2
    plane = np.column_stack([np.ones(count), of])
    system = np.block([[bend, plane], [plane.T, np.zeros((3, 3))]])
    weights = np.linalg.solve(system, np.concatenate([to, np.zeros((3, 2))]))

    def moved(points: Doubles) -> Doubles:
        there = kernel(np.linalg.norm(points[:, None] - of[None], axis=2))
        return np.asarray(there @ weights[:count] + np.column_stack([np.ones(len(points)), points]) @ weights[count:])

    return moved
