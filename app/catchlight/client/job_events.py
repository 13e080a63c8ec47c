"""The events of a job or a batch as a server tells them (server-sent events): each once and in order, over many connections.

Reference: WHATWG HTML Living Standard, section 9.2 (server-sent events): ``id``, ``retry`` and ``Last-Event-ID``.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from typing import Any, Generic, Protocol, TypeVar

import httpx
from httpx_sse import EventSource, ServerSentEvent, SSEError

from catchlight.client.errors import ServerUnreachable, raise_refusal, unreachable
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.store.jobs.events import event_id, place_of

ACCEPT = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
LONG_SECONDS = 5.0
"""A connection that lasted this long was worth it, even without news."""
POLL_SECONDS = 0.05


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...

    @property
    def terminal(self) -> bool: ...


T = TypeVar("T")
EventT = TypeVar("EventT", bound=_Numbered)


class JobEvents(Generic[EventT]):
    """Reads on after the event of a number. The connection stays open between two events; ``close`` ends it."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        address: str,
        path: str,
        job: str,
        after: int,
        retries: RetryPolicy,
        read: Callable[[int, str], EventT],
    ) -> None:
        """address: for errors. path: of the job's events. read: an event from its number and its JSON; raises ValueError."""
        self._read_event = read
        self._client = client
        self._address = address
        self._path = path
        self._job = job
        self._after = after
        self._retries = retries
        self._stack = AsyncExitStack()
        self._sent: AsyncIterator[ServerSentEvent] | None = None
        self._opened = 0.0
        self._pause: float | None = None
        """Seconds between two connections, once the server has said how many."""

    async def next(self) -> EventT | None:
        """The next event, tried for by the policy; None where all of it is told.

        Raises the server's refusal, and ServerUnreachable.
        """
        return await self._retries.call_async(self._next)

    async def close(self) -> None:
        self._sent = None
        await self._stack.aclose()

    async def _next(self) -> EventT | None:
        while True:
            try:
                if self._sent is None and not await self._open():
                    return None
                if (told := await self._read()) is not None:
                    return told
            except (httpx.HTTPError, SSEError) as fault:
                error = unreachable(fault, self._address) if isinstance(fault, httpx.HTTPError) else self._nothing_new()
                raise Transient(error, self._pause) from fault
            finally:
                if self._sent is None:
                    await self._stack.aclose()
            if time.monotonic() - self._opened <= LONG_SECONDS:
                raise Transient(self._nothing_new(), self._pause)
            await asyncio.sleep(self._retries.wait(1, self._pause))  # the server is there; the job only has to wait

    async def _open(self) -> bool:
        """Whether there is something to hear."""
        headers = ACCEPT | ({"Last-Event-ID": event_id(self._job, self._after)} if self._after else {})
        answer = await self._stack.enter_async_context(self._client.stream("GET", self._path, headers=headers))
        if answer.status_code == 204:
            return False  # all of it is told already
        await raise_refusal(answer, self._address)
        self._opened = time.monotonic()
        self._sent = EventSource(answer).aiter_sse()
        return True

    async def _read(self) -> EventT | None:
        """The next event of this connection; None at its end."""
        stream, self._sent = self._sent, None  # what ends or breaks in here is not read on
        assert stream is not None
        async for sent in stream:
            self._pause = self._pause if sent.retry is None else sent.retry / 1000
            told = self._numbered(sent)
            if told is not None and told.number > self._after:
                self._after, self._sent = told.number, stream
                return told
        return None

    def _nothing_new(self) -> ServerUnreachable:
        count = self._retries.attempts
        return ServerUnreachable(
            Message(
                "{address} told nothing new over {count} connections. The job may go on there; look again later.",
                address=self._address,
                count=count,
            )
        )

    def _numbered(self, sent: ServerSentEvent) -> EventT | None:
        """A typed event; None for what a newer server may tell besides."""
        number = place_of(sent.id)[1]
        try:
            return self._read_event(number, sent.data) if number else None
        except ValueError:
            return None


def follow_events(
    connect: Callable[[], httpx.AsyncClient],
    listen: Callable[[httpx.AsyncClient], JobEvents[EventT]],
    progress: Progress,
) -> Iterator[EventT]:
    """Every event once and in order, to the terminal one. progress: cancelling it ends the listening (Cancelled)."""

    async def told() -> AsyncGenerator[EventT, None]:
        async with connect() as client:
            events = listen(client)
            try:
                while (event := await events.next()) is not None:
                    yield event
                    if event.terminal:
                        return
            finally:
                await events.close()

    async def next_of(stream: AsyncGenerator[EventT, None]) -> EventT | None:
        return await anext(stream, None)

    with asyncio.Runner() as runner:
        stream = told()
        try:
            while (event := runner.run(watched(next_of(stream), progress))) is not None:
                yield event
        finally:
            runner.run(stream.aclose())


async def watched(work: Coroutine[Any, Any, T], progress: Progress) -> T:
    """``work``, left at once when it is no longer wanted. Raises Cancelled."""
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
