"""Photo papers in exact millimetres: inch papers are exact inches, not the rounded size in their name."""

from __future__ import annotations

from pydantic import Field

from catchlight.catalogue.rows import Row


class Paper(Row):
    """A sheet that a printer takes; portrait orientation (width <= height)."""

    width_mm: float = Field(gt=10, le=1000)
    height_mm: float = Field(gt=10, le=1000)
    aliases: tuple[str, ...] = ()
    source: str = ""
