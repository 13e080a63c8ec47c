"""Moving and resizing a box by hand: it keeps its shape where it has one, and never leaves the picture. Knows no widget."""

from __future__ import annotations

from catchlight.imaging.frame.boxes import FrameBox, is_on_picture
from catchlight.imaging.frame.picture_frame import PictureFrame
from catchlight.operations.crop.plan import LEAST_SIDE

Handle = tuple[int, int]
"""Which way from the middle of the box: (-1, -1) is the upper left one, (0, 1) the one below."""
_STEPS = 16
_Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def move_box(frame: PictureFrame, box: FrameBox, by: tuple[float, float]) -> FrameBox:
    """The box moved as far as it can, each way by itself."""
    across = _farthest(frame, box, _moved(box, round(by[0]), 0))
    return _farthest(frame, across, _moved(across, 0, round(by[1])))


def drag_handle(
    frame: PictureFrame,
    origin: FrameBox,
    now: FrameBox,
    handle: Handle,
    by: tuple[float, float],
    ratio: float | None,
) -> FrameBox:
    """The box that a handle asks for. origin: where it was when the drag began, by: pixels since then; now: where it is, which it
    stays at where the wish cannot be met. ratio: width by height that it keeps; None for any."""
    across, down = handle
    left, top = origin.x + (by[0] if across < 0 else 0), origin.y + (by[1] if down < 0 else 0)
    right = origin.x + origin.width + (by[0] if across > 0 else 0)
    bottom = origin.y + origin.height + (by[1] if down > 0 else 0)
    wide, high = (LEAST_SIDE, LEAST_SIDE) if ratio is None else _least_of_shape(ratio)
    left, right = (min(left, right - wide), right) if across < 0 else (left, max(right, left + wide))
    top, bottom = (min(top, bottom - high), bottom) if down < 0 else (top, max(bottom, top + high))
    wished = (left, top, right, bottom)
    if ratio is not None:
        wished = _in_shape(wished, handle, ratio)
    made = _whole(wished)
    if _inside(frame, made):
        return made
    if ratio is None:
        # One side at a time: a side that is held up does not hold the other.
        first = _farthest(frame, now, _whole((wished[0], now.y, wished[2], now.y + now.height)))
        return _farthest(frame, first, _whole((first.x, wished[1], first.x + first.width, wished[3])))
    return _farthest(frame, now, made)


def _least_of_shape(ratio: float) -> tuple[float, float]:
    """Width and height of the smallest box of a shape whose result may be made."""
    return LEAST_SIDE * max(1.0, ratio), LEAST_SIDE * max(1.0, 1 / ratio)


def _in_shape(edges: _Edges, handle: Handle, ratio: float) -> _Edges:
    """Edges of the shape, the side or corner opposite to the handle where it is."""
    left, top, right, bottom = edges
    across, down = handle
    width, height = right - left, bottom - top
    if across and down:
        width = max(width, height * ratio)
        height = width / ratio
    elif across:
        height = width / ratio
    else:
        width = height * ratio
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    x0 = right - width if across < 0 else left if across > 0 else middle_x - width / 2
    y0 = bottom - height if down < 0 else top if down > 0 else middle_y - height / 2
    return x0, y0, x0 + width, y0 + height


def _whole(edges: _Edges) -> FrameBox:
    left, top, right, bottom = edges
    return FrameBox(round(left), round(top), max(1, round(right - left)), max(1, round(bottom - top)))


def _moved(box: FrameBox, across: int, down: int) -> FrameBox:
    return FrameBox(box.x + across, box.y + down, box.width, box.height)


def _inside(frame: PictureFrame, box: FrameBox) -> bool:
    right, bottom = box.x + box.width, box.y + box.height
    return min(box.x, box.y) >= 0 and right <= frame.size[0] and bottom <= frame.size[1] and is_on_picture(frame, box)


def _farthest(frame: PictureFrame, start: FrameBox, end: FrameBox) -> FrameBox:
    """The box nearest to ``end`` on the way from ``start``, which lies on the picture."""
    if _inside(frame, end):
        return end
    found, low, high = start, 0.0, 1.0
    for _ in range(_STEPS):
        share = (low + high) / 2
        tried = FrameBox(
            *(
                round(a + share * (b - a))
                for a, b in ((start.x, end.x), (start.y, end.y), (start.width, end.width), (start.height, end.height))
            )
        )
        if _inside(frame, tried):
            found, low = tried, share
        else:
            high = share
    return found
