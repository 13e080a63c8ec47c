"""A portrait seen through a window, or smaller: the same analysis for a part of the picture, without running a network again.

Face parts need a small window of a large photo, and a preview needs the whole at screen size; both get a Portrait of their own.
"""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import Pose
from catchlight.portrait.portrait import Portrait


def view(portrait: Portrait, box: Window | None = None, longest: int | None = None) -> Portrait:
    """A portrait of the pixels in ``box`` (x0, y0, x1, y1; all by default), its longer side at most ``longest`` pixels.

    Whatever is asked of it is taken from ``portrait`` and carried over: landmarks, pose, parsing and matte. Kept with the
    portrait, so that the same view costs nothing the second time.
    """
    picture = portrait.picture
    box = box or (0, 0, picture.width, picture.height)
    scale = min(1.0, (longest or max(picture.width, picture.height)) / max(box[2] - box[0], box[3] - box[1]))
    if scale == 1 and box == (0, 0, picture.width, picture.height):
        return portrait
    return portrait.kept(f"view:{box}:{scale:.6f}", lambda: _made(portrait, box, scale))


def small_pixels(portrait: Portrait, longest: int) -> Pixels:
    """The pixels of ``view(portrait, longest=longest)``, without anything being looked for in the picture; kept with it."""
    pixels = portrait.picture.pixels
    scale = min(1.0, longest / max(pixels.shape[:2]))
    if scale == 1:
        return pixels
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    found: Pixels = portrait.kept(f"small:{size}", lambda: resize(pixels, size))
    return found


def source(portrait: Portrait) -> Portrait:
    """The portrait of which this one is a view of the whole picture; itself, where it is none or that is gone."""
    reference = portrait.kept("source", lambda: weakref.ref(portrait))
    return reference() or portrait


def matrix_of(portrait: Portrait, seen: Portrait, box: Window) -> geometry.Matrix:
    """2x3 from pixels of ``portrait`` to pixels of its view through ``box``."""
    sx, sy = seen.picture.width / (box[2] - box[0]), seen.picture.height / (box[3] - box[1])
    return np.array([[sx, 0, (0.5 - box[0]) * sx - 0.5], [0, sy, (0.5 - box[1]) * sy - 0.5]])


def of_face(portrait: Portrait, face: Face | None) -> Portrait:
    """The portrait of one of several people, or of none: of a picture without a readable face."""
    if portrait.faces == ((face,) if face else ()):
        return portrait

    def made() -> Portrait:
        one = Portrait(portrait.picture, portrait.models)
        one.kept("pyramid", lambda: portrait.pyramid)
        one.kept("faces", lambda: (face,) if face else ())
        one.kept("others", lambda: tuple(other for other in portrait.faces if other is not face))
        return one

    return portrait.kept(f"of_face:{face.centre.round(1).tolist() if face else None}", made)


def others(portrait: Portrait) -> tuple[Face, ...]:
    """The faces of the other people in the picture of one of several people."""
    return portrait.kept("others", tuple)


def portrait_at(portrait: Portrait, x: float, y: float) -> Portrait:
    """The portrait of the person whose face is nearest to a point; of nobody where no face can be read."""
    if not portrait.faces:
        return portrait
    nearest = min(portrait.faces, key=lambda face: float(np.linalg.norm(face.centre - [x, y])) / max(face.size, 1e-6))
    try:
        if nearest is portrait.faces[0] and portrait.face is nearest:
            portrait.landmarks  # noqa: B018
            return portrait
    except UnusablePicture:
        pass
    one = of_face(portrait, nearest)
    try:
        one.landmarks  # noqa: B018
    except UnusablePicture:
        return of_face(portrait, None)
    return one


def _made(portrait: Portrait, box: Window, scale: float) -> Portrait:
    width, height = max(1, round((box[2] - box[0]) * scale)), max(1, round((box[3] - box[1]) * scale))
    pixels: Any = resize(portrait.picture.pixels[box[1] : box[3], box[0] : box[2]], (width, height))
    seen = Portrait(portrait.picture.with_(pixels=np.ascontiguousarray(pixels)), portrait.models)
    if box == (0, 0, portrait.picture.width, portrait.picture.height):
        seen.kept("source", lambda: weakref.ref(source(portrait)))
    matrix = matrix_of(portrait, seen, box)
    seen.kept("faces", lambda: tuple(_face(face, matrix) for face in portrait.faces))
    seen.kept("alpha", lambda: resize(portrait.alpha[box[1] : box[3], box[0] : box[2]], (width, height)))
    if portrait.faces and _readable(portrait):
        seen.kept("head", lambda: (_landmarks(portrait.landmarks, matrix), _pose(portrait.pose, matrix)))
        seen.kept("parsing", lambda: portrait.parsing.through(matrix, (height, width)))
        seen.kept("face_parsing", lambda: portrait.face_parsing.through(matrix, (height, width)))
    return seen


def resize(array: Any, size: tuple[int, int]) -> Any:
    """An array of pixels or a plane at another size (width, height)."""
    import cv2

    if (array.shape[1], array.shape[0]) == size:
        return array
    shrinks = size[0] < array.shape[1] or size[1] < array.shape[0]
    resized = cv2.resize(array, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    return np.asarray(resized, array.dtype)


def shrink(plane: FloatPlane, longest: int) -> FloatPlane:
    """A plane at ``longest`` pixels at most."""
    height, width = plane.shape
    scale = min(1.0, longest / max(height, width))
    return np.asarray(resize(plane, (max(1, round(width * scale)), max(1, round(height * scale)))), np.float32)


def resample_window(array: Any, shown: Window, wanted: Window) -> Any:
    """An array that shows the window ``shown`` of a picture at any size, as the pixels of the window ``wanted``."""
    import cv2

    sx, sy = array.shape[1] / (shown[2] - shown[0]), array.shape[0] / (shown[3] - shown[1])
    size = (wanted[2] - wanted[0], wanted[3] - wanted[1])
    if (sx, sy) == (1, 1):
        x, y = wanted[0] - shown[0], wanted[1] - shown[1]
        if x >= 0 and y >= 0 and x + size[0] <= array.shape[1] and y + size[1] <= array.shape[0]:
            return array[y : y + size[1], x : x + size[0]]
    left, top = (wanted[0] - shown[0] + 0.5) * sx - 0.5, (wanted[1] - shown[1] + 0.5) * sy - 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = np.array([[sx, 0, left], [0, sy, top]])
    return cv2.warpAffine(array, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _readable(portrait: Portrait) -> bool:
    try:
        portrait.landmarks  # noqa: B018
    except UnusablePicture:
        return False
    return True


def _face(face: Face, matrix: geometry.Matrix) -> Face:
    x, y = geometry.apply(matrix, [[face.x, face.y]])[0]
    scale = geometry.scale_of(matrix)
    points = geometry.apply(matrix, face.points)
    return replace(face, x=x, y=y, width=face.width * scale, height=face.height * scale, points=points)


def _landmarks(found: Landmarks, matrix: geometry.Matrix) -> Landmarks:
    points = np.column_stack([geometry.apply(matrix, found.xy), found.points[:, 2] * geometry.scale_of(matrix)])
    return Landmarks(points, found.presence)


def _pose(pose: Pose, matrix: geometry.Matrix) -> Pose:
    origin = geometry.apply(matrix, [pose.origin])[0]
    return replace(pose, origin=origin, px_per_cm=pose.px_per_cm * geometry.scale_of(matrix))
