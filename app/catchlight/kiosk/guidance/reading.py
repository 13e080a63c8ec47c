"""What can be measured on a frame of the live view in a few hundredths of a second."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.kiosk.guidance.angle_reader import AngleReader
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues import measures
from catchlight.operations.compliance.cues.angles import Angles
from catchlight.portrait import skull
from catchlight.portrait.face import blendshapes, detect, landmarks, pose
from catchlight.portrait.face.blendshapes import Openness
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE, Landmarks
from catchlight.portrait.face.pose import FRONTAL_YAW, MISFIT, CanonicalFace

SIDE = 640
"""Longer side in pixels at which frames are read."""
_SEARCH_SIDE = 320
"""The same at which faces are looked for: a head that is near enough for a photo is ten times as large as the least one found."""
_TRACKED, _SEARCHED, _THOROUGH = 24, 2, 4
"""Pixels at that size from which a face that was alone in the frame before is not looked for in more pixels; every how many looks
other faces beside it are looked for at all; and every how many small ones, too, in more pixels where the face is small itself."""
_RIVAL = 0.3
"""Size of another face by that of the first from which it may be the one that is meant, as the verdict counts it."""
_MOST_FACES = 4
"""That are read: more cost time, and tell nothing more."""
_MARGIN = 0.1
"""About the face, of its height, that is read for its light."""


@dataclass(frozen=True)
class FaceMeasures:
    """A face in a frame that was brought to ``SIDE``.

    landmarks: in pixels of that. x, y, height, width: of the head, crown to chin and over the ears, in pixels. roll: degrees,
    positive clockwise as the frame is seen. brightest: L* of the face's brightest half percent. burnt: percent of the face.
    overlap: of the histograms of its halves, 0..100.
    """

    landmarks: Landmarks
    x: float
    y: float
    height: float
    width: float
    roll: float
    angles: Angles
    openness: Openness
    brightest: float
    burnt: float
    overlap: float


@dataclass(frozen=True)
class FrameReading:
    """people: faces that may be meant. face: of the first that can be read. turned_away: yaw in degrees of a face that is seen
    from the side and cannot be read, positive to the right of the frame."""

    rgb: ByteImage
    people: int
    face: FaceMeasures | None = None
    turned_away: float = 0.0

    @property
    def light(self) -> float:
        """L* of the frame's brightest twentieth."""
        part = self.rgb[::4, ::4]
        return measures.brightest(part, np.ones(part.shape[:2], bool), 95)


class FrameReader:
    """Reads frames one after another: a face is looked for everywhere, and its points where they were last."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self._canonical = CanonicalFace.of(models)
        self._angles = AngleReader(models)
        self.forget()

    def forget(self) -> None:
        """The next frame is of somebody else."""
        self._last: Landmarks | None = None
        self._followed = 0
        self._angles.forget()

    def read(self, frame: ByteImage) -> FrameReading:
        """frame: HxWx3 sRGB, upright, not mirrored, of any size."""
        rgb = _reduced(frame)
        pyramid = Pyramid(rgb)
        people = self._follow(pyramid) or self._readable(pyramid, self._search(pyramid))
        if len(people) != 1:
            self.forget()
            return FrameReading(rgb, len(people))
        found, head = people[0]
        self._last = found
        if abs(head.yaw) > FRONTAL_YAW:
            self._angles.forget()
            return FrameReading(rgb, 1, turned_away=head.yaw)
        return FrameReading(rgb, 1, self._read_face(rgb, found, head))

    def _follow(self, pyramid: Pyramid) -> list[tuple[Landmarks, pose.Pose]]:
        """The face that was alone in the frame before, where it is still; [] where it is not, or others are to be looked for."""
        if self._last is None:
            self._followed = 0
            return []
        self._followed += 1
        if self._followed % _SEARCHED == 0:
            return []
        found = landmarks.refit(pyramid, self._last, self._models)
        head = pose.fit(found, self._canonical)
        return [(found, head)] if _is_face(found, head) else []

    def _search(self, pyramid: Pyramid) -> Sequence[Face]:
        large = _TRACKED if self._followed % _THOROUGH else detect.LARGE
        return detect.detect(pyramid, self._models, first=_SEARCH_SIDE, large=large)

    def _readable(self, pyramid: Pyramid, faces: Sequence[Face]) -> list[tuple[Landmarks, pose.Pose]]:
        """The faces that may be meant: what a detector takes for a face in leaves or cloth has no face's points."""
        read = []
        for face in faces[:_MOST_FACES]:
            if face.size < _RIVAL * faces[0].size:
                continue
            found = self._fitted(pyramid, face)
            head = pose.fit(found, self._canonical)
            if _is_face(found, head):
                read.append((found, head))
        return [one for one in read if one[0].height >= _RIVAL * max(other[0].height for other in read)]

    def _fitted(self, pyramid: Pyramid, face: Face) -> Landmarks:
        """Points of a face, from where they were in the frame before if it is still there."""
        last = self._last
        if last is not None and np.linalg.norm(last.xy[:468].mean(axis=0) - face.centre) < 0.3 * face.size:
            found = landmarks.refit(pyramid, last, self._models)
            if found.present:
                return found
        return landmarks.fit(pyramid, face, self._models)

    def _read_face(self, rgb: ByteImage, found: Landmarks, head: pose.Pose) -> FaceMeasures:
        crown, chin = skull.crown(found, head).point, skull.chin(found)
        x, y = (crown + chin) / 2
        part, inside = _face_part(rgb, found)
        grey, face = measures.luminance(part), measures.face_mask(inside, part.shape)
        return FaceMeasures(
            found,
            float(x),
            float(y),
            float(np.linalg.norm(chin - crown)),
            float(np.linalg.norm(found.xy[LEFT_TEMPLE] - found.xy[RIGHT_TEMPLE])) * skull.EAR_TO_EAR,
            math.degrees(found.roll),
            self._angles.read(rgb, found),
            blendshapes.openness(found),
            measures.brightest(part, face),
            measures.burnt_share(part, face),
            measures.illumination_overlap(grey, face, inside),
        )


def _is_face(found: Landmarks, head: pose.Pose) -> bool:
    """Whether these are a face's points, and not what a detector takes for one in leaves or cloth."""
    return found.present and (head.residual <= MISFIT or abs(head.yaw) > FRONTAL_YAW)


def _reduced(frame: ByteImage) -> ByteImage:
    import cv2

    height, width = frame.shape[:2]
    scale = SIDE / max(height, width)
    if scale >= 1:
        return np.ascontiguousarray(frame)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def _face_part(rgb: ByteImage, found: Landmarks) -> tuple[ByteImage, Landmarks]:
    """The face's own part of a frame, and its points in that."""
    margin = _MARGIN * found.height
    size = np.array([rgb.shape[1], rgb.shape[0]])
    low = np.clip(np.floor(found.xy[:468].min(axis=0) - margin), 0, size - 2).astype(int)
    high = np.clip(np.ceil(found.xy[:468].max(axis=0) + margin), low + 2, size).astype(int)
    shift = np.array([low[0], low[1], 0.0])
    part = np.ascontiguousarray(rgb[low[1] : high[1], low[0] : high[0]])
    return part, Landmarks(found.points - shift, found.presence)
