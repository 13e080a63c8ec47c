"""The top of the head: the skull that belongs to a face, not the hair on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine import geometry
from catchlight.engine.landmarks import CHIN, Landmarks
from catchlight.engine.picture import FloatPlane
from catchlight.engine.pose import Pose

_CENTRE = np.array([0.0, 3.2, -2.5])
_RADII = np.array([7.5, 9.9, 9.5])
"""Ellipsoid of the skull in canonical cm. Proportions after Farkas 1994 (vertex to gnathion 1.9 times endocanthion to
gnathion), set on bald and close-cropped heads seen at -10 to 10 degrees of pitch."""
_SIGMA_CM = 0.7
_SEEN_SIGMA_CM = 0.35
_MIDLINE_CM = 2.5
_OUTLINE = 0.5
_LEAST_CM = 6.0
"""An outline nearer above the eyes than this is a hole in the matte, not the top of a head."""


@dataclass(frozen=True)
class Crown:
    """Where the head ends above.

    point: (x, y) of the crown in pixels, on the face's midline. hair: (x, y) of the highest point of hair or hat on
    the midline, None where the outline is not known or the picture ends first. sigma_px: standard deviation of the
    crown along the midline.
    """

    point: npt.NDArray[np.float64]
    hair: npt.NDArray[np.float64] | None
    sigma_px: float


def crown(
    landmarks: Landmarks, pose: Pose, alpha: FloatPlane | None = None, matrix: geometry.Matrix | None = None
) -> Crown:
    """The crown from the fitted skull, never above the person's outline.

    alpha: HxW matte, None when there is none. matrix: 2x3 from pixels of the picture to those of the matte, None where they
    are the same.
    """
    up, across = axes(landmarks)
    centre = pose.project([_CENTRE])[0]
    axis = pose.rotation * _RADII  # columns: half axes of the turned ellipsoid
    direction = np.array([up[0], -up[1], 0.0])
    reach = float(np.linalg.norm(direction @ axis)) * pose.px_per_cm
    origin = landmarks.eyes
    height = float((centre - origin) @ up) + reach
    sigma = _SIGMA_CM * pose.px_per_cm
    top = None if alpha is None else _outline(alpha, matrix, origin, up, across, pose.px_per_cm)
    hair = None
    if top is not None:
        hair = origin + up * top
        if top < height:
            # A bald or flattened head: what is seen is the skull itself.
            height, sigma = top, _SEEN_SIGMA_CM * pose.px_per_cm
    return Crown(origin + up * height, hair, sigma)


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
) -> float | None:
    """Pixels from the eyes to the top of the outline, median over the middle of the head; None when cut by the frame."""
    import cv2

    steps = np.arange(0, 30 * px_per_cm, max(1.0, px_per_cm / 20))
    columns = np.linspace(-_MIDLINE_CM, _MIDLINE_CM, 9) * px_per_cm
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
    if min(tops) < _LEAST_CM * px_per_cm:
        return None
    # The highest part that is as wide as two columns: a single hair is no head.
    return float(np.median(sorted(tops)[-5:]))
