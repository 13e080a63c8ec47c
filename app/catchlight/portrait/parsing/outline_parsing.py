"""Face parsing without a parsing network: landmarks, matte and colour. The path for those who may not use its weights.

Coarser than ``parsing``: knows no glasses, hats or jewellery, and tells hair from cloth by their colours alone.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry
from catchlight.imaging.arrays import Mask, Singles
from catchlight.imaging.picture import ByteImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.matting import modnet
from catchlight.matting.modnet import Matte
from catchlight.models.registry import Models
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import Pose
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.head_parsing import CropLogits, Parsing

_SIDE = 512
_ZOOM = 3.4
"""Side of the drawn window in face heights."""
_ABOVE = 0.40
_CHEEKS = (50, 101, 205, 280, 330, 425)
_SURE, _OTHERS = np.float32(0.998), np.float32(0.002 / 18)
_NEVER = 400.0
_BALD = 14.0
"""Distance in 8-bit CIELAB below which what lies above the brows is the skin itself."""


def parse(pyramid: Pyramid, landmarks: Landmarks, pose: Pose, models: Models) -> Parsing:
    """Classes of a head as ``parsing.Parsing``, drawn instead of inferred."""
    scale = _SIDE / (_ZOOM * landmarks.height)
    centre = landmarks.xy[:468].mean(axis=0)
    matrix = geometry.similarity(centre, landmarks.roll, scale, ((_SIDE - 1) / 2, _SIDE * _ABOVE))
    rgb = pyramid.cut(matrix, (_SIDE, _SIDE))
    alpha = _alpha(modnet.bust_matte(pyramid, pose, models), matrix)
    points = geometry.apply(matrix, landmarks.xy)
    labels = _labels(rgb, alpha, points, pose.px_per_cm * scale)
    shares = np.full((19, _SIDE, _SIDE), _OTHERS, np.float32)
    np.put_along_axis(shares, labels[None], _SURE, axis=0)
    return Parsing((CropLogits(np.log(shares)),), (matrix,), (1.0,), pyramid.shape)


def _alpha(matte: Matte, matrix: geometry.Matrix) -> Singles:
    import cv2

    through = geometry.compose(matrix, geometry.inverse(matte.matrix))
    return np.asarray(cv2.warpAffine(matte.alpha, through, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR), np.float32)


def _labels(rgb: ByteImage, alpha: Singles, points: geometry.Matrix, cm: float) -> npt.NDArray[np.int64]:
    """The class of each pixel of the window; cm: pixels for a centimetre."""
    import cv2

    lab = cv2.cvtColor(cv2.GaussianBlur(rgb, (0, 0), max(1.0, 0.12 * cm)), cv2.COLOR_RGB2LAB).astype(np.float32)
    person = alpha > 0.5
    oval = _filled(points[list(mesh.OVAL)])
    y, x = np.mgrid[:_SIDE, :_SIDE].astype(np.float32)
    chin, brow, middle = points[mesh.CHIN, 1], points[[105, 334], 1].mean(), points[1, 0]
    outside = person & ~oval
    skin = np.median(lab[_disc(points[list(_CHEEKS)], 0.8 * cm)], axis=0)
    above = outside & (y < brow)
    hair = np.median(lab[above], axis=0) if above.sum() > 50 else np.array([0, 128, 128], np.float32)
    low = outside & (y > chin + 5 * cm)
    cloth = np.median(lab[low], axis=0) if low.sum() > 50 else None
    # Colours count as they are; places count as many units of colour as they are unlikely.
    below = np.clip((y - chin) / cm, 0, None)
    aside = np.abs(x - middle) / cm
    costs = {
        head_parsing.HAIR: np.linalg.norm(lab - hair, axis=2) + 2.5 * below,
        head_parsing.NECK: np.linalg.norm(lab - skin, axis=2) + _NEVER * (y < chin - 3 * cm) + 6 * np.clip(aside - 6, 0, None),
        head_parsing.CLOTH: _distance(lab, cloth) + 14 * np.clip(3 - below, 0, None) + _NEVER * (y < chin - cm),
        head_parsing.RIGHT_EAR: np.linalg.norm(lab - skin, axis=2) + 8 * np.clip(aside - 9.5, 0, None)
        + _NEVER * ((y > chin - 3 * cm) | (y < brow)),
    }  # fmt: skip
    names = np.array(list(costs))
    labels = np.where(person, names[np.argmin(np.stack(list(costs.values())), axis=0)], head_parsing.BACKGROUND)
    labels[_loose(labels == head_parsing.HAIR, brow) & (y > chin - cm)] = head_parsing.CLOTH
    if np.linalg.norm(hair - skin) < _BALD:
        labels[outside & (y < brow)] = head_parsing.SKIN
    near_hair = np.linalg.norm(lab - hair, axis=2) < 0.5 * np.linalg.norm(lab - skin, axis=2)
    labels[oval & person] = head_parsing.SKIN
    labels[oval & person & near_hair & (y < brow)] = head_parsing.HAIR
    for name, ring in _FEATURES:
        labels[_filled(points[list(ring)])] = name
    return labels.astype(np.int64)


_FEATURES = (
    (head_parsing.RIGHT_BROW, mesh.RIGHT_BROW),
    (head_parsing.LEFT_BROW, mesh.LEFT_BROW),
    (head_parsing.RIGHT_EYE, mesh.RIGHT_EYE),
    (head_parsing.LEFT_EYE, mesh.LEFT_EYE),
    (head_parsing.LOWER_LIP, mesh.LIPS_OUTER),
    (head_parsing.MOUTH, mesh.LIPS_INNER),
)


def _loose(hair: Mask, brow: float) -> Mask:
    """Parts labelled as hair that do not hang together with the hair above the brows: dark cloth."""
    import cv2

    _, parts = cv2.connectedComponents(cv2.erode(hair.astype(np.uint8), np.ones((3, 3), np.uint8)))
    attached = np.unique(parts[: max(1, int(brow))])
    return hair & ~np.isin(parts, attached[attached > 0])


def _distance(lab: Singles, colour: npt.NDArray[np.float32] | None) -> Singles:
    if colour is None:
        return np.full(lab.shape[:2], 80, np.float32)
    return np.asarray(np.linalg.norm(lab - colour, axis=2), np.float32)


def _filled(ring: geometry.Matrix) -> Mask:
    import cv2

    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.fillPoly(mask, [cv2.convexHull(np.round(ring).astype(np.int32))], 1)
    return mask > 0


def _disc(centres: geometry.Matrix, radius: float) -> Mask:
    import cv2

    mask = np.zeros((_SIDE, _SIDE), np.uint8)
    for x, y in np.round(centres).astype(int):
        cv2.circle(mask, (int(x), int(y)), max(2, round(radius)), 1, cv2.FILLED)
    return mask > 0
