"""Editing by a sentence and a hotspot over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.operations.registry import OPERATIONS
from catchlight.server.errors import PATH_ERRORS

from tests.server.conftest import Running

EDIT = OPERATIONS["edit"].path
MOUTH = {"x": 223, "y": 143}


def test_its_path_and_its_five_errors_are_those_of_the_contract(real: Running) -> None:
    assert EDIT == "/image-edit/edit"
    assert PATH_ERRORS[EDIT].statuses == {400, 413, 415, 422, 500}
    document = real.client.get("/openapi.json").json()
    assert set(document["paths"][EDIT]["post"]["responses"]) == {"200", "400", "413", "415", "422", "500"}


def test_picture_prompt_and_hotspot_are_enough(real: Running, sample_url: str) -> None:
    answer = real.post(EDIT, imageDataUrl=sample_url, userPrompt="whiten the teeth", hotspot=MOUTH)
    assert answer.status_code == 200
    assert set(answer.json()) == {"image", "generationId"}
    kept = real.client.get(f"/generations/{answer.json()['generationId']}").json()
    assert kept["parameters"] == {"userPrompt": "whiten the teeth", "hotspot": {"x": 223.0, "y": 143.0}}
    assert kept["details"]["intents"][0]["regions"] == ["teeth"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"userPrompt": "frobnicate it", "hotspot": MOUTH}, 422, "prompt_not_understood"),
        ({"userPrompt": "make the tie red", "hotspot": MOUTH}, 422, "nothing_at_hotspot"),
        ({"userPrompt": "make it red", "hotspot": {"x": 512, "y": 3}}, 400, "invalid_request"),
        ({"userPrompt": "make it red", "hotspot": {"x": -0.5, "y": 3}}, 400, "invalid_request"),
        ({"userPrompt": "make it red", "hotspot": {"x": 5}}, 400, "invalid_request"),
        ({"userPrompt": "make it red"}, 400, "invalid_request"),
        ({"hotspot": MOUTH}, 400, "invalid_request"),
        ({"userPrompt": " ", "hotspot": MOUTH}, 400, "invalid_request"),
        ({"userPrompt": "brighter", "hotspot": MOUTH, "strength": 2}, 400, "invalid_request"),
        ({"userPrompt": "brighter", "hotspot": MOUTH, "region": "elbow"}, 400, "invalid_request"),
    ],
)
def test_bad_wishes_are_refused_with_a_reason(
    real: Running, sample_url: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = real.post(EDIT, imageDataUrl=sample_url, **body)
    assert (answer.status_code, answer.json()) == (status, {"error": code})
    assert answer.headers["Error-Detail"]
