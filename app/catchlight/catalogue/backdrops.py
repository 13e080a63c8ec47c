"""Backdrops as data: one JSON file each in ``resources/backdrops``; see the README there for how to write one.

Lengths are shares of the frame's height: x runs from the middle (0) to both sides, y from the top (0) to the bottom (1). Colours
are sRGB, ``light`` multiplies them in linear light and may exceed 1 for what shines.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.catalogue.row_files import rows_of
from catchlight.catalogue.rows import Row, Table
from catchlight.core.messages import Message

Family = Literal["plain", "studio", "painted", "light", "work", "city", "green", "wall"]
FAMILIES: tuple[Family, ...] = ("plain", "studio", "painted", "light", "work", "city", "green", "wall")
Hex = Annotated[str, Field(pattern=r"^#[0-9A-F]{6}$")]
Share = Annotated[float, Field(ge=-6, le=6)]
Length = Annotated[float, Field(gt=0, le=4)]
Level = Annotated[float, Field(ge=0, le=400)]
Range = tuple[Share, Share]
Levels = tuple[Level, Level]
Colours = Annotated[tuple[Hex, ...], Field(min_length=1)]


class BackdropLayer(BaseModel):
    """What all layers share."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    blur: float | None = Field(None, ge=0, le=0.2, description="Radius of its lens disc; without it the scene's.")


class GradientStop(BaseModel):
    """A colour at a place of a gradient."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: float = Field(ge=0, le=1)
    color: Hex
    light: Level = 1.0


class Wash(BackdropLayer):
    """A gradient over the whole frame."""

    kind: Literal["wash"] = "wash"
    stops: tuple[GradientStop, ...] = Field(min_length=1)
    angle: float = Field(0, ge=-180, le=180, description="0 runs from top to bottom, 90 from left to right; degrees.")


class Pool(BackdropLayer):
    """A pool of light: multiplies what is there so far."""

    kind: Literal["pool"] = "pool"
    x: Share = 0.0
    y: Share = 0.4
    radius: Length = 0.7
    inner: Level = 1.15
    outer: Level = 0.5
    stretch: float = Field(1.0, gt=0, le=4, description="Height by width.")


class Mottle(BackdropLayer):
    """Unevenness of paint, plaster or mist: multiplies what is there so far."""

    kind: Literal["mottle"] = "mottle"
    scale: Length = 0.4
    amount: float = Field(0.1, ge=0, le=1.5, description="Of the logarithm of light.")
    octaves: int = Field(4, ge=1, le=7)
    tint: float = Field(0.0, ge=0, le=1, description="How much the hue wanders with it.")
    stretch: float = Field(1.0, gt=0, le=6, description="Width by height of a patch.")


class Shafts(BackdropLayer):
    """Window light thrown on a wall: multiplies what is there so far."""

    kind: Literal["shafts"] = "shafts"
    x: Share
    y: Share
    width: Length
    height: Length
    columns: int = Field(2, ge=1, le=8)
    rows: int = Field(3, ge=1, le=10)
    bar: float = Field(0.12, ge=0, le=0.6, description="Share of a pane that its bar shades.")
    slant: float = Field(0.2, ge=-2, le=2)
    gain: Level = 1.6
    soft: float = Field(0.02, ge=0, le=0.2)


class Rectangles(BackdropLayer):
    """Upright rectangles: furniture, screens, pictures, far houses."""

    kind: Literal["boxes"] = "boxes"
    count: int = Field(1, ge=1, le=400)
    x: Range
    y: Range
    width: Range
    height: Range
    colors: Colours
    light: Levels = (1.0, 1.0)
    standing: bool = Field(False, description="y is the foot of each, not its middle.")


class Panes(BackdropLayer):
    """A window wall: panes of sky between bars."""

    kind: Literal["panes"] = "panes"
    x: Share
    y: Share
    width: Length
    height: Length
    columns: int = Field(3, ge=1, le=20)
    rows: int = Field(2, ge=1, le=20)
    bar: float = Field(0.012, ge=0, le=0.2)
    bar_color: Hex = "#4A4A4A"
    bar_light: Level = 1.0
    stops: tuple[GradientStop, ...] = Field(min_length=1)
    uneven: float = Field(0.08, ge=0, le=1, description="By how much panes differ from each other.")


class Shelves(BackdropLayer):
    """Shelves with books."""

    kind: Literal["shelves"] = "shelves"
    top: Share = -0.05
    spacing: Length = 0.22
    board: Hex = "#6B4D33"
    back: Hex = "#2B2018"
    colors: Colours
    light: Levels = (0.6, 1.3)
    book: Range = (0.012, 0.04)
    gap: float = Field(0.08, ge=0, le=0.9, description="Chance of an empty place.")
    upright: float = Field(0.0, ge=0, description="Distance between uprights; 0 for none.")


class Bricks(BackdropLayer):
    """Courses of bricks, each of its own tone."""

    kind: Literal["bricks"] = "bricks"
    course: Length = 0.05
    ratio: float = Field(3.1, ge=1, le=6, description="Length by height of a brick.")
    joint: float = Field(0.14, ge=0, le=0.5, description="Share of a course.")
    mortar: Hex = "#A39A90"
    grit: float = Field(0.16, ge=0, le=1)
    colors: Colours
    light: Levels = (0.7, 1.25)


class Bars(BackdropLayer):
    """Upright bars: trunks, slats, columns, folds of a curtain."""

    kind: Literal["bars"] = "bars"
    spacing: Length
    width: Range
    colors: Colours
    light: Levels = (0.8, 1.1)
    round: float = Field(0.0, ge=0, le=1, description="How round each is shaded.")
    jitter: float = Field(0.0, ge=0, le=1, description="Of place, as a share of the spacing.")
    lean: float = Field(0.0, ge=0, le=0.5)
    x: Range = (-3.0, 3.0)
    y: Range = (-0.5, 1.5)


class Leaves(BackdropLayer):
    """Foliage: many small blades in clumps, some with the light behind them."""

    kind: Literal["leaves"] = "leaves"
    count: int = Field(900, ge=1, le=6000)
    size: Range = (0.008, 0.03)
    x: Range = (-1.5, 1.5)
    y: Range = (-0.1, 1.1)
    colors: Colours
    light: Levels = (0.4, 1.4)
    clumps: int = Field(40, ge=1, le=400)
    clump: Length = 0.12


class Lights(BackdropLayer):
    """Points of light, which the lens draws as discs."""

    kind: Literal["lights"] = "lights"
    count: int = Field(30, ge=1, le=400)
    x: Range = (-1.5, 1.5)
    y: Range = (0.0, 0.8)
    size: Length = 0.003
    colors: Colours
    light: Levels = (8.0, 60.0)


class Skyline(BackdropLayer):
    """Houses side by side with lit and unlit windows."""

    kind: Literal["skyline"] = "skyline"
    base: Share = 1.0
    height: Range = (0.25, 0.6)
    width: Range = (0.06, 0.16)
    colors: Colours
    light: Levels = (0.7, 1.2)
    windows: float = Field(0.3, ge=0, le=1, description="Share of windows that are lit.")
    window_color: Hex = "#FFD9A0"
    window_light: Level = 3.0


class Seams(BackdropLayer):
    """Joints and tie holes of cast concrete, or joints of panels."""

    kind: Literal["seams"] = "seams"
    width: Length = 0.55
    height: Length = 0.4
    joint: float = Field(0.004, ge=0, le=0.05)
    depth: float = Field(0.4, ge=0, le=1)
    hole: float = Field(0.008, ge=0, le=0.05)


AnyLayer = Annotated[
    Wash | Pool | Mottle | Shafts | Rectangles | Panes | Shelves | Bricks | Bars | Leaves | Lights | Skyline | Seams,
    Field(discriminator="kind"),
]


class Backdrop(Row):
    """A scene behind the person. ``layers`` from back to front."""

    family: Family
    order: int = Field(50, ge=0, le=999, description="Place among the backdrops of its family.")
    hex: Hex
    """A colour that stands for it until it is rendered."""
    tintable: bool = False
    """Whether a colour of the user's may take the place of its own (brand colour)."""
    seed: int = Field(1, ge=0, le=2**31 - 1)
    blur: float = Field(0.02, ge=0, le=0.2)
    tilt: float = Field(
        0.0, ge=-0.8, le=0.8, description="How far a wall recedes: to the left below 0, to the right above."
    )
    lit: Literal["left", "right", "front"] = "front"
    """From where the light comes; the scene is mirrored where the person is lit from the other side."""
    layers: tuple[AnyLayer, ...] = Field(min_length=1)


def backdrops(folders: Sequence[Path], skipped: list[Message] | None = None) -> Table[Backdrop]:
    """The scenes in ``backdrops`` of several folders, by family and place; a later folder overrides. Raises CatalogueFault."""
    found = rows_of("backdrops", Backdrop, folders, skipped)
    return Table(sorted(found.values(), key=lambda one: (FAMILIES.index(one.family), one.order, one.id)))
