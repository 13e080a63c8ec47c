"""Decoded pictures, and reasons for none, between processes: JSON and raw pixels.

A process that reads hostile files may be taken over by one. Nothing that it sends is code, as a pickle would be: what does not
have this form is a ``ValueError``.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from catchlight.core.messages import Message, Value
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.picture import Metadata, Picture, Pixels
from catchlight.imaging.record import Record

Refusal = tuple[str, Message]
"""Code and sentence of what is wrong with a file."""
_TYPES = {"uint8": np.uint8, "uint16": np.uint16}


def pack(answer: Picture | Refusal) -> tuple[bytes, list[memoryview]]:
    """The answer without pixels as JSON, and the bytes of each array of pixels. Files that the picture came from are left out."""
    if not isinstance(answer, Picture):
        return json.dumps({"code": answer[0], "message": _message(answer[1])}).encode(), []
    arrays: list[Pixels] = []

    def number(pixels: Pixels) -> int:
        """The place of an array among those that are sent; the same one is sent once."""
        for place, known in enumerate(arrays):
            if known is pixels:
                return place
        arrays.append(pixels)
        return len(arrays) - 1

    said, own = answer.metadata, answer.source_colours
    head: dict[str, Any] = {
        "pixels": number(answer.pixels),
        "dpi": answer.dpi,
        "metadata": {
            **{name: value for name, value in asdict(said).items() if name != "sources"},
            "exif": _text(said.exif),
            "notes": [_message(note) for note in said.notes],
        },
        "record": answer.record.model_dump(mode="json", by_alias=True),
        "colours": None
        if own is None
        else {"profile": _text(own.profile), "pixels": number(own.pixels), "base": number(own.base)},
    }
    head["arrays"] = [{"shape": pixels.shape, "type": str(pixels.dtype)} for pixels in arrays]
    return json.dumps(head).encode(), [np.ascontiguousarray(pixels).data.cast("B") for pixels in arrays]


def unpack(head: bytes, pieces: Sequence[bytes]) -> Picture | Refusal:
    """What was packed; the arrays lie on ``pieces``. Raises ValueError."""
    try:
        return _unpacked(json.loads(head), pieces)
    except (LookupError, TypeError, AttributeError, RecursionError) as fault:
        raise ValueError(f"no decoded picture: {fault!r}") from fault


def _unpacked(told: Any, pieces: Sequence[bytes]) -> Picture | Refusal:
    if "code" in told:
        return str(told["code"]), Message.of(*_sentence(told["message"]))
    arrays = [
        np.frombuffer(piece, _TYPES[form["type"]]).reshape(form["shape"])
        for form, piece in zip(told["arrays"], pieces, strict=True)
    ]
    said, own = told["metadata"], told["colours"]
    return Picture(
        arrays[told["pixels"]],
        told["dpi"],
        Metadata(**(said | {"exif": _bytes(said["exif"]), "notes": tuple(map(_told, said["notes"]))})),
        Record.model_validate(told["record"]),
        None if own is None else SourceColours(_bytes(own["profile"]), arrays[own["pixels"]], arrays[own["base"]]),
    )


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)


def _message(said: Value) -> Any:
    """A sentence with its template and parts, so that it can be told in another language; other values as they are."""
    if isinstance(said, Message):
        parts = {name: _message(part) for name, part in said.parameters.items()}
        return {"id": said.id, "plural": said.plural, "parts": parts}
    return [_message(part) for part in said] if isinstance(said, list | tuple) else said


def _told(said: Any) -> Any:
    if isinstance(said, dict):
        return Message.of(*_sentence(said))
    return [_told(part) for part in said] if isinstance(said, list) else said


def _sentence(said: Any) -> tuple[str, str, dict[str, Any]]:
    """Template, its plural, and the parts of a sentence that was sent."""
    return said["id"], said["plural"], {name: _told(part) for name, part in said["parts"].items()}
