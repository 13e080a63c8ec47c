"""Looks: ready developments by name, as data."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import Field

from catchlight.catalogue.rows import Row

Family = Literal["portrait", "light", "film", "print", "mono"]


class Look(Row):
    """A look at full strength; ``settings`` are development settings as on the wire, whose limits the engine knows."""

    family: Family
    settings: dict[str, Any] = Field(min_length=1)

    @property
    def settings_json(self) -> str:
        return json.dumps(self.settings)
