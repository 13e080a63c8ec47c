"""The shape that a picture was cut to: a circle or rounded square, with nothing or one colour in the corners."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging import geometry, vec3
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.portrait.borders.dark_circle import find_circle

_SIDE = 256
_EVEN = 10
"""Largest difference in 0..255 of a corner's pixels from the corner: JPEG keeps a flat colour within it."""
_CONVEX = 0.975
"""Area by that of its convex hull from which what is left of the picture is a shape, not somebody's outline."""
_FILLS = 0.97
"""Share of the picture that a shape leaves free at least: 1 - pi/4 = 0.21 for a circle, less for rounded corners."""
MOST_TOUCHED = 0.08
"""Share of a frame's width along which a person may touch the shape before it cuts them."""
_CORNERS = 3
"""Corners that must be empty: one may hold a badge."""
_WITHIN = (2.5, 4.5)
"""Pixels of 256 inside a shape at which its edge is over: a vignette in a studio has gone on by a few levels only."""
_EDGE, _EDGED = 2 * _EVEN, 0.4
"""Difference from the corners' colour that makes an edge, and share of the border that must have one."""


def find_shape(picture: Picture, pyramid: Pyramid | None = None) -> FloatPlane | None:
    """The shape as a plane of up to 256 px, 1 inside; None for an ordinary picture or one that was cut out along a person.

    Cues must agree: corners of one colour (or transparent), a border along which the picture begins at once, as no vignette
    does, and a rest that is convex and touches all four sides, or a circle that the border follows for most of its arc. A
    person on a plain wall leaves an outline that is neither.

    pyramid: of the picture, where there is one: from all pixels of a large one its 256 px cost more than the search.
    """
    import cv2

    scale = _SIDE / max(picture.width, picture.height)
    size = (max(8, round(picture.width * scale)), max(8, round(picture.height * scale)))
    level, _ = (pyramid or Pyramid.of(picture)).level(min(1.0, scale))
    small = np.asarray(cv2.resize(level, size, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.has_alpha:
        empty, common = _empty_by_alpha(picture, size), None
    else:
        empty, common = _empty_by_colour(small)
    if empty is None:
        return None
    for shape in (_convex_rest(empty), find_circle(empty)):
        if shape is not None and (common is None or _has_edge(shape, small, common)):
            return shape
    return None


def _convex_rest(empty: npt.NDArray[np.bool_]) -> FloatPlane | None:
    """What is not empty, where it is one convex piece that touches all sides."""
    import cv2

    inside = np.asarray(~empty, np.uint8)
    outlines, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    filled = np.zeros_like(inside)
    cv2.drawContours(filled, [outline], -1, 1, cv2.FILLED)
    hull = np.zeros_like(inside)
    cv2.fillConvexPoly(hull, cv2.convexHull(outline), 1)
    touches = all(line.any() for line in (filled[:2], filled[-2:], filled[:, :2], filled[:, -2:]))
    if not touches or filled.mean() > _FILLS or filled.sum() < _CONVEX * hull.sum():
        return None
    return np.asarray(filled, np.float32)


def _has_edge(shape: FloatPlane, small: npt.NDArray[np.uint8], common: npt.NDArray[np.float64]) -> bool:
    """Whether just inside the shape's border most of the picture differs clearly from the corners."""
    import cv2

    padded = cv2.copyMakeBorder((shape > 0.5).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    deep = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1]
    rim = (deep > _WITHIN[0]) & (deep < _WITHIN[1])
    differs = np.abs(small[rim].astype(np.float64) - common).max(axis=1) > _EDGE
    return bool(differs.mean() > _EDGED) if rim.any() else False


def border_contact_share(
    alpha: FloatPlane, shape: FloatPlane, to_shape: geometry.Matrix, corners: npt.NDArray[np.float64]
) -> float:
    """How much of the photo's width the person touches the shape's border along, inside a frame.

    alpha: HxW, of the person. shape: of ``find_shape``. to_shape: 2x3, pixels of alpha to those of the shape. corners: 4x2, the
    frame in pixels of alpha.
    """
    import cv2

    size = alpha.shape[::-1]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    inside = cv2.warpAffine(shape, to_shape, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    frame = np.zeros(alpha.shape, np.uint8)
    cv2.fillPoly(frame, [np.round(corners).astype(np.int32)], 1)
    reach = max(3, round(0.012 * float(np.linalg.norm(corners[1] - corners[0]))))
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    rim = (cv2.erode((inside > 0.5).astype(np.uint8), kernel, borderValue=1) == 0) & (inside > 0.5)
    touching = rim & (alpha > 0.7) & (frame > 0)
    return float(touching.sum() / reach / max(float(np.linalg.norm(corners[1] - corners[0])), 1.0))


def _empty_by_alpha(picture: Picture, size: tuple[int, int]) -> npt.NDArray[np.bool_] | None:
    import cv2

    own = picture.pixels[..., 3] / np.float32(np.iinfo(picture.pixels.dtype).max)
    small = cv2.resize(own, size, interpolation=cv2.INTER_AREA)
    empty = np.asarray(small < 0.5)
    ends = (empty[0, 0], empty[0, -1], empty[-1, 0], empty[-1, -1])
    return empty if sum(bool(end) for end in ends) >= _CORNERS else None


def _empty_by_colour(
    small: npt.NDArray[np.uint8],
) -> tuple[npt.NDArray[np.bool_] | None, npt.NDArray[np.float64]]:
    """Where the colour of the corners goes on from them, and that colour in 0..255; None where the corners differ."""
    import cv2

    height, width = small.shape[:2]
    ends = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]
    colours = np.array([small[y, x] for x, y in ends], np.int16)
    common = np.asarray(np.median(colours, axis=0), np.float64)
    like = [end for end, colour in zip(ends, colours, strict=True) if np.abs(colour - common).max() <= _EVEN]
    if len(like) < _CORNERS:
        return None, common
    even = np.asarray(vec3.largest(np.abs(small.astype(np.int16) - common)) <= _EVEN, np.uint8)
    _, labels = cv2.connectedComponents(even, connectivity=4)
    kept = {int(labels[y, x]) for x, y in like}
    return np.asarray(np.isin(labels, list(kept)) & (even > 0)), common
