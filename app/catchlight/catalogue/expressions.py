"""Expressions as data: one JSON file each in ``resources/expressions``; see the README there for how to write one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.catalogue.row_files import rows_of
from catchlight.catalogue.rows import Row, Table
from catchlight.core.messages import Message

Group = Literal["mouth", "mood", "eyes"]
Lips = Literal["closed", "open", "keep"]
Amounts = dict[str, float]

# fmt: off
PAIRED = (
    "browDown", "browOuterUp", "cheekSquint", "eyeBlink", "eyeWide", "mouthDimple", "mouthFrown", "mouthPress",
    "mouthSmile", "mouthStretch", "mouthUpperUp", "noseSneer",
)
SINGLE = ("browInnerUp", "jawOpen", "mouthLeft", "mouthPucker", "mouthRight")
# fmt: on
MEASURED = ("mouthSmile", "mouthUpperUp")
"""What can be aimed at absolutely, because it is measured in the picture; all others are added to what is there."""
LARGEST = 2.0


class Expression(Row):
    """What a face is to do.

    Amounts go by ARKit's names (https://arkit-face-blendshapes.com); a paired name without Left or Right means both sides, Left
    is the person's own. 1 is the whole movement of the basis.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    group: Group
    order: int = Field(50, ge=0, le=999, description="Place among all expressions.")
    strength: Literal["light", "strong"] = Field(description="How alike the person must stay: see the identity floors.")
    documents: Literal["yes", "caution", "no"] = Field(
        description="Whether a photo for an identity document may show it."
    )
    invents: tuple[Literal["lids", "iris"], ...] = Field(
        (), description="What must be drawn that the picture may not show."
    )
    lips: Lips = Field("keep", description="Whether the lips end closed, open, or as they are.")
    to: Amounts = Field({}, description="Amounts to reach, whatever the picture shows; of measured ones alone.")
    at_least: Amounts = Field({}, description="The same, but never less than the picture shows.")
    add: Amounts = Field({}, description="Amounts added to what the picture shows.")
    gaze: Literal["keep", "camera"] = Field("keep", description="Where the eyes look.")
    note: str = ""

    def model_post_init(self, _context: object) -> None:
        for name in (*self.to, *self.at_least, *self.add):
            plain = name.removesuffix("Left").removesuffix("Right")
            if name not in SINGLE and plain not in PAIRED:
                raise ValueError(
                    Message("{name!r} is no movement; known are {known}", name=name, known=(*PAIRED, *SINGLE))
                )
        for name in (*self.to, *self.at_least):
            if name.removesuffix("Left").removesuffix("Right") not in MEASURED:
                raise ValueError(Message("{name!r} is not measured; put it into add", name=name))
        if any(abs(amount) > LARGEST for amount in (*self.to.values(), *self.at_least.values(), *self.add.values())):
            raise ValueError(Message("amounts lie in -{most:g}..{most:g}", most=LARGEST))


def sides(name: str) -> tuple[str, ...]:
    """The names of one side each that a name stands for: a pair for a paired one, itself otherwise."""
    return (f"{name}Left", f"{name}Right") if name in PAIRED else (name,)


COEFFICIENTS = tuple(side for name in (*PAIRED, *SINGLE) for side in sides(name))
"""All movements by their full names."""


def expressions(folders: Sequence[Path], skipped: list[Message] | None = None) -> Table[Expression]:
    """The expressions in ``expressions`` of several folders, in order; a later folder overrides by id. Raises CatalogueFault."""
    found = rows_of("expressions", Expression, folders, skipped)
    return Table(sorted(found.values(), key=lambda row: (row.order, row.id)))
