"""Conditions between fields: what validation refuses is what the JSON schema forbids."""

from __future__ import annotations

import itertools
import json
from typing import Any, ClassVar, Literal

import jsonschema_rs
import pytest
from catchlight.core.conditions.collection_conditions import Has, Lacks, Length, Named
from catchlight.core.conditions.combined_conditions import AllOf, AnyOf
from catchlight.core.conditions.condition import Condition
from catchlight.core.conditions.field_conditions import AtMost, Differs, Is, IsNot, Matches
from catchlight.core.conditions.nested_conditions import Every, Some, Within
from catchlight.core.conditions.ruled_model import Rule, RuledModel
from catchlight.core.conditions.text_patterns import NOT_BLANK, PRINTABLE_LINE
from catchlight.core.messages import Message
from pydantic import ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

pytestmark = pytest.mark.fast
CONFIG = ConfigDict(strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class Part(RuledModel):
    model_config = CONFIG

    full: bool = False
    size_mm: float | None = None


class Whole(RuledModel):
    model_config = CONFIG

    main_kind: Literal["a", "b"] = "a"
    count: int = 1
    text: str = ""
    label: str | None = None
    parts: tuple[Part, ...] = ()
    words: tuple[str, ...] = ()
    amounts: dict[str, float] = Field(default={}, max_length=3)
    one: Part = Part()


VALUES: dict[str, tuple[Any, ...]] = {
    "mainKind": ("a", "b"),
    "count": (0, 1, 2),
    "text": ("", " \t\u3000", "x", "\u200b"),
    "label": (None, "x y", " x", "x\n", "\u202ex", "照片"),
    "parts": ([], [{}], [{"full": True}], [{"full": True, "sizeMm": 2}, {"full": False}], [{"sizeMm": None}]),
    "words": ([], ["a"], ["a", "b"], ["b", "c", "d"]),
    "amounts": ({}, {"a": 1}, {"a": 1, "z": 0}),
    "one": ({}, {"full": False}, {"full": True}, {"sizeMm": 3.0}),
}
CONDITIONS: dict[str, Condition] = {
    "is": Is("main_kind", "a"),
    "is not": IsNot("main_kind", "a"),
    "is one of those that are looked up": Is("main_kind", choices=lambda: ("b", "c")),
    "is none": Is("label", None),
    "differs": Differs("count"),
    "differs as a list": Differs("parts"),
    "differs as a model": Differs("one"),
    "matches": Matches("text", NOT_BLANK),
    "matches as a whole": Matches("label", PRINTABLE_LINE, whole=True),
    "at most": AtMost("count", 1),
    "length": Length("words", 1, 2),
    "length from": Length("words", 2, None),
    "has": Has("words", "a"),
    "lacks": Lacks("words", "a"),
    "within": Within("one", AnyOf(Is("full", True), IsNot("size_mm", None))),
    "within and by default": Within("one", Is("full", False)),
    "named": Named("amounts", ("a", "b")),
    "every": Every("parts", AnyOf(Is("full", True), IsNot("size_mm", None))),
    "some": Some("parts", Is("full", False)),
    "any of": AnyOf(Is("count", 2), Is("main_kind", "b")),
    "all of": AllOf(Is("count", 1), Is("main_kind", "a")),
}


def bodies() -> list[dict[str, Any]]:
    """No field, each with every value, and every two with every pair."""
    alone = [{name: value} for name, values in VALUES.items() for value in values]
    pairs = [one | other for one, other in itertools.combinations(alone, 2) if one.keys() != other.keys()]
    return [{}, *alone, *pairs]


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_holds_where_its_schema_does(name: str) -> None:
    condition = CONDITIONS[name]
    schema = jsonschema_rs.validator_for(condition.schema(Whole))
    held = {True: 0, False: 0}
    for body in bodies():
        holds = condition.holds(Whole.model_validate_json(json.dumps(body), by_name=False))
        assert schema.is_valid(body) == holds, body
        held[holds] += 1
    assert min(held.values()) > 0


class Base(RuledModel):
    model_config = CONFIG

    count: int = 1
    RULES: ClassVar[tuple[Rule, ...]] = (Rule(AtMost("count", 3), Message("count is too much")),)


class Derived(Base):
    on: bool = False
    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(AnyOf(Is("count", 1), Is("on", True)), lambda model: Message("{count} needs on", count=model.count)),
    )


def test_a_class_adds_its_rules_to_those_of_its_base() -> None:
    assert Derived(count=3, on=True).count == 3
    with pytest.raises(ValidationError, match="count is too much"):
        Derived(count=4, on=True)
    with pytest.raises(ValidationError, match="2 needs on"):
        Derived(count=2)
    assert len(Derived.model_json_schema()["allOf"]) == 2
    assert "allOf" not in Part.model_json_schema()
