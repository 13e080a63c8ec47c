"""The face of a portrait, upright and at one size, with what parsing and matting know of it: what all cues are read from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.operations.compliance.cues.measures import polygon
from catchlight.portrait.face.landmarks import OVAL, Landmarks
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

EYE_DISTANCE = 120.0
"""Pixels between the eyes in the crop."""
_SIZE = (640, 640)
_EYES_AT = (320.0, 270.0)
_CHEEKS = (50, 280, 205, 425, 117, 346)


@dataclass(frozen=True, eq=False)
class FaceCrop:
    """A levelled crop of 640 px with 120 px between the eyes.

    rgb: HxWx3. points: 478x2 landmarks in the crop. parsed: the tight crop of face parsing. to_parsed: 2x3, pixels of this crop
    to those of the parsing. alpha: HxW, the person's matte. seen: HxW, where the picture is, but for its very border.
    """

    rgb: ByteImage
    points: npt.NDArray[np.float64]
    parsed: head_parsing.CropLogits
    to_parsed: geometry.Matrix
    alpha: FloatPlane
    seen: Mask

    @classmethod
    def of(cls, portrait: Portrait, alpha: FloatPlane | None = None) -> FaceCrop:
        """alpha: HxW, a matte of the picture; without one that of head and shoulders. Raises UnusablePicture where there is no
        readable face."""
        import cv2

        landmarks = portrait.landmarks
        scale = EYE_DISTANCE / landmarks.eye_distance
        matrix = geometry.similarity(landmarks.eyes, landmarks.roll, scale, _EYES_AT)
        face = portrait.face_parsing
        if alpha is None:
            matte, to_matte = portrait.bust.alpha, geometry.compose(portrait.bust.matrix, geometry.inverse(matrix))
        else:
            matte, to_matte = alpha, geometry.inverse(matrix)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cls(
            np.asarray(geometry.warp_affine(portrait.picture.rgb8, matrix, _SIZE), np.uint8),
            geometry.apply(matrix, landmarks.xy),
            face.answers[0],
            geometry.compose(face.matrices[0], geometry.inverse(matrix)),
            np.asarray(cv2.warpAffine(matte, to_matte, _SIZE, flags=flags), np.float32),
            _seen(portrait, matrix),
        )

    @classmethod
    def of_frame(cls, rgb: ByteImage, landmarks: Landmarks, parsing: head_parsing.Parsing) -> FaceCrop:
        """Of a frame without a matte: everything in it counts as the person. rgb: HxWx3; parsing: of the face alone."""
        matrix = geometry.similarity(landmarks.eyes, landmarks.roll, EYE_DISTANCE / landmarks.eye_distance, _EYES_AT)
        return cls(
            np.asarray(geometry.warp_affine(rgb, matrix, _SIZE), np.uint8),
            geometry.apply(matrix, landmarks.xy),
            parsing.answers[0],
            geometry.compose(parsing.matrices[0], geometry.inverse(matrix)),
            np.ones(_SIZE[::-1], np.float32),
            np.ones(_SIZE[::-1], bool),
        )

    @cached_property
    def lab(self) -> npt.NDArray[np.float32]:
        """CIELAB (D65) of the crop, L* in 0..100."""
        import cv2

        return np.asarray(cv2.cvtColor(self.rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB))

    @cached_property
    def skin(self) -> npt.NDArray[np.float32]:
        """Median L*, a*, b* of the cheeks."""
        places = np.clip(np.round(self.points[list(_CHEEKS)]).astype(int), 0, _SIZE[0] - 1)
        return np.asarray(np.median(self.lab[places[:, 1], places[:, 0]], axis=0), np.float32)

    @cached_property
    def face(self) -> Mask:
        return polygon(self.points[list(OVAL)], self.rgb.shape)

    def share(self, classes: Sequence[int]) -> FloatPlane:
        """Summed probability of some classes of face parsing, HxW in 0..1; 0 beyond the parsed crop. Made once, read-only."""
        wanted = tuple(classes)
        if wanted not in self._shares:
            self._shares[wanted] = self._share(wanted)
        return self._shares[wanted]

    @cached_property
    def _shares(self) -> dict[tuple[int, ...], FloatPlane]:
        return {}

    def _share(self, classes: tuple[int, ...]) -> FloatPlane:
        import cv2

        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        made = np.asarray(cv2.warpAffine(self.parsed.share(classes), self.to_parsed, _SIZE, flags=flags), np.float32)
        made.flags.writeable = False
        return made


def _seen(portrait: Portrait, matrix: geometry.Matrix) -> Mask:
    import cv2

    inside = np.ones((portrait.picture.height, portrait.picture.width), np.uint8)
    cut = np.pad(cv2.warpAffine(inside, matrix, _SIZE, flags=cv2.INTER_NEAREST), 1)
    return np.asarray(cv2.erode(cut, np.ones((9, 9), np.uint8))[1:-1, 1:-1] > 0)
