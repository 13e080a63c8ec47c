"""Frames of a live view, made of portraits: placed, rolled, turned and lit; what was done is the truth about them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.imaging.pyramid import Pyramid
from catchlight.kiosk.guidance.target import HeadTarget
from catchlight.models.registry import Models
from catchlight.portrait import skull
from catchlight.portrait.face import detect, pose
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace, Pose

ELECTRONS, READ_NOISE = 2000, 2.0
"""Of a small sensor at white."""
_DEPTH_CM = 6.0
"""From the head's axis to the middle of the face."""


@dataclass(frozen=True)
class Sitter:
    """A person of a portrait. rgb: HxWx3; crown, chin: pixels in it."""

    name: str
    rgb: ByteImage
    landmarks: Landmarks
    pose: Pose

    @classmethod
    def of(cls, name: str, rgb: ByteImage, models: Models) -> Sitter:
        """Raises UnusablePicture, IndexError where there is no face."""
        pyramid = Pyramid(rgb)
        face = detect.detect(pyramid, models)[0]
        return cls(name, rgb, *pose.estimate_head_pose(pyramid, face, models, CanonicalFace.of(models)))

    def placed(
        self, target: HeadTarget, size: float = 1.0, x: float = 0.0, y: float = 0.0, roll: float = 0.0
    ) -> Placed:
        """The person levelled and laid into a frame: head by the target's, offset in heads, roll in degrees clockwise."""
        crown, chin = skull.crown(self.landmarks, self.pose).point, skull.chin(self.landmarks)
        scale = size * target.height / float(np.linalg.norm(chin - crown))
        head = target.height * size
        place = (target.x + x * head, target.y + y * head)
        angle = self.landmarks.roll - math.radians(roll)
        matrix = geometry.similarity((crown + chin) / 2, angle, scale, place)
        points = np.column_stack([geometry.apply(matrix, self.landmarks.xy), self.landmarks.points[:, 2] * scale])
        frame = np.asarray(geometry.warp_affine(self.rgb, matrix, target.frame), np.uint8)
        return Placed(frame, Landmarks(points, 1.0), self.pose.px_per_cm * scale)


@dataclass(frozen=True)
class Placed:
    """A frame, HxWx3, with the points of its face and the pixels of a centimetre of it."""

    frame: ByteImage
    landmarks: Landmarks
    px_per_cm: float

    def turned(self, yaw: float = 0.0, pitch: float = 0.0) -> ByteImage:
        """The head turned by degrees, positive to the right of the frame and up: every point moves by its depth before the head's
        axis, and the surroundings follow smoothly."""
        import cv2

        height, width = self.frame.shape[:2]
        points = self.landmarks.points[:468]
        depth = -(points[:, 2] - points[:, 2].mean()) + _DEPTH_CM * self.px_per_cm
        weight, total = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
        at = np.round(points[:, :2]).astype(int)
        inside = (at >= 0).all(axis=1) & (at < [width, height]).all(axis=1)
        np.add.at(weight, (at[inside, 1], at[inside, 0]), 1.0)
        np.add.at(total, (at[inside, 1], at[inside, 0]), depth[inside])
        near, far = 0.5 * self.px_per_cm, 3.0 * self.px_per_cm
        known, wide = cv2.GaussianBlur(weight, (0, 0), near), cv2.GaussianBlur(weight, (0, 0), far)
        smooth = cv2.GaussianBlur(total, (0, 0), near) + 0.05 * cv2.GaussianBlur(total, (0, 0), far)
        smooth = (smooth / (known + 0.05 * wide + 1e-5)).astype(np.float32)
        across, up = (smooth * math.sin(math.radians(angle)) for angle in (yaw, pitch))
        y, x = np.mgrid[:height, :width].astype(np.float32)
        return np.asarray(cv2.remap(self.frame, x - across, y + up, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))

    @property
    def darker_right(self) -> bool:
        """Whether the half of the face at the frame's right is the darker one."""
        import cv2

        grey, points = cv2.cvtColor(self.frame, cv2.COLOR_RGB2GRAY), np.round(self.landmarks.xy[[205, 425]]).astype(int)
        left, right = (float(grey[y - 5 : y + 6, x - 5 : x + 6].mean()) for x, y in points)
        return right < left

    def lit_from_side(self, dark: float, right: bool) -> ByteImage:
        """Light that falls from twice itself to ``dark`` across the face; the dark side is the frame's right or left."""
        centre = self.landmarks.xy[[234, 454]].mean(axis=0)
        half = np.linalg.norm(self.landmarks.xy[454] - self.landmarks.xy[234]) / 2
        x = np.arange(self.frame.shape[1]) - centre[0]
        share = np.clip((x if right else -x) / half * 0.5 + 0.5, 0, 1)
        return relit(
            self.frame, np.broadcast_to(2 * (dark / 2) ** (share**2 * (3 - 2 * share)), self.frame.shape[:2])[..., None]
        )


def relit(rgb: ByteImage, gain: float | FloatPlane) -> ByteImage:
    """Another amount of light, with the noise that a small sensor has in it. gain: of linear light."""
    light = (rgb.astype(np.float32) / 255) ** 2.2 * gain * ELECTRONS
    draw = np.random.default_rng(1)
    seen = draw.poisson(np.minimum(light, ELECTRONS)) + draw.normal(0, READ_NOISE, light.shape)
    return np.asarray(np.clip(seen / ELECTRONS, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def beside(frame: ByteImage, other: ByteImage) -> ByteImage:
    """The left part of another frame in that of this one: a second person."""
    joined = frame.copy()
    third = frame.shape[1] // 3
    joined[:, :third] = other[:, :third]
    return joined
