"""Profile pictures by jobs on another machine: the same ``Selections``, across the network."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from typing import Any, TypeVar

import httpx
from httpx_sse import EventSource, SSEError

from catchlight.client.address import address_of
from catchlight.client.certificates import trust
from catchlight.client.errors import ServerUnreachable, raise_refusal, refused, unreachable
from catchlight.client.job_events import ACCEPT, JobEvents
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import PATH, ProfilePictureParams
from catchlight.store.jobs.events import NumberedEvent, read_event
from catchlight.store.jobs.job import Job

CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 60.0
SILENT_SECONDS = 35.0
"""A stream says something at least every ten seconds; after this long without a byte the connection is taken for dead."""
POLL_SECONDS = 0.05
RETRIES = RetryPolicy()
_JOBS = "/profile-picture/jobs"

T = TypeVar("T")


class RemoteSelections:
    """The jobs of a server. Raises the server's own errors, and ServerUnreachable.

    Listening survives broken connections and a server that is started anew: it goes on after the last event it has.
    """

    def __init__(self, address: str, token: str | None = None, retries: RetryPolicy = RETRIES) -> None:
        """address: as people write it. retries: tries in a row that bring nothing new before the server is given
        up. Raises InvalidRequest where it is none."""
        self.address = address_of(address)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
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
        return asyncio.run(_watched(asked, progress or Progress()))

    def events(self, job: str, after: int = 0, progress: Progress | None = None) -> Iterator[NumberedEvent]:
        progress = progress or Progress()
        with asyncio.Runner() as runner:
            told = self._told(job, after)
            try:
                while (event := runner.run(_watched(_next(told), progress))) is not None:
                    yield event
            finally:
                runner.run(told.aclose())

    def job(self, job: str) -> Job:
        return Job.model_validate(self._read(lambda client: client.get(f"{_JOBS}/{job}")))

    def step_picture(self, job: str, step: str) -> bytes:
        return self._answer(lambda client: client.get(f"{_JOBS}/{job}/steps/{step}/image")).content

    def cancel(self, job: str) -> None:
        self._answer(lambda client: client.delete(f"{_JOBS}/{job}"))

    def _read(self, ask: Callable[[httpx.Client], httpx.Response], *, repeatable: bool = True) -> dict[str, Any]:
        try:
            found: dict[str, Any] = self._answer(ask, repeatable=repeatable).json()
        except ValueError as fault:
            raise ServerUnreachable(f"What answers at {self.address} is not Catchlight. Check the address.") from fault
        return found

    def _answer(self, ask: Callable[[httpx.Client], httpx.Response], *, repeatable: bool = True) -> httpx.Response:
        """repeatable: whether it does no harm to ask again after a connection that broke off."""

        def once() -> httpx.Response:
            timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
            try:
                with httpx.Client(**self._connection, timeout=timeout) as client:
                    answer = ask(client)
            except httpx.HTTPError as fault:
                error = unreachable(fault, self.address)
                if repeatable or isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout):
                    raise Transient(error) from fault
                raise error from fault
            if answer.status_code >= 300:
                raise refused(answer, self.address)
            return answer

        return self._retries.call(once)

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
        headers = ACCEPT | {"Idempotency-Key": request}
        async with self._client() as client:

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

    async def _told(self, job: str, after: int) -> AsyncGenerator[NumberedEvent, None]:
        """Every event once and in order."""
        async with self._client() as client:
            path = f"{_JOBS}/{job}/events"
            events = JobEvents(client, self.address, path, job, after, self._retries)
            try:
                while (told := await events.next()) is not None:
                    yield told
                    if told.terminal:
                        return
            finally:
                await events.close()

    def _broken_off(self) -> ServerUnreachable:
        return ServerUnreachable(f"The connection to {self.address} broke off. Nothing was changed; try again.")


async def _watched(work: Coroutine[Any, Any, T], progress: Progress) -> T:
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


async def _next(told: AsyncGenerator[NumberedEvent, None]) -> NumberedEvent | None:
    return await anext(told, None)
