"""Photo papers in exact millimetres (inch papers are exact inches, not the rounded size in their name), and photo printers with
the pages that their drivers print for them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.catalogue.rows import Row

SizeInMm = tuple[float, float]


class Paper(Row):
    """A sheet that a printer takes; portrait orientation (width <= height)."""

    width_mm: float = Field(gt=10, le=1000)
    height_mm: float = Field(gt=10, le=1000)
    aliases: tuple[str, ...] = ()
    source: str = ""


class DriverPage(BaseModel):
    """A page for borderless prints on one paper, upright. page_mm: as it is handed to the driver; printed_mm: what is printed of
    it, from its middle; what of that is beyond the paper is the overscan."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    paper: str
    page_mm: SizeInMm
    printed_mm: SizeInMm


class PrinterPreset(Row):
    """A model. pages: none for a paper that is printed on a page of its own size. margin_mm: from the paper's edge to the nearest
    photo, so that none is cut where the paper runs in a little aside."""

    dpi: int = Field(ge=150, le=1200)
    pages: tuple[DriverPage, ...] = ()
    margin_mm: float = Field(3.0, ge=0, le=20)
    source: str

    def page(self, paper: str) -> DriverPage | None:
        """Of a paper's id."""
        return next((page for page in self.pages if page.paper == paper), None)
