"""What a face does: 52 expression coefficients, and the ratios that are steadier than they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.models.registry import Models
from catchlight.portrait.face.landmarks import CHIN, LEFT_IRIS, RIGHT_IRIS, Landmarks

# fmt: off
NAMES = (
    "_neutral", "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft", "browOuterUpRight", "cheekPuff",
    "cheekSquintLeft", "cheekSquintRight", "eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight",
    "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft", "eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight",
    "eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight", "jawForward", "jawLeft", "jawOpen", "jawRight",
    "mouthClose", "mouthDimpleLeft", "mouthDimpleRight", "mouthFrownLeft", "mouthFrownRight", "mouthFunnel",
    "mouthLeft", "mouthLowerDownLeft", "mouthLowerDownRight", "mouthPressLeft", "mouthPressRight", "mouthPucker",
    "mouthRight", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthSmileLeft",
    "mouthSmileRight", "mouthStretchLeft", "mouthStretchRight", "mouthUpperUpLeft", "mouthUpperUpRight",
    "noseSneerLeft", "noseSneerRight",
)
"""The ARKit names, in the order of the network's output."""
_POINTS = (
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80,
    81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153,
    154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249,
    251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314,
    317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382,
    384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473,
    474, 475, 476, 477,
)
"""The landmarks that the network reads (MediaPipe, face_blendshapes_graph.cc)."""
# fmt: on


def coefficients(landmarks: Landmarks, models: Models) -> dict[str, float]:
    """The 52 coefficients by name, each in 0..1. Smiles are reliable, blinks are not."""
    points = landmarks.xy[list(_POINTS)].astype(np.float32)[None]
    values = models.run("face_blendshapes_52", points)[0].reshape(-1)
    return dict(zip(NAMES, (float(value) for value in values), strict=True))


@dataclass(frozen=True)
class Openness:
    """Ratios of lengths on the face.

    eyes: height by width of the more closed eye; open eyes have 0.2 to 0.4. mouth: gap between the lips by the distance from
    nose base to chin. gaze: offset of the irises from the middle of their eyes by the eyes' width, the larger of across and up.
    """

    eyes: float
    mouth: float
    gaze: float


def openness(landmarks: Landmarks) -> Openness:
    """Eye, mouth and gaze ratios straight from the landmarks."""
    xy = landmarks.xy

    def length(a: int, b: int) -> float:
        return float(np.linalg.norm(xy[a] - xy[b]))

    right = (length(159, 145) + length(158, 153)) / (2 * length(33, 133))
    left = (length(386, 374) + length(385, 380)) / (2 * length(263, 362))
    mouth = length(13, 14) / max(length(2, CHIN), 1e-6)
    offsets = []
    for iris, outer, inner in ((RIGHT_IRIS, 33, 133), (LEFT_IRIS, 263, 362)):
        across = xy[inner] - xy[outer]
        width = float(np.linalg.norm(across))
        offset = xy[iris[0]] - (xy[inner] + xy[outer]) / 2
        offsets.append(abs(float(offset @ across)) / width**2)
    return Openness(min(right, left), mouth, float(np.mean(offsets)))
