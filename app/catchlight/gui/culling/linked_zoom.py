"""One zoom for several pictures: the same part of the face lies in the same place of each view, in the same size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from catchlight.gui.canvas.viewport import LARGEST, SMALLEST, Viewport
from catchlight.portrait.face.detect import Face

FacePart = Literal["whole", "eyes", "mouth"]
_SPANS = {"eyes": 0.5, "mouth": 0.5}
"""Distance of the eyes by the width of a view that shows a part of the face."""


@dataclass(frozen=True)
class FaceAnchor:
    """A point of a picture and a length there, both in its pixels: what is the same in every picture of a person."""

    x: float
    y: float
    unit: float


def anchor_of(width: int, height: int, face: Face | None, part: FacePart = "eyes") -> FaceAnchor:
    """By the eyes or the mouth and the distance of the eyes; where there is no face, by the middle and the size."""
    if face is None:
        return FaceAnchor(width / 2, height / 2, max(width, height) / 8)
    right, left, _nose, corner, other = face.points
    unit = max(float(((left - right) ** 2).sum() ** 0.5), face.size / 4, 1.0)
    middle = (corner + other) / 2 if part == "mouth" else (right + left) / 2
    return FaceAnchor(float(middle[0]), float(middle[1]), unit)


def zoom_to_part(view: Viewport, anchor: FaceAnchor, part: FacePart) -> Viewport:
    """A view with a part of the face in its middle."""
    step = _SPANS[part] * view.width / anchor.unit
    return _placed(view, min(max(step * view.ratio, SMALLEST), LARGEST), anchor, view.width / 2, view.height / 2)


def follow(view: Viewport, anchor: FaceAnchor, leading: Viewport, lead: FaceAnchor) -> Viewport:
    """``view`` as ``leading`` is: the anchors as far from the middles, the units as long."""
    scale = min(max(leading.scale * lead.unit / anchor.unit, SMALLEST), LARGEST)
    x, y = leading.to_view(lead.x, lead.y)
    return _placed(
        view, scale, anchor, x - leading.width / 2 + view.width / 2, y - leading.height / 2 + view.height / 2
    )


def _placed(view: Viewport, scale: float, anchor: FaceAnchor, x: float, y: float) -> Viewport:
    step = scale / view.ratio
    return replace(view, scale=scale, x=x - anchor.x * step, y=y - anchor.y * step, fitted=False)
