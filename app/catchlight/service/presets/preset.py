"""A preset and its file: operations with their parameters, as the record keeps them, under a name."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, ValidationError, field_validator
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from catchlight import __version__
from catchlight.core.conditions.text_patterns import PRINTABLE_LINE
from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.files.strict_json import parse_json
from catchlight.core.messages import Message
from catchlight.core.suggest import close_matches
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Params
from catchlight.operations.registry import STEPS
from catchlight.service import wire
from catchlight.service.data_url import read_data_url
from catchlight.service.presets.relative_places import Size, rescale_params
from catchlight.service.presets.step_rules import StepParts, step_rules, steps_schema

FORMAT, VERSION = "catchlight-preset", 1
SUFFIX = ".catchlight-preset"
MOST_STEPS, MOST_BYTES = 50, 100_000_000
LONGEST_NAME = 80
PICTURE_BYTES = 40_000_000
"""Of one embedded picture."""


class PresetStep(StepParts):
    """One operation with its parameters, as they are in JSON."""

    operation: str
    parameters: dict[str, Any] = Field({})

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """That of a step of each operation, which ``check`` holds it to."""
        return handler(steps_schema())

    def params(self, width: int, height: int) -> Params:
        """The parameters for an upright picture of that size, places moved with it. Raises InvalidRequest."""
        read = self.drawn_params()
        return (
            read if self.placed_in is None else rescale_params(read, self.placed_in, Size(width=width, height=height))
        )

    def drawn_params(self) -> Params:
        """The parameters for the picture on which they were drawn. Raises InvalidRequest."""
        return _params(self)

    def joining(self) -> list[Picture]:
        """The embedded pictures, decoded. Raises InvalidRequest, UnsupportedImage, ImageTooLarge."""
        found = []
        for url in self.pictures:
            data = read_data_url(url, "pictures", PICTURE_BYTES)
            found.append(codec.decode(data, codec.DecodeLimits(PICTURE_BYTES, setting=""), "the preset's picture"))
        return found


class Preset(BaseModel):
    """Steps under a name, in the order in which they are done."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    name: str
    steps: tuple[PresetStep, ...] = Field(min_length=1, max_length=MOST_STEPS)
    program: str = f"Catchlight {__version__}"

    @field_validator("name")
    @classmethod
    def _clean(cls, value: str) -> str:
        return clean_name(value)

    def file(self) -> bytes:
        """The bytes of its file, UTF-8 JSON."""
        head = {"format": FORMAT, "version": VERSION}
        body = self.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"program": self.program}
        return json.dumps(head | body, indent=1, ensure_ascii=False).encode() + b"\n"


class NameFault(ValueError):
    """A name that no preset can have; ``sentence`` says so by itself, the text as a part of another one."""

    def __init__(self) -> None:
        super().__init__(Message("a preset's name has 1 to {most} characters in one line", most=LONGEST_NAME))
        self.sentence = Message("A preset's name has 1 to {most} characters in one line.", most=LONGEST_NAME)


def clean_name(value: str) -> str:
    """A name in one line without spaces around it. Raises NameFault for none, a long one, or one with control characters."""
    name = value.strip()
    if len(name) > LONGEST_NAME or not re.fullmatch(PRINTABLE_LINE, name):
        raise NameFault
    return name


def read_preset(data: bytes, called: str) -> Preset:
    """A preset out of its file's bytes, every step checked. called: the file, for errors.

    Raises InvalidRequest: no preset, made by a newer program, or a step with an operation or a parameter that this program
    does not know.
    """
    if len(data) > MOST_BYTES:
        raise InvalidRequest(
            Message(
                "{name} has {size:.0f} MB; a preset has at most {limit}.",
                name=called,
                size=len(data) / 1e6,
                limit=MOST_BYTES // 10**6,
            )
        )
    try:
        found = parse_json(data)
    except ValueError as fault:
        raise InvalidRequest(Message("{name} is no Catchlight preset: it is not JSON.", name=called)) from fault
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise InvalidRequest(
            Message('{name} is no Catchlight preset: its "format" is not "{format}".', name=called, format=FORMAT)
        )
    version = found.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidRequest(
            Message('{name} has no valid "version"; this program writes {version}.', name=called, version=VERSION)
        )
    if version > VERSION:
        raise InvalidRequest(
            Message(
                "{name} was made by a newer Catchlight (version {version} of presets, this program reads up to {most}). "
                "Update the program.",
                name=called,
                version=version,
                most=VERSION,
            )
        )
    try:
        preset = Preset.model_validate_json(
            json.dumps({key: value for key, value in found.items() if key not in ("format", "version")})
        )
    except ValidationError as fault:
        raise InvalidRequest(Message("{name}: {why}", name=called, why=wire.sentence(fault, Preset))) from fault
    check(preset, called)
    return preset


def check(preset: Preset, called: str) -> None:
    """Whether every step can be done by this program. Raises InvalidRequest naming the step."""
    for number, step in enumerate(preset.steps, 1):
        try:
            check_step(step)
        except CatchlightError as fault:
            raise InvalidRequest(
                Message(
                    "{name}, step {number} ({operation}): {reason}",
                    name=called,
                    number=number,
                    operation=step.operation[:40],
                    reason=fault.message,
                )
            ) from fault


def check_step(step: PresetStep) -> None:
    """Whether a step can be done by this program. Raises InvalidRequest."""
    _params(step)
    for url in step.pictures:
        read_data_url(url, "pictures", PICTURE_BYTES)


def _params(step: PresetStep) -> Params:
    row = STEPS.get(step.operation)
    if row is None:
        near = close_matches(step.operation, STEPS, n=1)
        named = step.operation[:40]
        if near:
            raise InvalidRequest(
                Message(
                    "there is no operation {operation!r}; did you mean {near}? A newer program may have it.",
                    operation=named,
                    near=near[0],
                )
            )
        raise InvalidRequest(
            Message(
                "there is no operation {operation!r}; known are {known}. A newer program may have it.",
                operation=named,
                known=tuple(STEPS),
            )
        )
    try:
        params: Params = row.params.model_validate_json(json.dumps(step.parameters), by_alias=True, by_name=False)
    except ValidationError as fault:
        raise InvalidRequest(wire.sentence(fault, row.params)) from fault
    typed: Any = SimpleNamespace(parameters=params, placed_in=step.placed_in, pictures=step.pictures)
    for rule in step_rules(row):
        try:
            rule.check(typed)
        except ValueError as fault:
            raise InvalidRequest(fault.args[0]) from fault
    return params
