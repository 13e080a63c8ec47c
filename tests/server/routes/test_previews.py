"""Previews over HTTP: an edit's path with a size in its address."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.operation import Preview
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.service.answers import PreviewAnswer
from catchlight.service.editor import EditRequest, LocalEditor
from catchlight.service.preview_wire import LARGEST, preview_json, preview_size, read_preview

from tests.doubles import EchoEditor, FailingEditor
from tests.server.conftest import GENERATE, Start

HEADSHOT = "/image-edit/headshot"


def picture_of(answer: dict[str, Any]) -> Picture:
    return codec.decode(base64.b64decode(answer["image"].partition(",")[2]))


@pytest.mark.parametrize("path", [operation.path for operation in OPERATIONS.values()])
def test_every_edit_answers_with_its_result_small_and_keeps_nothing(start: Start, sample_url: str, path: str) -> None:
    service = start(EchoEditor())
    wishes = {
        "/image-edit/edit": {"userPrompt": "x", "hotspot": {"x": 1, "y": 1}},
        "/image-edit/face-expression": {"expressionKey": "smile"},
        "/image-edit/adjust": {"adjustmentPrompt": "warmer"},
        "/image-edit/brush": {"edits": [{"tool": "dodge", "strokes": [{"points": [[20, 30]], "radius": 9}]}]},
    }
    answer = service.client.post(
        path, params={"preview": "96"}, json={"imageDataUrl": sample_url, **wishes.get(path, {})}
    )
    assert answer.status_code == 200
    assert set(answer.json()) == {"image", "preview"}
    PreviewAnswer.model_validate(answer.json())
    assert answer.json()["preview"] == {"width": 512, "height": 512, "placement": None, "details": {}}
    assert picture_of(answer.json()).width == 96
    assert service.stored() == 0


@pytest.mark.parametrize("size", ["0", "15", "-20", "1e3", "big", "", "100001", "9" * 5000, "٣٢٠"])
def test_a_size_that_is_none_is_refused(start: Start, sample_url: str, size: str) -> None:
    editor = EchoEditor()
    answer = start(editor).client.post(GENERATE, params={"preview": size}, json={"imageDataUrl": sample_url})
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_request"
    assert f"from 16 to {LARGEST}" in answer.headers["Error-Detail"]
    assert editor.requests == []


def test_a_refusal_is_that_of_the_edit(start: Start, sample_url: str) -> None:
    service = start(FailingEditor(UnusablePicture("There is no face.", code="no_face")))
    answer = service.client.post(GENERATE, params={"preview": "64"}, json={"imageDataUrl": sample_url})
    assert answer.status_code == 422
    assert answer.json()["error"] == "no_face"


def test_the_document_tells_of_it(start: Start) -> None:
    document = start().client.get("/openapi.json").json()
    for operation in OPERATIONS.values():
        post = document["paths"][operation.path]["post"]
        (size,) = (entry for entry in post["parameters"] if entry["name"] == "preview")
        assert (size["in"], size["required"], size["schema"]["type"]) == ("query", False, "integer")
        answers = post["responses"]["200"]["content"]["application/json"]["schema"]["anyOf"]
        assert [answer["$ref"].rpartition("/")[2] for answer in answers] == ["EditAnswer", "PreviewAnswer"]


def test_what_is_written_is_read_again(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    wish = HeadshotParams(background_styles=("transparent",), framing_styles=("linkedin_square",))
    made = LocalEditor(portraits, catalogue).preview(EditRequest("headshot", wish, (sample,)), 128, Progress())
    read = read_preview(preview_json(made))
    assert made.placement is not None
    assert read.placement is not None
    assert np.array_equal(read.picture.pixels, made.picture.pixels)
    assert np.array_equal(read.placement, made.placement)
    assert (read.width, read.height, read.details) == (made.width, made.height, made.details)
    small = Preview(Picture(np.full((20, 30, 3), 99, np.uint8)), 300, 200)
    assert read_preview(preview_json(small)).placement is None


def test_an_address_without_a_size_asks_for_the_edit() -> None:
    assert preview_size({}) is None
    assert preview_size({"preview": "640", "gender": "male"}) == 640
