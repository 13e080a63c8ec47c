"""What all parts of the settings have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class SettingsPart(BaseModel):
    """Frozen; its fields are named in camel case in the file, and one that is not known is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)
