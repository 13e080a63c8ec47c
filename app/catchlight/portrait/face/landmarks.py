"""478 points of a face (MediaPipe face mesh with irises), fitted twice."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face.detect import Face

_SIDE = 256
_CROP = 1.5
"""Side of the crop in face boxes, as MediaPipe crops."""
_PRESENT = 0.5

RIGHT_EYE = (33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7)
LEFT_EYE = (263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249)
RIGHT_IRIS, LEFT_IRIS = (468, 469, 470, 471, 472), (473, 474, 475, 476, 477)
RIGHT_BROW = (70, 63, 105, 66, 107, 55, 65, 52, 53, 46)
LEFT_BROW = (300, 293, 334, 296, 336, 285, 295, 282, 283, 276)
LIPS_OUTER = (61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146)
LIPS_INNER = (78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95)
# fmt: off
OVAL = (10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
        150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109)
# fmt: on
FOREHEAD, CHIN, NOSE_TIP = 10, 152, 4
RIGHT_TEMPLE, LEFT_TEMPLE = 234, 454


@dataclass(frozen=True)
class Landmarks:
    """points: 478x3 float64, x and y in pixels of the upright picture, z in the same unit, growing away from the camera.

    presence: 0..1, how sure the network is that this is a face. "Right" is the person's own right.
    """

    points: npt.NDArray[np.float64]
    presence: float

    @property
    def present(self) -> bool:
        """Whether there was a face to fit at all."""
        return self.presence >= _PRESENT

    @property
    def xy(self) -> npt.NDArray[np.float64]:
        return self.points[:, :2]

    def ring(self, indices: tuple[int, ...]) -> npt.NDArray[np.float64]:
        return self.points[list(indices), :2]

    @property
    def right_eye(self) -> npt.NDArray[np.float64]:
        """Centre of the right eye: mean of its corners, steadier than the iris and independent of gaze."""
        return np.asarray((self.xy[33] + self.xy[133]) / 2)

    @property
    def left_eye(self) -> npt.NDArray[np.float64]:
        return np.asarray((self.xy[263] + self.xy[362]) / 2)

    @property
    def eyes(self) -> npt.NDArray[np.float64]:
        """The middle between the eyes."""
        return (self.right_eye + self.left_eye) / 2

    @property
    def eye_distance(self) -> float:
        """Pixels between the eye centres."""
        return float(np.linalg.norm(self.left_eye - self.right_eye))

    @property
    def roll(self) -> float:
        """Angle of the eye line in radians, positive clockwise as seen."""
        across = self.left_eye - self.right_eye
        return math.atan2(across[1], across[0])

    @property
    def height(self) -> float:
        """Pixels from the top of the forehead to the chin."""
        return float(np.linalg.norm(self.xy[CHIN] - self.xy[FOREHEAD]))


def fit(pyramid: Pyramid, face: Face, models: Models) -> Landmarks:
    """Landmarks of a found face: the second crop is taken from the first result. Look at ``present`` before use."""
    return refit(pyramid, _once(pyramid, face.centre, _CROP * max(face.width, face.height), face.roll, models), models)


def refit(pyramid: Pyramid, first: Landmarks, models: Models) -> Landmarks:
    """Landmarks of a face that lies about where ``first`` says."""
    across = first.xy[263] - first.xy[33]
    roll = math.atan2(across[1], across[0])
    turned = geometry.similarity((0, 0), roll, 1.0, (0, 0))
    upright = geometry.apply(turned, first.xy[:468])
    low, high = upright.min(axis=0), upright.max(axis=0)
    centre = geometry.apply(geometry.inverse(turned), [(low + high) / 2])[0]
    return _once(pyramid, centre, _CROP * float((high - low).max()), roll, models)


def _once(pyramid: Pyramid, centre: npt.NDArray[np.float64], side: float, roll: float, models: Models) -> Landmarks:
    matrix = geometry.similarity(centre, roll, _SIDE / side, ((_SIDE - 1) / 2,) * 2)
    crop = pyramid.cut(matrix, (_SIDE, _SIDE))
    outputs = models.run("face_landmarks_478", (crop.astype(np.float32) / 255)[None])
    raw = next(output for output in outputs if output.size == 1434).reshape(478, 3).astype(np.float64)
    score = float(next(output for output in outputs if output.size == 1).reshape(-1)[0])
    points = np.column_stack([geometry.apply(geometry.inverse(matrix), raw[:, :2]), raw[:, 2] * side / _SIDE])
    presence = score if 0 <= score <= 1 and score not in (0.0, 1.0) else 1 / (1 + math.exp(-np.clip(score, -60, 60)))
    return Landmarks(points, float(presence))
