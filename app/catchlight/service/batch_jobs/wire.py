"""The bodies of requests about batches."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic.alias_generators import to_camel

from catchlight.core.messages import Message
from catchlight.service.batch.plan import ResultFormat
from catchlight.service.presets.preset import LONGEST_NAME, MOST_STEPS, Preset, PresetStep, clean_name

MOST_FILES = 10_000
MOST_BYTES = 4_000_000_000
DIGEST = "^[0-9a-f]{64}$"
Number = Annotated[int, Field(ge=0, le=1_000_000, title="Number")]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class SentFile(_Part):
    """A file of a batch. number: the client's own, by which all is told of it."""

    number: Number
    name: str = Field("", title="Name", max_length=200, description="File name, kept with the picture.")
    sha256: str = Field(title="Digest", pattern=DIGEST, description="SHA-256 of the bytes, by which they are sent.")
    bytes: int = Field(title="Bytes", ge=1, le=MOST_BYTES)


class SentFormat(ResultFormat):
    """What the files of the results become."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class BatchRequest(_Part):
    """Body of ``POST /batches``: steps that are done to every file one after the other, as a preset has them."""

    name: str = Field("batch", title="Name", min_length=1, max_length=LONGEST_NAME)
    steps: tuple[PresetStep, ...] = Field(title="Steps", min_length=1, max_length=MOST_STEPS)
    output: SentFormat = Field(SentFormat(), title="Results")
    files: tuple[SentFile, ...] = Field(title="Files", min_length=1, max_length=MOST_FILES)

    @field_validator("name")
    @classmethod
    def _clean(cls, value: str) -> str:
        return clean_name(value)

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        if len({file.number for file in self.files}) < len(self.files):
            raise ValueError(Message("each file needs a number of its own"))
        sizes = {(file.sha256, file.bytes) for file in self.files}
        if len(sizes) > len({file.sha256 for file in self.files}):
            raise ValueError(Message("files of one digest have as many bytes"))
        return self

    @property
    def plan(self) -> SentPlan:
        """What is to be done to each file."""
        return SentPlan(preset=Preset(name=self.name, steps=self.steps), output=self.output)


class SentPlan(BaseModel):
    """What is done to each file of a batch of a client, as it is stored."""

    model_config = ConfigDict(frozen=True)

    preset: Preset
    output: SentFormat


class BatchRetry(_Part):
    """Body of ``POST /batches/{batchId}/retry``: which of the files that failed are tried again."""

    numbers: tuple[Number, ...] = Field(title="Numbers", min_length=1, max_length=MOST_FILES)
