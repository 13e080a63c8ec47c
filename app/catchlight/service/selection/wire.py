"""The body that asks for profile pictures."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.ids import PATTERN


class SelectionRequest(ProfilePictureParams):
    """Body of ``POST /profile-picture/selection``: which generation, and what is wished of it."""

    generation_id: str = Field(
        title="Generation",
        description="Of an edit, or of a picture stored by POST /pictures.",
        examples=["gen_0198c5f0a1b27c3d8e4f5a6b7c8d9e0f"],
        json_schema_extra={"pattern": f"^{PATTERN.pattern}$"},
    )

    @property
    def params(self) -> ProfilePictureParams:
        """The wish alone."""
        values: dict[str, Any] = {name: getattr(self, name) for name in ProfilePictureParams.model_fields}
        return ProfilePictureParams(**values)
