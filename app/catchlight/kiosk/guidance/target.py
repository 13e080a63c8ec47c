"""Where the head should be in a frame so that the document's photo can be cut from the take without anything made up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.catalogue.documents import DocumentSpec
from catchlight.imaging import geometry
from catchlight.kiosk.guidance.port import Oval
from catchlight.operations.id_photo.framing import FaceLines, plan_framing
from catchlight.portrait import skull
from catchlight.portrait.face import pose
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE, Landmarks
from catchlight.portrait.face.pose import CanonicalFace

_PX_PER_CM, _SIDE = 10.0, 2000
"""Of the picture in which the average head is laid: far more than any document's photo needs about it."""
_USED = 0.88
"""Share of the frame that the document's photo fills at most: what is left lets a person move."""
_MOST = 0.6
"""Head by frame height at most: nearer, a head is distorted by the perspective of common webcams."""


@dataclass(frozen=True)
class PhotoAboutHead:
    """A document's photo about an average head, in heights of the head (crown to chin).

    above: crown to the upper edge. below: chin to the lower edge. width: of the photo. head_width: of the head, over the ears.
    """

    above: float
    below: float
    width: float
    head_width: float

    @property
    def height(self) -> float:
        return self.above + 1 + self.below

    @classmethod
    def of(cls, document: DocumentSpec, canonical: CanonicalFace) -> PhotoAboutHead:
        """As the planner of ID photos frames MediaPipe's average face."""
        points = np.zeros((478, 3))
        points[:468] = canonical.vertices * [1, -1, -1] * _PX_PER_CM + [_SIDE / 2, _SIDE / 2, 0]
        face = Landmarks(points, 1.0)
        crown = skull.crown(face, pose.fit(face, canonical)).point
        chin = skull.chin(face)
        lines = FaceLines(crown, chin, face.eyes, None, 0.0)
        size = (document.width_px, document.height_px)
        planned = plan_framing(face, lines, document, size, False, (_SIDE, _SIDE))
        top, bottom = (float(geometry.apply(planned.matrix, [point])[0, 1]) for point in (crown, chin))
        head = bottom - top
        temples = float(np.linalg.norm(face.xy[LEFT_TEMPLE] - face.xy[RIGHT_TEMPLE])) * planned.scale
        return cls(
            (top + 0.5) / head, (size[1] - 0.5 - bottom) / head, size[0] / head, skull.EAR_TO_EAR * temples / head
        )


@dataclass(frozen=True)
class HeadTarget:
    """The head that is wanted in a frame of a certain size, in pixels: centre between crown and chin, height, width."""

    x: float
    y: float
    height: float
    width: float
    frame: tuple[int, int]
    photo: PhotoAboutHead

    @classmethod
    def within(cls, photo: PhotoAboutHead, frame: tuple[int, int]) -> HeadTarget:
        """The largest head about which the photo fits, in the middle. frame: width and height."""
        width, height = frame
        head = min(_USED * height / photo.height, _USED * width / photo.width, _MOST * height)
        crown = (height - head * photo.height) / 2 + head * photo.above
        return cls((width - 1) / 2, crown + head / 2 - 0.5, head, head * photo.head_width, frame, photo)

    @property
    def oval(self) -> Oval:
        return oval_of(self.x, self.y, self.width, self.height, self.frame)

    def room(self, head: float) -> tuple[float, float]:
        """Pixels by which a head of this height may leave the target across, and up or down, with its photo in the frame."""
        across = (self.frame[0] - self.photo.width * head) / 2
        upright = (self.frame[1] - self.photo.height * head) / 2
        return across, upright


def oval_of(x: float, y: float, width: float, height: float, frame: tuple[int, int]) -> Oval:
    """An ellipse in shares of the frame. All arguments in pixels, pixel centres at integers; frame: width and height."""
    return Oval((x + 0.5) / frame[0], (y + 0.5) / frame[1], width / 2 / frame[0], height / 2 / frame[1])
