"""Hair colours: a swatch to choose by, and the colour that hair of that name has on photographs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from catchlight.catalogue.rows import Row
from catchlight.core.messages import Message

HEX = r"^#[0-9A-F]{6}$"
Family = Literal["black", "brown", "blonde", "red", "grey", "fashion", "multi"]
Technique = Literal["all_over", "balayage", "ombre", "highlights", "roots_kept", "cover_grey"]


class HairColour(Row):
    """A shade. A swatch is no hair colour: dyed and natural hair measures darker and less colourful than its name is painted."""

    family: Family
    natural: bool
    """Whether hair grows in it."""
    hex: str = Field(pattern=HEX)
    """The swatch."""
    target: str = Field(pattern=HEX)
    """Median colour of such hair on photographs."""
    roots: str | None = Field(None, pattern=HEX)
    """Colour near the scalp, on hair that was darker before."""
    ends: str | None = Field(None, pattern=HEX)
    """Colour towards the tips, or of the second colour where there is a ``technique``."""
    ends_hex: str | None = Field(None, pattern=HEX)
    """Swatch of the second colour."""
    technique: Technique | None = None
    """How the second colour is laid on; None for shades of one colour."""
    suggested_for: tuple[Literal["male", "female", "neutral"], ...] = ()
    basis: Literal["measured", "derived"]
    """Whether ``target`` lies between the swatch and a published measurement of hair of that name, or follows from the swatch by
    the mean difference of those that do."""

    @model_validator(mode="after")
    def _whole(self) -> HairColour:
        if (self.technique is not None) != (self.ends_hex is not None) or (self.ends_hex and not self.ends):
            raise ValueError(Message("technique, endsHex and ends belong together"))
        return self
