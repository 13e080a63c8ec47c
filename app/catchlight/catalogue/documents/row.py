"""The row of one identity document."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from catchlight.catalogue.documents import older_rows
from catchlight.catalogue.documents.limits import Bounds
from catchlight.catalogue.documents.source import RuleSource
from catchlight.catalogue.documents.upload import UploadLimits
from catchlight.catalogue.rows import Row

Confidence = Literal["A", "B", "C"]
"""A: the authority's own text was read. B: several secondary sources agree. C: one source, or sources that contradict."""


class DocumentSpec(Row):
    """One kind of photo that an office asks for. Lengths in mm; a limit that no source gives is None, never invented.

    ``..._rule`` fields hold the source's words for the choice beside them.
    """

    country: str = Field(description="ISO 3166 code, or EU, ICAO, SOCIAL")
    country_label: str
    country_label_zh: str = ""
    aliases: tuple[str, ...] = ()
    width_mm: float = Field(gt=5, le=300, description="print; where digital only, the pixels at dpi")
    height_mm: float = Field(gt=5, le=300)
    width_px: int = Field(gt=0)
    height_px: int = Field(gt=0)
    dpi: int = Field(ge=72, le=1200)
    digital_only: bool = Field(False, description="no print is accepted or known: a file is uploaded")
    upload: UploadLimits | None = None
    head_mm: Bounds | None = Field(None, description="chin to crown")
    head_measured: str = Field("", description="the source's words")
    head_confidence: Confidence | None = Field(None, description="of the head's limits where not the row's")
    head_share: float | None = Field(
        None, gt=0, lt=1, description="head by photo height that framing aims at where no range is judged; not a limit"
    )
    crown: Literal["skull", "hair"] | None = Field(None, description="where the head ends; None: no source says")
    eye_from_bottom_mm: Bounds | None = None
    top_margin_mm: Bounds | None = Field(None, description="crown to top edge")
    head_width_mm: Bounds | None = None
    roll_limit: float = Field(5, description="degrees")
    yaw_pitch_limit: float = Field(5, description="degrees")
    inter_eye_px: int = Field(90, description="least distance of the eyes in the file")
    background: str = Field(description="our rendering, #RRGGBB", pattern=r"^#[0-9A-F]{6}$")
    background_label: str = ""
    backgrounds_allowed: tuple[str, ...] = Field((), description="the source's names of colours")
    backgrounds_forbidden: tuple[str, ...] = ()
    glasses: Literal["allowed", "discouraged", "forbidden"] | None = None
    glasses_rule: str = ""
    headgear: Literal["religious_or_medical", "forbidden", "allowed"] | None = None
    headgear_rule: str = ""
    expression: Literal["neutral", "natural"] | None = Field(None, description="neutral: a closed mouth is demanded")
    expression_rule: str = ""
    colour_mode: Literal["colour", "grey_allowed"] | None = None
    age_months: int | None = Field(None, gt=0, description="greatest age of the photo")
    edits: Literal["refused", "retouching_only", "features_kept", "allowed"] | None = None
    edit_rule: str = ""
    taken_by: Literal["applicant", "authority", "studio"] | None = Field(
        None, description="authority: police, office or kiosk of the state take it; studio: an approved one must"
    )
    taken_by_rule: str = ""
    copies: int | None = Field(None, gt=0, description="prints to hand in")
    special: str = ""
    basis: Literal["published", "assumed", "none"] = "none"
    confidence: Confidence
    sources: tuple[RuleSource, ...] = Field(min_length=1)
    source_date: str = Field("", description="when the sources were read, ISO date or empty")
    notes: str = ""

    @model_validator(mode="before")
    @classmethod
    def _upgraded(cls, row: Any) -> Any:
        return older_rows.upgrade_row(row)

    @property
    def source(self) -> str:
        """All sources in one line."""
        return "; ".join(source.text for source in self.sources)

    @property
    def file_kb(self) -> Bounds | None:
        """Limits in kB of the file that is delivered."""
        return self.upload.kilobytes if self.upload is not None else None

    @property
    def edit_policy(self) -> Literal["geometry_only", "unknown"]:
        """``geometry_only`` where edits by software are refused."""
        return "geometry_only" if self.edits == "refused" else "unknown"

    @property
    def verified(self) -> bool:
        """False: "size only" for the user; no head limit of this row is judged."""
        return (self.head_confidence or self.confidence) in ("A", "B") and self.basis == "published"

    @property
    def judged(self) -> DocumentSpec:
        """The row with those limits alone that a photo is judged by: of a size-only row none, though framing aims at them."""
        if self.verified:
            return self
        unjudged = ("head_mm", "eye_from_bottom_mm", "top_margin_mm", "head_width_mm")
        return self.model_copy(update=dict.fromkeys(unjudged))

    def as_json(self) -> dict[str, Any]:
        """The row for clients, keys in camelCase, with what follows from it: ``verified`` and the older keys."""
        row = self.model_dump(mode="json", by_alias=True)
        kilobytes = self.file_kb
        sides = () if self.upload is None else (self.upload.width, self.upload.height)
        pixels = [side.model_dump(mode="json") for side in sides if side is not None]
        return {
            **row,
            "source": self.source,
            "fileKb": None if kilobytes is None else kilobytes.model_dump(mode="json"),
            "digital": dict(zip(("width", "height"), pixels, strict=True)) if len(pixels) == 2 else None,
            "editPolicy": self.edit_policy,
            "verified": self.verified,
        }
