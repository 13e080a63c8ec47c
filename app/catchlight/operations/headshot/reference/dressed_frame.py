"""The frame of a person in other clothes, planned at working size, at the size of the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.catalogue.framings import FramingStyle
from catchlight.core.errors import Conflict
from catchlight.core.messages import Message
from catchlight.imaging import geometry
from catchlight.operations.headshot.choices import FramingChoice
from catchlight.operations.headshot.frame import HeadshotFrame, plan_frame
from catchlight.operations.headshot.nearest_framing import framing_difference
from catchlight.operations.headshot.reference.dress import DressedPortrait
from catchlight.portrait.portrait import Portrait

_SHORT = 0.85
"""Height of a frame, by that of the same person's in the own clothes, below which a framing is refused instead of tightened."""


def require_reach(
    worn: DressedPortrait, bare: Portrait, view: FramingChoice, straighten: bool, own_ground: bool
) -> None:
    """Raise Conflict ``does_not_fit`` for a framing whose lower part the clothes do not reach, and name one that they do.

    bare: the person in the own clothes, of the same size. own_ground: whether the photo's own background is seen.
    """
    if view.style.aspect is None or not worn.ends_below:
        return
    style = view.style
    if _share(worn.portrait, style, view.circle, straighten, own_ground) >= _SHORT * _share(
        bare, style, view.circle, straighten, own_ground
    ):
        return
    nearest = sorted(
        (row for row in view.others if row.head is not None), key=lambda row: framing_difference(style, row)
    )
    fits = next((row for row in nearest if _share(worn.portrait, row, False, straighten, own_ground) > _SHORT), None)
    framing = Message(style.label)
    if fits is None:
        said = Message(
            "The clothes of the reference picture end above the lower edge of {framing}. Use clothes that reach further down, or "
            "the framing original.",
            framing=framing,
        )
    else:
        said = Message(
            "The clothes of the reference picture end above the lower edge of {framing}. {other} fits these clothes; or use some "
            "that reach further down.",
            framing=framing,
            other=Message(fits.label),
        )
    raise Conflict(said, code="does_not_fit")


def _share(portrait: Portrait, style: FramingStyle, circle: bool, straighten: bool, own_ground: bool) -> float:
    """The height of a frame by what its style asks for; 0 where there is none."""
    try:
        return plan_frame(portrait, style, circle, straighten, own_ground).tightened
    except Conflict:
        return 0.0


def enlarged_frame(
    planned: HeadshotFrame, worn: DressedPortrait, factor: float
) -> tuple[HeadshotFrame, geometry.Matrix]:
    """planned: of ``worn``, whose picture is ``factor`` times smaller than the whole one. The frame from pixels of the part in
    which the clothes are whole, and the matrix (2x3) from the whole picture to that part."""
    up = np.array([[factor, 0, 0.5 * factor - 0.5], [0, factor, 0.5 * factor - 0.5]])
    matrix = geometry.compose(up, geometry.compose(planned.matrix, geometry.inverse(up)))
    if planned.angle == 0:
        matrix[:, 2] = np.round(matrix[:, 2])
    x, y = (round(value * factor) for value in worn.origin)
    size = (round(planned.width * factor), round(planned.height * factor))
    return replace(planned, matrix=matrix, width=size[0], height=size[1]), np.array([[1.0, 0, -x], [0, 1.0, -y]])
