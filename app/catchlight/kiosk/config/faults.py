"""What is wrong with a configuration file, each mistake in plain words with its table, its field and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.suggest import close_matches
from catchlight.kiosk.config.model import KioskConfig

_KINDS: Mapping[str, Message] = {
    "bool_type": Message("it must be true or false"),
    "string_type": Message('it must be text in quotes, such as "text"'),
    "int_type": Message("it must be a whole number without quotes"),
    "int_from_float": Message("it must be a whole number without quotes"),
    "float_type": Message("it must be a number without quotes"),
    "tuple_type": Message('it must be a list, such as ["one", "two"]'),
    "model_type": Message("it must be a table"),
    "model_attributes_type": Message("it must be a table"),
}
"""By pydantic's type of an error, of those that say what kind of value is wanted."""


class ConfigFault(InvalidRequest):
    """A configuration that cannot be used. mistakes: all of them, each a whole sentence."""

    def __init__(self, source: str, mistakes: Sequence[Message]) -> None:
        """source: name of the file or its address."""
        self.mistakes = tuple(mistakes)
        lines, *others = self.mistakes
        for line in others:
            lines = Message("{one}\n{other}", one=lines, other=line)
        super().__init__(
            Message.counted(
                "The configuration {source} has a mistake:\n{mistakes}",
                "The configuration {source} has {count} mistakes:\n{mistakes}",
                count=len(self.mistakes),
                source=source,
                mistakes=lines,
            )
        )


def describe(fault: ValidationError) -> list[Message]:
    """A sentence for each mistake that pydantic found in a ``KioskConfig``."""
    errors = fault.errors(include_url=False, include_input=True)
    deeper = {error["loc"][:-1] for error in errors}  # a list with a wrong entry is told to be too short as well
    return [_describe_one(error) for error in errors if error["loc"] not in deeper]


def field_path(location: Sequence[int | str]) -> str:
    """``[shop] documents, entry 2`` for ("shop", "documents", 1), as a person finds it in the file."""
    table, *fields = (str(part) if isinstance(part, str) else f"entry {part + 1}" for part in location)
    return f"[{table}] {', '.join(fields)}".rstrip()


def _describe_one(error: ErrorDetails) -> Message:
    location, path = error["loc"], field_path(error["loc"])
    if error["type"] == "extra_forbidden":
        return _unknown(location)
    return Message("{path}: {why}.", path=path, why=_reason(error))


def _unknown(location: Sequence[int | str]) -> Message:
    name = str(location[-1])
    known = list(_fields_at(location[:-1]))
    if len(location) == 1:
        return Message("There is no table [{name}]; the tables are {known}.", name=name, known=known)
    near = close_matches(name, known, n=1)
    if near:
        return Message("{path}: there is no such field. Did you mean {near}?", path=field_path(location), near=near[0])
    return Message("{path}: there is no such field. The table has {known}.", path=field_path(location), known=known)


def _fields_at(location: Sequence[int | str]) -> Mapping[str, Any]:
    model: type[BaseModel] = KioskConfig
    for part in location:
        found = model.model_fields[str(part)].annotation
        assert isinstance(found, type)
        model = found
    return model.model_fields


def _reason(error: ErrorDetails) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind in _KINDS:
        return _KINDS[kind]
    match kind:
        case "literal_error":
            allowed = str(context["expected"]).replace("'", '"').replace(" or ", ", ")
            return Message("it must be one of {allowed}", allowed=allowed)
        case "greater_than_equal":
            return Message("it must be {least} or more, and is {given}", least=context["ge"], given=str(error["input"]))
        case "less_than_equal":
            return Message("it must be {most} or less, and is {given}", most=context["le"], given=str(error["input"]))
        case "too_short":
            return Message("the list must not be empty")
        case "string_too_long":
            return Message("it may have at most {most} characters", most=context["max_length"])
        case "string_pattern_mismatch":
            return Message(
                "{given!r} does not have the form {pattern}", given=error["input"], pattern=context["pattern"]
            )
    return error["msg"].removeprefix("Value error, ").rstrip(".")
