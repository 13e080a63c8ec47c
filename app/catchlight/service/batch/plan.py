"""What a batch is to do: which files, which steps, and how the results are written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializerFunctionWrapHandler,
    ValidationError,
    field_validator,
    model_serializer,
)

from catchlight.core.conditions.field_conditions import Is
from catchlight.core.conditions.ruled_model import Rule, RuledModel, field_check
from catchlight.core.errors import InvalidRequest
from catchlight.core.files.naming import decode_path, distinct_stems, encode_path, file_name
from catchlight.core.messages import Message
from catchlight.imaging.colour.output_spaces import ColourSpace
from catchlight.imaging.filters.output_sharpening import Medium
from catchlight.imaging.io import codec
from catchlight.operations.operation import read_whole
from catchlight.service import wire
from catchlight.service.export_size import parse_size
from catchlight.service.presets.preset import Preset

MOST_FILES = 100_000
TELLING = ("{name}", "{number}")
"""A pattern has one of these, or all results would have one name."""


StoredPath = Annotated[
    Path, PlainValidator(decode_path, json_schema_input_type=str), PlainSerializer(encode_path, when_used="json")
]


_WRITABLE = Rule(
    Is("media_type", None, *codec.WRITABLE), Message("must be one of {known}", known=tuple(codec.WRITABLE))
)


_LATER = ("color_space", "colorSpace")
"""What version 0.2.0 does not know."""


class ResultFormat(RuledModel):
    """What files results become. media_type None: as the edit made it. longest: pixels of the longer side, None for all. size: as
    ``parse_size`` takes it; dpi, sharpen, color_space: as ``ExportRequest`` has them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    media_type: str | None = None
    quality: int = Field(95, ge=1, le=100)
    longest: int | None = Field(None, ge=16, le=65_535)
    size: str | None = Field(None, max_length=20)
    dpi: float | None = Field(None, ge=10, le=4800)
    sharpen: Medium | None = None
    color_space: ColourSpace | None = None
    metadata: bool = True

    @field_validator("size")
    @classmethod
    def _sized(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                parse_size(value)
            except InvalidRequest as fault:
                raise ValueError(fault.message) from fault
        return value

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without the colour space where none is asked for: servers and workers of earlier versions, which may stand side by side
        with this one, refuse fields that they do not know."""
        fields: dict[str, Any] = write(self)
        return {name: value for name, value in fields.items() if value is not None or name not in _LATER}

    RULES: ClassVar[tuple[Rule, ...]] = (_WRITABLE,)

    _writable = field_validator("media_type")(field_check(_WRITABLE))
    _whole_numbers = field_validator("quality", "longest", mode="before")(read_whole)


class Output(ResultFormat):
    """How results are written, and where.

    taken: what happens where a name is taken: a number is added, the file fails, or what is there is replaced. The
    pictures that the batch reads, and what it has written itself, are never replaced.
    """

    folder: StoredPath
    pattern: str = Field("{name}", max_length=200)
    taken: Literal["number", "refuse", "replace"] = "refuse"

    @field_validator("pattern")
    @classmethod
    def _telling(cls, value: str) -> str:
        if not any(word in value for word in TELLING):
            raise ValueError(Message("must hold {name} or {number}; otherwise all results would have the same name"))
        return value

    @field_validator("folder")
    @classmethod
    def _whole(cls, value: Path) -> Path:
        return Path(os.path.abspath(value.expanduser()))

    def file_name(self, values: Mapping[str, object], suffix: str) -> str:
        """The name of a result; values as in ``naming.FIELDS``."""
        return file_name(self.pattern, values, suffix)


class WorkPlan(BaseModel):
    """What is done to a file, and how its result is written: the part of a plan that a worker needs."""

    model_config = ConfigDict(frozen=True)

    preset: Preset
    output: Output


class BatchPlan(WorkPlan):
    """A batch, complete in itself. sources: absolute paths, each once; names: what {name} stands for, one for each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: tuple[StoredPath, ...] = Field(min_length=1, max_length=MOST_FILES)
    names: tuple[str, ...]
    date: str
    """Day on which it was made, for {date}: the same after it was continued."""


def plan_of(sources: Iterable[Path], preset: Preset, output: Mapping[str, Any], date: str) -> BatchPlan:
    """A plan over files. output: fields of Output. Raises InvalidRequest."""
    whole = tuple(dict.fromkeys(Path(os.path.abspath(source.expanduser())) for source in sources))
    if not whole:
        raise InvalidRequest(Message("There is no picture to work on. Name files, or a folder with pictures."))
    try:
        return BatchPlan(sources=whole, names=distinct_stems(whole), preset=preset, output=Output(**output), date=date)
    except ValidationError as fault:
        raise InvalidRequest(wire.sentence(fault, Output)) from fault
