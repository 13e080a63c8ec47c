"""Edits over HTTP: what goes in, what comes out, and what is kept of it."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import ModelUnavailable
from catchlight.imaging.io import codec
from catchlight.store.ids import is_generation_id
from PIL import Image

from tests.doubles import EchoEditor, FailingEditor
from tests.server.conftest import GENERATE, LAYOUT, Running, Start


def _file(answer: dict[str, Any]) -> tuple[str, bytes]:
    head, _, data = answer["image"].partition(",")
    return head.removeprefix("data:").removesuffix(";base64"), base64.b64decode(data)


@pytest.mark.parametrize("path", [GENERATE, LAYOUT])
def test_the_picture_alone_is_enough(start: Start, sample_url: str, path: str) -> None:
    answer = start().post(path, imageDataUrl=sample_url)
    assert answer.status_code == 200
    assert set(answer.json()) == {"image", "generationId"}
    assert is_generation_id(answer.json()["generationId"])
    assert "Error-Detail" not in answer.headers


def test_fields_reach_the_operation_in_camel_case(start: Start, sample_url: str) -> None:
    editor = EchoEditor()
    service = start(editor)
    assert service.post(GENERATE, imageDataUrl=sample_url, widthMm=40, heightMm=50.5, hd=True).status_code == 200
    params: Any = editor.requests[0].params
    assert (params.width_mm, params.height_mm, params.hd) == (40, 50.5, True)


def test_further_pictures_join_a_sheet(start: Start, sample_url: str) -> None:
    editor = EchoEditor()
    service = start(editor)
    answer = service.post(
        LAYOUT, imageDataUrl=sample_url, moreImages=[sample_url, sample_url], mixed=[{"copies": 2}, {}]
    )
    assert answer.status_code == 200
    assert len(editor.requests[0].pictures) == 3


def test_everything_else_is_kept_under_the_generation(start: Start, sample_url: str) -> None:
    service = start()
    first = service.post(GENERATE, imageDataUrl=sample_url, dpi=600).json()
    media_type, file = _file(first)
    kept = service.client.get(f"/generations/{first['generationId']}").json()
    assert kept["operation"] == "id_photo"
    assert kept["parameters"] == {"dpi": 600}
    assert kept["details"] == {"echo": True}
    assert kept["parent"] is None
    assert (kept["width"], kept["height"], kept["bytes"]) == (512, 512, len(file))
    image = service.client.get(f"/generations/{first['generationId']}/image")
    assert image.content == file
    assert image.headers["content-type"] == media_type == "image/png"


def test_the_result_of_an_edit_is_the_parent_of_the_next(start: Start, sample_url: str) -> None:
    service = start()
    first = service.post(GENERATE, imageDataUrl=sample_url).json()
    second = service.post(LAYOUT, imageDataUrl=first["image"]).json()
    assert service.client.get(f"/generations/{second['generationId']}").json()["parent"] == first["generationId"]


def test_orientation_is_applied_before_anything_else(start: Start) -> None:
    editor = EchoEditor()
    pixels = np.zeros((80, 120, 3), np.uint8)
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "jpeg", exif=exif)
    url = "data:image/jpeg;base64," + base64.b64encode(out.getvalue()).decode()
    assert start(editor).post(GENERATE, imageDataUrl=url).status_code == 200
    assert (editor.requests[0].pictures[0].width, editor.requests[0].pictures[0].height) == (80, 120)


def test_a_missing_model_is_said_by_name(start: Start, sample_url: str) -> None:
    answer = start(FailingEditor(ModelUnavailable("The model face.onnx is missing."))).post(
        GENERATE, imageDataUrl=sample_url
    )
    assert (answer.status_code, answer.json()) == (503, {"error": "model_unavailable"})
    assert answer.headers["Error-Detail"] == "The model face.onnx is missing."


def test_the_unforeseen_is_an_internal_error_without_its_inside(
    start: Start, sample_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = start(FailingEditor(RuntimeError("secret /path"))).post(GENERATE, imageDataUrl=sample_url)
    assert answer.status_code == 500
    assert answer.json()["error"] == "internal_error"
    assert "secret" not in answer.text + answer.headers["Error-Detail"]
    assert "secret /path" in caplog.text


def test_real_edits_end_to_end(real: Running, sample_url: str) -> None:
    photo = real.post(GENERATE, imageDataUrl=sample_url, spec="icao_35x45")
    assert photo.status_code == 200, photo.headers.get("Error-Detail")
    media_type, file = _file(photo.json())
    picture = codec.decode(file)
    assert media_type == "image/png"
    assert (picture.width, picture.height, picture.has_alpha) == (413, 531, True)
    kept = real.client.get(f"/generations/{photo.json()['generationId']}").json()
    assert kept["details"]["verdict"]["checks"]
    assert picture.record.steps[-1].generation == photo.json()["generationId"]
    sheet = real.post(LAYOUT, imageDataUrl=photo.json()["image"], format="pdf")
    assert sheet.status_code == 200, sheet.headers.get("Error-Detail")
    media_type, file = _file(sheet.json())
    assert media_type == "application/pdf"
    assert file.startswith(b"%PDF-")
    assert (
        real.client.get(f"/generations/{sheet.json()['generationId']}").json()["parent"] == photo.json()["generationId"]
    )
