"""What the JSON schema says of the steps of a batch is what ``check`` takes."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.operations.registry import STEPS
from catchlight.service.batch_jobs.wire import BatchRequest
from catchlight.service.presets.preset import check
from catchlight.service.wire import EXAMPLE, read_body

pytestmark = pytest.mark.fast
FILES = {"0": {"sha256": "0" * 64, "bytes": 1}}
OWN, WORN = {"backgroundStyles": ["own_picture"]}, {"clothingStyles": ["reference"]}
SIZE, SPOT = {"width": 900, "height": 600}, {"hotspot": {"x": 1, "y": 2}, "userPrompt": "remove this"}
STROKE = {"tool": "heal", "strokes": [{"points": [[1, 2]], "radius": 3}]}
VALID: list[tuple[dict[str, Any], bool]] = [
    ({"operation": "adjust", "parameters": {"adjustmentPrompt": "warmer"}}, True),
    ({"operation": "adjust", "parameters": {"adjustmentPrompt": "warmer"}, "pictures": [EXAMPLE]}, False),
    ({"operation": "adjust", "parameters": {}}, False),
    ({"operation": "adjust"}, False),
    ({"operation": "sharpen"}, False),
    ({"operation": ""}, False),
    ({"parameters": {}}, False),
    ({"operation": "crop"}, True),
    ({"operation": "crop", "parameters": {"turns": 1}}, True),
    ({"operation": "crop", "parameters": {"width": 9}}, False),
    ({"operation": "crop", "parameters": {"level": [1, 2, 3, 4]}, "placedIn": None}, False),
    ({"operation": "crop", "parameters": {"width": 9}, "placedIn": SIZE}, True),
    ({"operation": "crop", "parameters": {"width": 9}, "placedIn": {"width": 900.0, "height": 600}}, True),
    ({"operation": "crop", "placedIn": {"width": 0, "height": 600}}, False),
    ({"operation": "crop", "placedIn": {"width": 10**9, "height": 600}}, False),
    ({"operation": "crop", "placedIn": {"width": "900", "height": 600}}, False),
    ({"operation": "crop", "parameters": {"outputFormat": "gif"}}, False),
    ({"operation": "crop", "parameters": {"paper": "4r"}}, False),
    ({"operation": "edit", "parameters": SPOT}, False),
    ({"operation": "edit", "parameters": SPOT, "placedIn": SIZE}, True),
    ({"operation": "brush", "parameters": {"edits": [STROKE]}}, False),
    ({"operation": "brush", "parameters": {"edits": [STROKE]}, "placedIn": SIZE}, True),
    ({"operation": "headshot"}, True),
    ({"operation": "headshot", "pictures": [EXAMPLE]}, False),
    ({"operation": "headshot", "parameters": OWN}, False),
    ({"operation": "headshot", "parameters": OWN, "pictures": [EXAMPLE]}, True),
    ({"operation": "headshot", "parameters": OWN, "pictures": [EXAMPLE] * 2}, False),
    ({"operation": "headshot", "parameters": WORN}, False),
    ({"operation": "headshot", "parameters": WORN, "pictures": [EXAMPLE]}, True),
    ({"operation": "headshot", "parameters": OWN | WORN, "pictures": [EXAMPLE]}, False),
    ({"operation": "headshot", "parameters": OWN | WORN, "pictures": [EXAMPLE] * 2}, True),
    ({"operation": "headshot", "parameters": OWN | WORN, "pictures": [EXAMPLE] * 3}, False),
    ({"operation": "hair", "pictures": [EXAMPLE]}, True),
    ({"operation": "hair", "pictures": [EXAMPLE] * 2}, False),
    ({"operation": "hair", "parameters": {"hairStyles": ["reference"]}}, False),
    ({"operation": "hair", "parameters": {"hairColor": "reference"}}, False),
    ({"operation": "hair", "parameters": {"hairColor": "reference"}, "pictures": [EXAMPLE]}, True),
    ({"operation": "layout", "parameters": {"mixed": [{}]}}, False),
    ({"operation": "layout"}, True),
]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return BatchRequest.model_json_schema(by_alias=True)


@pytest.fixture(scope="module")
def says(schema: dict[str, Any]) -> Any:
    return jsonschema_rs.validator_for(schema)


def takes(body: dict[str, Any]) -> bool:
    try:
        preset = read_body(BatchRequest, json.dumps(body).encode()).plan.preset
        check(preset, "batch")
    except InvalidRequest:
        return False
    return True


@pytest.mark.parametrize(("step", "valid"), VALID)
def test_a_step_is_taken_where_the_schema_has_it(says: Any, step: dict[str, Any], valid: bool) -> None:
    body = {"steps": [step], "files": FILES}
    assert (says.is_valid(body), takes(body)) == (valid, valid)


@pytest.mark.parametrize(
    ("more", "valid"),
    [
        ({"name": "Passport"}, True),
        ({"name": " Passport"}, False),
        ({"name": "a\u202eb"}, False),
        ({"name": "a\u00a0b"}, True),
        ({"output": {"mediaType": "image/png", "quality": 90.0, "size": "w1600", "dpi": 300}}, True),
        ({"output": {"mediaType": "image/gif"}}, False),
        ({"output": {"size": "1e3"}}, False),
        ({"output": {"size": "14"}}, False),
        ({"output": {"quality": "90"}}, False),
        ({"files": FILES | {"1000000": {"sha256": "0" * 64, "bytes": 2.0}}}, True),
        ({"files": FILES | {"00": FILES["0"]}}, False),
        ({"files": FILES | {"1000001": FILES["0"]}}, False),
        ({"files": {}}, False),
        ({"files": [FILES["0"]]}, False),
    ],
)
def test_a_batch_is_taken_where_the_schema_has_it(says: Any, more: dict[str, Any], valid: bool) -> None:
    body = {"steps": [{"operation": "crop"}], "files": FILES} | more
    assert (says.is_valid(body), takes(body)) == (valid, valid)


def test_every_operation_is_a_step(schema: dict[str, Any]) -> None:
    assert set(schema["$defs"]["PresetStep"]["discriminator"]["mapping"]) == set(STEPS)
