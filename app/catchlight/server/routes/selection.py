"""Profile pictures over HTTP: asking for them, following the job, looking at it, calling it off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from catchlight.operations.profile_picture.params import NAMES, PATH, TITLE
from catchlight.server.errors import ServerError
from catchlight.server.gate import Requester, requester_of
from catchlight.server.http.body import receive_small
from catchlight.server.http.request_key import KEY_HEADER, request_key
from catchlight.server.openapi import accepts, answers
from catchlight.server.sse import MEDIA_TYPE, EventStream
from catchlight.service.selection.selections import LocalSelections
from catchlight.service.selection.wire import SelectionRequest
from catchlight.service.wire import read_body
from catchlight.store.jobs.events import place_of
from catchlight.store.jobs.job import Job, QueueFull

JOB = "/profile-picture/jobs/{job_id}"
EVENTS = f"{JOB}/events"
PICTURE = f"{JOB}/steps/{{step}}/image"
JobId = Annotated[
    str, Path(description="Of the event registered.", json_schema_extra={"pattern": "^job_[0-9a-f]{32}$"})
]
StepName = Annotated[str, Path(description="A step that has ended.", json_schema_extra={"enum": list(NAMES)})]
LARGEST = 64 * 1024
"""Bytes of the body: it names things, and brings none."""
_LAST_EVENT = {
    "name": "Last-Event-ID", "in": "header", "required": False, "schema": {"type": "string"},
    "description": "Id of the last event that came; the ones after it are told, and no new job is begun.",
}  # fmt: skip
_PARK_SECONDS = 8.0
"""From when the stop was asked for: a step may be in the middle of a network, and supervisors kill after ten."""


def add_selection(router: APIRouter, selections: LocalSelections, closing: Callable[[], bool]) -> list[type[BaseModel]]:
    """Serve the jobs; returns the models that the document names. closing: whether the server is about to stop."""

    async def select(request: Request) -> Response:
        data = await receive_small(request, LARGEST)
        requester = requester_of(request)
        job, after = await asyncio.to_thread(_asked, selections, data, request.headers, requester)
        return EventStream(selections, job, after, closing)

    async def events(request: Request, job_id: JobId) -> Response:
        named, after = place_of(request.headers.get("last-event-id", ""))
        after = after if named in (None, job_id) else 0
        await asyncio.to_thread(own, request, job_id)
        news, ended = await asyncio.to_thread(selections.new_events, job_id, after)
        if ended and not news:
            return Response(status_code=204)
        return EventStream(selections, job_id, after, closing)

    def own(request: Request, job_id: str) -> str:
        requester_of(request).check_owner("job", job_id[:80], selections.ledger.client_of(job_id))
        return job_id

    def look(request: Request, job_id: JobId) -> Response:
        own(request, job_id)
        return Response(selections.job(job_id).model_dump_json(by_alias=True), media_type="application/json")

    def picture(request: Request, job_id: JobId, step: StepName) -> Response:
        own(request, job_id)
        data = selections.step_picture(job_id, step)
        return Response(data, media_type="image/png" if data.startswith(b"\x89PNG") else "image/jpeg")

    def cancel(request: Request, job_id: JobId) -> Response:
        own(request, job_id)
        selections.cancel(job_id)
        return Response(status_code=204)

    router.add_api_route(
        PATH, select, methods=["POST"], name="profile_picture", summary=TITLE, response_class=Response,
        responses=answers(PATH, None, media_type=MEDIA_TYPE),
        openapi_extra=accepts(SelectionRequest) | {"parameters": [_LAST_EVENT, KEY_HEADER]},
    )  # fmt: skip
    for path, endpoint, method, status, summary, responses in (
        (EVENTS, events, "GET", 200, "The events of a job, for EventSource",
         answers(EVENTS, None, media_type=MEDIA_TYPE) | {204: {"description": "All of it is told; do not come again."}}),
        (JOB, look, "GET", 200, "State, steps and deliveries of a job", answers(JOB, Job)),
        (JOB, cancel, "DELETE", 204, "Call a job off", answers(JOB, None, success=204)),
        (PICTURE, picture, "GET", 200, f"What a step made: {', '.join(NAMES[:-1])}",
         answers(PICTURE, None, media_type="image/*")),
    ):  # fmt: skip
        router.add_api_route(
            path, endpoint, methods=[method], status_code=status, summary=summary, response_class=Response,
            responses=responses,
        )  # fmt: skip
    return [SelectionRequest, Job]


@asynccontextmanager
async def with_jobs(
    selections: LocalSelections | None, around: AbstractAsyncContextManager[None]
) -> AsyncIterator[None]:
    """While the app runs its jobs are done; when it stops they are parked, and the next start goes on with them."""
    async with around:
        if selections is None:
            yield
            return
        await asyncio.to_thread(selections.start)
        try:
            yield
        finally:
            await asyncio.to_thread(selections.stop, _PARK_SECONDS)


def _asked(selections: LocalSelections, data: bytes, headers: Headers, requester: Requester) -> tuple[str, int]:
    """The job that a body asks for, and the number of the last event that its client has.

    A client that comes back with ``Last-Event-ID``, or asks again with the same ``Idempotency-Key``, gets the job it
    followed, also one that has ended meanwhile.
    """
    wish = read_body(SelectionRequest, data)
    if not requester.everything:
        requester.own(selections.generation(wish.generation_id))
    job, number = place_of(headers.get("last-event-id", ""))
    if job is not None and selections.ledger.generation_of(job) == wish.generation_id:
        return job, number
    if job is None and number and (newest := selections.ledger.newest(wish.generation_id)) is not None:
        return newest, number
    try:
        return selections.submit(wish.generation_id, wish.params, request_key(headers), client=requester.name), 0
    except QueueFull as full:
        raise ServerError(full.code, full.message, {"Retry-After": "5"}) from full
