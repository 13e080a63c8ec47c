"""Parameters of a crop carried over to another frame, the box still over the same part of the picture. Knows no widget."""

from __future__ import annotations

from typing import Any

from catchlight.imaging.frame.boxes import FrameBox, MiddleBox, fit_box
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import frame_of

Size = tuple[int, int]


def turned(params: CropParams, size: Size, quarters: int = 1) -> CropParams:
    """A quarter turn further clockwise (1) or anticlockwise (-1). size: of the picture that is cropped."""
    made = params
    for _ in range(quarters % 4):
        made = _quarter(made, size)
    return made


def flipped(params: CropParams, size: Size, *, vertically: bool = False) -> CropParams:
    """Mirrored as it is seen."""
    middle = _middle_box(params, size)
    name, other = ("flip_vertical", "flip_horizontal") if vertically else ("flip_horizontal", "flip_vertical")
    changes: dict[str, Any] = {name: not getattr(params, name), "angle": -params.angle}
    if changes[name] and getattr(params, other):  # both together are a half turn
        changes |= {name: False, other: False, "turns": _short(params.turns + 2)}
    if vertically:
        changes |= {"vertical": -params.vertical, "space_top": params.space_bottom, "space_bottom": params.space_top}
    else:
        changes |= {
            "horizontal": -params.horizontal,
            "space_left": params.space_right,
            "space_right": params.space_left,
        }
    made = params.model_copy(update=_plain(changes))
    if middle is None:
        return made
    x, y, width, height = middle
    return _with_middle(made, size, (x, -y, width, height) if vertically else (-x, y, width, height))


def reshaped(params: CropParams, size: Size, **changes: Any) -> CropParams:
    """With another angle or perspective; the box stays in its place, smaller where it would reach beyond the picture."""
    middle = _middle_box(params, size)
    made = params.model_copy(update=_plain(changes))
    return made if middle is None else _with_middle(made, size, middle)


def with_box(params: CropParams, box: FrameBox | None) -> CropParams:
    """With that part; None for the largest."""
    if box is None:
        return params.model_copy(update={"x": 0, "y": 0, "width": None, "height": None})
    return params.model_copy(update={"x": box.x, "y": box.y, "width": box.width, "height": box.height})


def _middle_box(params: CropParams, size: Size) -> MiddleBox | None:
    if not params.has_box:
        return None
    frame = frame_of(params, size)
    width = frame.size[0] - params.x if params.width is None else params.width
    height = frame.size[1] - params.y if params.height is None else params.height
    return (
        params.x + width / 2 - frame.centre[0],
        params.y + height / 2 - frame.centre[1],
        float(width),
        float(height),
    )


def _with_middle(params: CropParams, size: Size, box: MiddleBox) -> CropParams:
    return with_box(params, fit_box(frame_of(params, size), box))


def _quarter(params: CropParams, size: Size) -> CropParams:
    """A quarter turn clockwise of all that is set."""
    middle = _middle_box(params, size)
    changes: dict[str, Any] = {
        "turns": _short(params.turns + 1),
        "flip_horizontal": params.flip_vertical,
        "flip_vertical": params.flip_horizontal,
        "vertical": params.horizontal,
        "horizontal": -params.vertical,
        "space_right": params.space_top,
        "space_bottom": params.space_right,
        "space_left": params.space_bottom,
        "space_top": params.space_left,
        "ratio": upside(params.ratio),
        "extend_to": upside(params.extend_to),
    }
    made = params.model_copy(update=_plain(changes))
    if middle is None:
        return made
    x, y, width, height = middle
    return _with_middle(made, size, (-y, x, height, width))


def upside(ratio: str | None) -> str | None:
    """Height and width of a ratio exchanged."""
    if ratio is None or ":" not in ratio:
        return ratio
    width, _, height = ratio.partition(":")
    return f"{height}:{width}"


def _short(turns: int) -> int:
    """The same turn as -1, 0, 1 or 2 quarters."""
    return (turns + 1) % 4 - 1


def _plain(changes: dict[str, Any]) -> dict[str, Any]:
    """Without a negative nought, which is no change."""
    return {name: value + 0.0 if isinstance(value, float) else value for name, value in changes.items()}
