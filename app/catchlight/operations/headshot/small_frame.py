"""The frame of a headshot carried over to a small copy of what lies in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.backdrop.outpaint import Padding
from catchlight.imaging import geometry
from catchlight.matting.modnet import Window
from catchlight.operations.headshot.frame import HeadshotFrame, room_beyond
from catchlight.operations.reduce import size_within
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import matrix_of, view

_MARGIN = 0.15
"""Of the frame's longer side, around it: what lies beside the frame tells the edges of hair in it."""
_LEAST = 560
"""Pixels that the longer side of a frame is worked on with at least, however small it is shown: fewer tell hair from what is
behind it too little, and blur when they are turned."""
_NEARLY = 0.75
"""Share of its size from which a frame is worked on as it is: resampled twice so near to its size, it would lose its finest
detail, for little time."""


def shrink_into_frame(
    portrait: Portrait, planned: HeadshotFrame, size: int, *, all_of_it: bool = False
) -> tuple[Portrait, HeadshotFrame]:
    """What lies in and around the frame of an upright portrait, so small that the frame is ``size`` pixels long or a little
    longer, and the frame there; both as they are where the frame is hardly longer than that.

    all_of_it: the whole picture, for what needs more than the frame shows. Planned on the large picture and not anew, the small
    frame shows what the large one does, to a part of a pixel.
    """
    width, height = size_within(planned.width, planned.height, max(size, _LEAST))
    if width > _NEARLY * planned.width:
        return portrait, planned
    # The border of a picture that was cut to a shape tells what it was cut to.
    box = _whole(portrait) if all_of_it or planned.whole or portrait.shape is not None else _window(portrait, planned)
    scale = width / planned.width
    small = view(portrait, box, max(1, round(max(box[2] - box[0], box[3] - box[1]) * scale)))
    picture = small.picture
    if planned.whole:
        return small, replace(planned, width=picture.width, height=picture.height)
    sx, sy = width / planned.width, height / planned.height
    shrink = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, 0.5 * sy - 0.5]])
    to_large = geometry.inverse(matrix_of(portrait, small, box))
    matrix = geometry.compose(shrink, geometry.compose(planned.matrix, to_large))
    room = room_beyond(matrix, (width, height), picture.width, picture.height) if planned.room else Padding()
    return small, replace(planned, matrix=matrix, width=width, height=height, room=room)


def _whole(portrait: Portrait) -> Window:
    return 0, 0, portrait.picture.width, portrait.picture.height


def _window(portrait: Portrait, planned: HeadshotFrame) -> Window:
    """The frame with a margin, as far as the picture goes."""
    right, bottom = planned.width - 0.5, planned.height - 0.5
    frame = [[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]]
    corners = geometry.apply(geometry.inverse(planned.matrix), frame)
    margin = _MARGIN * max(planned.width, planned.height)
    (x0, y0), (x1, y1) = np.floor(corners.min(axis=0) - margin), np.ceil(corners.max(axis=0) + margin)
    picture = portrait.picture
    return max(0, int(x0)), max(0, int(y0)), min(picture.width, int(x1)), min(picture.height, int(y1))
