"""Is it the same person? The embedding of a face, and how alike two are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import ByteImage
from catchlight.models.registry import Models
from catchlight.portrait.face.landmarks import Landmarks

_SIDE = 112
_TEMPLATE = np.array(
    [[38.2946, 51.6963], [73.5318, 51.5014], [56.0252, 71.7366], [41.5493, 92.3655], [70.7299, 92.2041]]
)
"""Right eye, left eye, nose tip, right and left mouth corner in the 112 px crop (ArcFace, Deng et al. 2019)."""

SAME_PERSON, STRANGER = 0.6, 0.25
"""Cosine above which two pictures show one person, and below which they show two (SFace)."""


CROP_EYES = float(np.linalg.norm(_TEMPLATE[1] - _TEMPLATE[0]))
"""Pixels between the eyes in the crop."""


def embedding(rgb: ByteImage, landmarks: Landmarks, models: Models) -> npt.NDArray[np.float32]:
    """128 numbers of length 1 that belong to a person rather than a picture (SFace, Zhong et al. 2021)."""
    vector = raw_embedding(rgb, landmarks, models)
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def raw_embedding(rgb: ByteImage, landmarks: Landmarks, models: Models) -> npt.NDArray[np.float32]:
    """The network's 128 numbers as they are: the surer it is of a human face, the longer they are."""
    import cv2

    xy = landmarks.xy
    points = np.stack([landmarks.right_eye, landmarks.left_eye, xy[1], xy[61], xy[291]])
    matrix, _ = cv2.estimateAffinePartial2D(points, _TEMPLATE, method=cv2.LMEDS)
    crop = cv2.warpAffine(rgb, matrix, (_SIDE, _SIDE), flags=cv2.INTER_AREA)
    tensor = np.ascontiguousarray(crop.astype(np.float32).transpose(2, 0, 1)[None])
    return np.asarray(models.run("face_identity_sface", tensor)[0], np.float32).reshape(-1)


def likeness(first: npt.NDArray[np.float32], second: npt.NDArray[np.float32]) -> float:
    """Cosine of two embeddings, -1..1; see SAME_PERSON and STRANGER."""
    return float(first @ second)
