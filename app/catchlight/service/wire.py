"""The JSON that crosses the network: request bodies from an operation's Params, data URLs, and results."""

from __future__ import annotations

import base64
import binascii
import difflib
import hashlib
import json
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel, Field, ValidationError, create_model

from catchlight.engine import codec
from catchlight.engine.errors import ImageTooLarge, InvalidRequest, UnsupportedImage
from catchlight.engine.picture import Picture
from catchlight.operations.base import Operation, Params
from catchlight.service.editor import EditRequest, EditResult
from catchlight.service.settings import PictureLimits

MORE_IMAGES = 19
"""Further pictures that one request may bring."""

_DATA_URL = re.compile(r"data:([a-z0-9.+-]+/[a-z0-9.+-]+);base64,", re.IGNORECASE)
_PIECE = 1 << 20
"""Characters of base64 handled at once; a multiple of four."""
_PICTURE = Field(
    title="Picture",
    description="data:<type>;base64,<data>; types image/jpeg, png, webp, tiff, bmp, heic, heif, avif",
    examples=["data:image/jpeg;base64,/9j/4AAQ..."],
    json_schema_extra={"format": "data-url"},
)
_FURTHER: dict[str, Any] = {
    "headshot": {
        "background_image_url": (
            str | None,
            Field(None, title="Background picture", description="Data URL of a background of your own."),
        )
    },
    "layout": {
        "more_images": (
            tuple[str, ...],
            Field(
                (),
                title="Further pictures",
                max_length=MORE_IMAGES,
                description="Data URLs of a mixed sheet, in order.",
            ),
        )
    },
}
"""Fields of a body that are no parameters, by operation."""

B = TypeVar("B", bound=BaseModel)


class Upload(BaseModel):
    """Body of ``POST /pictures``."""

    model_config = Params.model_config

    image_data_url: str = _PICTURE
    name: str = Field("", title="Name", max_length=200, description="File name, kept with the picture.")


def body_model(operation: Operation[Any]) -> type[BaseModel]:
    """The request body: the operation's parameters, the picture, and what else the operation takes."""
    name = "".join(word.capitalize() for word in operation.id.split("_"))
    fields: dict[str, Any] = {"image_data_url": (str, _PICTURE), **_FURTHER.get(operation.id, {})}
    return create_model(f"{name}Request", __base__=operation.params, __doc__=f"Body of {operation.title}.", **fields)


def read_body(model: type[B], data: bytes | bytearray) -> B:
    """A body as strict camelCase JSON. Raises InvalidRequest naming the field and what to do."""
    try:
        return model.model_validate_json(data, by_alias=True, by_name=False)
    except ValidationError as fault:
        raise InvalidRequest(sentence(fault, model)) from fault


class Decoder:
    """Decodes what clients send, and keeps the last pictures by the sum of their bytes: the same photo sent again for another
    document costs no second decoding. Thread safe; two threads may decode the same bytes at once.
    """

    def __init__(self, limits: PictureLimits, kept: int = 2) -> None:
        self.limits = limits
        self._capacity = kept
        self._kept: OrderedDict[str, Picture] = OrderedDict()
        self._lock = threading.Lock()

    def decode(self, file: bytes, media_type: str, field: str, name: str = "") -> Picture:
        """A picture out of a request; errors name ``field``. Raises ImageTooLarge, UnsupportedImage, InvalidRequest."""
        key = f"{hashlib.sha256(file).hexdigest()} {media_type} {name}"
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        picture = codec.decode(file, engine_limits(self.limits), name or field, media_type)
        if not name:
            picture = picture.with_(metadata=replace(picture.metadata, name=""))
        with self._lock:
            self._kept[key] = picture
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
        return picture


def read_request(
    operation: Operation[Any],
    model: type[BaseModel],
    data: bytes | bytearray,
    decoder: Decoder,
    query: Mapping[str, str] | None = None,
) -> EditRequest:
    """The edit that a body asks for, its pictures decoded.

    model: ``body_model(operation)``. query: of the address; only the operation's own count. All pictures together may have the
    decoder's ``max_bytes``. Raises InvalidRequest, ImageTooLarge, UnsupportedImage.
    """
    body = read_body(model, data)
    sent = dict(body)
    urls = {"imageDataUrl": sent["image_data_url"]}
    urls |= {f"moreImages.{place}": url for place, url in enumerate(sent.get("more_images", ()))}
    if sent.get("background_image_url") is not None:
        urls["backgroundImageUrl"] = sent["background_image_url"]
    values = {name: sent[name] for name in operation.params.model_fields} | _from_query(operation, query or {})
    left = decoder.limits.max_bytes
    pictures = []
    for field, url in urls.items():
        media_type, file = read_data_url(url, field, left)
        left -= len(file)
        pictures.append(decoder.decode(file, media_type, field))
    return EditRequest(operation.id, operation.params(**values), tuple(pictures))


def _from_query(operation: Operation[Any], query: Mapping[str, str]) -> dict[str, Any]:
    """Parameters out of the address, by field name. Raises InvalidRequest."""
    fields = operation.params.model_fields
    given = {
        str(fields[name].alias): query[str(fields[name].alias)]
        for name in operation.query
        if fields[name].alias in query
    }
    if not given:
        return {}
    try:
        read = operation.params.model_validate(given, by_alias=True, by_name=False)
    except ValidationError as fault:
        raise InvalidRequest(sentence(fault, operation.params)) from fault
    return {name: getattr(read, name) for name in operation.query if fields[name].alias in given}


def read_data_url(url: str, field: str, max_bytes: int) -> tuple[str, bytes]:
    """Media type and bytes of a data URL. Raises InvalidRequest, UnsupportedImage, ImageTooLarge before decoding."""
    found = _DATA_URL.match(url[:200])
    if found is None:
        raise InvalidRequest(f"{field} is no data URL; it must begin like data:image/jpeg;base64, (type and comma).")
    media_type = found[1].lower()
    if media_type not in codec.EXTENSIONS and media_type != "image/jpg":
        raise UnsupportedImage(f"{field} has type {media_type}; send {', '.join(codec.EXTENSIONS)}.")
    if (len(url) - found.end()) * 3 // 4 - 2 > max_bytes:
        raise ImageTooLarge(f"{field} brings more than the limit of {max_bytes / 1e6:.1f} MB. Save a smaller file.")
    try:
        return media_type, _decoded(url, found.end())
    except ValueError as fault:
        raise InvalidRequest(f"{field} is not valid base64 ({fault}); encode the file's bytes with padding.") from fault


def engine_limits(limits: PictureLimits) -> codec.Limits:
    """Limits of what the service is sent; a refusal names the part of its settings."""
    return codec.Limits(limits.max_bytes, limits.max_pixels, limits.min_side, "limits")


def result_json(result: EditResult) -> bytes:
    """The answer to an edit: ``{"image": data URL, "generationId": id}`` as UTF-8, with ``metadata`` where there is any."""
    head = f'{{"image":"data:{result.file.media_type};base64,'.encode()
    metadata = result.details.get("metadata")
    more = "" if metadata is None else f',"metadata":{json.dumps(metadata, ensure_ascii=False)}'
    tail = f'","generationId":{json.dumps(result.generation)}{more}}}'.encode()
    return b"".join((head, *_encoded(result.file.data), tail))


def _decoded(text: str, start: int) -> bytes:
    """The bytes of base64 from ``start`` on, piece by piece: other threads get their turn between the pieces."""
    pieces = []
    for place in range(start, len(text), _PIECE):
        piece = binascii.a2b_base64(text[place : place + _PIECE], strict_mode=True)
        if place + _PIECE < len(text) and len(piece) < _PIECE // 4 * 3:
            raise ValueError("padding before the end")
        pieces.append(piece)
    return b"".join(pieces)


def _encoded(data: bytes) -> Iterator[bytes]:
    size = _PIECE // 4 * 3
    return (base64.b64encode(data[place : place + size]) for place in range(0, len(data), size))


def sentence(fault: ValidationError, model: type[BaseModel]) -> str:
    """What is wrong with a body, in one sentence: the field's path and what to do. Values are never repeated."""
    first = fault.errors(include_url=False, include_input=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    known = [field.alias or name for name, field in model.model_fields.items()]
    match first["type"]:
        case "json_invalid":
            return f"The body is not valid JSON: {first['ctx']['error']}."
        case "model_type" | "model_attributes_type" if not path:
            return f"The body must be a JSON object with the fields {', '.join(known)}."
        case "missing":
            return f"{path} is missing."
        case "extra_forbidden":
            near = difflib.get_close_matches(path, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}."
            return f"There is no field {path[:60]}; {hint}"
    said = first["msg"].removeprefix("Value error, ").rstrip(".")
    said = said[:1].lower() + said[1:] if said.startswith("Input") else said
    return f"{path}: {said}." if path else f"{said}."
