"""The sides of a picture at which its person goes on beyond it."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.imaging.picture import FloatPlane
from catchlight.matting.modnet import Matte

STRIP_BELOW, STRIP_BESIDE, STRIP_ABOVE = 0.06, 0.04, 0.01
"""Shares of a frame's height (below, above) and width (beside) that may be carried on where the source cuts the person. A
stretched strip of plain cloth passes at that size; a neck, a collar or hair does not (looked at on tight heads)."""
_INSIDE = 0.5
_TOUCHING = 0.01
"""Share of a side of the picture that the person touches at least where it cuts them."""


@dataclass(frozen=True)
class CutSides:
    """Which sides of the source cut the person."""

    left: bool = False
    top: bool = False
    right: bool = False
    bottom: bool = False


def find_cut_sides(matte: Matte, size: tuple[int, int]) -> CutSides:
    """The sides that cut head or shoulders.

    matte: of a window of the picture. size: width and height of the picture in pixels.
    """
    x0, y0, x1, y1 = matte.box

    def meets(line: FloatPlane) -> bool:
        return bool((line > _INSIDE).mean() > _TOUCHING)

    alpha = matte.alpha
    return CutSides(
        left=x0 == 0 and meets(alpha[:, 0]),
        top=y0 == 0 and meets(alpha[0]),
        right=x1 == size[0] and meets(alpha[:, -1]),
        bottom=y1 == size[1] and meets(alpha[-1]),
    )
