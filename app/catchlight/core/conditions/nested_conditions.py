"""Conditions on the models that a field holds."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from catchlight.core.conditions.condition import Condition, Model, Schema, describe_field, model_of_entries


@dataclass(frozen=True)
class Within:
    """The condition holds for the model in a field."""

    field: str
    condition: Condition

    def holds(self, model: BaseModel) -> bool:
        return self.condition.holds(getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        inner = model.model_fields[self.field].annotation
        assert isinstance(inner, type)
        assert issubclass(inner, BaseModel)
        return describe_field(self, model, self.condition.schema(inner))


@dataclass(frozen=True)
class Every:
    """The condition holds for all models of a list."""

    field: str
    condition: Condition

    def holds(self, model: BaseModel) -> bool:
        return all(self.condition.holds(entry) for entry in getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"items": self.condition.schema(model_of_entries(model, self.field))})


@dataclass(frozen=True)
class Some:
    """The condition holds for one model of a list at least."""

    field: str
    condition: Condition

    def holds(self, model: BaseModel) -> bool:
        return any(self.condition.holds(entry) for entry in getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        return describe_field(self, model, {"contains": self.condition.schema(model_of_entries(model, self.field))})
