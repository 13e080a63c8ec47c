"""What a crop is asked for: turns, flips, straightening and perspective, the part that stays, and the canvas around it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator
from pydantic.config import JsonDict

from catchlight.core.conditions.collection_conditions import Length
from catchlight.core.conditions.combined_conditions import AllOf, AnyOf
from catchlight.core.conditions.field_conditions import AtMost, Is
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.messages import Message
from catchlight.operations.operation import PictureParams, read_whole

_PX: JsonDict = {"unit": "px"}
_DEGREES: JsonDict = {"unit": "°"}
MOST_ANGLE = 45.0
RATIO = r"^(original|[1-9]\d{0,4}(\.\d{1,4})?:[1-9]\d{0,4}(\.\d{1,4})?)$"
MOST_SPACE, MOST_PERCENT = 20_000, 200.0
SPACES = ("space_top", "space_bottom", "space_left", "space_right")
RATIOS = ("1:1", "4:5", "3:2", "16:9", "35:45")
"""What front ends offer by name; any other may be given."""

Coordinate = Annotated[float, Field(ge=-100_000, le=100_000)]
Space = Annotated[float, Field(ge=0, le=MOST_SPACE)]


class CropParams(PictureParams):
    """The picture in another frame, in this order: corners, quarter turns, flips, angle, perspective, box, canvas."""

    corners: tuple[Coordinate, ...] = Field(
        (),
        title="Corners",
        description="Four points of the picture, clockwise from the top left one (x,y each), that become a rectangle.",
    )
    turns: int = Field(0, title="Quarter turns", ge=-3, le=3, description="Clockwise; below 0 anticlockwise.")
    flip_horizontal: bool = Field(False, title="Flip horizontally", description="Left and right change places.")
    flip_vertical: bool = Field(False, title="Flip vertically", description="Top and bottom change places.")
    angle: float = Field(
        0.0,
        title="Straighten",
        ge=-MOST_ANGLE,
        le=MOST_ANGLE,
        description="Turns the picture clockwise by so much.",
        json_schema_extra=_DEGREES,
    )
    level: tuple[Coordinate, ...] = Field(
        (),
        title="Level line",
        description="Two points of the picture (x,y each) on a line that is to be level, or plumb where that is nearer.",
    )
    vertical: float = Field(
        0.0, title="Vertical perspective", ge=-100, le=100, description="Above 0 the top gets wider, below 0 narrower."
    )
    horizontal: float = Field(
        0.0,
        title="Horizontal perspective",
        ge=-100,
        le=100,
        description="Above 0 the left side gets taller, below 0 lower.",
    )
    x: int = Field(0, title="Left", ge=0, description="Columns cut away at the left.", json_schema_extra=_PX)
    y: int = Field(0, title="Top", ge=0, description="Rows cut away at the top.", json_schema_extra=_PX)
    width: int | None = Field(
        None, title="Width", ge=1, description="Columns that stay; without it all to the right.", json_schema_extra=_PX
    )
    height: int | None = Field(
        None, title="Height", ge=1, description="Rows that stay; without it all below.", json_schema_extra=_PX
    )
    ratio: str | None = Field(
        None,
        title="Ratio",
        pattern=RATIO,
        description="Width to height of what stays, as 4:5, or original: the largest such part, or of a box its middle.",
    )
    around: Literal["auto", "face", "middle"] = Field(
        "auto",
        title="Around",
        description="Where a part of a ratio lies: around the face (auto: where one is found), or in the middle.",
    )
    space_top: Space = Field(0.0, title="Space above", description="Canvas added above what stays.")
    space_bottom: Space = Field(0.0, title="Space below", description="Canvas added below what stays.")
    space_left: Space = Field(0.0, title="Space at the left", description="Canvas added at the left.")
    space_right: Space = Field(0.0, title="Space at the right", description="Canvas added at the right.")
    space_unit: Literal["percent", "px"] = Field(
        "percent", title="Unit of space", description="Percent of the height or width of what stays, or pixels."
    )
    extend_to: str | None = Field(
        None,
        title="Extend to",
        pattern=RATIO.replace("original|", ""),
        description="Width to height, as 4:5, that canvas is added for: above, or as much on the left as on the right.",
    )
    canvas_fill: Literal["continue", "color"] = Field(
        "continue", title="Fill of the canvas", description="The background carried on, or a plain colour."
    )
    canvas_color: str = Field(
        "#FFFFFF", title="Colour of the canvas", pattern=r"^#[0-9A-Fa-f]{6}$", description="As #RRGGBB."
    )

    _whole = field_validator("turns", "x", "y", "width", "height", mode="before")(read_whole)

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(Length("corners", 0, 0), Length("corners", 8, 8)),
            Message("corners are four points: give 8 numbers"),
        ),
        Rule(
            AnyOf(Length("level", 0, 0), Length("level", 4, 4)),
            Message("level is a line of two points: give 4 numbers"),
        ),
        Rule(
            AnyOf(Is("space_unit", "px"), AllOf(*(AtMost(space, MOST_PERCENT) for space in SPACES))),
            Message("space is more than {most:.0f} percent; give less, or pixels with spaceUnit px", most=MOST_PERCENT),
        ),
    )

    @property
    def has_box(self) -> bool:
        """Whether a part is named by pixels."""
        return bool(self.x or self.y) or self.width is not None or self.height is not None

    @property
    def has_canvas(self) -> bool:
        """Whether space is asked for."""
        return bool(self.extend_to or self.space_top or self.space_bottom or self.space_left or self.space_right)


def ratio_of(text: str) -> float:
    """Width by height of ``4:5``."""
    width, _, height = text.partition(":")
    return float(width) / float(height)
