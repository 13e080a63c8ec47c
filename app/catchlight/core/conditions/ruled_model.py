"""Rules between the fields of a model, declared once: validation and the JSON schema are both made of them.

A ``Condition`` can be asked in two ways, whether it holds for a model and which JSON schema says the same of its JSON object; the
schema takes a field that is absent for its default, as validation does.

    class Size(RuledModel):
        width: int | None = None
        height: int | None = None
        RULES: ClassVar = (Rule(AnyOf(Is("width", None), IsNot("height", None)), Message("width needs height")),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar, Self

from pydantic import BaseModel, GetJsonSchemaHandler, ValidationInfo, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from catchlight.core.conditions.condition import Condition
from catchlight.core.messages import Message


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
