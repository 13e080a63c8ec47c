"""The JSON that crosses the network: request bodies from an operation's Params, data URLs, and results."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, ValidationError, create_model
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails

from catchlight.core.conditions.collection_conditions import Has, Length
from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.field_conditions import Is
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.core.suggest import close_matches
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.source_file import sent_as
from catchlight.operations.headshot.choices import REFERENCE
from catchlight.operations.headshot.params import MOST_CLOTHES
from catchlight.operations.operation import Operation, Params
from catchlight.service.data_url import FORMAT, data_url, read_data_url
from catchlight.service.decoding.cost import is_heavy
from catchlight.service.decoding.processes import DecodingProcesses
from catchlight.service.editor import EditRequest, EditResult
from catchlight.store.generation import Generation
from catchlight.store.settings.resource_limits import PictureLimits

MORE_IMAGES = 19
"""Further pictures that one request may bring."""
MORE = "more_images"
"""Field for any number of them."""

EXAMPLE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAK0lEQVR42u3MMREAAAgEoNfkRjeEmwcBqMlN"
    "RyAQCAQCgUAgEAgEAsHzYAFAdAEArKmlZAAAAABJRU5ErkJggg=="
)
"""A whole picture: 64 x 64 pixels of grey, as PNG."""
_FORMAT: Any = {"format": FORMAT}
_PICTURE = Field(
    title="Picture",
    description="data:<type>;base64,<data> of a JPEG, PNG, WebP, TIFF, BMP, HEIC or AVIF file, or of a camera's "
    "raw file. The bytes decide what it is, not the type that is written.",
    examples=[EXAMPLE],
    json_schema_extra=_FORMAT,
)


def _picture(title: str, description: str) -> Any:
    return (str | None, Field(None, title=title, description=description, json_schema_extra=_FORMAT))


_FURTHER: dict[str, dict[str, Any]] = {
    "hair": {
        "hair_reference": _picture(
            "Reference photo",
            "Data URL of a photo of somebody else, or of a piece of a style book (PNG), whose hair the person is to wear.",
        )
    },
    "headshot": {
        "background_image_url": _picture("Background picture", "Data URL of a background of your own."),
        "clothing_reference": _picture(
            "Reference picture of the clothes",
            "Data URL of a photo of somebody else, or of a cut-out garment (PNG with alpha), that the person is to wear; adds "
            "reference to clothingStyles.",
        ),
    },
    "layout": {
        MORE: (
            tuple[Annotated[str, Field(json_schema_extra=_FORMAT)], ...],
            Field(
                (),
                title="Further pictures",
                max_length=MORE_IMAGES,
                description="Data URLs of a mixed sheet, in order.",
            ),
        )
    },
}
"""Fields of a body that are no parameters, by operation: pictures that join the source, in this order."""
_RULES: Mapping[str, tuple[Rule, ...]] = {
    "headshot": (
        Rule(
            AnyOf(
                Is("clothing_reference", None),
                Has("clothing_styles", REFERENCE),
                Length("clothing_styles", 0, MOST_CLOTHES - 1),
            ),
            Message(
                "clothingReference adds reference to clothingStyles: leave room there, {most} at most",
                most=MOST_CLOTHES - 1,
            ),
        ),
    ),
}
"""What a body's fields may not be together besides those of the parameters, by operation."""

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
    made = create_model(f"{name}Request", __base__=operation.params, __doc__=f"Body of {operation.title}.", **fields)
    return _ruled(made, _RULES.get(operation.id, ()))


def _ruled(model: type[Any], rules: tuple[Rule, ...]) -> type[BaseModel]:
    model.RULES = rules
    return model


def further_fields(operation: str, params: Params, count: int) -> tuple[str, ...]:
    """Fields, as they are on the wire, for each of ``count`` pictures that join the source, in their order; none where any number
    may."""
    fields = [name for name in _FURTHER.get(operation, {}) if name != MORE]
    # The clothes' picture is the last of a headshot's, and the background's may be missing.
    clothed = operation == "headshot" and REFERENCE in getattr(params, "clothing_styles", ())
    return tuple(to_camel(name) for name in (fields[-count:] if clothed else fields[:count]))


def read_body(model: type[B], data: bytes | bytearray) -> B:
    """A body as strict camelCase JSON. Raises InvalidRequest naming the field and what to do."""
    try:
        return model.model_validate_json(data, strict=True, by_alias=True, by_name=False)
    except ValidationError as fault:
        raise InvalidRequest(sentence(fault, model)) from fault


class Decoder:
    """Decodes what clients send, and keeps the last pictures by the sum of their bytes: the same photo sent again for another
    document costs no second decoding. Thread safe; two threads may decode the same bytes at once.
    """

    def __init__(
        self,
        limits: PictureLimits,
        kept: int = 2,
        keeps_files: Callable[[], bool] = lambda: False,
        processes: DecodingProcesses | None = None,
    ) -> None:
        """keeps_files: whether pictures are to know the bytes that they were sent as, which results are signed over. processes:
        where heavy files are decoded; None: here.
        """
        self._keeps_files = keeps_files
        self._processes = processes
        self.limits = limits
        self._capacity = kept
        self._kept: OrderedDict[str, Picture] = OrderedDict()
        self._lock = threading.Lock()

    def is_heavy(self, sent: SentPicture) -> bool:
        """Whether decoding it may take long, in another process."""
        if self._processes is None or not is_heavy(sent.data):
            return False
        with self._lock:
            return self._key(sent) not in self._kept

    def decode(self, sent: SentPicture, progress: Progress | None = None) -> Picture:
        """A picture out of a request. progress: cancelling it ends the decoding.

        Raises ImageTooLarge, UnsupportedImage, InvalidRequest, Cancelled.
        """
        keeps, key = self._keeps_files(), self._key(sent)
        file, name = sent.data, sent.name
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        limits, called = engine_limits(self.limits), name or sent.field
        if self._processes is None:
            picture = codec.decode(file, limits, called, progress=progress)
        else:
            picture = self._processes.decode(file, limits, called, progress)
        if not name:
            picture = picture.with_(metadata=replace(picture.metadata, name=""))
        if keeps or picture.metadata.media_type == codec.RAW:  # which may be developed anew
            picture = sent_as(picture, file)
        with self._lock:
            self._kept[key] = picture
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
        return picture

    def _key(self, sent: SentPicture) -> str:
        return f"{hashlib.sha256(sent.data).hexdigest()} {self._keeps_files()} {sent.name}"


@dataclass(frozen=True)
class SentPicture:
    """A picture as it was sent. field: of the body, for errors; name: of its file, where one was said."""

    data: bytes = field(repr=False)
    field: str
    name: str = ""


def read_request(
    operation: Operation[Any],
    model: type[BaseModel],
    data: bytes | bytearray,
    limits: PictureLimits,
    query: Mapping[str, str] | None = None,
) -> tuple[EditRequest, tuple[SentPicture, ...]]:
    """The edit that a body asks for, still without its pictures, and these in their order.

    model: ``body_model(operation)``. query: of the address; only the operation's own count. All pictures together may have the
    ``max_bytes`` of the limits. Raises InvalidRequest, ImageTooLarge.
    """
    body = read_body(model, data)
    sent = dict(body)
    urls = {"imageDataUrl": sent["image_data_url"]}
    for further in _FURTHER.get(operation.id, {}):
        if further == MORE:
            urls |= {f"{to_camel(MORE)}.{place}": url for place, url in enumerate(sent[MORE])}
        elif sent[further] is not None:
            urls[to_camel(further)] = sent[further]
    values = {name: sent[name] for name in operation.params.model_fields} | _from_query(operation, query or {})
    if sent.get("clothing_reference") is not None:
        values["clothing_styles"] = tuple(dict.fromkeys((*values["clothing_styles"], REFERENCE)))
    left = limits.max_bytes
    files = []
    for name, url in urls.items():
        file = read_data_url(url, name, left)
        left -= len(file)
        files.append(SentPicture(file, name))
    return EditRequest(operation.id, operation.params(**values), ()), tuple(files)


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


def engine_limits(limits: PictureLimits) -> codec.DecodeLimits:
    """Limits of what the service is sent; a refusal names the part of its settings."""
    return codec.DecodeLimits(limits.max_bytes, limits.max_pixels, limits.min_side, "limits")


def result_json(result: EditResult) -> bytes:
    """The answer to an edit: ``{"image": data URL, "generationId": id}`` as UTF-8, with ``metadata`` where there is any."""
    return _answer_json(result.file.data, result.file.media_type, result.generation, result.details)


def stored_json(generation: Generation, data: bytes) -> bytes:
    """The same answer again, out of what was stored of the result. data: its file."""
    return _answer_json(data, generation.media_type, generation.id, generation.details)


def _answer_json(data: bytes, media_type: str, generation: str | None, details: Mapping[str, Any]) -> bytes:
    metadata = details.get("metadata")
    more = "" if metadata is None else f',"metadata":{json.dumps(metadata, ensure_ascii=False)}'
    tail = f'","generationId":{json.dumps(generation)}{more}}}'.encode()
    return b"".join((b'{"image":"', *data_url(data, media_type), tail))


def sentence(fault: ValidationError, model: type[BaseModel]) -> Message:
    """What is wrong with a body, in one sentence: the field's path and what to do. Values are never repeated."""
    first = fault.errors(include_url=False, include_input=False)[0]
    path = ".".join(str(part) for part in first["loc"])
    known = [declared.alias or name for name, declared in model.model_fields.items()]
    match first["type"]:
        case "json_invalid":
            return Message("The body is not valid JSON: {why}.", why=str(first["ctx"]["error"]))
        case "model_type" | "model_attributes_type" if not path:
            return Message("The body must be a JSON object with the fields {known}.", known=known)
        case "missing":
            return Message("{path} is missing.", path=path)
        case "extra_forbidden":
            near = close_matches(path, known, n=1)
            if near:
                return Message("There is no field {name}; did you mean {near}?", name=path[:60], near=near[0])
            return Message("There is no field {name}; known are {known}.", name=path[:60], known=known)
    said = _reason(first)
    return Message("{path}: {why}.", path=path, why=said) if path else Message("{why}.", why=said)


def _reason(first: ErrorDetails) -> str:
    """Why a value is refused, without a full stop: the message of our own validator, else pydantic's English words."""
    own = first.get("ctx", {}).get("error")
    if isinstance(own, ValueError) and own.args and isinstance(own.args[0], Message):
        return own.args[0]
    said = first["msg"].removeprefix("Value error, ").rstrip(".")
    return said[:1].lower() + said[1:] if said.startswith("Input") else said
