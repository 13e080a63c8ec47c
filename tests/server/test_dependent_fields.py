"""Fields that only make sense together: the OpenAPI document forbids what the service refuses, and nothing else."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from catchlight.core.conditions.ruled_model import Rule, RuledModel
from catchlight.core.errors import InvalidRequest
from catchlight.operations.registry import OPERATIONS
from catchlight.service.selection.wire import SelectionRequest
from catchlight.service.wire import EXAMPLE, body_model, read_body
from pydantic import BaseModel

GENERATION = "gen_0198c5f0a1b27c3d8e4f5a6b7c8d9e0f"
STROKE = {"points": [[1, 2]], "radius": 3}
SOURCED = {**STROKE, "offset": [5, 5]}
ERASING = {**STROKE, "erase": True}
LINEAR = {"start": [0, 0], "end": [9, 9]}
SPOT = {"hotspot": {"x": 1, "y": 2}}


def brush(**fields: Any) -> dict[str, Any]:
    return {"edits": [fields]}


ALLOWED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hair", {}), ("hair", {"variants": 3, "imagine": True}), ("hair", {"variants": 1, "seed": 4.0}),
    ("headshot", {"backgroundPrompt": "a library", "imagine": True}), ("headshot", {"backgroundPrompt": None}),
    ("headshot", {"clothingReference": EXAMPLE, "clothingStyles": ["a"] * 7}),
    ("headshot", {"clothingReference": EXAMPLE, "clothingStyles": ["reference", *["a"] * 7]}),
    ("headshot", {"clothingReference": None, "clothingStyles": ["a"] * 8}),
    ("id_photo", {"widthMm": 35, "heightMm": 45}), ("id_photo", {"widthMm": None, "heightMm": None}),
    ("layout", {"format": "pdf"}), ("layout", {"format": "pdf", "outputFormat": None}), ("layout", {"outputFormat": "png"}),
    ("layout", {"moreImages": [EXAMPLE], "dpi": 300.0}),
    ("edit", {**SPOT, "userPrompt": "remove this"}), ("edit", {**SPOT, "shape": {"jaw": 0.1}}),
    ("edit", {**SPOT, "userPrompt": "a", "seed": 3, "imagine": True}), ("edit", {**SPOT, "userPrompt": "a", "region": "thing"}),
    ("edit", {**SPOT, "userPrompt": "a", "region": "hair"}),
    ("face_expression", {"expressionKey": "smile", "coefficients": {"jawOpen": -1}}),
    ("adjust", {"adjustmentPrompt": "warmer"}), ("adjust", {"settings": {"bands": {"reds": {"hue": 3}}}}),
    ("adjust", {"raw": {"temperature": 5200}}), ("adjust", {"settings": {"curve": [[0, 0], [1, 1]]}}),
    ("adjust", {"settings": {"curve": [[1, 1], [0.5, 0], [0.5, 1]]}}), ("adjust", {"settings": {"look": "mono"}}),
    ("crop", {"corners": [0, 0, 9, 0, 9, 9, 0, 9]}), ("crop", {"level": [0, 0, 5, 1]}), ("crop", {"level": [], "corners": []}),
    ("crop", {"spaceTop": 200}), ("crop", {"spaceTop": 201, "spaceUnit": "px"}),
    ("brush", brush(tool="dodge", strokes=[STROKE])), ("brush", brush(tool="dodge", within="skin")),
    ("brush", brush(tool="burn", linear=LINEAR)), ("brush", brush(tool="burn", linear=None, strokes=[STROKE])),
    ("brush", brush(tool="heal", strokes=[STROKE])), ("brush", brush(tool="clone", strokes=[SOURCED, ERASING])),
    ("brush", brush(tool="burn", strokes=[ERASING], invert=True)), ("brush", brush(tool="burn", strokes=[ERASING, STROKE])),
    ("brush", brush(tool="dodge", strokes=[{**STROKE, "pressures": [0.1, 0.2]}])),
    ("brush", brush(tool="dodge", linear={"start": [0, 0], "end": [0, 0]})),
    ("selection", {"outputFormat": "jpeg"}), ("selection", {"outputFormat": "png", "shape": "circle"}),
    ("selection", {"extCustomerId": "Zoë 12"}), ("selection", {"sizes": [64.0, 128]}),
)  # fmt: skip
FORBIDDEN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hair", {"variants": 2}), ("hair", {"variants": 2, "imagine": False}), ("hair", {"seed": 4.5}),
    ("headshot", {"backgroundPrompt": "a library"}), ("headshot", {"backgroundPrompt": " \u3000\t", "imagine": True}),
    ("headshot", {"clothingReference": EXAMPLE, "clothingStyles": ["a"] * 8}),
    ("id_photo", {"widthMm": 35}), ("id_photo", {"widthMm": None, "heightMm": 45}),
    ("layout", {"format": "pdf", "outputFormat": "png"}),
    ("headshot", {"variants": 2}), ("edit", {**SPOT, "userPrompt": "a", "variants": 2}),
    ("edit", SPOT), ("edit", {**SPOT, "userPrompt": " \x85", "shape": {"jaw": 0}}),
    ("edit", {**SPOT, "userPrompt": "a", "seed": 3}),
    ("edit", {**SPOT, "userPrompt": "a", "region": "elbow"}),
    ("face_expression", {"expressionKey": "smile", "coefficients": {"elbow": 0.5}}),
    ("face_expression", {"expressionKey": "smile", "coefficients": {"jawOpen": 1.5}}),
    ("face_expression", {"expressionKey": "smile", "seed": 1}), ("face_expression", {"expressionKey": "smile", "variants": 2}),
    ("adjust", {}), ("adjust", {"adjustmentPrompt": "  ", "settings": {"exposure": 0, "bands": {"reds": {}}}}),
    ("adjust", {"raw": {"temperature": None}}), ("adjust", {"settings": {"curve": [[0, 0]]}}),
    ("adjust", {"settings": {"redCurve": [[0, 0]]}}), ("adjust", {"settings": {"greenCurve": [[0, 0]]}}),
    ("adjust", {"settings": {"blueCurve": [[0, 0]]}}),
    ("crop", {"corners": [0, 0, 9]}), ("crop", {"level": [0, 0, 5]}), ("crop", {"spaceTop": 201}),
    ("crop", {"spaceLeft": 201, "spaceUnit": "percent"}),
    ("brush", brush(tool="dodge")), ("brush", brush(tool="dodge", within="elbow")), ("brush", brush(tool="heal", within="skin")),
    ("brush", brush(tool="clone", strokes=[SOURCED], linear=LINEAR)), ("brush", brush(tool="clone", strokes=[SOURCED, STROKE])),
    ("brush", brush(tool="burn", strokes=[ERASING])), ("brush", brush(tool="heal", strokes=[STROKE], invert=True)),
    ("brush", brush(tool="dodge", strokes=[{**STROKE, "pressures": [1.5]}])),
    ("selection", {"outputFormat": "jpeg", "shape": "circle"}),
    ("selection", {"outputFormat": "jpeg", "backgroundStyle": "transparent"}),
    ("selection", {"extCustomerId": " a"}), ("selection", {"extCustomerId": "a\n"}), ("selection", {"extCustomerId": "\u202ea"}),
    ("selection", {"sizes": [64, 64]}),
)  # fmt: skip
MODELS: dict[str, type[BaseModel]] = {
    **{operation.id: body_model(operation) for operation in OPERATIONS.values()},
    "selection": SelectionRequest,
}
SCHEMAS = {name: jsonschema_rs.validator_for(model.model_json_schema(by_alias=True)) for name, model in MODELS.items()}


def body_of(name: str, fields: dict[str, Any]) -> dict[str, Any]:
    return ({"generationId": GENERATION} if name == "selection" else {"imageDataUrl": EXAMPLE}) | fields


@pytest.mark.parametrize(("name", "fields"), ALLOWED, ids=str)
def test_what_the_document_allows_is_accepted(name: str, fields: dict[str, Any]) -> None:
    body = body_of(name, fields)
    assert SCHEMAS[name].is_valid(body)
    assert read_body(MODELS[name], json.dumps(body).encode())


@pytest.mark.parametrize(("name", "fields"), FORBIDDEN, ids=str)
def test_what_the_document_forbids_is_refused(name: str, fields: dict[str, Any]) -> None:
    body = body_of(name, fields)
    assert not SCHEMAS[name].is_valid(body)
    with pytest.raises(InvalidRequest) as refused:
        read_body(MODELS[name], json.dumps(body).encode())
    assert refused.value.message.endswith(".")


def _models(found: Any) -> Iterator[type[BaseModel]]:
    """The models of an annotation, and those of their fields."""
    if isinstance(found, type) and issubclass(found, BaseModel):
        yield found
        for field in found.model_fields.values():
            yield from _models(field.annotation)
    for part in typing.get_args(found):
        yield from _models(part)


def _rules(name: str) -> set[Rule]:
    return {rule for model in _models(MODELS[name]) if issubclass(model, RuledModel) for rule in model.all_rules()}


@pytest.mark.parametrize("name", MODELS)
def test_every_rule_is_broken_by_one_of_these_cases(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = set()
    check = Rule.check

    def noted(rule: Rule, model: BaseModel) -> None:
        try:
            check(rule, model)
        except ValueError:
            broken.add(rule)
            raise

    monkeypatch.setattr(Rule, "check", noted)
    for case, fields in FORBIDDEN:
        if case == name:
            with pytest.raises(InvalidRequest):
                read_body(MODELS[name], json.dumps(body_of(name, fields)).encode())
    assert broken == _rules(name)
