"""Hair over HTTP: the address's gender, the metadata of the answer, and exactly seven documented errors."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.operations.registry import OPERATIONS

from tests.doubles import EchoEditor
from tests.server.conftest import Running, Start

HAIR = OPERATIONS["hair"].path
SEVEN = {400, 404, 409, 413, 415, 422, 500}


def test_seven_errors_and_the_query_are_documented(start: Start) -> None:
    told = start().client.get("/openapi.json").json()["paths"][HAIR]["post"]
    assert set(told["responses"]) == {"200", *map(str, SEVEN)}
    for status in SEVEN:
        schema = told["responses"][str(status)]["content"]["application/json"]["schema"]["allOf"][0]["$ref"]
        assert schema.endswith("/Error")
    asked = {one["name"]: (one["in"], one["schema"].get("enum")) for one in told["parameters"]}
    assert asked == {
        "gender": ("query", ["male", "female"]),
        "preview": ("query", None),
        "Idempotency-Key": ("header", None),
    }


@pytest.mark.parametrize(("query", "body", "gender"), [("?gender=male", {}, "male"), ("", {}, None),
                                                       ("?gender=female", {"gender": "male"}, "female"),
                                                       ("", {"gender": "male"}, "male")])  # fmt: skip
def test_gender_comes_with_the_address(
    start: Start, sample_url: str, query: str, body: dict[str, Any], gender: str | None
) -> None:
    editor = EchoEditor()
    assert start(editor).post(HAIR + query, imageDataUrl=sample_url, **body).status_code == 200
    assert editor.requests[0].params.gender == gender  # type: ignore[attr-defined]


def test_a_gender_that_is_none_is_an_invalid_request(start: Start, sample_url: str) -> None:
    answer = start().post(f"{HAIR}?gender=unsure", imageDataUrl=sample_url)
    assert answer.status_code == 400
    assert answer.json() == {"error": "invalid_request"}
    assert "gender" in answer.headers["Error-Detail"]


def test_the_answer_brings_metadata(real: Running, sample_url: str) -> None:
    answer = real.post(HAIR, imageDataUrl=sample_url, hairColor="copper", hairStyles=[])
    assert answer.status_code == 200
    assert answer.json()["metadata"] == {
        "appliedStyles": [],
        "appliedColor": {"id": "copper", "label": "Copper", "hex": "#A4502B"},
    }


@pytest.mark.parametrize(("body", "code"), [({"hairColor": "tartan"}, "unknown_color"),
                                            ({"hairStyles": ["beehive_2000"]}, "unknown_style")])  # fmt: skip
def test_unknown_entries_are_404(real: Running, sample_url: str, body: dict[str, Any], code: str) -> None:
    answer = real.post(HAIR, imageDataUrl=sample_url, **body)
    assert (answer.status_code, answer.json()) == (404, {"error": code})
