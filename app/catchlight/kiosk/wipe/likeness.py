"""Whether a picture was made of one that is known: brought over it by its features, then searched for its watermark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catchlight.kiosk.wipe.watermark import FloatPlane32, Planted, Watermark

SIDE = 512
"""Pixels of the longer side at which pictures are compared."""
SMALLEST = 40
"""Pixels of the shorter side below which a person cannot be made out, and nothing is compared."""
_ENLARGED = 256
"""Longer side to which smaller pictures are brought for their features."""
_FINEST, _DESCRIBED = 2048, 1024
"""Longer side of the original as it is kept, and at which its features are described: a head that was cut out fills a picture."""
_RATIO = 0.8
_INLIERS = 7
_DECOYS, _MORE_DECOYS = 20, 200
"""Other patterns that a picture is asked for, and where the mark stands out of these: of pictures with another mark, as another
proof has them of the same portraits, one in a thousand lies beyond ``FOUND`` of twenty by chance, of two hundred one in ten
thousand."""
_CLEAR = 12.0
"""Standard deviations from which no chance is left, and nothing is asked again."""
FOUND = 4.0
"""Standard deviations above what other patterns give: pictures without the mark stay at or below 2, headshots and ID photos of a
head that was small lie at 5 and above (tests.benchmarks.kiosk_traces, 10 portraits)."""


class Original:
    """A picture as it was before it was marked, and the mark it then got."""

    def __init__(self, name: str, pixels: Planted, mark: Watermark) -> None:
        """pixels: HxWx3 RGB, unmarked."""
        self.name = name
        self._mark = mark
        self._shape = pixels.shape[:2]
        self._levels = [_within(_grey(pixels), _FINEST)]
        while max(self._levels[-1].shape) > 2 * SMALLEST:
            self._levels.append(_within(self._levels[-1], max(self._levels[-1].shape) // 2))
        described = next(level for level in self._levels if max(level.shape) <= _DESCRIBED)
        self._points, self._features = _describe(described)
        self._per_pixel = max(self._shape) / max(described.shape)

    def likeness(self, pixels: NDArray[np.uint8]) -> float:
        """How strongly a picture, HxW or HxWx3, bears the mark, in standard deviations; 0.0 where it shows something else."""
        grey = _within(_grey(pixels), SIDE)
        if min(grey.shape) < SMALLEST:
            return 0.0
        return max(self._strength(seen) for seen in (grey, np.asarray(grey[:, ::-1].copy(), np.float32)))

    def _strength(self, grey: FloatPlane32) -> float:
        import cv2

        found = self._register(grey)
        if found is None:
            return 0.0
        to_seen, common = found
        shape = (grey.shape[0], grey.shape[1])
        level, to_level = self._level(to_seen)
        inside = cv2.warpAffine(np.ones_like(level), to_level, shape[::-1], flags=cv2.INTER_NEAREST) > 0.5
        inside &= common
        if inside.sum() < SMALLEST**2:
            return 0.0
        expected = _detail(np.asarray(cv2.warpAffine(level, to_level, shape[::-1]), np.float32))
        residual = np.where(inside, _unexplained(_detail(grey), expected), 0)

        def answer(mark: Watermark) -> float:
            at = np.where(inside, _detail(mark.seen(self._shape, to_seen, shape)), 0)
            return float((residual * at).sum() / max(float(np.linalg.norm(at)), 1e-6))

        def strength(count: int) -> float:
            decoys = np.array([answer(Watermark(self._mark.seed + 1 + number)) for number in range(count)])
            return float((answer(self._mark) - decoys.mean()) / max(float(decoys.std()), 1e-3))

        first = strength(_DECOYS)
        return strength(_MORE_DECOYS) if FOUND <= first < _CLEAR else first

    def _level(self, to_seen: NDArray[np.float64]) -> tuple[FloatPlane32, NDArray[np.float64]]:
        """The picture as fine as it is seen, smoothed for that, and how its pixels lie there: 2x3."""
        scale = float(np.sqrt(abs(np.linalg.det(to_seen[:, :2]))))
        side = max(self._shape) * scale
        level = min(
            (one for one in self._levels if max(one.shape) >= side),
            key=lambda one: max(one.shape),
            default=self._levels[0],
        )
        ratio = max(self._shape) / max(level.shape)
        return _smoothed(level, scale * ratio), to_seen @ _scaling(ratio)

    def _register(self, grey: FloatPlane32) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
        """2x3 from this picture's pixels to those of ``grey``, and where both show the same; None where nothing is."""
        import cv2

        enlarged = max(1.0, _ENLARGED / max(grey.shape))
        shown: Any = grey
        if enlarged > 1:
            shown = cv2.resize(grey, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
        points, features = _describe(shown)
        if features is None or self._features is None or len(features) < 2 or len(self._features) < 2:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(features, self._features, k=2)
        good = [first for first, second in pairs if first.distance < _RATIO * second.distance]
        if len(good) < _INLIERS:
            return None
        here = (np.array([self._points[match.trainIdx] for match in good]) + 0.5) * self._per_pixel - 0.5
        there = (np.array([points[match.queryIdx] for match in good]) + 0.5) / enlarged - 0.5
        found, fits = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=2.0)
        if found is None or int(fits.sum()) < _INLIERS:
            return None
        common = _around(there[fits.ravel() > 0], grey.shape)
        return self._refine(grey, np.asarray(found, np.float64), common), common

    def _refine(self, grey: FloatPlane32, found: NDArray[np.float64], common: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The same brought to a fraction of a pixel by the enhanced correlation coefficient (Evangelidis and Psarakis 2008)."""
        import cv2

        level, to_level = self._level(found)
        seen = np.asarray(grey, np.float32)
        forth: Any = to_level.astype(np.float32)
        ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-5)
        try:  # the level is the template: what of it lies in the picture that is seen
            mask = np.asarray(common, np.uint8) * 255
            _, forth = cv2.findTransformECC(level, seen, forth, cv2.MOTION_AFFINE, ends, mask, 3)
        except cv2.error:  # it did not converge: the features' answer stands
            return found
        return np.asarray(forth.astype(np.float64) @ _scaling(max(level.shape) / max(self._shape)), np.float64)


def strongest(originals: Sequence[Original], pixels: NDArray[np.uint8]) -> tuple[str, float]:
    """Name of the original whose mark a picture bears most, and how strongly; ("", 0.0) where there is none."""
    return max(((one.name, one.likeness(pixels)) for one in originals), key=lambda found: found[1], default=("", 0.0))


def _grey(pixels: NDArray[np.uint8]) -> FloatPlane32:
    import cv2

    plane = pixels if pixels.ndim == 2 else cv2.cvtColor(np.ascontiguousarray(pixels[..., :3]), cv2.COLOR_RGB2GRAY)
    return np.asarray(plane, np.float32)


def _within(plane: FloatPlane32, side: int) -> FloatPlane32:
    """The plane, made smaller where its longer side has more than ``side`` pixels."""
    import cv2

    factor = side / max(plane.shape)
    if factor >= 1:
        return plane
    size = max(1, round(plane.shape[1] * factor)), max(1, round(plane.shape[0] * factor))
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)


def _describe(plane: FloatPlane32) -> tuple[list[tuple[float, float]], FloatPlane32 | None]:
    """SIFT keypoints and their features."""
    import cv2

    picture = np.asarray(np.clip(plane, 0, 255), np.uint8)
    points, features = cv2.SIFT_create(3000, contrastThreshold=0.02).detectAndCompute(picture, None)  # type: ignore[attr-defined]  # not in OpenCV's stubs
    return [point.pt for point in points], features


def _smoothed(plane: FloatPlane32, scale: float) -> FloatPlane32:
    """What is left of a plane that is made smaller by ``scale`` < 1, in its own size."""
    import cv2

    sigma = 0.5 * (1 / max(scale, 1e-3) - 1)
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), sigma), np.float32) if sigma > 0.2 else plane


def _scaling(factor: float) -> NDArray[np.float64]:
    """3x3, pixels of a plane to those of one that is ``factor`` times as large."""
    shift = (factor - 1) / 2
    return np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])


def _around(points: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The convex hull of points, and a little around it; HxW."""
    import cv2

    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(points).astype(np.int32)), 1)
    reach = max(3, max(shape) // 24) | 1
    return np.asarray(cv2.dilate(mask, np.ones((reach, reach), np.uint8)) > 0)


def _detail(plane: FloatPlane32) -> FloatPlane32:
    """A plane without its slow changes."""
    import cv2

    return np.asarray(plane - cv2.GaussianBlur(plane, (0, 0), max(plane.shape) / 16), np.float32)


def _unexplained(seen: FloatPlane32, expected: FloatPlane32) -> FloatPlane32:
    """What of a picture its original does not explain, after other tones and contrast; strong differences count as weak ones."""
    import cv2

    sigma = max(seen.shape) / 24

    def local(plane: Any) -> Any:
        return cv2.GaussianBlur(plane, (0, 0), sigma)

    gain = local(seen * expected) / (local(expected * expected) + 4)
    return np.asarray(np.clip(seen - np.clip(gain, 0, 3) * expected, -8, 8), np.float32)
