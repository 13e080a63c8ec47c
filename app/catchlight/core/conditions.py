"""Rules between the fields of a model, declared once: validation and the JSON schema are both made of them.

A ``Condition`` can be asked in two ways, whether it holds for a model and which JSON schema says the same of its JSON object; the
schema takes a field that is absent for its default, as validation does.

    class Size(RuledModel):
        width: int | None = None
        height: int | None = None
        RULES: ClassVar = (Rule(AnyOf(Is("width", None), IsNot("height", None)), Message("width needs height")),)
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Protocol, Self

from pydantic import BaseModel, GetJsonSchemaHandler, TypeAdapter, ValidationInfo, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from catchlight.core.messages import Message

Schema = dict[str, Any]
Model = type[BaseModel]
_SPACES = r"\x09-\x0d\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
NOT_BLANK = rf"[^{_SPACES}\x00-\x1f\x7f-\x9f\ufeff]"
"""A sign that is neither white space (Unicode's White_Space) nor a control character; in the classes that ECMA 262, by which JSON
schemas are read, and Python's ``re`` read alike: their ``\\s`` differ."""
UNPRINTABLE = r"\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Members of a class: control characters, and those of Unicode's Cf, Zl and Zp that change how text is read."""
PRINTABLE_LINE = rf"[^{UNPRINTABLE}{_SPACES}](?:[^{UNPRINTABLE}]*[^{UNPRINTABLE}{_SPACES}])?"
"""A text in one line without spaces around it."""


class Condition(Protocol):
    """Something that holds for a model or does not."""

    def holds(self, model: BaseModel) -> bool: ...

    def schema(self, model: Model) -> Schema:
        """A JSON schema that holds for the JSON object of an otherwise valid ``model`` exactly where the condition does."""


@dataclass(frozen=True)
class Rule:
    """What must hold, and the sentence for what does not. message: a function of the model where it names what is there, or what
    is slow to load.
    """

    condition: Condition
    message: Message | Callable[[Any], Message]

    def check(self, model: BaseModel) -> None:
        """Raises ValueError with the message."""
        if not self.condition.holds(model):
            raise ValueError(self.message if isinstance(self.message, Message) else self.message(model))


def field_check(rule: Rule) -> Callable[[Any, ValidationInfo], Any]:
    """For ``field_validator``: a rule about that field alone, checked as soon as it is read, so that the fault is told of it."""

    def check(value: Any, info: ValidationInfo) -> Any:
        alone: Any = SimpleNamespace(**{str(info.field_name): value})
        rule.check(alone)
        return value

    return check


class RuledModel(BaseModel):
    """A model with rules. A class adds its ``RULES`` to those of its bases."""

    RULES: ClassVar[tuple[Rule, ...]] = ()

    @classmethod
    def all_rules(cls) -> Iterator[Rule]:
        """Its own rules and those of its bases, which come first."""
        for base in reversed(cls.__mro__):
            yield from vars(base).get("RULES", ())

    @model_validator(mode="after")
    def _keeps_rules(self) -> Self:
        for rule in self.all_rules():
            rule.check(self)
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The schema with the rules, whose fields are named as on the wire."""
        found = handler(core)
        rules = [rule.condition.schema(cls) for rule in cls.all_rules()]
        if rules:
            handler.resolve_ref_schema(found)["allOf"] = rules
        return found


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
        return _about(self, model, {"enum": [_plain(value) for value in self._all()]})

    def _all(self) -> tuple[Any, ...]:
        return self.values if self.choices is None else tuple(self.choices())


@dataclass(frozen=True, init=False)
class IsNot(Is):
    """The field has none of the values."""

    def holds(self, model: BaseModel) -> bool:
        return not super().holds(model)

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"not": {"enum": [_plain(value) for value in self._all()]}})


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
            inner = {"not": {"enum": [_plain(default)]}}
        return _about(self, model, inner)


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
        return _about(self, model, {"type": "string", "pattern": pattern})


@dataclass(frozen=True)
class AtMost:
    """The number is no greater."""

    field: str
    limit: float

    def holds(self, model: BaseModel) -> bool:
        return bool(getattr(model, self.field) <= self.limit)

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"maximum": self.limit})


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
        return _about(self, model, {"minItems": self.least} | most)


@dataclass(frozen=True)
class Has:
    """The value is in the list."""

    field: str
    value: Any

    def holds(self, model: BaseModel) -> bool:
        return self.value in getattr(model, self.field)

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"contains": {"enum": [_plain(self.value)]}})


@dataclass(frozen=True)
class Lacks:
    """The value is not in the list."""

    field: str
    value: Any

    def holds(self, model: BaseModel) -> bool:
        return self.value not in getattr(model, self.field)

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"not": {"contains": {"enum": [_plain(self.value)]}}})


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
        return _about(self, model, self.condition.schema(inner))


@dataclass(frozen=True)
class Named:
    """All keys of the mapping are among the names."""

    field: str
    names: tuple[str, ...]

    def holds(self, model: BaseModel) -> bool:
        return all(name in self.names for name in getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"propertyNames": {"enum": list(self.names)}})


@dataclass(frozen=True)
class Every:
    """The condition holds for all models of a list."""

    field: str
    condition: Condition

    def holds(self, model: BaseModel) -> bool:
        return all(self.condition.holds(entry) for entry in getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"items": self.condition.schema(_entries(model, self.field))})


@dataclass(frozen=True)
class Some:
    """The condition holds for one model of a list at least."""

    field: str
    condition: Condition

    def holds(self, model: BaseModel) -> bool:
        return any(self.condition.holds(entry) for entry in getattr(model, self.field))

    def schema(self, model: Model) -> Schema:
        return _about(self, model, {"contains": self.condition.schema(_entries(model, self.field))})


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


class _OfField(Protocol):
    @property
    def field(self) -> str: ...

    def holds(self, model: BaseModel) -> bool: ...


def _about(condition: _OfField, model: Model, inner: Schema) -> Schema:
    """What ``inner`` says of the condition's field, which must be there where its default does not do."""
    declared = model.model_fields[condition.field]
    name = declared.alias or condition.field
    needed = declared.is_required() or not condition.holds(
        model.model_construct(**{condition.field: declared.get_default(call_default_factory=True, validated_data={})})
    )
    return {"properties": {name: inner}} | ({"required": [name]} if needed else {})


def _entries(model: Model, field: str) -> Model:
    """The model of a list's entries."""
    found = typing.get_args(model.model_fields[field].annotation)[0]
    assert isinstance(found, type)
    assert issubclass(found, BaseModel)
    return found


def _plain(value: Any) -> Any:
    """As it stands in JSON."""
    return TypeAdapter(Any).dump_python(value, mode="json")
