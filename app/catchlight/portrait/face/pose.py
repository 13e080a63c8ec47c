"""Where a head looks: the canonical face laid onto the landmarks, and the skull that belongs to it.

References:
    S. Umeyama, "Least-squares estimation of transformation parameters between two point patterns", IEEE PAMI 13(4), 1991,
    doi:10.1109/34.88573.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import landmarks
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.landmarks import Landmarks

_CANONICAL = "canonical_face.binarypb"

FRONTAL_YAW = 35.0
"""Degrees beyond which a face counts as turned away."""
MISFIT = 0.85
"""Misfit in cm above which landmarks are those of a drawing or of something else; photographs stay below 0.7."""


@dataclass(frozen=True)
class CanonicalFace:
    """MediaPipe's average face. vertices: 468x3 in cm, x to the person's left, y up, z to the camera.

    triangles: 898x3 vertex numbers. weights: 468, nonzero for the 33 vertices that the pose is fitted on.
    """

    vertices: Doubles
    triangles: npt.NDArray[np.int64]
    weights: Doubles

    @classmethod
    def of(cls, models: Models) -> CanonicalFace:
        """The canonical face of these models, read once."""
        return models.kept(_CANONICAL, lambda: cls._load(models))

    @classmethod
    def _load(cls, models: Models) -> CanonicalFace:
        """Read the protobuf of the face landmarker's geometry metadata."""
        top = list(_fields(models.weights(_CANONICAL)))
        mesh = next(value for _, value in top if isinstance(value, bytes) and len(value) > 5000)
        vertices = b"".join(value for field, value in _fields(mesh) if field == 3 and isinstance(value, bytes))
        indices: list[int] = []
        for field, value in _fields(mesh):
            if field == 4:
                indices += [value] if isinstance(value, int) else list(_varints(value))
        weights = np.zeros(468)
        for _, value in top:
            if isinstance(value, bytes) and len(value) < 50:
                pair = dict(_fields(value))
                number, weight = pair.get(1, 0), pair.get(2)
                if isinstance(number, int) and isinstance(weight, bytes):
                    weights[number] = struct.unpack("<f", weight)[0]
        return cls(
            np.frombuffer(vertices, "<f4").reshape(-1, 5)[:, :3].astype(float),
            np.array(indices).reshape(-1, 3),
            weights,
        )


def _varints(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """(field number, value) of a protobuf message; 32- and 64-bit values as bytes."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = varint()
        field, wire = key >> 3, key & 7
        if wire == 0:
            yield field, varint()
            continue
        size = {5: 4, 1: 8}.get(wire) or varint()
        yield field, data[at : at + size]
        at += size


@dataclass(frozen=True)
class Pose:
    """A head in the picture, seen in weak perspective.

    rotation: 3x3, canonical axes to (x right, y up, z to the camera). px_per_cm: canonical cm to pixels. origin: pixel of the
    canonical origin. yaw (positive: the person looks to the right edge of the picture), pitch (positive: up), roll
    (positive: clockwise as seen) in degrees. residual: rms misfit of the landmarks in cm; drawings and misfits are above 1.
    """

    rotation: Doubles
    px_per_cm: float
    origin: Doubles
    yaw: float
    pitch: float
    roll: float
    residual: float

    def project(self, points: npt.ArrayLike) -> Doubles:
        """Canonical Nx3 cm to Nx2 pixels."""
        turned = np.asarray(points, float) @ self.rotation.T * self.px_per_cm
        return self.origin + turned[:, :2] * [1, -1]


def fit(found: Landmarks, canonical: CanonicalFace) -> Pose:
    """Weighted Procrustes (Umeyama 1991) of the canonical face on the landmarks."""
    weights = canonical.weights / canonical.weights.sum()
    source = canonical.vertices
    target = found.points[:468] * [1, -1, -1]
    source_mean, target_mean = weights @ source, weights @ target
    a, b = source - source_mean, target - target_mean
    u, sizes, vt = np.linalg.svd((b * weights[:, None]).T @ a)
    sign = np.diag([1, 1, np.sign(np.linalg.det(u @ vt))])
    rotation = u @ sign @ vt
    scale = float((sizes * np.diag(sign)).sum() / (weights @ (a**2).sum(axis=1)))
    shift = target_mean - scale * rotation @ source_mean
    misfit = (a @ rotation.T * scale - b) / scale
    residual = math.sqrt(float(weights @ (misfit**2).sum(axis=1)))
    yaw = math.degrees(math.atan2(rotation[0, 2], rotation[2, 2]))
    pitch = math.degrees(math.asin(np.clip(rotation[1, 2], -1, 1)))
    roll = -math.degrees(math.atan2(rotation[1, 0], rotation[0, 0]))
    return Pose(rotation, scale, shift[:2] * [1, -1], yaw, pitch, roll, residual)


def estimate_head_pose(
    pyramid: Pyramid, face: Face, models: Models, canonical: CanonicalFace
) -> tuple[Landmarks, Pose]:
    """Landmarks and pose of a found face, believed only where both agree that it is one.

    Raises UnusablePicture: ``face_turned_away`` for a profile that cannot be read, ``no_face`` for drawings and the like.
    """
    found = landmarks.fit(pyramid, face, models)
    fitted = fit(found, canonical)
    turned = abs(fitted.yaw) > FRONTAL_YAW
    if found.present and (turned or fitted.residual <= MISFIT):
        return found, fitted
    if turned:
        raise UnusablePicture(
            Message("The face is seen from the side. Take a picture in which the person looks at the camera."),
            code="face_turned_away",
        )
    raise UnusablePicture(
        Message(
            "What looks like a face cannot be read as that of a photographed person. "
            "Use a photograph in which the face is sharp, lit and uncovered."
        ),
        code="no_face",
    )
