"""Where the light comes from and how warm it is, read off the shading of the face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.imaging.colour import srgb
from catchlight.imaging.colour.luminance import LUMINANCE_WEIGHTS
from catchlight.imaging.picture import ByteImage
from catchlight.portrait.face.landmarks import LEFT_EYE, RIGHT_EYE, Landmarks
from catchlight.portrait.face.pose import CanonicalFace

_ROUNDS = 5
_BRIGHT_SCLERA = 70
_FACING = 0.15
"""Least share of a vertex's normal that points at the camera for its pixel to be read."""
_KERNEL = 3.0
"""Reach of OpenCV's Gaussian kernels for 8 bits, in standard deviations."""


@dataclass(frozen=True)
class Light:
    """Light on a face, in linear light.

    direction: unit vector (x to the right of the picture, y up, z to the camera) towards the light. strength: share of
    the skin's brightness that depends on direction, 0 (flat) and up. ambient, skin: linear RGB of the skin, in shade and
    at the median. warmth: log2 of red to blue of the eye whites; 0 is neutral, above is warm; None where the eyes are too
    small or closed.
    """

    direction: npt.NDArray[np.float64]
    strength: float
    ambient: npt.NDArray[np.float64]
    skin: npt.NDArray[np.float64]
    warmth: float | None


def estimate_light(rgb: ByteImage, landmarks: Landmarks, canonical: CanonicalFace) -> Light:
    """First-order spherical harmonics (Ramamoorthi and Hanrahan 2001) fitted on the skin at the mesh's vertices.

    Robust least squares: brows, beard, highlights and cast shadows fall out as outliers.
    """
    facing = normals(landmarks, canonical)
    seen = blur_at_points(rgb, landmarks.xy[:468], max(1.0, landmarks.height / 60))
    linear = srgb.to_linear(seen.astype(np.float32) / np.float32(255)).astype(np.float64)
    luminance = linear @ LUMINANCE_WEIGHTS
    basis = np.column_stack([np.ones(468), facing])
    kept = facing[:, 2] > _FACING
    median = float(np.median(luminance[kept]))
    kept &= (luminance > 0.35 * median) & (luminance < 2.2 * median)
    solution = np.array([median, 0.0, 0.0, 0.0])
    for _ in range(_ROUNDS):
        solution = np.linalg.lstsq(basis[kept], luminance[kept], rcond=None)[0]
        misfit = np.abs(basis @ solution - luminance)
        inliers = kept & (misfit < 2.5 * np.median(misfit[kept]) + 1e-6)
        if inliers.sum() < 60:
            break
        kept = inliers
    # The camera sees no shading from behind; a fit that says so is a dark beard or a bright forehead.
    slope = np.array([solution[1], solution[2], max(solution[3], 0.05 * median)])
    size = float(np.linalg.norm(slope))
    direction = slope / size if size > 1e-6 else np.array([0.0, 0.0, 1.0])
    skin = np.median(linear[kept], axis=0)
    shade = linear[kept][np.argsort(luminance[kept])[: max(1, kept.sum() // 5)]].mean(axis=0)
    return Light(direction, size / max(median, 1e-6), shade, skin, _warmth(rgb, landmarks))


def blur_at_points(rgb: ByteImage, points: npt.NDArray[np.float64], sigma: float) -> ByteImage:
    """Colours of ``rgb`` (HxWx3) at the pixels nearest to ``points`` (Nx2), as a Gaussian blur of it has them, Nx3.

    Nothing but their surroundings is blurred: of a large photo that is a small part.
    """
    import cv2

    height, width = rgb.shape[:2]
    places = np.clip(np.round(points).astype(int), 0, [width - 1, height - 1])
    reach = int(np.ceil(_KERNEL * sigma)) + 1
    x0, y0 = np.maximum(places.min(axis=0) - reach, 0)
    x1, y1 = places.max(axis=0) + reach + 1
    soft = cv2.GaussianBlur(np.ascontiguousarray(rgb[y0:y1, x0:x1]), (0, 0), sigma)
    return np.asarray(soft[places[:, 1] - y0, places[:, 0] - x0], np.uint8)


def normals(landmarks: Landmarks, canonical: CanonicalFace) -> npt.NDArray[np.float64]:
    """Unit normals of the 468 vertices as they lie in the picture (x right, y up, z to the camera)."""
    points = landmarks.points[:468] * [1, -1, -1]
    corners = points[canonical.triangles]
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.zeros_like(points)
    for corner in range(3):
        np.add.at(normals, canonical.triangles[:, corner], faces)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return normals if normals[4, 2] > 0 else -normals


def _warmth(rgb: ByteImage, landmarks: Landmarks) -> float | None:
    """log2(red / blue) of the brightest quarter of the eye openings: the sclera is nearly white in everyone."""
    import cv2

    values = []
    height, width = rgb.shape[:2]
    for ring in (RIGHT_EYE, LEFT_EYE):
        outline = np.round(landmarks.ring(ring)).astype(np.int32)
        x0, y0 = np.clip(outline.min(axis=0), 0, [width - 1, height - 1])
        x1, y1 = np.clip(outline.max(axis=0) + 1, [x0 + 1, y0 + 1], [width, height])
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [outline - np.array([x0, y0], np.int32)], 1)
        inside = rgb[y0:y1, x0:x1][mask > 0].astype(np.float64)
        if len(inside) >= 24:
            bright = inside[inside.sum(axis=1) >= np.percentile(inside.sum(axis=1), 75)]
            values.append(bright.mean(axis=0))
    if not values or np.mean(values) < _BRIGHT_SCLERA:
        return None
    linear = srgb.to_linear((np.mean(values, axis=0) / 255).astype(np.float32))
    return float(np.log2(max(float(linear[0]), 1e-4) / max(float(linear[2]), 1e-4)))
