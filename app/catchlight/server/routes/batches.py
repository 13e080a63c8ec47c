"""Batches over HTTP: handing one over, bringing its files, following it, fetching the results, calling it off."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.server.errors import ServerError
from catchlight.server.gate import requester_of
from catchlight.server.http.body import receive_body, receive_small
from catchlight.server.http.post import EditEndpoint
from catchlight.server.http.request_key import KEY_HEADER, request_key
from catchlight.server.http.send_answer import BudgetedResponse
from catchlight.server.openapi import accepts, answers
from catchlight.server.sse import MEDIA_TYPE, EventStream
from catchlight.service.batch_jobs.batch_jobs import BatchJobs
from catchlight.service.batch_jobs.wire import DIGEST, BatchRequest, BatchRetry
from catchlight.service.wire import SentPicture, read_body
from catchlight.store.batch_jobs.batch_job import BATCH_PATTERN, BatchDetails, BatchList
from catchlight.store.jobs.events import place_of
from catchlight.store.jobs.job import QueueFull

ALL, ONE = "/batches", "/batches/{batch_id}"
EVENTS, RETRY = f"{ONE}/events", f"{ONE}/retry"
SOURCE, RESULT = f"{ONE}/pictures/{{sha256}}", f"{ONE}/files/{{number}}/result"
JSON, BYTES = "application/json", "application/octet-stream"
NUMBERS_BYTES = 128 * 1024
"""Of a body with the numbers of files."""
BatchId = Annotated[
    str, Path(description="Of POST /batches.", json_schema_extra={"pattern": f"^{BATCH_PATTERN.pattern}$"})
]
Digest = Annotated[str, Path(description="SHA-256 of the bytes.", json_schema_extra={"pattern": DIGEST})]
FileNumber = Annotated[int, Path(ge=0, le=1_000_000, description="The client's own number of the file.")]
_LAST_EVENT = {
    "name": "Last-Event-ID", "in": "header", "required": False, "schema": {"type": "string"},
    "description": "Id of the last event that came; the ones after it are told.",
}  # fmt: skip


class BatchRoutes:
    """The paths of batches. Whatever reads the database or the disk runs beside the event loop."""

    def __init__(self, batches: BatchJobs, post: EditEndpoint, largest: int, closing: Callable[[], bool]) -> None:
        """post: takes large bodies of JSON. largest: bytes of a picture. closing: whether the server is about to stop."""
        self._batches, self._post, self._largest, self._closing = batches, post, largest, closing

    async def create(self, request: Request) -> Response:
        key, client = request_key(request.headers), requester_of(request).name

        def read(data: bytearray) -> tuple[BatchRequest, tuple[SentPicture, ...]]:
            return read_body(BatchRequest, data), ()

        def work(wish: BatchRequest, _pictures: object, _generation: str | None, _progress: Progress) -> bytes:
            try:
                return self._batches.create(client, key, wish).model_dump_json(by_alias=True).encode()
            except QueueFull as full:
                raise ServerError(full.code, full.message, {"Retry-After": "60"}) from full

        return await self._post.answer(request, read, work)

    async def bring(self, request: Request, batch_id: BatchId, sha256: Digest) -> Response:
        await asyncio.to_thread(self._own, request, batch_id)
        if not re.fullmatch(DIGEST, sha256):
            raise InvalidRequest(Message("A digest is 64 of 0-9 and a-f, the SHA-256 of the bytes."))
        await asyncio.to_thread(self._batches.expected_bytes, batch_id, sha256)
        data, share = await receive_body(request, self._largest, self._post.budget)
        try:
            if not data:
                raise InvalidRequest(Message("The body is empty; send the bytes of the file."))
            await asyncio.to_thread(self._batches.keep, batch_id, sha256, data)
        finally:
            share.give_back()
        return Response(status_code=204)

    async def retry(self, request: Request, batch_id: BatchId) -> Response:
        wish = read_body(BatchRetry, await receive_small(request, NUMBERS_BYTES))
        await asyncio.to_thread(self._own, request, batch_id)
        return _json(await asyncio.to_thread(self._batches.retry, batch_id, wish.numbers))

    async def events(self, request: Request, batch_id: BatchId) -> Response:
        await asyncio.to_thread(self._own, request, batch_id)
        named, after = place_of(request.headers.get("last-event-id", ""))
        after = after if named in (None, batch_id) else 0
        news, ended = await asyncio.to_thread(self._batches.new_events, batch_id, after)
        if ended and not news:
            return Response(status_code=204)
        return EventStream(self._batches, batch_id, after, self._closing)

    def listed(
        self, request: Request, limit: Annotated[int, Query(ge=1, le=200, description="Entries at most.")] = 50
    ) -> Response:
        return _json(BatchList(batches=self._batches.batches(requester_of(request).only_of, limit)))

    def look(self, request: Request, batch_id: BatchId) -> Response:
        return _json(self._batches.batch(self._own(request, batch_id)))

    async def result(self, request: Request, batch_id: BatchId, number: FileNumber) -> Response:
        await asyncio.to_thread(self._own, request, batch_id)
        size = await asyncio.to_thread(self._batches.result_bytes, batch_id, number)
        share = await self._post.budget.share(size)
        try:
            data = await asyncio.to_thread(self._batches.result, batch_id, number)
        except BaseException:
            share.give_back()
            raise
        share.resize(len(data))
        return BudgetedResponse(data, BYTES, share)

    def delete(self, request: Request, batch_id: BatchId) -> Response:
        self._batches.delete(self._own(request, batch_id))
        return Response(status_code=204)

    def _own(self, request: Request, batch_id: str) -> str:
        """Raises UnknownEntry for a batch that is somebody else's."""
        if not BATCH_PATTERN.fullmatch(batch_id):
            raise UnknownEntry("batch", batch_id[:80])
        requester_of(request).check_owner("batch", batch_id, self._batches.owner(batch_id))
        return batch_id


def add_batches(
    router: APIRouter, batches: BatchJobs, post: EditEndpoint, largest: int, closing: Callable[[], bool]
) -> list[type[BaseModel]]:
    """Serve the batches; returns the models that the document names. largest: bytes of a picture."""
    routes = BatchRoutes(batches, post, largest, closing)
    told = answers(EVENTS, None, media_type=MEDIA_TYPE) | {
        204: {"description": "All of it is told; do not come again."}
    }
    binary = {"schema": {"type": "string", "format": "binary", "minLength": 1}}
    sent = {"requestBody": {"required": True, "content": {BYTES: binary}}}
    asked = accepts(BatchRequest) | {"parameters": [KEY_HEADER]}
    for path, endpoint, method, status, summary, responses, extra in (
        (ALL, routes.create, "POST", 200, "Hand over a batch", answers(ALL, BatchDetails), asked),
        (ALL, routes.listed, "GET", 200, "Batches, newest first", answers(ALL, BatchList), None),
        (ONE, routes.look, "GET", 200, "Everything about a batch", answers(ONE, BatchDetails), None),
        (ONE, routes.delete, "DELETE", 204, "Call a batch off and forget it", answers(ONE, None, success=204), None),
        (EVENTS, routes.events, "GET", 200, "The events of a batch", told, {"parameters": [_LAST_EVENT]}),
        (RETRY, routes.retry, "POST", 200, "Try failed files again", answers(RETRY, BatchDetails), accepts(BatchRetry)),
        (SOURCE, routes.bring, "PUT", 204, "Bring the bytes of a file", answers(SOURCE, None, success=204), sent),
        (RESULT, routes.result, "GET", 200, "The result of a file", answers(RESULT, None, media_type=BYTES), None),
    ):  # fmt: skip
        router.add_api_route(
            path, endpoint, methods=[method], status_code=status, summary=summary, response_class=Response,
            responses=responses, openapi_extra=extra,
        )  # fmt: skip
    return [BatchRequest, BatchRetry, BatchDetails, BatchList]


def _json(answer: BaseModel) -> Response:
    return Response(answer.model_dump_json(by_alias=True), media_type=JSON)
