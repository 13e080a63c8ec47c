"""Headshots over HTTP: the contract's fields, its refusals, and the background picture that comes along."""

from __future__ import annotations

from typing import Any

import pytest

from tests.doubles import EchoEditor
from tests.server.conftest import Running, Start

PATH = "/image-edit/headshot"


def test_a_background_picture_joins_the_source(start: Start, sample_url: str) -> None:
    editor = EchoEditor()
    assert start(editor).post(PATH, imageDataUrl=sample_url, backgroundImageUrl=sample_url).status_code == 200
    assert len(editor.requests[0].pictures) == 2


def test_the_picture_of_the_clothes_joins_last_and_asks_for_them(start: Start, sample_url: str) -> None:
    editor = EchoEditor()
    sent = {"backgroundImageUrl": sample_url, "clothingReference": sample_url}
    assert start(editor).post(PATH, imageDataUrl=sample_url, **sent).status_code == 200
    assert len(editor.requests[0].pictures) == 3
    params: Any = editor.requests[0].params
    assert params.clothing_styles == ("reference",)


def test_clothes_that_cannot_be_taken_are_refused_with_the_reason(real: Running, sample_url: str) -> None:
    answer = real.post(PATH, imageDataUrl=sample_url, clothingReference=sample_url)
    assert (answer.status_code, answer.json()["error"]) == (422, "reference_unsuited")


def test_the_lists_are_strings(start: Start, sample_url: str) -> None:
    editor = EchoEditor()
    body = {"clothingStyles": ["keep_original"], "backgroundStyles": ["white"], "framingStyles": ["original"]}
    assert start(editor).post(PATH, imageDataUrl=sample_url, **body).status_code == 200
    params: Any = editor.requests[0].params
    assert (params.clothing_styles, params.framing_styles) == (("keep_original",), ("original",))
    assert start(editor).post(PATH, imageDataUrl=sample_url, clothingStyles="navy").status_code == 400


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"backgroundStyles": ["moon"]}, 404, "unknown_style"),
        ({"framingStyles": ["original", "chest_up"]}, 409, "conflicting_styles"),
        ({"clothingStyles": ["own_tie"]}, 400, "invalid_request"),
    ],
)
def test_refusals_have_their_status(real: Running, sample_url: str, fields: Any, status: int, code: str) -> None:
    answer = real.post(PATH, imageDataUrl=sample_url, **fields)
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert ("message" in answer.json()) == (status == 400)
    assert answer.headers["Error-Detail"]


def test_a_real_headshot_end_to_end(real: Running, sample_url: str) -> None:
    answer = real.post(
        PATH, imageDataUrl=sample_url, backgroundStyles=["transparent"], framingStyles=["linkedin_square"]
    )
    assert answer.status_code == 200, answer.headers.get("Error-Detail")
    assert answer.json()["image"].startswith("data:image/png;base64,")
    kept = real.client.get(f"/generations/{answer.json()['generationId']}").json()
    assert kept["details"]["framing"] == "linkedin_square"


def test_the_catalogue_lists_what_may_be_chosen(start: Start) -> None:
    found = start().client.get("/catalogue").json()
    assert {"studio_grey", "white"} <= {row["id"] for row in found["backdrops"]}
    assert {"head_shoulders", "original"} <= {row["id"] for row in found["framings"]}
    assert all("layers" not in row for row in found["backdrops"])
