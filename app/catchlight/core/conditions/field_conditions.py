"""Conditions on one field that holds a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.condition import Model, Schema, describe_field, to_json_value


@dataclass(frozen=True)
class Is:
    """The field has one of the values. choices: in their place, those that are slow to load."""

    field: str
    values: tuple[Any, ...]
    choices: Callable[[], Iterable[Any]] | None = None

    def __init__(self, field: str, *values: Any, choices: Callable[[], Iterable[Any]] | None = None) -> None:
        for name, value in (("field", field), ("values", values), ("choices", choices)):
            object.__setattr__(self, name, value)

    def holds(self, model: BaseModel) -> bool:
        return getattr(model, self.field) in self._all()

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"enum": [to_json_value(value) for value in self._all()]})

    def _all(self) -> tuple[Any, ...]:
        return self.values if self.choices is None else tuple(self.choices())


@dataclass(frozen=True, init=False)
class IsNot(Is):
    """The field has none of the values."""

    def holds(self, model: BaseModel) -> bool:
        return not super().holds(model)

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"not": {"enum": [to_json_value(value) for value in self._all()]}})


@dataclass(frozen=True)
class Differs:
    """The field is not its default; of a model, one of its fields is not."""

    field: str

    def holds(self, model: BaseModel) -> bool:
        return bool(getattr(model, self.field) != type(model).model_fields[self.field].default)

    def schema(self, model: Model) -> Schema:
        default = model.model_fields[self.field].default
        if isinstance(default, BaseModel):
            kind = type(default)
            inner = AnyOf(*map(Differs, kind.model_fields)).schema(kind)
        elif default == ():
            inner = {"minItems": 1}
        else:
            inner = {"not": {"enum": [to_json_value(default)]}}
        return describe_field(self, model, inner)


@dataclass(frozen=True)
class Matches:
    """The pattern is found in the text, or is the text as a whole; None matches nothing.

    pattern: of ``re`` and ECMA 262 alike: classes and groups, without anchors, ``\\s``, ``\\w`` and ``\\d``.
    """

    field: str
    pattern: str
    whole: bool = False

    def holds(self, model: BaseModel) -> bool:
        value = getattr(model, self.field)
        find = re.fullmatch if self.whole else re.search
        return value is not None and find(self.pattern, value) is not None

    def schema(self, model: Model) -> Schema:
        pattern = f"^(?:{self.pattern})$" if self.whole else self.pattern
        return describe_field(self, model, {"type": "string", "pattern": pattern})


@dataclass(frozen=True)
class AtMost:
    """The number is no greater."""

    field: str
    limit: float

    def holds(self, model: BaseModel) -> bool:
        return bool(getattr(model, self.field) <= self.limit)

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"maximum": self.limit})
