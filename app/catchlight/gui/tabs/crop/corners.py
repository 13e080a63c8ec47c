"""Corners of a perspective between the picture as it is cropped, and as it is shown turned and flipped. Knows no widget."""

from __future__ import annotations

import numpy as np

from catchlight.gui.tabs.crop.reframe import Size
from catchlight.imaging.frame.picture_frame import Point, through
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import frame_of


def turned_only(params: CropParams) -> CropParams:
    """The picture as corners are set on it: turned and flipped, with nothing else done."""
    kept = {name: getattr(params, name) for name in ("turns", "flip_horizontal", "flip_vertical")}
    return CropParams(**kept)


def shown_corners(params: CropParams, size: Size) -> tuple[Point, ...]:
    """The corners of parameters on the turned picture, clockwise from its own top left; none where none are set."""
    if not params.corners:
        return ()
    points = list(zip(params.corners[::2], params.corners[1::2], strict=True))
    placed = [(float(x), float(y)) for x, y in frame_of(turned_only(params), size).to_frame(points)]
    return _clockwise(placed)


def with_corners(params: CropParams, size: Size, shown: tuple[Point, ...]) -> CropParams:
    """The parameters with corners that were set on the turned picture. The box, which lay in another frame, is given up; none
    takes the corners away."""
    plain = params.model_copy(update={"corners": (), "x": 0, "y": 0, "width": None, "height": None})
    if not shown:
        return plain
    back = np.linalg.inv(frame_of(turned_only(params), size).matrix)
    own = [(float(x), float(y)) for x, y in through(np.asarray(back), list(shown))]
    numbers = tuple(round(value, 1) + 0.0 for point in _clockwise(own) for value in point)
    return plain.model_copy(update={"corners": numbers})


def _clockwise(points: list[Point]) -> tuple[Point, ...]:
    """The same quadrangle, clockwise from the corner that is nearest to the top left: turns and flips move it on."""
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
    around = points if doubled > 0 else points[::-1]
    first = min(range(4), key=lambda place: around[place][0] + around[place][1])
    return tuple(around[first:] + around[:first])
