"""Skin by its place: a bald or shaven skull, forehead, nose, chin, neck and chest. HxW float32 in 0..1."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.part_masks import class_share, hull_mask, on_skin, soft_hull_mask
from catchlight.portrait.portrait import Portrait

# fmt: off
_BROW_LINE = (127, 70, 63, 105, 66, 107, 9, 336, 296, 334, 293, 300, 356)
"""The brows' upper edge with the glabella between them, right temple to left temple."""
_FOREHEAD = (54, 103, 67, 109, 10, 338, 297, 332, 284, 301, 293, 334, 296, 336, 9, 107, 66, 105, 63, 71)
_NOSE = (168, 193, 245, 188, 174, 217, 126, 142, 129, 98, 97, 2, 326, 327, 358, 371, 355, 437, 399, 412, 465, 417)
_CHIN = (200, 201, 194, 32, 140, 176, 148, 152, 377, 400, 369, 262, 418, 421)
# fmt: on
_FOREHEAD_CM = 7.0
"""How high above the brows a forehead goes on, where there is no hairline."""
_SOFT_CM = 0.15
_SHAVEN_CHROMA, _SHAVEN_LIGHT = 9.0, 24.0
"""How far from the forehead's own colour (CIELAB) shaven hair lies, in chroma and in lightness."""
_NECK_CM = 5.5
"""From the chin to the pit of the neck along the face's axis."""


def scalp(portrait: Portrait) -> FloatPlane:
    """Skin of the head above the brows, bald and shaven parts with it; what has hair is left out."""
    above = _above_brows(portrait)
    hidden = portrait.parsing.planes([[head_parsing.HAIR], [head_parsing.HAT, head_parsing.GLASSES]])
    hair = np.clip(hidden[0] * (1 - _shaven(portrait)), 0, 1)
    bare = np.clip(1 - hair - hidden[1], 0, 1)
    edged = head_parsing.refine_edges(
        np.asarray(bare, np.float32), portrait.picture.rgb8, 0.3 * portrait.pose.px_per_cm
    )
    return np.asarray(_joined(edged * above * portrait.alpha, portrait), np.float32)


def forehead(portrait: Portrait) -> FloatPlane:
    """From the brows to the hairline; on a bald head as high as a forehead goes."""
    narrow = on_skin(soft_hull_mask(portrait, _FOREHEAD, soft_cm=0.35), portrait)
    high = np.clip((_FOREHEAD_CM - _height(portrait)) / 1.0, 0, 1)
    return np.asarray(np.maximum(narrow, scalp(portrait) * high), np.float32)


def nose(portrait: Portrait) -> FloatPlane:
    return on_skin(soft_hull_mask(portrait, _NOSE, soft_cm=0.12), portrait)


def chin(portrait: Portrait) -> FloatPlane:
    return np.asarray(
        soft_hull_mask(portrait, _CHIN, soft_cm=0.2) * class_share(portrait, (head_parsing.SKIN,)), np.float32
    )


def neck(portrait: Portrait) -> FloatPlane:
    """Skin from the jaw to the pit of the neck."""
    return np.asarray(_below_chin(portrait) * _before_notch(portrait), np.float32)


def chest(portrait: Portrait) -> FloatPlane:
    """Skin below the pit of the neck, as far as the clothes show it."""
    return np.asarray(_below_chin(portrait) * (1 - _before_notch(portrait)), np.float32)


def _below_chin(portrait: Portrait) -> FloatPlane:
    """Neck and neckline as a network sees them, with skin of the same colour beside them that it gave to nothing."""
    return class_share(portrait, (head_parsing.NECK,))


def _before_notch(portrait: Portrait) -> FloatPlane:
    down = -_height(portrait, portrait.landmarks.xy[mesh.CHIN])
    return np.asarray(np.clip((_NECK_CM - down) / 0.6 + 0.5, 0, 1), np.float32)


def _height(portrait: Portrait, origin: npt.NDArray[np.float64] | None = None) -> FloatPlane:
    """Cm above a point (the glabella) along the face's axis, HxW float32."""
    roll = portrait.landmarks.roll
    origin = portrait.landmarks.xy[9] if origin is None else origin
    y, x = np.mgrid[: portrait.picture.height, : portrait.picture.width].astype(np.float32)
    up = (x - origin[0]) * np.sin(roll) - (y - origin[1]) * np.cos(roll)
    return np.asarray(up / portrait.pose.px_per_cm, np.float32)


def _above_brows(portrait: Portrait) -> FloatPlane:
    """1 above the brows' upper edge, and above its ends straight out beside them."""
    import cv2

    roll, cm = portrait.landmarks.roll, portrait.pose.px_per_cm
    line = portrait.landmarks.ring(_BROW_LINE).copy()
    across, up = np.array([np.cos(roll), np.sin(roll)]), np.array([np.sin(roll), -np.cos(roll)])
    # The temples lie at the height of the brows' ends, wherever the mesh has its outline.
    for end, brow in ((0, 1), (-1, -2)):
        line[end] = line[brow] + across * float((line[end] - line[brow]) @ across)
    line[:1] -= across * 8 * cm
    line[-1:] += across * 8 * cm
    far = np.concatenate([line, line[::-1][[0, -1]] + up * 30 * cm])
    mask = np.zeros((portrait.picture.height, portrait.picture.width), np.uint8)
    cv2.fillPoly(mask, [np.round(far * 8).astype(np.int32)], 1, shift=3)
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), max(0.6, 0.5 * _SOFT_CM * cm))
    return np.asarray(soft, np.float32)


def _shaven(portrait: Portrait) -> FloatPlane:
    """How much what counts as hair has the forehead's own colour: the shadow of hair that is shaven."""
    import cv2

    known = hull_mask(portrait, _FOREHEAD)
    if not known.any():
        return np.zeros(known.shape, np.float32)
    sigma = max(1.0, 0.15 * portrait.pose.px_per_cm)
    soft = cv2.GaussianBlur(portrait.picture.rgb8, (0, 0), sigma).astype(np.float32) / 255
    lab = cv2.cvtColor(soft, cv2.COLOR_RGB2LAB)
    skin = np.median(lab[known], axis=0)
    tint = np.linalg.norm(lab[..., 1:] - skin[1:], axis=2) / _SHAVEN_CHROMA
    light = np.abs(lab[..., 0] - skin[0]) / _SHAVEN_LIGHT
    # Without colour in the picture nothing tells shaven skin from hair but its lightness.
    grey = float(np.hypot(*skin[1:])) < 4
    away = light * 2 if grey else np.maximum(tint, light)
    return np.asarray(np.clip(1.6 - away, 0, 1), np.float32)


def _joined(plane: FloatPlane, portrait: Portrait) -> FloatPlane:
    """The piece that hangs together with the forehead, without holes."""
    import cv2

    solid = (plane > 0.5).astype(np.uint8)
    _, labels = cv2.connectedComponents(solid)
    seeds = np.unique(labels[hull_mask(portrait, _FOREHEAD) & (solid > 0)])
    kept = np.isin(labels, seeds[seeds > 0]).astype(np.uint8)
    contours, _ = cv2.findContours(kept, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(kept)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    near = cv2.dilate(filled, np.ones((3, 3), np.uint8), iterations=2)
    small = filled * (plane > 0.15)  # a crease or a mole is no hole; a lock of hair is
    return np.asarray(np.maximum(plane * near, 0.9 * small * (1 - solid)), np.float32)
