"""Plain background colours for ID photos."""

from __future__ import annotations

from pydantic import Field

from catchlight.catalogue.rows import Row


class Colour(Row):
    """A named colour."""

    hex: str = Field(pattern=r"^#[0-9A-F]{6}$")
