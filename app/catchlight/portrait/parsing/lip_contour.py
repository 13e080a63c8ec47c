"""Lips to their edge: where the mesh, the parsing network and the colours of lips, skin and mouth agree.

Colours are compared as smoothed histograms in CIELAB of what is surely lip, skin and mouth, learnt anew from each result
(as GrabCut learns its models, Rother et al. 2004).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.parsing.aligned_crop import AlignedCrop, crop_around, signed_distance
from catchlight.portrait.portrait import Portrait

_PX = 40.0
"""Pixels for a cm of the face in the crop."""
_MARGIN_CM = 1.2
_ROUNDS = 3
_BINS, _LOW, _HIGH = 20, np.array([0.0, -20.0, -20.0]), np.array([100.0, 60.0, 60.0])
_FLOOR = 2e-5
_MESH, _NET, _OUTSIDE = 0.5, 0.3, -0.5
"""Weights of mesh and network beside the colours at the outer edge, and how much less likely lip is than skin there."""
_OUTER_CM, _INNER_CM, _INNER_NET = 0.12, 0.08, 0.6
"""How far the mesh is trusted at the outer and at the inner edge, and the network's weight at the latter."""
_LEAST = 60
"""Pixels from which a mouth is open."""
_AGREED = 0.45
"""Overlap (IoU) with what mesh and network say alone, below which the colours have gone astray and do not count."""


@dataclass(frozen=True)
class LipContour:
    """mask: both lips over the crop. divide: positive below the line between the lips. crop: where."""

    crop: AlignedCrop
    mask: Mask
    divide: FloatPlane
    sure: bool
    """Whether colours agree with mesh and network."""


def lip_contour(portrait: Portrait) -> LipContour:
    """The lips of a portrait, kept with it."""
    return portrait.kept("lip_contour", lambda: _found(portrait))


def lips(portrait: Portrait) -> FloatPlane:
    """Both lips, HxW float32 in 0..1."""
    return _carried(portrait, lip_contour(portrait).mask)


def upper_lip(portrait: Portrait) -> FloatPlane:
    found = lip_contour(portrait)
    return _carried(portrait, found.mask & (found.divide <= 0))


def lower_lip(portrait: Portrait) -> FloatPlane:
    found = lip_contour(portrait)
    return _carried(portrait, found.mask & (found.divide > 0))


def _carried(portrait: Portrait, mask: Mask) -> FloatPlane:
    import cv2

    found = lip_contour(portrait)
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.2)
    return found.crop.carried(np.asarray(soft, np.float32), (portrait.picture.height, portrait.picture.width))


def _found(portrait: Portrait) -> LipContour:
    crop = _crop(portrait)
    landmarks = portrait.landmarks
    outer, inner = crop.filled(landmarks.ring(mesh.LIPS_OUTER)), crop.filled(landmarks.ring(mesh.LIPS_INNER))
    within, opening = signed_distance(outer) / _PX, signed_distance(inner) / _PX
    parsed = portrait.face_parsing.through(crop.matrix, (crop.size[1], crop.size[0]))
    lip, mouth = parsed.planes([[head_parsing.UPPER_LIP, head_parsing.LOWER_LIP], [head_parsing.MOUTH]])
    plain = outer & ~inner
    mask = _cut(crop, within, opening, lip, mouth)
    shared = float((mask & plain).sum()) / max(1, int((mask | plain).sum()))
    divide = _divide(crop, landmarks.ring(mesh.LIPS_INNER))
    return LipContour(crop, mask if shared > _AGREED else plain, divide, shared > _AGREED)


def _crop(portrait: Portrait) -> AlignedCrop:
    scale = _PX / portrait.pose.px_per_cm
    ring = portrait.landmarks.ring(mesh.LIPS_OUTER)
    roll = portrait.landmarks.roll
    across = ring @ np.array([np.cos(roll), np.sin(roll)])
    down = ring @ np.array([-np.sin(roll), np.cos(roll)])
    low, high = np.array([across.min(), down.min()]), np.array([across.max(), down.max()])
    width, height = (int(side * scale + 2 * _MARGIN_CM * _PX) for side in high - low)
    middle = (low + high) / 2
    turned = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    return crop_around(portrait, turned @ middle, scale, (width, height))


def _cut(crop: AlignedCrop, within: FloatPlane, opening: FloatPlane, lip: FloatPlane, mouth: FloatPlane) -> Mask:
    import cv2

    lab = crop.lab(1.5)
    at = tuple(
        np.clip(((lab[..., k] - _LOW[k]) / (_HIGH[k] - _LOW[k]) * _BINS).astype(int), 0, _BINS - 1) for k in range(3)
    )
    place_out = _MESH * np.clip(within / _OUTER_CM, -4, 4) + _NET * _logit(lip + mouth) + _OUTSIDE
    place_in = np.clip(-opening / _INNER_CM, -4, 4) + _INNER_NET * _logit(1 - mouth)
    ours = (within > 0.05) & (opening < -0.03) & (lip > 0.5)
    skin = (within < -0.25) & (within > -0.8) & (lip < 0.3) & (mouth < 0.3)
    teeth = opening > 0.1
    mask = (within > 0) & (opening < 0)
    for _ in range(_ROUNDS):
        likely = _usual(ours, at)
        outside = np.asarray(place_out + _ratio(likely, _usual(skin, at), at), np.float32)
        if int(teeth.sum()) > _LEAST:
            inside = np.asarray(place_in + _ratio(likely, _usual(teeth, at), at), np.float32)
        else:
            inside = np.full_like(outside, 4.0)
        mask = cv2.GaussianBlur(np.minimum(outside, inside), (0, 0), 2.5) > 0
        depth = signed_distance(mask) / np.float32(_PX)
        ours = depth > 0.04
        skin = (within < 0.1) & (within > -0.8) & (depth < -0.12) & (outside < 0)
        between = ~mask & (inside < outside) & (within > 0)
        teeth = between & (signed_distance(between) > 0.04 * _PX)
    return np.asarray(mask, np.bool_)


def _divide(crop: AlignedCrop, ring: npt.NDArray[np.float64]) -> FloatPlane:
    """Pixels below the middle of the mouth's opening, over the crop."""
    points = crop.points(ring)
    upper, lower = points[:11], np.concatenate([points[10:], points[:1]])
    line = np.arange(crop.size[0], dtype=np.float64)
    order_up, order_low = np.argsort(upper[:, 0]), np.argsort(lower[:, 0])
    middle = 0.5 * (
        np.interp(line, upper[order_up, 0], upper[order_up, 1])
        + np.interp(line, lower[order_low, 0], lower[order_low, 1])
    )
    return np.asarray(np.arange(crop.size[1])[:, None] - middle[None], np.float32)


def _usual(where: Mask, at: tuple[npt.NDArray[np.int64], ...]) -> FloatPlane:
    """How usual each colour is among some pixels: a smoothed histogram that sums to 1."""
    from scipy import ndimage

    counts = np.zeros((_BINS,) * 3, np.float32)
    np.add.at(counts, tuple(plane[where] for plane in at), np.float32(1))
    smooth = ndimage.gaussian_filter(counts, 1.0)
    return np.asarray(smooth / max(float(smooth.sum()), 1e-6), np.float32)


def _ratio(ours: FloatPlane, theirs: FloatPlane, at: tuple[npt.NDArray[np.int64], ...]) -> FloatPlane:
    """Log of how much more usual the colours are among ours, -3..3, a little smoothed over the picture."""
    import cv2

    ratio = np.log((ours[at] + _FLOOR) / (theirs[at] + _FLOOR)).clip(-3, 3)
    return np.asarray(cv2.GaussianBlur(ratio, (0, 0), 1.5), np.float32)


def _logit(share: FloatPlane) -> FloatPlane:
    return np.asarray(np.log((share + 0.02) / (1 - share + 0.02)).clip(-3, 3), np.float32)
