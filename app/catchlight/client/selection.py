"""Profile pictures by jobs on another machine: the same ``Selections``, across the network."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from typing import Any, TypeVar

import httpx
from httpx_sse import EventSource, ServerSentEvent, SSEError

from catchlight.client.address import address_of
from catchlight.client.certificates import trust
from catchlight.client.errors import ServerUnreachable, refusal, unreachable
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import PATH, ProfilePictureParams
from catchlight.store.jobs.events import NumberedEvent, event_id, place_of, read_event
from catchlight.store.jobs.job import Job, QueueFull

CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 60.0
SILENT_SECONDS = 35.0
"""A stream says something at least every ten seconds; after this long without a byte the connection is taken for dead."""
POLL_SECONDS = 0.05
ATTEMPTS = 8
"""Connections in a row that bring nothing new before the server is given up."""
LONG_SECONDS = 5.0
"""A connection that lasted this long was worth it, even without news."""
RETRY_SECONDS = 2.0
"""Before the next connection, until the server has said how long."""
_JOBS = "/profile-picture/jobs"

T = TypeVar("T")


class RemoteSelections:
    """The jobs of a server. Raises the server's own errors, and ServerUnreachable.

    Listening survives broken connections and a server that is started anew: it goes on after the last event it has.
    """

    def __init__(self, address: str, token: str | None = None, attempts: int = ATTEMPTS) -> None:
        """address: as people write it. Raises InvalidRequest where it is none."""
        self.address = address_of(address)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._attempts = attempts

    def store(self, picture: Picture, data: bytes) -> str:
        """The picture's file travels as it is; the id is the server's."""
        url = f"data:{picture.metadata.media_type};base64,{base64.b64encode(data).decode()}"
        body = {"imageDataUrl": url, "name": picture.metadata.name}
        return str(self._read(lambda client: client.post("/pictures", json=body))["generationId"])

    def submit(self, generation: str, params: ProfilePictureParams, request: str | None = None) -> str:
        """Broken connections are tried again under the same name, so that no job is begun twice."""
        body = {"generationId": generation, **params.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
        return asyncio.run(self._submitted(body, request or secrets.token_hex(16)))

    def events(self, job: str, after: int = 0, progress: Progress | None = None) -> Iterator[NumberedEvent]:
        progress = progress or Progress()
        with asyncio.Runner() as runner:
            told = self._told(job, after)
            try:
                while (event := runner.run(_watched(anext(told, None), progress))) is not None:
                    yield event
            finally:
                runner.run(told.aclose())

    def job(self, job: str) -> Job:
        return Job.model_validate(self._read(lambda client: client.get(f"{_JOBS}/{job}")))

    def step_picture(self, job: str, step: str) -> bytes:
        return self._answer(lambda client: client.get(f"{_JOBS}/{job}/steps/{step}/image")).content

    def cancel(self, job: str) -> None:
        self._answer(lambda client: client.delete(f"{_JOBS}/{job}"))

    def _read(self, ask: Callable[[httpx.Client], httpx.Response]) -> dict[str, Any]:
        try:
            found: dict[str, Any] = self._answer(ask).json()
        except ValueError as fault:
            raise ServerUnreachable(
                Message("What answers at {address} is not Catchlight. Check the address.", address=self.address)
            ) from fault
        return found

    def _answer(self, ask: Callable[[httpx.Client], httpx.Response]) -> httpx.Response:
        timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
        try:
            with httpx.Client(**self._connection, timeout=timeout) as client:
                answer = ask(client)
        except httpx.HTTPError as fault:
            raise unreachable(fault, self.address) from fault
        if answer.status_code >= 300:
            raise _refused(answer, self.address)
        return answer

    def _client(self) -> httpx.AsyncClient:
        timeout = httpx.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS)
        return httpx.AsyncClient(**self._connection, timeout=timeout)

    @property
    def _connection(self) -> dict[str, Any]:
        """What every connection is made with."""
        address = self.address
        return {"base_url": address, "headers": self._headers, "trust_env": False, "verify": trust(address)}

    async def _submitted(self, body: dict[str, Any], request: str) -> str:
        """The job's id out of the first event; the stream is left then, and the job goes on."""
        last: Exception | None = None
        headers = _ACCEPT | {"Idempotency-Key": request}
        async with self._client() as client:
            for attempt in range(self._attempts):
                try:
                    async with client.stream("POST", PATH, json=body, headers=headers) as answer:
                        await self._check(answer)
                        async for sent in EventSource(answer).aiter_sse():
                            return read_event(sent.data).job_id
                except (httpx.HTTPError, SSEError) as fault:
                    last = fault
                except _ServerStopping:
                    last = None
                if attempt + 1 < self._attempts:
                    await asyncio.sleep(min(RETRY_SECONDS, 0.2 * 2**attempt))
        raise self._given_up(last)

    async def _told(self, job: str, after: int) -> AsyncGenerator[NumberedEvent, None]:
        """Every event once and in order, over as many connections as it takes."""
        wait, fruitless = RETRY_SECONDS, 0
        last: Exception | None = None
        async with self._client() as client:
            while fruitless < self._attempts:
                fruitless += 1
                try:
                    headers = _ACCEPT | ({"Last-Event-ID": event_id(job, after)} if after else {})
                    async with client.stream("GET", f"{_JOBS}/{job}/events", headers=headers) as answer:
                        if answer.status_code == 204:
                            return  # all of it is told already
                        await self._check(answer)
                        opened = time.monotonic()
                        async for sent in EventSource(answer).aiter_sse():
                            wait = wait if sent.retry is None else sent.retry / 1000
                            told = _numbered(sent)
                            if told is None or told.number <= after:
                                continue
                            after, fruitless = told.number, 0
                            yield told
                            if told.terminal:
                                return
                        if time.monotonic() - opened > LONG_SECONDS:
                            fruitless = 0  # the server is there; the job only has to wait
                except (httpx.HTTPError, SSEError) as fault:
                    last = fault
                except _ServerStopping:
                    last = None
                if fruitless < self._attempts:
                    await asyncio.sleep(wait)
        raise self._given_up(last)

    async def _check(self, answer: httpx.Response) -> None:
        """Raises the refusal that an answer is; one that will pass with the server's next start as _ServerStopping."""
        if answer.status_code == 200:
            return
        await answer.aread()
        error = _refused(answer, self.address)
        if error.code in ("shutting_down", "busy"):
            raise _ServerStopping
        raise error

    def _given_up(self, fault: Exception | None) -> ServerUnreachable:
        if isinstance(fault, httpx.HTTPError):
            return unreachable(fault, self.address)
        return ServerUnreachable(
            Message(
                "{address} told nothing new over {count} connections. The job may go on there; look again later.",
                address=self.address,
                count=self._attempts,
            )
        )


class _ServerStopping(Exception):
    """Come again in a moment."""


_ACCEPT = {"Accept": "text/event-stream", "Cache-Control": "no-store"}


def _numbered(sent: ServerSentEvent) -> NumberedEvent | None:
    """A typed event; None for what a newer server may tell besides."""
    number = place_of(sent.id)[1]
    try:
        return NumberedEvent(number, read_event(sent.data)) if number else None
    except ValueError:
        return None


def _refused(answer: httpx.Response, address: str) -> CatchlightError:
    error = refusal(answer, address)
    return QueueFull(error.message) if error.code == QueueFull.code else error


async def _watched(work: Awaitable[T], progress: Progress) -> T:
    """``work``, left at once when the listening is no longer wanted."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=POLL_SECONDS))[0]:
            progress.check()
        return task.result()
    except Cancelled:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        raise
