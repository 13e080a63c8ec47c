"""Profile pictures by jobs on another machine: the same ``Selections``, across the network."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import httpx
from httpx_sse import EventSource, SSEError

from catchlight.client.connection import ServerConnection
from catchlight.client.errors import ServerUnreachable, raise_refusal, unreachable
from catchlight.client.job_events import ACCEPT, JobEvents, follow_events, watched
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import PATH, ProfilePictureParams
from catchlight.store.jobs.events import NumberedEvent, read_event
from catchlight.store.jobs.job import Job

RETRIES = RetryPolicy()
_JOBS = "/profile-picture/jobs"


class RemoteSelections:
    """The jobs of a server. Raises the server's own errors, and ServerUnreachable.

    Listening survives broken connections and a server that is started anew: it goes on after the last event it has.
    """

    def __init__(self, address: str, token: str | None = None, retries: RetryPolicy = RETRIES) -> None:
        """address: as people write it. retries: tries in a row that bring nothing new before the server is given
        up. Raises InvalidRequest where it is none."""
        self._server = ServerConnection(address, token, retries)
        self.address = self._server.address
        self._retries = retries

    def store(self, picture: Picture, data: bytes) -> str:
        """The picture's file travels as it is; the id is the server's."""
        url = f"data:{picture.metadata.media_type};base64,{base64.b64encode(data).decode()}"
        body = {"imageDataUrl": url, "name": picture.metadata.name}
        return str(self._read(lambda client: client.post("/pictures", json=body), repeatable=False)["generationId"])

    def submit(
        self,
        generation: str,
        params: ProfilePictureParams,
        request: str | None = None,
        progress: Progress | None = None,
    ) -> str:
        """Broken connections are tried again under the same name, so that no job is begun twice."""
        body = {"generationId": generation, **params.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
        asked = self._submitted(body, request or secrets.token_hex(16))
        return asyncio.run(watched(asked, progress or Progress()))

    def events(self, job: str, after: int = 0, progress: Progress | None = None) -> Iterator[NumberedEvent]:
        def listen(client: httpx.AsyncClient) -> JobEvents[NumberedEvent]:
            path = f"{_JOBS}/{job}/events"
            return JobEvents(client, self.address, path, job, after, self._retries, _numbered)

        yield from follow_events(self._server.stream, listen, progress or Progress())

    def job(self, job: str) -> Job:
        return Job.model_validate(self._read(lambda client: client.get(f"{_JOBS}/{job}")))

    def step_picture(self, job: str, step: str) -> bytes:
        return self._server.answer(lambda client: client.get(f"{_JOBS}/{job}/steps/{step}/image")).content

    def cancel(self, job: str) -> None:
        self._server.answer(lambda client: client.delete(f"{_JOBS}/{job}"))

    def _read(self, ask: Callable[[httpx.Client], httpx.Response], *, repeatable: bool = True) -> dict[str, Any]:
        try:
            found: dict[str, Any] = self._server.answer(ask, repeatable=repeatable).json()
        except ValueError as fault:
            raise self._server.no_catchlight() from fault
        return found

    async def _submitted(self, body: dict[str, Any], request: str) -> str:
        """The job's id out of the first event; the stream is left then, and the job goes on."""
        headers = ACCEPT | {"Idempotency-Key": request}
        async with self._server.stream() as client:

            async def ask() -> str:
                try:
                    async with client.stream("POST", PATH, json=body, headers=headers) as answer:
                        await raise_refusal(answer, self.address)
                        async for sent in EventSource(answer).aiter_sse():
                            return read_event(sent.data).job_id
                except httpx.HTTPError as fault:
                    raise Transient(unreachable(fault, self.address)) from fault
                except SSEError as fault:
                    raise Transient(self._broken_off()) from fault
                raise Transient(self._broken_off())

            return await self._retries.call_async(ask)

    def _broken_off(self) -> ServerUnreachable:
        return ServerUnreachable(
            Message("The connection to {address} broke off. Nothing was changed; try again.", address=self.address)
        )


def _numbered(number: int, data: str) -> NumberedEvent:
    return NumberedEvent(number, read_event(data))
