"""What a crop comes to on one picture: its frame, the box in it, and the pixels of canvas around that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.frame.boxes import (
    FrameBox,
    is_on_picture,
    largest_box,
    own_ratio,
    shaped_box,
    whole_box,
)
from catchlight.imaging.frame.picture_frame import FrameShape, PictureFrame, Point, level_angle, plan_frame
from catchlight.imaging.geometry import Matrix, compose
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.operations.crop.params import MOST_ANGLE, CropParams, ratio_of
from catchlight.portrait.face.detect import Face
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.canvas.ground import Space

_MIDDLE_OF_HEAD = 0.42
"""Where the middle of a head lies in a frame of its height, from the top: more room below, as portraits have it."""
_HAIR = 0.45
"""Of a face's height that hair and brow take above it."""
LEAST_SIDE, MOST_SIDE = DecodeLimits.min_side, 32_000
"""Pixels of a side of a result: a smaller one would be written and never be read again."""


@dataclass(frozen=True)
class CropPlan:
    """frame, box: what is cut out. space: what is added around it. by_face: whether a face said where the box lies."""

    frame: PictureFrame
    box: FrameBox
    space: Space
    by_face: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the result."""
        return (
            self.box.width + self.space.left + self.space.right,
            self.box.height + self.space.top + self.space.bottom,
        )


def require_wish(params: CropParams) -> None:
    """Raise InvalidRequest where nothing is asked for but a type of file or a colour space."""
    if params.model_copy(update={"output_format": None, "color_space": None}) == CropParams():
        raise InvalidRequest(
            Message(
                "Nothing is asked for. Give quarter turns, a flip, an angle, a box, a ratio or space around the picture."
            )
        )


def plan_crop(portrait: Portrait, params: CropParams) -> CropPlan:
    """The plan of a crop. Raises InvalidRequest where it cannot be cut from this picture, UnusablePicture ``no_face``."""
    size = (portrait.picture.width, portrait.picture.height)
    frame = frame_of(params, size)
    ratio = None if params.ratio is None else own_ratio(frame) if params.ratio == "original" else ratio_of(params.ratio)
    by_face = False
    if params.has_box:
        box = _box_by_pixels(frame, params)
        box = box if ratio is None else shaped_box(box, ratio)
    elif ratio is None:
        box = whole_box(frame)
    else:
        box, by_face = _box_of_ratio(portrait, frame, ratio, params)
    plan = CropPlan(frame, box, _space(params, box), by_face)
    least = min(LEAST_SIDE, *size)  # of a smaller picture, which a setting may allow, no side shall get shorter
    if min(plan.size) < least:
        raise InvalidRequest(
            Message(
                "The result would have {width} x {height} pixels; the shorter side must have at least {least}. Keep a larger "
                "part.",
                width=plan.size[0],
                height=plan.size[1],
                least=least,
            )
        )
    if max(plan.size) > MOST_SIDE:
        raise InvalidRequest(
            Message(
                "The result would have {width} x {height} pixels; at most {most} on a side can be made.",
                width=plan.size[0],
                height=plan.size[1],
                most=MOST_SIDE,
            )
        )
    return plan


def frame_of(params: CropParams, size: tuple[int, int]) -> PictureFrame:
    """The frame of a picture of ``size`` (width, height). Raises InvalidRequest."""
    shape = FrameShape(_points(params.corners), params.turns, params.flip_horizontal, params.flip_vertical)
    try:
        upright = plan_frame(size, shape)
    except ValueError as fault:
        raise InvalidRequest(
            Message(
                "The corners are no quadrangle: give four points, clockwise from the top left one, none inside the others."
            )
        ) from fault
    angle = params.angle
    if params.level:
        start, end = _points(params.level)
        if np.array_equal(start, end):
            raise InvalidRequest(Message("level needs two points that lie apart."))
        angle += level_angle(upright, (start, end))
    if abs(angle) > MOST_ANGLE:
        raise InvalidRequest(
            Message(
                "The angle and the level line together turn the picture by {angle:.1f} degrees; at most {most:.0f} can be "
                "straightened. Use quarter turns for more.",
                angle=angle,
                most=MOST_ANGLE,
            )
        )
    return plan_frame(size, replace(shape, angle=angle, vertical=params.vertical, horizontal=params.horizontal))


def placement_of(portrait: Portrait, params: CropParams) -> Matrix:
    """2x3, pixels of the source to those of the result; of first order at its middle where perspective is changed.

    Raises what ``plan_crop`` raises.
    """
    plan = plan_crop(portrait, params)
    moved = np.array([[1.0, 0, plan.space.left - plan.box.x], [0, 1.0, plan.space.top - plan.box.y]])
    return compose(moved, plan.frame.affine_at(plan.box.centre))


def _points(numbers: Sequence[float]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True))


def _box_by_pixels(frame: PictureFrame, params: CropParams) -> FrameBox:
    width, height = frame.size
    box = FrameBox(
        params.x,
        params.y,
        max(1, width - params.x) if params.width is None else params.width,
        max(1, height - params.y) if params.height is None else params.height,
    )
    right, bottom = box.x + box.width, box.y + box.height
    if right > width or bottom > height:
        raise InvalidRequest(
            Message(
                "The part reaches to ({right}, {bottom}), but the picture ends at ({width}, {height}).",
                right=right,
                bottom=bottom,
                width=width,
                height=height,
            )
        )
    if not is_on_picture(frame, box):
        raise InvalidRequest(
            Message(
                "A corner of the part lies outside of the straightened picture. Choose a smaller part, or none: the largest is "
                "taken then."
            )
        )
    return box


def _box_of_ratio(portrait: Portrait, frame: PictureFrame, ratio: float, params: CropParams) -> tuple[FrameBox, bool]:
    """The largest box of a ratio, and whether faces said where it lies."""
    faces = () if params.around == "middle" else portrait.faces
    if not faces:
        if params.around == "face":
            raise UnusablePicture(
                Message("There is no face to crop around. Crop around the middle, or give a box."), code="no_face"
            )
        return largest_box(frame, ratio), False
    box = largest_box(frame, ratio)
    low, high = _heads(frame, faces)
    middle = (low + high) / 2
    below = middle[1] + (0.5 - _MIDDLE_OF_HEAD) * box.height
    return largest_box(frame, ratio, (float(middle[0]), float(below))), True


def _heads(frame: PictureFrame, faces: Sequence[Face]) -> tuple[Any, Any]:
    """The upper left and lower right corner of what holds the heads, in the frame; without faces that are much smaller."""
    near = [face for face in faces if face.height >= 0.5 * faces[0].height]
    corners = [
        (x, y)
        for face in near
        for x in (face.x, face.x + face.width)
        for y in (face.y - _HAIR * face.height, face.y + face.height)
    ]
    placed = frame.to_frame(np.asarray(corners, float))
    return placed.min(axis=0), placed.max(axis=0)


def _space(params: CropParams, box: FrameBox) -> Space:
    """Pixels of canvas on each side."""
    down, across = (box.height / 100, box.width / 100) if params.space_unit == "percent" else (1.0, 1.0)
    top, bottom = round(params.space_top * down), round(params.space_bottom * down)
    left, right = round(params.space_left * across), round(params.space_right * across)
    if params.extend_to is not None:
        ratio = ratio_of(params.extend_to)
        width, height = box.width + left + right, box.height + top + bottom
        taller, wider = round(width / ratio) - height, round(height * ratio) - width
        if taller > 0:
            top += taller
        elif wider > 0:
            left, right = left + wider // 2, right + wider - wider // 2
    return Space(top, bottom, left, right)
