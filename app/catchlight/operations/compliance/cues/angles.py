"""How a head is turned, with its uncertainty: from the upper face, which expressions do not move, seen twice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import landmarks, pose
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace

_UPPER_CM = -1.0
"""Canonical height from which a face is rigid: a smile draws what lies below it up and forwards, and reads as a bow by up to 4
degrees (open smiles against closed mouths of the portraits)."""
_LEVEL_PITCH = 3.0
"""Pitch of the upper canonical face on heads that are held level (median of 12 portraits with ears or horizon to judge by)."""
_SHRINK = 0.5
"""Variance of heads by that of heads and of faces together: foreheads and noses differ by about 5 degrees of pitch, heads in
portraits by about 5. What is most probable lies half way to level, with a deviation of 3.5 degrees."""
YAW_SIGMA, PITCH_SIGMA = 2.5, 3.5


@dataclass(frozen=True)
class Angles:
    """Yaw (positive: to the right edge of the picture) and pitch (positive: up) in degrees, with standard deviations."""

    yaw: float
    pitch: float
    yaw_sigma: float
    pitch_sigma: float


@dataclass(frozen=True)
class FaceTurn:
    """Yaw and pitch in degrees as one reading of the upper face has them; of a mirrored face as the mirror shows it."""

    yaw: float
    pitch: float


def measure_head_angles(rgb: ByteImage, found: Landmarks, models: Models) -> Angles:
    """The angles of a head. rgb: HxWx3, upright; found: its landmarks.

    The face is read again in a mirror: where the two readings disagree, the uncertainty grows by half of that.
    """
    return combine_turns(read_turn(found, models), read_mirrored_turn(rgb, found, models))


def read_turn(found: Landmarks, models: Models) -> FaceTurn:
    """How the upper face is turned by its landmarks."""
    canonical = CanonicalFace.of(models)
    rigid = replace(canonical, weights=(canonical.vertices[:, 1] > _UPPER_CM).astype(np.float64))
    fitted = pose.fit(found, rigid)
    return FaceTurn(fitted.yaw, fitted.pitch)


def read_mirrored_turn(rgb: ByteImage, found: Landmarks, models: Models) -> FaceTurn:
    """The same read off the face's mirror image, which costs another run of the landmark network."""
    return read_turn(_mirrored(rgb, found, models), models)


def combine_turns(first: FaceTurn, mirrored: FaceTurn) -> Angles:
    """The angles by both readings of a face."""
    yaw, pitch = (first.yaw - mirrored.yaw) / 2, (first.pitch + mirrored.pitch) / 2
    return Angles(
        yaw,
        _SHRINK * (pitch - _LEVEL_PITCH),
        float(np.hypot(YAW_SIGMA, (first.yaw + mirrored.yaw) / 2)),
        float(np.hypot(PITCH_SIGMA, (first.pitch - mirrored.pitch) / 2)),
    )


def _mirrored(rgb: ByteImage, found: Landmarks, models: Models) -> Landmarks:
    """Landmarks of the same face in a mirror."""
    points = found.points.copy()
    points[:, 0] = rgb.shape[1] - 1 - points[:, 0]
    # The corners of the eyes change places, by which the crop is turned upright.
    points[[33, 263]] = points[[263, 33]]
    pyramid = Pyramid(np.ascontiguousarray(rgb[:, ::-1]))
    return landmarks.refit(pyramid, Landmarks(points, found.presence), models)
