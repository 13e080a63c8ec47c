"""What a condition is, and the JSON schemas that conditions on fields share."""

from __future__ import annotations

import typing
from typing import Any, Protocol

from pydantic import BaseModel, TypeAdapter

Schema = dict[str, Any]
Model = type[BaseModel]


class Condition(Protocol):
    """Something that holds for a model or does not."""

    def holds(self, model: BaseModel) -> bool: ...

    def schema(self, model: Model) -> Schema:
        """A JSON schema that holds for the JSON object of an otherwise valid ``model`` exactly where the condition does."""


class FieldCondition(Protocol):
    @property
    def field(self) -> str: ...

    def holds(self, model: BaseModel) -> bool: ...


def describe_field(condition: FieldCondition, model: Model, inner: Schema) -> Schema:
    """What ``inner`` says of the condition's field, which must be there where its default does not do."""
    declared = model.model_fields[condition.field]
    name = declared.alias or condition.field
    needed = declared.is_required() or not condition.holds(
        model.model_construct(**{condition.field: declared.get_default(call_default_factory=True, validated_data={})})
    )
    return {"properties": {name: inner}} | ({"required": [name]} if needed else {})


def model_of_entries(model: Model, field: str) -> Model:
    """The model of a list's entries."""
    found = typing.get_args(model.model_fields[field].annotation)[0]
    assert isinstance(found, type)
    assert issubclass(found, BaseModel)
    return found


def to_json_value(value: Any) -> Any:
    """As it stands in JSON."""
    return TypeAdapter(Any).dump_python(value, mode="json")
