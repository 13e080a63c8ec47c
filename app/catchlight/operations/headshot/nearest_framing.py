"""The frame that was asked for, or a refusal that names the nearest one that this photo has room for."""

from __future__ import annotations

from math import log

from catchlight.catalogue.framings import FramingStyle
from catchlight.core.errors import Conflict
from catchlight.core.messages import Message
from catchlight.operations.headshot.choices import FramingChoice
from catchlight.operations.headshot.frame import HeadshotFrame, plan_frame
from catchlight.portrait.portrait import Portrait


def find_frame(portrait: Portrait, view: FramingChoice, straighten: bool, own_ground: bool) -> HeadshotFrame:
    """The frame of a view. own_ground: whether the photo's own background is seen.

    Raises Conflict ``does_not_fit`` with the label of the nearest framing that fits, where there is one.
    """
    try:
        return plan_frame(portrait, view.style, view.circle, straighten, own_ground)
    except Conflict as conflict:
        for other in sorted(view.others, key=lambda row: framing_difference(view.style, row)):
            if _fits(portrait, other, straighten, own_ground):
                raise Conflict(
                    Message("{why} {other} fits this picture.", why=conflict.message, other=Message(other.label)),
                    code=conflict.code,
                ) from conflict
        raise


def _fits(portrait: Portrait, style: FramingStyle, straighten: bool, own_ground: bool) -> bool:
    try:
        plan_frame(portrait, style, False, straighten, own_ground)
    except Conflict:
        return False
    return True


def framing_difference(wanted: FramingStyle, other: FramingStyle) -> float:
    """How unlike two framings are: by how much larger the head is, and by the shape of the frame."""
    assert wanted.head is not None
    assert wanted.aspect is not None
    assert other.head is not None
    assert other.aspect is not None
    return abs(log(other.head / wanted.head)) + abs(log(other.aspect / wanted.aspect))
