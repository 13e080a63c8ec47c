"""How a person is to be shaped: one number for each feature. One declaration is slider, JSON schema, option and record."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class FaceShape(BaseModel):
    """Shares of what still looks like a real person; 0 leaves a feature as it is."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )

    face_width: float = Field(0.0, title="Face width", ge=-1, le=1, description="Below 0 slimmer, above 0 wider.")
    jaw: float = Field(0.0, title="Jaw", ge=-1, le=1, description="Below 0 narrower, above 0 wider.")
    chin: float = Field(0.0, title="Chin", ge=-1, le=1, description="Below 0 shorter, above 0 longer.")
    forehead: float = Field(0.0, title="Forehead", ge=-1, le=1, description="Below 0 lower, above 0 higher.")
    eyes: float = Field(0.0, title="Eye size", ge=-1, le=1, description="Below 0 smaller, above 0 bigger.")
    nose: float = Field(0.0, title="Nose size", ge=-1, le=1, description="Below 0 smaller, above 0 bigger.")
    nose_width: float = Field(0.0, title="Nose width", ge=-1, le=1, description="Below 0 narrower, above 0 wider.")
    lips: float = Field(0.0, title="Lip fullness", ge=-1, le=1, description="Below 0 thinner, above 0 fuller.")

    def amounts(self) -> dict[str, float]:
        """The features that change, by their names."""
        return {name: value for name in FEATURES if (value := getattr(self, name))}

    def scaled(self, share: float) -> FaceShape:
        """``share`` 0..1 of it."""
        return FaceShape(**{name: value * share for name, value in self.amounts().items()})

    def plus(self, other: FaceShape) -> FaceShape:
        """Both together, each feature within its limits."""
        both = {name: getattr(self, name) + getattr(other, name) for name in FEATURES}
        return FaceShape(**{name: min(1.0, max(-1.0, value)) for name, value in both.items()})


FEATURES = tuple(FaceShape.model_fields)
REGIONS: Mapping[str, tuple[str, ...]] = {
    "face": ("face_width", "jaw", "chin", "forehead"),
    "eyes": ("eyes",),
    "nose": ("nose", "nose_width"),
    "mouth": ("lips",),
}
"""The features by the part of the face that they change."""
