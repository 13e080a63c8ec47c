"""Pictures in data URLs over HTTP: the bytes decide what they are, at every path that takes one."""

from __future__ import annotations

import base64
import io

import pytest
from catchlight.operations.registry import OPERATIONS
from PIL import Image

from tests.server.conftest import GENERATE, Start, data_url
from tests.server.http.bad_inputs import odd_avif

ADJUST = OPERATIONS["adjust"].path


@pytest.fixture(scope="module")
def jpeg() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (90, 100), (150, 120, 90)).save(out, "JPEG")
    return out.getvalue()


@pytest.mark.parametrize(
    "head",
    [
        "data:application/octet-stream;base64,",
        "data:;base64,",
        "data:image/png;base64,",
        "data:image/jpeg;charset=utf-8;base64,",
        "data:image/jpeg;name=x.jpg;base64,",
        "data:image/pjpeg;base64,",
        "data:image/heic-sequence;base64,",
        "data:image/x-ms-bmp;base64,",
        "data:image/gif;base64,",
    ],
)
def test_every_path_takes_a_picture_whatever_is_claimed_of_it(start: Start, jpeg: bytes, head: str) -> None:
    service = start()
    for text in (base64.b64encode(jpeg).decode(), base64.encodebytes(jpeg).decode()):
        edited = service.post(ADJUST, imageDataUrl=head + text, adjustmentPrompt="warmer")
        stored = service.post("/pictures", imageDataUrl=head + text, name="x.jpg")
        assert [edited.status_code, stored.status_code] == [200, 200], edited.headers.get("Error-Detail")
        found = service.client.get(f"/generations/{stored.json()['generationId']}/image")
        assert (found.headers["content-type"], found.content) == ("image/jpeg", jpeg)


def test_further_pictures_are_read_the_same_way(start: Start, jpeg: bytes) -> None:
    odd = "data:;name=b;base64," + base64.encodebytes(jpeg).decode()
    service = start()
    for path, body in (
        (OPERATIONS["layout"].path, {"moreImages": [odd]}),
        (OPERATIONS["headshot"].path, {"backgroundStyles": ["own_picture"], "backgroundImageUrl": odd}),
    ):
        answer = service.post(path, imageDataUrl=data_url(jpeg), **body)
        assert answer.status_code == 200, answer.headers.get("Error-Detail")


@pytest.mark.parametrize("path", [GENERATE, ADJUST, "/pictures"])
def test_a_picture_that_a_decoder_fails_on_is_unsupported_and_no_fault_of_the_server(start: Start, path: str) -> None:
    more = {"adjustmentPrompt": "warmer"} if path == ADJUST else {}
    answer = start().post(path, imageDataUrl=data_url(odd_avif(), "image/avif"), **more)
    assert (answer.status_code, answer.json()["error"]) == (415, "unsupported_image")
    assert "RuntimeError" not in answer.headers["Error-Detail"]


def test_half_a_jpeg_with_an_end_marker_glued_on_is_refused(start: Start, sample_bytes: bytes) -> None:
    out = io.BytesIO()
    Image.open(io.BytesIO(sample_bytes)).convert("RGB").save(out, "JPEG", quality=90)
    url = data_url(out.getvalue()[: out.tell() // 2] + b"\xff\xd9", "image/jpeg")
    answer = start().post(ADJUST, imageDataUrl=url, adjustmentPrompt="warmer")
    assert (answer.status_code, answer.json()) == (415, {"error": "unsupported_image"})
