"""Adjusting over HTTP."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.registry import OPERATIONS
from catchlight.server.errors import PATH_ERRORS

from tests.imaging.io.raws import dng
from tests.server.conftest import Running

ADJUST = OPERATIONS["adjust"].path


def test_its_path_and_its_five_errors_are_those_of_the_contract(real: Running) -> None:
    assert ADJUST == "/image-edit/adjust"
    assert PATH_ERRORS[ADJUST].statuses == {400, 413, 415, 422, 500}
    document = real.client.get("/openapi.json").json()
    assert set(document["paths"][ADJUST]["post"]["responses"]) == {"200", "400", "413", "415", "422", "500"}


def test_the_picture_and_a_prompt_are_enough(real: Running, sample_url: str) -> None:
    answer = real.post(ADJUST, imageDataUrl=sample_url, adjustmentPrompt="warmer, lift the shadows")
    assert answer.status_code == 200
    assert set(answer.json()) == {"image", "generationId"}
    kept = real.client.get(f"/generations/{answer.json()['generationId']}").json()
    assert kept["details"]["settings"].keys() == {"temperature", "shadows"}
    assert kept["parameters"] == {"adjustmentPrompt": "warmer, lift the shadows"}


def test_settings_travel_in_camel_case(real: Running, sample_url: str) -> None:
    settings = {"noiseReduction": 20, "bands": {"blues": {"saturation": -30}}, "look": "film", "lookStrength": 50}
    answer = real.post(ADJUST, imageDataUrl=sample_url, settings=settings, strength=0.5)
    assert answer.status_code == 200
    kept = real.client.get(f"/generations/{answer.json()['generationId']}").json()
    assert kept["parameters"] == {"settings": settings, "strength": 0.5}
    assert kept["details"]["developed"]["noiseReduction"] == 10


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"adjustmentPrompt": "make it banana"}, 422, "prompt_not_understood"),
        ({"adjustmentPrompt": "make it 4K"}, 422, "prompt_not_understood"),
        ({"adjustmentPrompt": ""}, 400, "invalid_request"),
        ({}, 400, "invalid_request"),
        ({"adjustmentPrompt": "warmer", "strength": 2}, 400, "invalid_request"),
        ({"settings": {"exposure": 9}}, 400, "invalid_request"),
        ({"settings": {"look": "fillm"}}, 400, "invalid_request"),
        ({"settings": {"sparkle": 1}}, 400, "invalid_request"),
    ],
)
def test_bad_wishes_are_refused_with_a_reason(
    real: Running, sample_url: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = real.post(ADJUST, imageDataUrl=sample_url, **body)
    assert (answer.status_code, answer.json()) == (status, {"error": code})
    assert answer.headers["Error-Detail"]


def test_the_three_nearest_phrases_are_named(real: Running, sample_url: str) -> None:
    answer = real.post(ADJUST, imageDataUrl=sample_url, adjustmentPrompt="make it banana")
    assert answer.status_code == 422
    assert answer.headers["Error-Detail"].partition("for example: ")[2].count(";") == 2


def test_looks_are_in_the_catalogue(real: Running, catalogue: Catalogue) -> None:
    looks = real.client.get("/catalogue").json()["looks"]
    assert [row["id"] for row in looks] == list(catalogue.looks.ids)
    assert all(row["label"] and row["labelZh"] and row["family"] for row in looks)


def test_a_raw_file_is_developed_as_asked_and_comes_back_as_a_tiff(real: Running, sample: Picture) -> None:
    url = f"data:image/x-adobe-dng;base64,{base64.b64encode(dng(np.ascontiguousarray(sample.rgb8))).decode()}"
    means = []
    for raw in ({"exposure": -1}, {"exposure": 0.5, "temperature": 5000, "highlights": "blend"}):
        answer = real.post(ADJUST, imageDataUrl=url, raw=raw)
        assert answer.status_code == 200
        head, _, data = answer.json()["image"].partition(",")
        assert head == "data:image/tiff;base64"
        made = codec.decode(base64.b64decode(data))
        assert (made.depth, made.width) == (16, sample.width)
        means.append(made.rgb8.mean())
        kept = real.client.get(f"/generations/{answer.json()['generationId']}").json()
        assert kept["details"]["raw"] == raw
    assert means[1] > means[0] + 30


@pytest.mark.parametrize(
    ("asked", "kind", "profile"),
    [
        ({"outputFormat": "jpeg"}, "image/jpeg", "sRGB built-in"),
        ({"outputFormat": "avif", "colorSpace": "source"}, "image/avif", "ProPhoto RGB (sRGB curve)"),
        ({"outputFormat": "tiff", "colorSpace": "adobe_rgb"}, "image/tiff", "Adobe RGB (1998)"),
    ],
)
def test_type_and_colours_of_a_raw_file_s_result_are_chosen(
    real: Running, sample: Picture, asked: dict[str, str], kind: str, profile: str
) -> None:
    pixels = np.ascontiguousarray(sample.rgb8[:128, :128])
    url = f"data:image/x-adobe-dng;base64,{base64.b64encode(dng(pixels)).decode()}"
    answer = real.post(ADJUST, imageDataUrl=url, adjustmentPrompt="warmer", **asked)
    assert answer.status_code == 200
    head, _, data = answer.json()["image"].partition(",")
    assert head == f"data:{kind};base64"
    assert codec.decode(base64.b64decode(data)).metadata.profile == profile


def test_raw_settings_without_a_raw_file_are_refused(real: Running, sample_url: str) -> None:
    answer = real.post(ADJUST, imageDataUrl=sample_url, raw={"exposure": 1})
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})
    assert "no camera raw file" in answer.headers["Error-Detail"]
    damaged = f"data:image/x-raw;base64,{base64.b64encode(b'FUJIFILMCCD-RAW ' + bytes(400)).decode()}"
    answer = real.post(ADJUST, imageDataUrl=damaged, adjustmentPrompt="warmer")
    assert (answer.status_code, answer.json()) == (415, {"error": "unsupported_image"})
