"""Face expressions over HTTP: the path, its five errors, and a picture with a key as the whole request."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.operations.registry import OPERATIONS
from catchlight.server.errors import PATH_ERRORS

from tests.server.conftest import Running

PATH = OPERATIONS["face_expression"].path


def test_its_path_and_its_five_errors_are_those_of_the_contract(real: Running) -> None:
    assert PATH == "/image-edit/face-expression"
    assert PATH_ERRORS[PATH].statuses == {400, 413, 415, 422, 500}
    document = real.client.get("/openapi.json").json()
    assert set(document["paths"][PATH]["post"]["responses"]) == {"200", "400", "413", "415", "422", "500"}


def test_picture_and_key_are_enough(real: Running, sample_url: str) -> None:
    answer = real.post(PATH, imageDataUrl=sample_url, expressionKey="soft_smile")
    assert answer.status_code == 200
    assert set(answer.json()) == {"image", "generationId"}
    kept = real.client.get(f"/generations/{answer.json()['generationId']}").json()
    assert kept["details"]["expression"] == "soft_smile"
    assert kept["details"]["identity"] > 0.75


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"expressionKey": "smirk"}, 422, "unknown_expression"),
        ({}, 400, "invalid_request"),
        ({"expressionKey": "smile", "intensity": 1.1}, 400, "invalid_request"),
        ({"expressionKey": "smile", "coefficients": {"earWiggle": 1}}, 400, "invalid_request"),
        ({"expressionKey": "custom"}, 400, "invalid_request"),
    ],
)
def test_bad_wishes_are_refused_with_a_reason(
    real: Running, sample_url: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = real.post(PATH, imageDataUrl=sample_url, **body)
    assert (answer.status_code, answer.json()) == (status, {"error": code})
    assert answer.headers["Error-Detail"]


def test_the_catalogue_lists_expressions(real: Running) -> None:
    rows = real.client.get("/catalogue").json()["expressions"]
    assert {"neutral", "closed_lips", "wink"} <= {row["id"] for row in rows}
    assert all(row["label"] and row["labelZh"] for row in rows)
