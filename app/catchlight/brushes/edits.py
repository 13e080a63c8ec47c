"""What a hand does to a picture: strokes, gradients, and the edits that they belong to; kept as numbers, never as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, JsonValue, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel

from catchlight.core.conditions.collection_conditions import Length
from catchlight.core.conditions.combined_conditions import AllOf, AnyOf
from catchlight.core.conditions.field_conditions import Is, IsNot
from catchlight.core.conditions.nested_conditions import Every, Some
from catchlight.core.conditions.ruled_model import Rule, RuledModel, field_check
from catchlight.core.messages import Message

Tool = Literal["heal", "clone", "dodge", "burn", "smooth", "sharpen", "colour", "adjust"]
COPYING: frozenset[Tool] = frozenset({"heal", "clone"})
"""Tools that bring pixels from elsewhere, stroke by stroke; the others change what lies under all their strokes at once."""
MOST_POINTS = 4000
MOST_STROKES = 500
"""Of one edit."""
MOST_EDITS = 200

FURTHEST = 1_000_000.0
"""Pixels from the picture's corner within which a hand draws."""
PixelCoordinate = Annotated[float, Field(ge=-FURTHEST, le=FURTHEST)]

_PX: dict[str, JsonValue] = {"unit": "px"}


class BrushPart(RuledModel):
    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )


class HandStroke(BrushPart):
    """One stroke, in pixels of the upright picture, whose left and upper edges lie at 0."""

    points: tuple[tuple[PixelCoordinate, PixelCoordinate], ...] = Field(
        title="Points", min_length=1, max_length=MOST_POINTS
    )
    radius: float = Field(title="Radius", gt=0, le=20_000, json_schema_extra=_PX)
    softness: float = Field(0.5, title="Softness", ge=0, le=1, description="Share of the radius over which it fades.")
    flow: float = Field(1.0, title="Flow", gt=0, le=1, description="How much of the mask one stroke gives.")
    pressures: tuple[Annotated[float, Field(ge=0, le=1)], ...] = Field(
        (),
        title="Pressures",
        description="0..1 at each point, of a tablet's pen; without them full pressure. After the last one that is given "
        "it stays; more than there are points count for nothing.",
    )
    erase: bool = Field(False, title="Erase", description="Takes away from the mask instead of adding to it.")
    offset: tuple[PixelCoordinate, PixelCoordinate] | None = Field(
        None, title="Source", description="Where heal and clone take pixels from: pixels to the right, and down."
    )

    @field_validator("pressures")
    @classmethod
    def _as_many_as_points(cls, value: tuple[float, ...], info: ValidationInfo) -> tuple[float, ...]:
        """A JSON schema cannot compare two lengths, so that a wrong one is given a meaning."""
        count = len(info.data.get("points", value))
        return (*value, *value[-1:] * (count - len(value)))[:count]


class LinearGradient(BrushPart):
    """Full on the near side of its start, nothing beyond its end, fading between.

    Ends less than a pixel apart are a hard edge at the start; where they are one point it runs level, full above it.
    """

    start: tuple[PixelCoordinate, PixelCoordinate] = Field(title="Start", json_schema_extra=_PX)
    end: tuple[PixelCoordinate, PixelCoordinate] = Field(title="End", json_schema_extra=_PX)


class RadialGradient(BrushPart):
    """Full in the middle of an ellipse, nothing outside it."""

    centre: tuple[PixelCoordinate, PixelCoordinate] = Field(title="Centre", json_schema_extra=_PX)
    radius_x: float = Field(title="Half width", gt=0, le=FURTHEST, json_schema_extra=_PX)
    radius_y: float = Field(title="Half height", gt=0, le=FURTHEST, json_schema_extra=_PX)
    angle: float = Field(0.0, title="Angle", description="Clockwise.", json_schema_extra={"unit": "°"})
    feather: float = Field(0.6, title="Feather", ge=0, le=1, description="Share of the radius over which it fades.")


def _regions() -> tuple[str, ...]:
    from catchlight.retouch.regions import REGIONS

    return tuple(REGIONS)


_KNOWN_REGION = Rule(
    AnyOf(Is("within", None), Is("within", choices=_regions)),
    lambda _: Message("must be one of {known}", known=_regions()),
)


class BrushEdit(BrushPart):
    """One tool and its soft mask: what its gradients cover, and what its strokes add and take away, within a region.

    Without strokes and gradients the region alone is the mask, or, inverted, all but the region.
    """

    tool: Tool = Field(title="Tool")
    strokes: tuple[HandStroke, ...] = Field((), title="Strokes", max_length=MOST_STROKES)
    linear: LinearGradient | None = Field(None, title="Linear gradient")
    radial: RadialGradient | None = Field(None, title="Radial gradient")
    amount: float = Field(
        0.5,
        title="Strength",
        ge=0,
        le=1,
        description="Of dodge, burn, smooth, sharpen and colour; the others have none.",
    )
    exposure: float = Field(
        0.0, title="Exposure", ge=-3, le=3, description="Of adjust.", json_schema_extra={"unit": "EV"}
    )
    warmth: float = Field(0.0, title="Warmth", ge=-100, le=100, description="Of adjust; below 0 cooler.")
    saturation: float = Field(0.0, title="Saturation", ge=-100, le=100, description="Of adjust; -100 is grey.")
    colour: str = Field("#B5654A", title="Colour", pattern="^#[0-9A-Fa-f]{6}$", description="Of the colour brush.")
    within: str | None = Field(None, title="Within", description="Only in this region of the person or the picture.")
    invert: bool = Field(
        False, title="Invert", description="All but what strokes and gradients cover; without them all but the region."
    )
    edges: bool = Field(False, title="Follow edges", description="The mask ends at the picture's own edges near it.")
    opacity: float = Field(1.0, title="Opacity", ge=0, le=1)
    on: bool = Field(True, title="On", description="Off leaves it in the list, and the picture as it is.")

    @property
    def drawn(self) -> bool:
        """Whether a hand has drawn something."""
        return bool(self.strokes) or self.linear is not None or self.radial is not None

    @property
    def beside(self) -> bool:
        """Whether it works outside of its region."""
        return self.within is not None and self.invert and not self.drawn

    @property
    def copies(self) -> bool:
        return self.tool in COPYING

    _checked = field_validator("within")(field_check(_KNOWN_REGION))

    RULES: ClassVar[tuple[Rule, ...]] = (
        _KNOWN_REGION,
        Rule(
            AnyOf(Length("strokes", 1, None), IsNot("linear", None), IsNot("radial", None), IsNot("within", None)),
            Message("give it strokes, a gradient, or a region within which it works"),
        ),
        Rule(
            AnyOf(
                IsNot("tool", *sorted(COPYING)),
                AllOf(Is("linear", None), Is("radial", None), Is("invert", False), Length("strokes", 1, None)),
            ),
            Message("heal and clone follow strokes: no gradient, no invert, at least one stroke"),
        ),
        Rule(
            AnyOf(IsNot("tool", "clone"), Every("strokes", AnyOf(IsNot("offset", None), Is("erase", True)))),
            Message("each stroke of clone needs its source: offset, in pixels to the right and down"),
        ),
        Rule(
            AnyOf(
                Length("strokes", 0, 0),
                Some("strokes", Is("erase", False)),
                IsNot("linear", None),
                IsNot("radial", None),
                Is("invert", True),
            ),
            Message("strokes that only erase leave nothing; paint something first"),
        ),
    )


def strikes(edits: Sequence[BrushEdit]) -> tuple[BrushEdit, ...]:
    """The edits that are on, one after the other as they act: those of heal and clone a stroke at a time.

    What such a stroke covers is taken away again by strokes of its edit that erase after it.
    """
    found: list[BrushEdit] = []
    for edit in edits:
        if not edit.on or edit.opacity == 0:
            continue
        if not edit.copies:
            found.append(edit)
            continue
        for place, stroke in enumerate(edit.strokes):
            if not stroke.erase:
                later = tuple(one for one in edit.strokes[place + 1 :] if one.erase)
                found.append(edit.model_copy(update={"strokes": (stroke, *later)}))
    return tuple(found)
