"""Hair styles as data: one JSON file each in ``resources/hairstyles``; see the README there for how to write one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, computed_field
from pydantic.alias_generators import to_camel

from catchlight.catalogue.row_files import rows_of
from catchlight.catalogue.rows import Row, Table
from catchlight.core.messages import Message

Family = Literal["own", "short", "medium"]
Gender = Literal["male", "female"]


class Part(BaseModel):
    """A group of numbers inside a style."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class HairCut(Part):
    """How long hair is, and where."""

    length: float = Field(ge=4, le=60, description="Length of a strand in cm, before the shares below.")
    top: float = Field(1.0, ge=0, le=3, description="Share of the length on top of the head.")
    sides: float = Field(1.0, ge=0, le=3, description="Share of the length at the sides.")
    back: float = Field(1.0, ge=0, le=3, description="Share of the length at the back.")
    spread: float = Field(0.12, ge=0, le=1, description="How much lengths differ from each other.")
    ragged: float = Field(0.5, ge=0, le=1, description="How uneven the ends are.")


class Comb(Part):
    """Which way hair is combed, and how it keeps that way."""

    parting: Literal["centre", "side", "back"] = "centre"
    parting_at: float = Field(0.0, ge=-7, le=7, description="Of the parting, cm from the middle; positive to the left.")
    back: float = Field(0.15, ge=-1, le=2, description="How far hair beside the parting is combed to the back.")
    down: float = Field(0.5, ge=-1, le=2, description="How far it is combed down.")
    hold: float = Field(5.0, ge=0.5, le=60, description="Cm from the root along which the comb's direction lasts.")
    cling: float = Field(0.0, ge=0, le=1, description="How closely hair hugs the head.")
    lift: float = Field(0.35, ge=0, le=5, description="How far hair stands up at the root.")
    stiffness: float = Field(0.75, ge=0, le=1)
    gravity: float = Field(0.35, ge=0, le=2)
    noise: float = Field(0.12, ge=0, le=1, description="How untidily it is combed.")


class Fall(Part):
    """The outline: volume, where hair falls, and how its tips turn."""

    volume: float = Field(1.4, ge=0, le=10, description="Cm between the head and the outer hair.")
    crown: float = Field(1.0, ge=0, le=4, description="Share of the volume on top.")
    front: float = Field(0.5, ge=0, le=1, description="Share of the hair at the sides that falls before the shoulders.")
    face: float = Field(6.1, ge=0, le=10, description="Half the width of the face that stays free, cm.")
    tips_in: float = Field(0.0, ge=-1, le=1, description="How far tips turn towards the neck.")
    sway: float = Field(0.55, ge=0, le=2, description="How unevenly long hair hangs.")


class Fringe(Part):
    """Hair combed onto the forehead."""

    length: float = Field(ge=1, le=14, description="Cm from the hairline.")
    width: float = Field(38.0, ge=5, le=80, description="Half of its angle round the head, degrees.")
    sweep: float = Field(0.0, ge=-1.5, le=1.5, description="How far it is swept to a side; positive to the left.")


class Curl(Part):
    """Helices (curls) or waves."""

    radius: float = Field(ge=0.02, le=3, description="Cm.")
    turns: float = Field(ge=0.02, le=3, description="Turns for a centimetre.")
    begins: float = Field(4.0, ge=0, le=30, description="Cm from the root over which it grows to its full size.")
    together: float = Field(0.75, ge=0, le=1, description="How much neighbouring strands curl as one.")


class Fibre(Part):
    """Strands and their look."""

    strands: int = Field(46_000, ge=1_000, le=90_000)
    clumps: int = Field(2_600, ge=300, le=40_000, description="Guides that strands follow in bundles.")
    clumping: float = Field(0.5, ge=0, le=1, description="How far strands of a bundle come together at the tips.")
    spread: float = Field(0.55, ge=0.02, le=2, description="Width of a bundle, cm.")
    frizz: float = Field(0.04, ge=0, le=1)
    flyaway: float = Field(0.02, ge=0, le=0.3, description="Share of strands that leave their bundle.")
    step: float = Field(0.7, ge=0.05, le=1.5, description="Cm between two points of a strand.")
    shine: float = Field(0.55, ge=0, le=1.5)
    scalp: float = Field(0.75, ge=0, le=1, description="How dark the scalp is between the roots.")


class Own(Part):
    """What makes a whole style of the person's own hair, where that is long enough and lies so."""

    lies: tuple[Literal["straight", "wavy", "curly"], ...] = Field(description="How it may lie, as it is.")
    below_chin: float = Field(ge=-2, le=25, description="Cm below the chin at which it is cut.")
    reaches: float = Field(ge=-2, le=25, description="Cm below the chin that it must reach.")
    smooth: float = Field(0.0, ge=0, le=1, description="How far it is laid along its own direction.")
    volume: float = Field(0.0, ge=-0.5, le=0.8, description="How far its outline is moved out.")


class Groom(Part):
    """Hair grown anew, unless it can be made of the person's own."""

    kind: Literal["groom"] = "groom"
    cut: HairCut
    comb: Comb = Comb()
    fall: Fall = Fall()
    fringe: Fringe | None = None
    curl: Curl | None = None
    wave: Curl | None = None
    fibre: Fibre = Fibre()
    own: Own | None = None


class Added(Part):
    """A fringe laid over the person's own hair."""

    kind: Literal["fringe"] = "fringe"
    fringe: Fringe
    fibre: Fibre = Fibre()


class Volume(Part):
    """The outline of the person's own hair moved out (positive) or in."""

    kind: Literal["volume"] = "volume"
    amount: float = Field(ge=-0.5, le=0.8)


class Trim(Part):
    """The person's own hair cut off at a height."""

    kind: Literal["trim"] = "trim"
    below_chin: float = Field(ge=-2, le=25, description="Cm below the chin.")
    ragged: float = Field(0.7, ge=0, le=1)


class Tidy(Part):
    """Single strands beside the hair taken away, and hair laid along its own direction."""

    kind: Literal["tidy"] = "tidy"
    flyaways: float = Field(1.0, ge=0, le=1)
    smooth: float = Field(0.0, ge=0, le=1)


Shape = Annotated[Groom | Added | Volume | Trim | Tidy, Field(discriminator="kind")]


class HairStyle(Row):
    """A style of hair."""

    family: Family
    suits: tuple[Gender, ...] = Field((), description="Whom it is offered to first; nobody is kept from it.")
    order: int = Field(50, ge=0, le=999, description="Place among the styles of its family.")
    rated: float | None = Field(
        None,
        ge=1,
        le=5,
        description="How real it looks on most people, 1 fake to 5; under 3.5 it is offered with a doubt.",
    )
    shape: Shape

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def drawn(self) -> bool:
        """Whether strands are drawn: the result is a drawing to try a style on, not a photograph of it."""
        return self.shape.kind in ("groom", "fringe")

    @property
    def modifier(self) -> bool:
        """Whether it changes the person's own hair and joins a groom; else it is a groom, of which one is enough."""
        return self.shape.kind != "groom"


def hair_styles(folders: Sequence[Path], skipped: list[Message] | None = None) -> Table[HairStyle]:
    """The styles in ``hairstyles`` of several folders, by family and place; a later folder overrides by id.

    Raises CatalogueFault.
    """
    found = rows_of("hairstyles", HairStyle, folders, skipped)
    families = ("own", "short", "medium")
    return Table(sorted(found.values(), key=lambda style: (families.index(style.family), style.order, style.id)))
