"""Conditions on one field that holds several values: a list, a mapping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from catchlight.core.conditions.condition import Model, Schema, describe_field, to_json_value


@dataclass(frozen=True)
class Length:
    """The list has so many entries. most: None for any number."""

    field: str
    least: int
    most: int | None

    def holds(self, model: BaseModel) -> bool:
        count = len(getattr(model, self.field))
        return count >= self.least and (self.most is None or count <= self.most)

    def schema(self, model: Model) -> Schema:
        most = {} if self.most is None else {"maxItems": self.most}
        return describe_field(self, model, {"minItems": self.least} | most)


@dataclass(frozen=True)
class Has:
    """The value is in the list."""

    field: str
    value: Any

    def holds(self, model: BaseModel) -> bool:
        return self.value in getattr(model, self.field)

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"contains": {"enum": [to_json_value(self.value)]}})


@dataclass(frozen=True)
class Lacks:
    """The value is not in the list."""

    field: str
    value: Any

    def holds(self, model: BaseModel) -> bool:
        return self.value not in getattr(model, self.field)

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"not": {"contains": {"enum": [to_json_value(self.value)]}}})


@dataclass(frozen=True)
class Named:
    """All keys of the mapping are among the names."""

    field: str
    names: tuple[str, ...]

    def holds(self, model: BaseModel) -> bool:
        return all(name in self.names for name in getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"propertyNames": {"enum": list(self.names)}})
