"""What travels: the body of an edit piece by piece with its progress, and the result read back."""

from __future__ import annotations

import base64
import json
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Operation
from catchlight.service.editor import EditRequest
from catchlight.service.wire import further_fields

PIECE = 393_216
"""Bytes of a file between two looks at progress and cancelling; a multiple of 3, so that pieces of base64 join."""


@dataclass(frozen=True)
class EditBody:
    """An edit as JSON: what stands before, between and after the files."""

    parts: tuple[bytes | File, ...]

    @property
    def length(self) -> int:
        """Bytes of the whole."""
        return sum(len(part) if isinstance(part, bytes) else _encoded_length(part.data) for part in self.parts)

    async def pieces(self, progress: Progress) -> AsyncIterator[bytes]:
        """The bytes in order; reports how far the sending is."""
        sent, total = 0, self.length
        for part in self.parts:
            data = part if isinstance(part, bytes) else part.data
            for place in range(0, len(data), PIECE):
                piece = data[place : place + PIECE]
                piece = piece if isinstance(part, bytes) else base64.b64encode(piece)
                sent += len(piece)
                yield piece
                progress.report(sent / total, "sending" if sent < total else "working")


class WrittenPictures:
    """Pictures of which no file is known, as PNG, without loss; the last ones are kept: previews ask for the same again and
    again. Thread safe."""

    def __init__(self, kept: int = 2) -> None:
        self._capacity = kept
        self._files: OrderedDict[str, File] = OrderedDict()
        self._lock = threading.Lock()

    def file_of(self, picture: Picture) -> File:
        # Of a piece of hair the record is as much a part as the pixels.
        key = picture.digest + picture.record.model_dump_json()
        with self._lock:
            if key not in self._files:
                self._files[key] = File(codec.encode(picture, "image/png"), "image/png")
            self._files.move_to_end(key)
            while len(self._files) > self._capacity:
                self._files.popitem(last=False)
            return self._files[key]


def body_of(request: EditRequest, operation: Operation[Any], written: WrittenPictures) -> EditBody:
    """The body of an edit. Pictures whose file is known travel as that file; others as they are ``written``."""
    values = request.params.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    aliases = {str(operation.params.model_fields[name].alias) for name in operation.query}
    fields = {name: value for name, value in values.items() if name not in aliases}
    first, *others = [_file_of(request, place, written) for place in range(len(request.pictures))]
    parts: list[bytes | File] = [b'{"imageDataUrl":"', *_url(first), b'"']
    named = further_fields(operation.id, request.params, len(others))
    if named:
        for field, file in zip(named, others, strict=False):
            parts += [f',"{field}":"'.encode(), *_url(file), b'"']
    elif others:
        parts.append(b',"moreImages":[')
        for place, file in enumerate(others):
            parts += [b',"' if place else b'"', *_url(file), b'"']
        parts.append(b"]")
    tail = json.dumps(fields, ensure_ascii=False)[1:]
    parts.append((f",{tail}" if fields else "}").encode())
    return EditBody(tuple(parts))


def query_of(request: EditRequest, operation: Operation[Any]) -> dict[str, str]:
    """The parameters that travel in the address."""
    values = request.params.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    aliases = [str(operation.params.model_fields[name].alias) for name in operation.query]
    return {alias: str(values[alias]) for alias in aliases if values.get(alias) is not None}


async def read_response(answer: httpx.Response, progress: Progress) -> bytes:
    """The answer's body; reports how far the receiving is, where the server says how much there is."""
    total, pieces, got = int(answer.headers.get("content-length", 0)), [], 0
    async for piece in answer.aiter_bytes(PIECE):
        pieces.append(piece)
        got += len(piece)
        progress.report(got / total if total else 0.0, "receiving")
    return b"".join(pieces)


def file_of(url: str) -> File:
    """The file inside a data URL of an answer. Raises ValueError."""
    head, _, data = url.partition(",")
    media_type = head.removeprefix("data:").removesuffix(";base64")
    return File(base64.b64decode(data, validate=True), media_type)


def _file_of(request: EditRequest, place: int, written: WrittenPictures) -> File:
    known: Sequence[File | None] = request.files
    file = known[place] if place < len(known) else None
    return file or written.file_of(request.pictures[place])


def _url(file: File) -> tuple[bytes, File]:
    return f"data:{file.media_type};base64,".encode(), file


def _encoded_length(data: bytes) -> int:
    return (len(data) + 2) // 3 * 4
