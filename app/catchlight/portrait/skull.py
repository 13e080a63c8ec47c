"""The top of the head: the skull that belongs to a face, and the hair on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face.landmarks import CHIN, Landmarks
from catchlight.portrait.face.pose import Pose

_CENTRE = np.array([0.0, 3.2, -2.5])
_RADII = np.array([7.5, 9.9, 9.5])
"""Ellipsoid of the skull in canonical cm. Proportions after Farkas 1994 (vertex to gnathion 1.9 times endocanthion to
gnathion), set on bald and close-cropped heads seen at -10 to 10 degrees of pitch."""
_FIT_SIGMA_CM = 0.6
"""Standard deviation of the ellipsoid's top against heads whose skull is seen (tests/benchmarks/geometry)."""
_HAIR_MEAN_CM = 1.3
"""Mean thickness of the hair on top of a head, of an exponential distribution: thin is common, high is rare."""
_LEAST_HAIR_CM = 0.25
"""Hair that covers a skull is at least as thick."""
_SEEN_SIGMA_CM = 0.2
"""Standard deviation of a top that is seen: the matte's edge and the fit of the midline."""
_MIDLINE_CM, _WIDE_CM = 2.5, 6.0
"""Half widths about the midline in which the top of a bare skull, and the highest hair, are looked for."""
EAR_TO_EAR = 1.06
"""Width over the ears by width between the temples of the face mesh."""
_OUTLINE = 0.5
_LEAST_CM = 6.0
"""An outline nearer above the eyes than this is a hole in the matte, not the top of a head."""


@dataclass(frozen=True)
class Crown:
    """Where the head ends above.

    point: (x, y) of the top of the skull in pixels, on the face's midline. sigma_px: its standard deviation along the
    midline. hair: (x, y) on the midline at the height of the highest hair or hat, None where the outline is not known or
    the picture ends first. hair_sigma_px: its standard deviation. bare: whether the skull itself is seen, without hair.
    """

    point: npt.NDArray[np.float64]
    sigma_px: float
    hair: npt.NDArray[np.float64] | None
    hair_sigma_px: float
    bare: bool


def crown(
    landmarks: Landmarks,
    pose: Pose,
    alpha: FloatPlane | None = None,
    matrix: geometry.Matrix | None = None,
    bare: Callable[[float], bool] = lambda top: False,
) -> Crown:
    """The top of the skull, from the fitted ellipsoid and the outline of the head.

    Hair hides the skull by an unknown thickness: what is most probable lies between the ellipsoid's top (normally
    distributed) and the outline less the hair (exponentially distributed), and never above the outline.

    alpha: HxW matte, None when there is none. matrix: 2x3 from pixels of the picture to those of the matte, None where they
    are the same. bare: asked with the outline's height above the eyes in pixels whether skin reaches up to it.
    """
    up, across = axes(landmarks)
    cm = pose.px_per_cm
    origin = landmarks.eyes
    height = _ellipsoid_top(landmarks, pose, up)
    narrow = wide = None
    if alpha is not None:
        narrow = _outline(alpha, matrix, origin, up, across, cm, _MIDLINE_CM)
        wide = _outline(alpha, matrix, origin, up, across, cm, _WIDE_CM)
    hair = None if wide is None else origin + up * wide
    expected = height + _FIT_SIGMA_CM**2 / _HAIR_MEAN_CM * cm
    if narrow is None:
        return Crown(origin + up * expected, _FIT_SIGMA_CM * cm, hair, _SEEN_SIGMA_CM * cm, False)
    if bare(narrow):
        return Crown(origin + up * narrow, _SEEN_SIGMA_CM * cm, hair, _SEEN_SIGMA_CM * cm, True)
    top = min(expected, narrow - _LEAST_HAIR_CM * cm)
    room = max(narrow - top, 0.0) / cm
    sigma = float(np.clip(0.5 * room, _SEEN_SIGMA_CM, _FIT_SIGMA_CM)) * cm
    return Crown(origin + up * top, sigma, hair, _SEEN_SIGMA_CM * cm, False)


def _ellipsoid_top(landmarks: Landmarks, pose: Pose, up: npt.NDArray[np.float64]) -> float:
    """Pixels from the eyes up to the top of the fitted ellipsoid."""
    centre = pose.project([_CENTRE])[0]
    axis = pose.rotation * _RADII  # columns: half axes of the turned ellipsoid
    direction = np.array([up[0], -up[1], 0.0])
    reach = float(np.linalg.norm(direction @ axis)) * pose.px_per_cm
    return float((centre - landmarks.eyes) @ up) + reach


def axes(landmarks: Landmarks) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Unit vectors in the picture: up along the face's midline, and across it to the right of the picture."""
    across = landmarks.left_eye - landmarks.right_eye
    across = across / np.linalg.norm(across)
    up = np.array([across[1], -across[0]])
    return up, across


def chin(landmarks: Landmarks) -> npt.NDArray[np.float64]:
    """The lowest point of the chin, projected on the midline through the eyes."""
    up, _ = axes(landmarks)
    return landmarks.eyes + up * float((landmarks.xy[CHIN] - landmarks.eyes) @ up)


def _outline(
    alpha: FloatPlane,
    matrix: geometry.Matrix | None,
    origin: npt.NDArray[np.float64],
    up: npt.NDArray[np.float64],
    across: npt.NDArray[np.float64],
    px_per_cm: float,
    half_width_cm: float,
) -> float | None:
    """Pixels from the eyes to the highest part of the outline within a width; None when the frame cuts it.

    Single hairs are no head: what counts is as wide as half of the columns about the midline, or as a fifth of the wide ones.
    """
    import cv2

    steps = np.arange(0, 30 * px_per_cm, max(1.0, px_per_cm / 20))
    count = 2 * round(half_width_cm / 0.6) + 1
    columns = np.linspace(-half_width_cm, half_width_cm, count) * px_per_cm
    points = origin + columns[:, None, None] * across + steps[None, :, None] * up
    if matrix is not None:
        points = points @ matrix[:, :2].T + matrix[:, 2]
    x, y = points[..., 0].astype(np.float32), points[..., 1].astype(np.float32)
    seen = cv2.remap(alpha, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=-1)
    tops = []
    for column in seen:
        outside = np.nonzero(column < _OUTLINE)[0]
        if len(outside) == 0 or column[outside[0]] < -0.25:
            return None
        tops.append(float(steps[outside[0]]))
    highest = sorted(tops)[-(count // 2 + 1 if half_width_cm <= _MIDLINE_CM else max(3, count // 5)) :]
    top = float(np.median(highest))
    return None if top < _LEAST_CM * px_per_cm else top
