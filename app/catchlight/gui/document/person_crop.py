"""Cutting one person out of a picture of several: plain geometry, no pixel is changed."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.gui.document.document import EditStep
from catchlight.operations.crop.params import CropParams
from catchlight.portrait.face.detect import Face

BESIDE, ABOVE, BELOW = 1.6, 1.1, 2.4
"""Room around a face, in its own heights: enough for hair and shoulders of any document."""
APART = 0.08
"""Room kept between the cut and a face, in its own heights."""

Box = tuple[int, int, int, int]


def person_box(face: Face, others: Sequence[Face], width: int, height: int) -> Box:
    """Left, top, right and bottom of a cut that holds the head and shoulders of one face and no other face.

    Each other face moves the side on which it lies farthest from this one. width, height: of the picture.
    """
    side = face.size
    left, right = face.centre[0] - BESIDE * side - face.width / 2, face.centre[0] + BESIDE * side + face.width / 2
    top, bottom = face.y - ABOVE * side, face.y + face.height + BELOW * side
    for other in others:
        if other.x > right or other.x + other.width < left or other.y > bottom or other.y + other.height < top:
            continue
        room = APART * other.size
        gaps = {
            "left": face.x - (other.x + other.width),
            "right": other.x - (face.x + face.width),
            "top": face.y - (other.y + other.height),
            "bottom": other.y - (face.y + face.height),
        }
        match max(gaps, key=lambda name: gaps[name]):
            case "left":
                left = max(left, min(other.x + other.width + room, face.x))
            case "right":
                right = min(right, max(other.x - room, face.x + face.width))
            case "top":
                top = max(top, min(other.y + other.height + room, face.y))
            case _:
                bottom = min(bottom, max(other.y - room, face.y + face.height))
    return (
        max(0, round(left)),
        max(0, round(top)),
        min(width, round(right)),
        min(height, round(bottom)),
    )


def params_of(box: Box) -> CropParams:
    """The cut as the operation's parameters. The result is kept as PNG: no pixel changes."""
    left, top, right, bottom = box
    return CropParams(x=left, y=top, width=right - left, height=bottom - top, output_format="png")


def step_with(steps: Sequence[EditStep], source: EditStep, box: Box) -> EditStep | None:
    """The step that already is this cut of ``source``."""
    wanted = params_of(box)
    for step in steps:
        if step.params == wanted and step.base is not None and steps[step.base] is source:
            return step
    return None
