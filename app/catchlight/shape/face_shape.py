"""How a person is to be shaped: one number for each feature. One declaration is slider, JSON schema, option and record."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class FaceShape(BaseModel):
    """Shares of what still looks like a real person; 0 leaves a feature as it is.

    What can only be taken away or put right (a double chin, shoulders that are not level) begins at 0.
    """

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )

    face_width: float = Field(0.0, title="Face width", ge=-1, le=1, description="Below 0 slimmer, above 0 wider.")
    jaw: float = Field(0.0, title="Jaw", ge=-1, le=1, description="Below 0 narrower, above 0 wider.")
    chin: float = Field(0.0, title="Chin", ge=-1, le=1, description="Below 0 shorter, above 0 longer.")
    double_chin: float = Field(
        0.0, title="Double chin less", ge=0, le=1, description="How much of a double chin is taken away."
    )
    forehead: float = Field(0.0, title="Forehead", ge=-1, le=1, description="Below 0 lower, above 0 higher.")
    eyes: float = Field(0.0, title="Eye size", ge=-1, le=1, description="Below 0 smaller, above 0 bigger.")
    nose: float = Field(0.0, title="Nose size", ge=-1, le=1, description="Below 0 smaller, above 0 bigger.")
    nose_width: float = Field(0.0, title="Nose width", ge=-1, le=1, description="Below 0 narrower, above 0 wider.")
    lips: float = Field(0.0, title="Lip fullness", ge=-1, le=1, description="Below 0 thinner, above 0 fuller.")
    neck: float = Field(
        0.0, title="Neck", ge=-1, le=1, description="Above 0 longer and slimmer, below 0 shorter and broader."
    )
    shoulders: float = Field(
        0.0, title="Shoulders level", ge=0, le=1, description="How far shoulders that slope to a side are levelled."
    )

    def amounts(self) -> dict[str, float]:
        """The features that change, by their names."""
        return {name: value for name in FEATURES if (value := getattr(self, name))}

    def scaled(self, share: float) -> FaceShape:
        """``share`` 0..1 of it."""
        return FaceShape(**{name: value * share for name, value in self.amounts().items()})

    def plus(self, other: FaceShape) -> FaceShape:
        """Both together, each feature within its limits."""
        both = {name: getattr(self, name) + getattr(other, name) for name in FEATURES}
        return FaceShape(**{name: min(1.0, max(LEAST[name], value)) for name, value in both.items()})


FEATURES = tuple(FaceShape.model_fields)
LEAST: Mapping[str, float] = {
    name: next(float(rule.ge) for rule in field.metadata if getattr(rule, "ge", None) is not None)
    for name, field in FaceShape.model_fields.items()
}
"""The least value of each feature; the greatest is 1."""
REGIONS: Mapping[str, tuple[str, ...]] = {
    "face": ("face_width", "jaw", "chin", "double_chin", "forehead"),
    "eyes": ("eyes",),
    "nose": ("nose", "nose_width"),
    "mouth": ("lips",),
    "body": ("neck", "shoulders"),
}
"""The features by the part of the person that they change."""
