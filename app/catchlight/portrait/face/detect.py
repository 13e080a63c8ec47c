"""Finding faces: YuNet first, BlazeFace at four rotations where YuNet sees nothing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging import geometry
from catchlight.imaging.arrays import Points
from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models

_YUNET_FIRST, _YUNET_SIDE = 640, 1280
LARGE = 80
"""Pixels at the first size from which a face needs no second look: one of half its size is still found well."""
_YUNET_SCORE = 0.6
_BLAZE_SIDE = 128
_BLAZE_SCORE = 0.6
_RIVAL = 0.5
"""A second face with at least this share of the main face's height makes "who is meant?" a question."""


@dataclass(frozen=True)
class Face:
    """A found face in pixels of the upright picture.

    x, y, width, height: box from brows to chin. points: 5x2, the person's right eye, left eye, nose tip, right and
    left mouth corner. score: 0..1, on the detector's own scale. detector: which network found it.
    """

    x: float
    y: float
    width: float
    height: float
    points: Points
    score: float
    detector: Literal["yunet", "blazeface"] = "yunet"

    @property
    def centre(self) -> Points:
        return np.array([self.x + self.width / 2, self.y + self.height / 2])

    @property
    def roll(self) -> float:
        """Angle of the eye line in radians, positive clockwise as seen."""
        across = self.points[1] - self.points[0]
        return math.atan2(across[1], across[0])

    @property
    def size(self) -> float:
        return math.sqrt(max(self.width, 0.0) * max(self.height, 0.0))


def detect(pyramid: Pyramid, models: Models, first: int = _YUNET_FIRST, large: int = LARGE) -> tuple[Face, ...]:
    """All faces, the main one (large and central) first.

    first: longer side in pixels of the first look. A large face is found in it, and so is any other that could be mistaken
    for the main one; only where the largest is below ``large``, pixels of that look, does the search go on at 1280 px.
    """
    found = _yunet(pyramid, models, first)
    height, width = pyramid.shape
    if max(height, width) > first:
        largest = max((face.size for face in found), default=0.0) * first / max(height, width)
        if largest < large:
            found = _yunet(pyramid, models, _YUNET_SIDE) or found
    found = found or detect_any_roll(pyramid, models)

    def weight(face: Face) -> float:
        away = np.linalg.norm((face.centre - [width / 2, height / 2]) / [width, height])
        return face.size * (1.0 - 0.5 * float(away)) * face.score

    return tuple(sorted(found, key=weight, reverse=True))


def main_face(faces: tuple[Face, ...]) -> Face:
    """The main face where it is clear who is meant.

    Raises UnusablePicture ``no_face``, or ``several_faces`` when another face is at least half as tall.
    """
    if not faces:
        raise UnusablePicture(
            Message("No face was found. Use a picture in which the face is seen from the front."), code="no_face"
        )
    main = faces[0]
    rivals = [face for face in faces[1:] if face.size >= _RIVAL * main.size]
    if rivals:
        raise UnusablePicture(
            Message("{count} faces of similar size were found. Crop the picture to one person.", count=1 + len(rivals)),
            code="several_faces",
        )
    return main


def fallback_candidates(pyramid: Pyramid, models: Models) -> list[Face]:
    """Candidates for the main face where the first one could not be read: at full detector size, then at any roll."""
    return [*_yunet(pyramid, models, _YUNET_SIDE)[:1], *detect_any_roll(pyramid, models)]


def _yunet(pyramid: Pyramid, models: Models, longest: int) -> list[Face]:
    import cv2

    height, width = pyramid.shape
    small, matrix = pyramid.reduced((0, 0, width, height), longest)
    scale = geometry.scale_of(matrix)
    detector = cv2.FaceDetectorYN.create(
        "onnx",
        np.frombuffer(models.weights("face_detection_yunet.onnx"), np.uint8),
        np.empty(0, np.uint8),
        (small.shape[1], small.shape[0]),
        _YUNET_SCORE,
    )
    rows = detector.detect(cv2.cvtColor(small, cv2.COLOR_RGB2BGR))[1]
    if rows is None:
        return []
    found: Points = np.asarray(rows, np.float64)
    faces = []
    for row in found:
        x, y, wide, high = (float(value) / scale for value in row[:4])
        if min(wide, high) > 0:
            faces.append(Face(x, y, wide, high, row[4:14].reshape(5, 2) / scale, float(row[14])))
    return faces


@lru_cache(maxsize=1)
def _anchors() -> Points:
    """Centres of the 896 anchors in 0..1: two a cell on 16x16, six a cell on 8x8."""
    grids = []
    for cells, each in ((16, 2), (8, 6)):
        y, x = np.mgrid[:cells, :cells]
        centres = (np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) / cells
        grids.append(np.repeat(centres, each, axis=0))
    return np.concatenate(grids)


def detect_any_roll(pyramid: Pyramid, models: Models) -> list[Face]:
    """Faces at any roll, by BlazeFace: the best of four turns of the picture."""
    height, width = pyramid.shape
    scale = _BLAZE_SIDE / max(height, width)
    small, _ = pyramid.reduced((0, 0, width, height), _BLAZE_SIDE)
    square = np.zeros((_BLAZE_SIDE, _BLAZE_SIDE, 3), np.uint8)
    square[: small.shape[0], : small.shape[1]] = small
    best: list[Face] = []
    for turns in range(4):
        faces = [_turned_back(face, turns, scale) for face in _blaze_once(np.rot90(square, turns), models)]
        if faces and (not best or faces[0].score > best[0].score):
            best = faces
    return best


def _blaze_once(square: ByteImage, models: Models) -> list[tuple[Points, Points, float]]:
    """(box x, y, w, h; 6x2 points; score) in pixels of the 128 px square, strongest first."""
    import cv2

    outputs = models.run("face_detection_blazeface", (square.astype(np.float32) / 127.5 - 1)[None])
    regress: Any = next(o for o in outputs if o.shape[-1] == 16).reshape(896, 16).astype(np.float64)
    scores: Any = next(o for o in outputs if o.shape[-1] == 1).reshape(896)
    scores = 1 / (1 + np.exp(-np.clip(scores, -60, 60)))
    centre = _anchors() * _BLAZE_SIDE + regress[:, :2]
    boxes = np.column_stack([centre - regress[:, 2:4] / 2, regress[:, 2:4]])
    points = regress[:, 4:].reshape(896, 6, 2) + (_anchors() * _BLAZE_SIDE)[:, None]
    kept = cv2.dnn.NMSBoxes(boxes.tolist(), scores.tolist(), _BLAZE_SCORE, 0.3)
    return [(boxes[i], points[i], float(scores[i])) for i in np.asarray(kept).reshape(-1)]


def _turned_back(found: tuple[Points, Points, float], turns: int, scale: float) -> Face:
    """A face of the turned square in pixels of the picture."""
    box, points, score = found
    corners = np.array([box[:2], box[:2] + box[2:]])
    for _ in range(turns):  # np.rot90 turned anticlockwise: (x, y) there is (side - y, x) here
        corners = np.column_stack([_BLAZE_SIDE - corners[:, 1], corners[:, 0]])
        points = np.column_stack([_BLAZE_SIDE - points[:, 1], points[:, 0]])
    low, high = corners.min(axis=0) / scale, corners.max(axis=0) / scale
    right, left, nose, mouth = points[:4] / scale
    return Face(
        float(low[0]),
        float(low[1]),
        float(high[0] - low[0]),
        float(high[1] - low[1]),
        np.array([right, left, nose, mouth, mouth]),
        score,
        "blazeface",
    )
