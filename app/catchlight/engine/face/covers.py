"""What lies on a face and before it: skin, lips, teeth; hair, hats, glasses and hands that an expression does not move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine import parsing
from catchlight.engine.face import topology
from catchlight.engine.face.drawing import Array, Frame
from catchlight.engine.parsing import Parsing
from catchlight.engine.picture import FloatPlane

_IN_FRONT = (parsing.HAIR, parsing.HAT, parsing.EARRING, parsing.CLOTH)
_GLASSES_CM2 = 2.5
"""Area of parsed glasses from which a face wears some."""


@dataclass(frozen=True, eq=False)
class Covers:
    """Planes of 0..1, HxW float32, in the crop of the face.

    rigid: what stays where it is. glasses: whether some are worn.
    """

    skin: FloatPlane
    nose: FloatPlane
    lips: FloatPlane
    mouth: FloatPlane
    rigid: FloatPlane
    glasses: bool

    def enlarged(self, size: tuple[int, int]) -> Covers:
        """The same at another size (width, height)."""
        import cv2

        def plane(small: FloatPlane) -> FloatPlane:
            return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.float32)

        if size == (self.skin.shape[1], self.skin.shape[0]):
            return self
        return Covers(
            skin=plane(self.skin),
            nose=plane(self.nose),
            lips=plane(self.lips),
            mouth=plane(self.mouth),
            rigid=plane(self.rigid),
            glasses=self.glasses,
        )


def of(parsed: Parsing, points: Array, cm: float) -> Covers:
    """Read the planes out of the face's parsing, in its pixels."""
    worn = parsed.plane([parsing.GLASSES])
    glasses = float(worn.sum()) / cm**2 > _GLASSES_CM2
    rigid = parsed.plane(_IN_FRONT)
    rigid = np.maximum(rigid, _frames(worn, points, cm)) if glasses else rigid
    nose = parsed.plane([parsing.NOSE])
    return Covers(
        skin=parsed.plane([parsing.SKIN, parsing.NOSE]),
        nose=nose,
        lips=parsed.plane([parsing.UPPER_LIP, parsing.LOWER_LIP]),
        mouth=parsed.plane([parsing.MOUTH]),
        rigid=np.asarray(rigid, np.float32),
        glasses=glasses,
    )


def _frames(worn: FloatPlane, points: Array, cm: float) -> FloatPlane:
    """Frames are rigid and so is what is seen round them; the lids behind the lenses are not."""
    import cv2

    height, width = worn.shape
    shrink = max(1, int(cm / 12))
    size = (max(1, width // shrink), max(1, height // shrink))
    side = max(1, int(0.30 * cm / shrink))
    small = (cv2.resize(worn, size, interpolation=cv2.INTER_AREA) > 0.25).astype(np.uint8)
    grown = cv2.dilate(small, np.ones((2 * side + 1,) * 2, np.uint8))
    closed = cv2.morphologyEx(grown, cv2.MORPH_CLOSE, np.ones((4 * side + 1,) * 2, np.uint8)).astype(np.float32)
    for (upper, lower), crease in zip(topology.EYES, topology.CREASES, strict=True):
        ring = points[[*upper, *lower, *crease], :2] * [size[0] / width, size[1] / height]
        hole = Frame(0, 0, *size).polygon(cv2.convexHull(ring.astype(np.float32)).reshape(-1, 2).astype(float))
        closed *= 1 - cv2.dilate(hole, np.ones((side | 1,) * 2, np.uint8))
    soft = cv2.GaussianBlur(closed, (0, 0), max(0.5, 0.12 * cm / shrink))
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
