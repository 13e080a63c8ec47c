"""What somebody holds before the face: parsing takes it for skin, but its colour is none."""

from __future__ import annotations

import numpy as np

from catchlight.expression.analysis.covers import FaceMasks
from catchlight.expression.basis import topology
from catchlight.expression.soft_shapes import CropWindow
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_GREEN, _BLUE = 0.3, 0.45
"""By how much, in log ratios of red to green and to blue, something is farther from red than skin: no beard or shadow is."""
_NOT_RED = 0.02
"""By how much (log) another colour must surpass red: what is white is a highlight."""
_DARK = 0.45
"""Brightness in that of skin below which the colour is not told."""
_GREY = 0.25
"""Log ratio of red to blue below which all of a face is too grey to tell."""
_CLOSED_CM, _LEAST_CM2 = 0.4, 1.0
_NEAR_CM = 1.2


def occluder_mask(points: Doubles, covers: FaceMasks, pixels: FloatImage, cm: float) -> FloatPlane:
    """0..1, HxW: where an object lies before the face; 0 everywhere where there is none of a size to matter."""
    import cv2

    tall, broad = covers.skin.shape[:2]
    none = np.zeros((tall, broad), np.float32)
    shrink = max(1, int(cm / 12))
    size = (max(1, broad // shrink), max(1, tall // shrink))
    scale = np.array([size[0] / broad, size[1] / tall])
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32)
    tones = np.log(np.maximum(gaussian_blur(small, 0.06 * cm / shrink, EXACT), 4))
    skin = np.asarray(cv2.resize(covers.skin, size, interpolation=cv2.INTER_AREA), np.float32)
    sure = skin > 0.8
    if sure.sum() < 50:
        return none
    usual = np.median(tones[sure], axis=0)
    if usual[0] - usual[2] < _GREY:
        return none
    green = (usual[0] - usual[1]) - (tones[..., 0] - tones[..., 1])
    blue = (usual[0] - usual[2]) - (tones[..., 0] - tones[..., 2])
    bright = tones[..., 1] - usual[1] > np.log(_DARK)
    face = CropWindow(0, 0, *size).polygon((points[list(topology.OVAL), :2] + 0.5) * scale - 0.5) > 0.5
    red, others = tones[..., 0], np.maximum(tones[..., 1], tones[..., 2])
    strange = (((green > _GREEN) | (blue > _BLUE)) & (others > red + _NOT_RED) & bright & face).astype(np.uint8)
    side = 2 * max(1, round(_CLOSED_CM * cm / shrink / 2)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    closed = cv2.morphologyEx(cv2.morphologyEx(strange, cv2.MORPH_OPEN, disc), cv2.MORPH_CLOSE, disc)
    if float((closed * face).sum()) * shrink**2 / cm**2 < _LEAST_CM2:
        return none
    soft = gaussian_blur(cv2.dilate(closed, disc).astype(np.float32), 0.1 * cm / shrink, EXACT)
    return np.asarray(cv2.resize(soft, (broad, tall), interpolation=cv2.INTER_LINEAR), np.float32)


def beside_mouth(points: Doubles, object_: FloatPlane, cm: float) -> bool:
    """Whether the object touches what a mouth moves."""
    height, width = object_.shape
    lips = points[list(topology.LIPS), :2]
    middle = lips.mean(axis=0)
    away = lips - middle
    reach = middle + away * (1 + _NEAR_CM * cm / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1))
    turns = np.argsort(np.arctan2(away[:, 1], away[:, 0]))
    near = CropWindow(0, 0, width, height).polygon(reach[turns])
    return bool((near * object_).sum() > 0.05 * cm**2)
