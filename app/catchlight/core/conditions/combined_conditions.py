"""Conditions made of others: any of them, all of them."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from catchlight.core.conditions.condition import Condition, Model, Schema


@dataclass(frozen=True)
class AnyOf:
    """One of the conditions holds at least."""

    conditions: tuple[Condition, ...]

    def __init__(self, *conditions: Condition) -> None:
        object.__setattr__(self, "conditions", conditions)

    def holds(self, model: BaseModel) -> bool:
        return any(condition.holds(model) for condition in self.conditions)

    def schema(self, model: Model) -> Schema:
        return {"anyOf": [condition.schema(model) for condition in self.conditions]}


@dataclass(frozen=True)
class AllOf:
    """All conditions hold."""

    conditions: tuple[Condition, ...]

    def __init__(self, *conditions: Condition) -> None:
        object.__setattr__(self, "conditions", conditions)

    def holds(self, model: BaseModel) -> bool:
        return all(condition.holds(model) for condition in self.conditions)

    def schema(self, model: Model) -> Schema:
        return {"allOf": [condition.schema(model) for condition in self.conditions]}
