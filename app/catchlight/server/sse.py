"""Events of jobs and batches as ``text/event-stream``: replayed from where the client stopped, kept open, ended at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from catchlight.core.errors import CatchlightError
from catchlight.server.http.protocol import ENDS_AT_EOF
from catchlight.store.jobs.events import event_id

RETRY_MILLISECONDS = 2000
COMMENT_SECONDS = 10.0
"""How long a line may stay silent: proxies and clients give up one that says nothing."""
COMMENT = b": still there\n"
"""A line by itself: with an empty line after it, it would be a frame, for which plain clients give their user an event."""
MEDIA_TYPE = "text/event-stream"
_LOOK_SECONDS = 0.5
"""How often a waiting stream looks whether the server is stopping."""
_READ_SECONDS = 60.0
"""How long a client may leave what was sent unread."""
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_LOG = logging.getLogger(__name__)


class StreamedEvent(Protocol):
    """An event with its number. event: a model with a ``type``."""

    @property
    def number(self) -> int: ...

    @property
    def event(self) -> Any: ...

    @property
    def terminal(self) -> bool:
        """Whether nothing comes after it."""
        ...


class StreamSource(Protocol):
    """Where the events come from. entry: what they are told of."""

    def listening(self, entry: str, ring: Callable[[], object]) -> AbstractContextManager[None]:
        """While it lasts ``ring`` is called, on any thread, whenever there may be an event."""
        ...

    def new_events(self, entry: str, after: int) -> tuple[Sequence[StreamedEvent], bool]:
        """The events after number ``after``, and whether nothing comes after them. May block."""
        ...


class EventStream(Response):
    """The response that tells of a job or a batch, which goes on whether or not anybody listens."""

    media_type = MEDIA_TYPE

    def __init__(self, source: StreamSource, entry: str, after: int, closing: Callable[[], bool]) -> None:
        """after: number of the last event that the client has. closing: whether the server is about to stop."""
        self._source, self._entry, self._after, self._closing = source, entry, after, closing
        super().__init__(headers=_HEADERS)
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ENDS_AT_EOF] = True
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        telling, leaving = asyncio.ensure_future(self._tell(send)), asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
        finally:
            for task in (telling, leaving):
                task.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)

    async def _tell(self, send: Send) -> None:
        try:
            async for frame in frames(self._source, self._entry, self._after, self._closing):
                async with asyncio.timeout(_READ_SECONDS):
                    await send({"type": "http.response.body", "body": frame, "more_body": True})
        except TimeoutError:
            return  # nobody reads any more
        except CatchlightError as error:
            _LOG.warning("The events of %s broke off: %s", self._entry, error.message)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def frames(source: StreamSource, entry: str, after: int, closing: Callable[[], bool]) -> AsyncIterator[bytes]:
    """The frames from the event after number ``after`` to the terminal one, or until the server stops.

    The first event says after how long to connect again; between events come comments, which end no frame. The source is
    read beside the event loop.
    """
    rung, loop = asyncio.Event(), asyncio.get_running_loop()
    head = f"retry: {RETRY_MILLISECONDS}\n"
    with source.listening(entry, lambda: loop.call_soon_threadsafe(rung.set)):
        while True:
            rung.clear()
            news, ended = await asyncio.to_thread(source.new_events, entry, after)
            for told in news:
                after = told.number
                yield (head + frame(entry, told)).encode()
                head = ""
                if told.terminal:
                    return
            if ended and not news:
                return
            if not await _rung(rung, closing):
                if closing():
                    return
                yield COMMENT


def frame(entry: str, told: StreamedEvent) -> str:
    """One event: id, kind, and one line of JSON."""
    data = told.event.model_dump_json(by_alias=True)
    return f"id: {event_id(entry, told.number)}\nevent: {told.event.type}\ndata: {data}\n\n"


async def _rung(rung: asyncio.Event, closing: Callable[[], bool]) -> bool:
    """Wait for the next event; False when it is time for a comment, or the server stops."""
    waited = 0.0
    while waited < COMMENT_SECONDS and not closing():
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                await rung.wait()
            return True
        except TimeoutError:
            waited += _LOOK_SECONDS
    return False


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
