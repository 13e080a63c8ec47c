"""The bodies of requests about batches."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, field_validator
from pydantic.alias_generators import to_camel

from catchlight.core.conditions.field_conditions import Matches
from catchlight.core.conditions.ruled_model import Rule, RuledModel, field_check
from catchlight.core.conditions.text_patterns import PRINTABLE_LINE
from catchlight.core.messages import Message
from catchlight.operations.operation import read_whole
from catchlight.service.batch.plan import ResultFormat
from catchlight.service.export_size import SIZE_PATTERN
from catchlight.service.presets.preset import LONGEST_NAME, MOST_STEPS, Preset, PresetStep

MOST_FILES = 10_000
MOST_BYTES = 4_000_000_000
DIGEST = "^[0-9a-f]{64}$"
_NUMBER = "^(?:0|[1-9][0-9]{0,5}|1000000)$"
_CONFIG = ConfigDict(frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


def _read_number(value: Any) -> Any:
    """A number that is the name of a field, which has one spelling: two files cannot have one number."""
    if isinstance(value, str):
        if not re.fullmatch(_NUMBER, value):
            raise ValueError(Message("a file's number is written as 0 to 1000000, without a sign or zeros before it"))
        return int(value)
    return value


Number = Annotated[int, Field(ge=0, le=1_000_000, title="Number"), BeforeValidator(read_whole)]
NumberName = Annotated[
    int,
    BeforeValidator(_read_number),
    Field(ge=0, le=1_000_000),
    WithJsonSchema({"type": "string", "pattern": _NUMBER}),
]


class SentFile(BaseModel):
    """A file of a batch."""

    model_config = _CONFIG

    name: str = Field("", title="Name", max_length=200, description="File name, kept with the picture.")
    sha256: str = Field(title="Digest", pattern=DIGEST, description="SHA-256 of the bytes, by which they are sent.")
    bytes: int = Field(
        title="Bytes",
        ge=1,
        le=MOST_BYTES,
        description="Size, by which a file that is too large fails before it is sent; of files with one digest the greatest.",
    )

    _whole = field_validator("bytes", mode="before")(read_whole)


class SentFormat(ResultFormat):
    """What the files of the results become."""

    model_config = _CONFIG

    size: str | None = Field(
        None,
        title="Size",
        pattern=SIZE_PATTERN,
        description="Pixels of the longer side (2048), of the width (w1600) or the height (h1200), a share (50%), or "
        "centimetres of the longer side (30cm).",
    )


_NAMED = Rule(
    Matches("name", PRINTABLE_LINE, whole=True),
    Message("must be one line of printable characters without spaces before or after it"),
)


class BatchRequest(RuledModel):
    """Body of ``POST /batches``: steps that are done to every file one after the other, as a preset has them.

    files: by number, the client's own, by which all is told of them.
    """

    model_config = _CONFIG

    name: str = Field("batch", title="Name", min_length=1, max_length=LONGEST_NAME)
    steps: tuple[PresetStep, ...] = Field(title="Steps", min_length=1, max_length=MOST_STEPS)
    output: SentFormat = Field(SentFormat(), title="Results")
    files: dict[NumberName, SentFile] = Field(
        title="Files",
        min_length=1,
        max_length=MOST_FILES,
        description="By a number of your own, 0 to 1000000.",
        json_schema_extra={"additionalProperties": False},
    )

    RULES: ClassVar[tuple[Rule, ...]] = (_NAMED,)

    _printable = field_validator("name")(field_check(_NAMED))

    @property
    def plan(self) -> SentPlan:
        """What is to be done to each file."""
        return SentPlan(preset=Preset(name=self.name, steps=self.steps), output=self.output)


class SentPlan(BaseModel):
    """What is done to each file of a batch of a client, as it is stored."""

    model_config = ConfigDict(frozen=True)

    preset: Preset
    output: SentFormat


class BatchRetry(BaseModel):
    """Body of ``POST /batches/{batchId}/retry``: which of the files that failed are tried again."""

    model_config = _CONFIG

    numbers: tuple[Number, ...] = Field(title="Numbers", min_length=1, max_length=MOST_FILES)
