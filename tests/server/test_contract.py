"""The error table and the OpenAPI document say the same, and say what the contract says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from catchlight.core import errors as engine_errors
from catchlight.core.errors import CatchlightError
from catchlight.operations.registry import OPERATIONS
from catchlight.server.errors import EVERYWHERE, PATH_ERRORS, STATUS, PathErrors, answer, ascii_line, status_of

from tests.server.conftest import GENERATE, LAYOUT, Start

EIGHT = {400, 404, 409, 413, 415, 422, 500, 503}


@pytest.fixture
def document(start: Start) -> dict[str, Any]:
    found: dict[str, Any] = start().client.get("/openapi.json").json()
    return found


def _codes_of_the_engine() -> set[str]:
    """Every code named in the tree of errors at the top of its module."""
    tree = (engine_errors.__doc__ or "").partition("Codes never change")[0]
    return set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", tree))


def test_every_code_of_the_engine_is_in_the_table() -> None:
    codes = _codes_of_the_engine() - {"storage_fault", "unknown_preset"}
    # The first is told to the network as internal_error; presets belong to the window and the command line alone.
    assert len(codes) > 12
    assert codes <= STATUS.keys()


def test_every_operation_has_a_column() -> None:
    assert {operation.path for operation in OPERATIONS.values()} <= PATH_ERRORS.keys()


@pytest.mark.parametrize("path", [GENERATE, LAYOUT])
def test_generate_and_layout_document_exactly_eight_errors(document: dict[str, Any], path: str) -> None:
    responses = document["paths"][path]["post"]["responses"]
    assert set(responses) == {"200", *map(str, EIGHT)}
    for status in EIGHT:
        schema = responses[str(status)]["content"]["application/json"]["schema"]["allOf"][0]["$ref"]
        assert schema.endswith("/ErrorWithMessage") == (status in (400, 500))
        assert "Error-Detail" in responses[str(status)]["headers"]


def test_the_document_lists_every_path_of_the_contract_and_no_stray_answer(document: dict[str, Any]) -> None:
    methods = {(path, method) for path, entry in document["paths"].items() for method in entry}
    one = "/generations/{generation_id}"
    assert methods == {
        *((operation.path, "post") for operation in OPERATIONS.values()), ("/pictures", "post"), ("/generations", "get"),
        (one, "get"),
        (one, "delete"), (f"{one}/image", "get"), (f"{one}/variants", "get"), ("/catalogue", "get"), ("/health", "get"),
        ("/ready", "get"), ("/metrics", "get"),
    }  # fmt: skip
    for path, entry in document["paths"].items():
        documented = set(map(str, PATH_ERRORS[path].statuses)) if path in PATH_ERRORS else set()
        for operation in entry.values():
            assert {status for status in operation["responses"] if status[0] in "45"} == documented
            assert len([status for status in operation["responses"] if status[0] == "2"]) == 1
    assert set(document["components"]["responses"]) == set(EVERYWHERE)


def test_references_of_the_document_all_lead_somewhere(document: dict[str, Any]) -> None:
    named = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert named <= set(document["components"]["schemas"])
    assert {"IdPhotoRequest", "LayoutRequest", "EditAnswer"} <= named


def test_body_fields_are_those_of_the_parameters(document: dict[str, Any]) -> None:
    for operation in OPERATIONS.values():
        content = document["paths"][operation.path]["post"]["requestBody"]["content"]["application/json"]
        schema = document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
        fields = {str(field.alias) for field in operation.params.model_fields.values()}
        assert fields | {"imageDataUrl"} <= set(schema["properties"])
        asked = {str(field.alias) for field in operation.params.model_fields.values() if field.is_required()}
        assert set(schema["required"]) == {"imageDataUrl", *asked}
        assert schema["additionalProperties"] is False


@pytest.mark.parametrize("code", sorted(STATUS))
def test_each_code_gives_its_status_or_internal_error(code: str) -> None:
    for path, column in PATH_ERRORS.items():
        error = CatchlightError("Said so.", code=code)
        status = status_of(error, column)
        assert status in column.statuses
        response = answer(error, path)
        assert response.status_code == status
        assert response.headers["Error-Detail"] == "Said so."


def test_a_status_that_a_path_does_not_document_becomes_internal_error() -> None:
    assert status_of(CatchlightError("x", code="model_unavailable"), PathErrors(frozenset({"internal_error"}))) == 500
    assert status_of(CatchlightError("x", code="storage_fault"), PATH_ERRORS[GENERATE]) == 500


def test_the_sentence_fits_into_a_header() -> None:
    assert ascii_line("Größe 35 × 45 mm\r\nSet-Cookie: x – “so”…") == 'Grosse 35 x 45 mm Set-Cookie: x - "so"...'
    assert len(ascii_line("x" * 5000)) == 600
    assert ascii_line("照片\x00\x1b[1m").isprintable()
