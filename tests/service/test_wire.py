"""Data URLs and bodies: exact both ways, strict, and plain about what is wrong."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from catchlight.engine.errors import CatchlightError, ImageTooLarge, InvalidRequest, UnsupportedImage
from catchlight.engine.picture import Picture
from catchlight.operations.base import File
from catchlight.operations.table import OPERATIONS
from catchlight.service.editor import EditResult
from catchlight.service.settings import PictureLimits
from catchlight.service.wire import Decoder, body_model, read_body, read_data_url, read_request, result_json

LARGE = 10_000_000


def _url(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


@pytest.mark.parametrize("size", [0, 1, 2, 3, 786_430, 786_432, 786_433, 1_572_864, 2_000_001])
def test_bytes_survive_both_ways(sample: Picture, size: int) -> None:
    data = bytes(range(256)) * (size // 256 + 1)
    data = data[:size]
    assert read_data_url(_url(data), "imageDataUrl", LARGE) == ("image/png", data)
    answer = json.loads(result_json(EditResult(sample, File(data, "image/png"), {}, "gen_1")))
    assert answer == {"image": _url(data), "generationId": "gen_1"}


def test_a_type_may_be_written_in_capitals() -> None:
    assert read_data_url("DATA:Image/PNG;Base64,QUJD", "f", LARGE) == ("image/png", b"ABC")


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("QUJD", InvalidRequest),
        ("data:image/png;base64", InvalidRequest),
        ("data:image/png,QUJD", InvalidRequest),
        ("data:image/png;base64,QU\nJD", InvalidRequest),
        ("data:image/png;base64,QUJ", InvalidRequest),
        ("data:image/png;base64,Q===", InvalidRequest),
        ("data:image/png;base64,é", InvalidRequest),
        (_url(b"\0" * 786_431) + "QUJD", InvalidRequest),
        ("data:image/gif;base64,QUJD", UnsupportedImage),
    ],
)
def test_what_is_no_data_url_is_refused_by_name(url: str, fault: type[CatchlightError]) -> None:
    with pytest.raises(fault, match=r"moreImages\.3"):
        read_data_url(url, "moreImages.3", LARGE)


def test_the_limit_counts_decoded_bytes() -> None:
    assert read_data_url(_url(bytes(1000)), "f", 1000)[1] == bytes(1000)
    with pytest.raises(ImageTooLarge):
        read_data_url(_url(bytes(1003)), "f", 1000)


def test_all_pictures_of_a_request_share_the_limit(sample_bytes: bytes) -> None:
    operation = OPERATIONS["layout"]
    body = json.dumps({"imageDataUrl": _url(sample_bytes), "moreImages": [_url(sample_bytes)]}).encode()
    limits = PictureLimits(max_bytes=len(sample_bytes) * 2)
    assert len(read_request(operation, body_model(operation), body, Decoder(limits)).pictures) == 2
    with pytest.raises(ImageTooLarge, match=r"moreImages\.0"):
        read_request(operation, body_model(operation), body, Decoder(PictureLimits(max_bytes=len(sample_bytes) + 1000)))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "imageDataUrl is missing"),
        ({"imageDataUrl": "x", "backgruond": "white"}, "did you mean background"),
        ({"imageDataUrl": "x", "zzz": 1}, "known are"),
        ({"imageDataUrl": "x", "dpi": "300"}, "dpi: input should be a valid integer"),
        ({"imageDataUrl": "x", "widthMm": 35}, "belong together"),
        ([], "must be a JSON object"),
    ],
)
def test_the_sentence_names_the_field_and_what_to_do(body: Any, said: str) -> None:
    with pytest.raises(InvalidRequest, match=said):
        read_body(body_model(OPERATIONS["id_photo"]), json.dumps(body).encode())


NEEDED: dict[str, dict[str, Any]] = {
    "edit": {"userPrompt": "brighter", "hotspot": {"x": 10, "y": 20}},
    "face_expression": {"expressionKey": "smile"},
    "adjust": {"adjustmentPrompt": "warmer"},
}
"""What the specification asks for besides the picture."""


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda operation: operation.id)
def test_defaults_of_a_body_are_those_of_the_parameters(operation: Any, sample_bytes: bytes) -> None:
    needed = NEEDED.get(operation.id, {})
    body = json.dumps({"imageDataUrl": _url(sample_bytes), **needed}).encode()
    request = read_request(operation, body_model(operation), body, Decoder(PictureLimits()))
    assert request.params == operation.params.model_validate(needed, by_alias=True)
    assert type(request.params) is operation.params
    assert request.pictures[0].metadata.name == ""
