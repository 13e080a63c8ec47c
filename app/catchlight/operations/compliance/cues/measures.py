"""What can be read off the pixels of a face and of what is behind it. After ISO/IEC 29794-5 and OFIQ where named."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait.face.landmarks import LEFT_EYE, LEFT_IRIS, OVAL, RIGHT_EYE, RIGHT_IRIS, Landmarks

_BURNT = 250


def polygon(points: npt.NDArray[np.float64], shape: tuple[int, ...]) -> Mask:
    """Pixels inside a polygon of (x, y) points."""
    import cv2

    filled = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(filled, [np.round(points).astype(np.int32)], 1)
    return filled > 0


def face_mask(landmarks: Landmarks, shape: tuple[int, ...]) -> Mask:
    return polygon(landmarks.ring(OVAL), shape)


def luminance(rgb: ByteImage) -> ByteImage:
    import cv2

    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)


def illumination_overlap(grey: ByteImage, face: Mask, landmarks: Landmarks) -> float:
    """Overlap in 0..100 of the grey histograms of the two halves of the face (OFIQ, illumination uniformity)."""
    height, width = grey.shape
    y, x = np.mgrid[:height, :width]
    top, chin = landmarks.xy[10], landmarks.xy[152]
    side = (x - top[0]) * (chin[1] - top[1]) - (y - top[1]) * (chin[0] - top[0])
    halves = []
    for part in (face & (side > 0), face & (side <= 0)):
        counts = np.histogram(grey[part], bins=32, range=(0, 256))[0].astype(float)
        halves.append(counts / max(counts.sum(), 1))
    return float(np.minimum(*halves).sum() * 100)


def brightest(rgb: ByteImage, face: Mask, percent: float = 99.5) -> float:
    """L* of the brightest half percent of the face: highlights of skin, whites of the eyes.

    In good light it is high on skin of any colour; the median is not.
    """
    import cv2

    values = rgb[face]
    if not len(values):
        return 0.0
    lightness = cv2.cvtColor(values[None].astype(np.float32) / 255, cv2.COLOR_RGB2LAB)[0, :, 0]
    return float(np.percentile(lightness, percent))


def burnt_share(rgb: ByteImage, face: Mask) -> float:
    """Percent of the face in which all three channels are burnt out."""
    values = rgb[face]
    return float((values.min(axis=1) >= _BURNT).mean() * 100) if len(values) else 0.0


def entropy(grey: ByteImage, face: Mask) -> float:
    """Bits of the grey level distribution of the face, at most 8 (OFIQ, dynamic range)."""
    counts = np.histogram(grey[face], bins=256, range=(0, 256))[0].astype(float)
    share = counts[counts > 0] / max(counts.sum(), 1)
    return float(-(share * np.log2(share)).sum())


def sharpness(grey: ByteImage, face: Mask, eye_distance: float) -> float:
    """0..100 from the finest detail about the eyes and mouth at 90 px between the eyes; below 20 looks soft."""
    import cv2

    scale = min(1.0, 90 / max(eye_distance, 1))
    size = (max(8, round(grey.shape[1] * scale)), max(8, round(grey.shape[0] * scale)))
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    inside = cv2.resize(face.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    detail = np.abs(cv2.Laplacian(small, cv2.CV_32F))
    contrast = max(float(small[inside].std()), 8.0) if inside.any() else 8.0
    strongest = float(np.percentile(detail[inside], 97)) if inside.any() else 0.0
    return float(np.clip(100 * (strongest / contrast - 0.2) / 1.0, 0, 100))


def skin_ab(rgb: ByteImage, face: Mask) -> tuple[float, float]:
    """Median a* and b* of the face (CIELAB, D65)."""
    import cv2

    values = cv2.cvtColor(rgb[face][None].astype(np.float32) / 255, cv2.COLOR_RGB2LAB)[0]
    return (float(np.median(values[:, 1])), float(np.median(values[:, 2]))) if values.size else (0.0, 0.0)


def background_mask(silhouette: FloatPlane) -> Mask:
    """Pixels that are surely background: a few pixels away from the person."""
    import cv2

    reach = max(2, round(silhouette.shape[1] * 0.012))
    person = (silhouette > 0.02).astype(np.uint8)
    near = np.asarray(cv2.dilate(person, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)))
    return np.asarray(near == 0)


def background_deviation(rgb: ByteImage, ground: Mask) -> float:
    """Standard deviation of the background in CIE L*, largest of the smoothed level and its fine texture."""
    import cv2

    lightness = cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)[..., 0]
    return float(lightness[ground].std()) if ground.any() else 0.0


def background_colour(rgb: ByteImage, ground: Mask) -> tuple[float, float, float]:
    """Median sRGB of the background, 0..255."""
    red, green, blue = np.median(rgb[ground], axis=0)
    return float(red), float(green), float(blue)


def red_share(rgb: ByteImage, landmarks: Landmarks) -> float:
    """Largest share of a pupil, 0..1, that flashes red."""
    shares = []
    for iris in (RIGHT_IRIS, LEFT_IRIS):
        centre, rim = landmarks.xy[iris[0]], landmarks.xy[list(iris[1:])]
        radius = float(np.linalg.norm(rim - centre, axis=1).mean()) * 0.55
        circle = centre + radius * np.stack([np.cos(t := np.linspace(0, 2 * np.pi, 24)), np.sin(t)], axis=1)
        values = rgb[polygon(circle, rgb.shape)].astype(float)
        if len(values) >= 6:
            red = (values[:, 0] > 70) & (values[:, 0] > 2.0 * np.maximum(values[:, 1], values[:, 2]))
            shares.append(float(red.mean()))
    return max(shares, default=0.0)


def glare_share(rgb: ByteImage, landmarks: Landmarks) -> float:
    """Percent of the eye openings that is burnt out; a catchlight alone stays below 4."""
    eyes = polygon(landmarks.ring(RIGHT_EYE), rgb.shape) | polygon(landmarks.ring(LEFT_EYE), rgb.shape)
    values = rgb[eyes]
    return float((values.min(axis=1) > 245).mean() * 100) if len(values) else 0.0
