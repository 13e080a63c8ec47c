"""Bodies and answers: exact both ways, strict, and plain about what is wrong."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from catchlight.client.transfer import WrittenPictures, body_of
from catchlight.core.errors import ImageTooLarge, InvalidRequest
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record, Step
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.operation import File, Operation
from catchlight.operations.registry import OPERATIONS
from catchlight.service.editor import EditRequest, EditResult
from catchlight.service.wire import Decoder, body_model, further_fields, read_body, read_request, result_json
from catchlight.store.settings.resource_limits import PictureLimits


def _url(data: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def received(operation: Operation[Any], body: bytes, limits: PictureLimits) -> EditRequest:
    """The edit that a body asks for, its pictures decoded."""
    wish, files = read_request(operation, body_model(operation), body, limits)
    return replace(wish, pictures=tuple(map(Decoder(limits).decode, files)))


def test_an_answer_holds_the_very_bytes(sample: Picture) -> None:
    data = bytes(range(256)) * 8000
    answer = json.loads(result_json(EditResult(sample, File(data, "image/png"), {}, "gen_1")))
    assert answer == {"image": _url(data), "generationId": "gen_1"}


@pytest.mark.parametrize("claimed", ["image/jpeg", "image/heic-sequence", "text/html", "application/octet-stream", ""])
def test_the_bytes_decide_the_type_of_a_request(claimed: str, sample_bytes: bytes) -> None:
    operation = OPERATIONS["id_photo"]
    url = f"data:{claimed};base64,{base64.b64encode(sample_bytes).decode()}"
    body = json.dumps({"imageDataUrl": url}).encode()
    (picture,) = received(operation, body, PictureLimits()).pictures
    assert picture.metadata.media_type == "image/png"


def test_all_pictures_of_a_request_share_the_limit(sample_bytes: bytes) -> None:
    operation = OPERATIONS["layout"]
    body = json.dumps({"imageDataUrl": _url(sample_bytes), "moreImages": [_url(sample_bytes)]}).encode()
    limits = PictureLimits(max_bytes=len(sample_bytes) * 2)
    assert len(received(operation, body, limits).pictures) == 2
    with pytest.raises(ImageTooLarge, match=r"moreImages\.0"):
        received(operation, body, PictureLimits(max_bytes=len(sample_bytes) + 1000))


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
    "brush": {"edits": ({"tool": "dodge", "strokes": ({"points": ((20, 30),), "radius": 9},)},)},
}
"""What the specification asks for besides the picture."""


@pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda operation: operation.id)
def test_defaults_of_a_body_are_those_of_the_parameters(operation: Any, sample_bytes: bytes) -> None:
    needed = NEEDED.get(operation.id, {})
    body = json.dumps({"imageDataUrl": _url(sample_bytes), **needed}).encode()
    request = received(operation, body, PictureLimits())
    assert request.params == operation.params.model_validate(needed, by_alias=True)
    assert type(request.params) is operation.params
    assert request.pictures[0].metadata.name == ""


def test_a_piece_of_hair_crosses_the_network_with_its_record(sample: Picture) -> None:
    """Two of the same pixels are told apart by their records."""
    operation, written = OPERATIONS["hair"], WrittenPictures()
    pixels = np.zeros((70, 80, 4), np.uint8)
    pixels[20:40, 20:40] = 90
    for facts in ({"version": 1}, {"version": 2}, {}):
        step = Step(operation="hair_piece", parameters={}, kind="pixels", source="0" * 64, facts=facts)
        piece = Picture(pixels, record=Record(steps=(step,) if facts else ()))
        request = EditRequest("hair", HairParams(hair_color="reference"), (sample, piece))
        body = body_of(request, operation, written)
        data = b"".join(part if isinstance(part, bytes) else base64.b64encode(part.data) for part in body.parts)
        came = received(operation, data, PictureLimits()).pictures[1]
        assert came.record == piece.record
        assert np.array_equal(came.pixels, pixels)


@pytest.mark.parametrize(
    ("name", "field"),
    [("hair", "hairReference"), ("headshot", "backgroundImageUrl"), ("headshot", "clothingReference")],
)
def test_a_named_picture_joins_and_travels_under_its_name(
    name: str, field: str, sample: Picture, sample_bytes: bytes
) -> None:
    operation = OPERATIONS[name]
    body = json.dumps({"imageDataUrl": _url(sample_bytes), field: _url(sample_bytes)}).encode()
    request = received(operation, body, PictureLimits())
    assert len(request.pictures) == 2
    sent = json.loads(
        b"".join(
            part if isinstance(part, bytes) else base64.b64encode(part.data)
            for part in body_of(request, operation, WrittenPictures()).parts
        )
    )
    assert set(sent) - {"clothingStyles"} == {"imageDataUrl", field}
    assert sent.get("clothingStyles", ["reference"]) == ["reference"]
    with pytest.raises(ImageTooLarge, match=field):
        received(operation, body, PictureLimits(max_bytes=len(sample_bytes) + 1000))


def test_the_clothes_of_a_picture_are_asked_for_by_the_picture_alone(sample_bytes: bytes) -> None:
    operation = OPERATIONS["headshot"]
    url = _url(sample_bytes)
    body = {"imageDataUrl": url, "clothingReference": url, "backgroundImageUrl": url}
    request = received(operation, json.dumps(body).encode(), PictureLimits())
    assert request.params == HeadshotParams(clothing_styles=("reference",))
    assert len(request.pictures) == 3
    assert further_fields("headshot", request.params, 2) == ("backgroundImageUrl", "clothingReference")
    assert further_fields("headshot", request.params, 1) == ("clothingReference",)
    assert further_fields("headshot", HeadshotParams(), 1) == ("backgroundImageUrl",)
