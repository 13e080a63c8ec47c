"""From a body to an answer through the pool: how every path that takes a picture does it."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.picture import Picture
from catchlight.server.http import body
from catchlight.server.http.budget import Budget, BudgetShare
from catchlight.server.http.send_answer import BudgetedResponse
from catchlight.server.monitoring.trace import Trace, trace_of
from catchlight.server.process.pool import EditPool
from catchlight.service.wire import Decoder, SentPicture

T = TypeVar("T")
W = TypeVar("W")


@dataclass(frozen=True)
class PendingBody:
    """A body on its way to a thread of the pool, which takes it once and lets it go: it is large."""

    held: list[bytearray]
    share: BudgetShare
    loop: asyncio.AbstractEventLoop
    trace: Trace

    def take(self) -> bytearray:
        """The bytes. Raises Cancelled where the client has left meanwhile."""
        try:
            return self.held.pop()
        except IndexError:
            raise Cancelled from None

    def used(self) -> None:
        """The body is read and its bytes are no longer kept: others may come in."""
        self.loop.call_soon_threadsafe(self.share.give_back)


@dataclass(frozen=True)
class EditEndpoint:
    """What all these paths share: the pool that works, the room for bytes, the largest body, and what decodes pictures."""

    pool: EditPool
    budget: Budget
    largest: int
    decoder: Decoder

    async def answer(
        self,
        request: Request,
        read: Callable[[bytearray], tuple[W, tuple[SentPicture, ...]]],
        work: Callable[[W, tuple[Picture, ...], Progress], bytes],
    ) -> Response:
        """The JSON that ``work`` makes of what ``read`` finds in the body: a wish, and pictures that are decoded in between.

        All of it in threads of the pool. Raises what they raise, busy, Cancelled. The type is judged first, a place is taken
        last: one whose body is still on its way takes none from those who have sent theirs. Where a picture may take long to
        decode, the edit's place is given back, and taken again when it is decoded.
        """
        trace = trace_of(request.scope)
        await body.check_type(request)
        self.pool.check()
        data, share = await body.receive_body(request, self.largest, self.budget)
        sent = PendingBody([data], share, asyncio.get_running_loop(), trace)
        del data

        def decoded(files: list[SentPicture], progress: Progress) -> tuple[Picture, ...]:
            pictures = tuple(self.decoder.decode(file, progress) for file in files)
            files.clear()
            sent.used()
            progress.check()
            return pictures

        def light(progress: Progress) -> bytes | _Heavy[W]:
            wish, found = read(sent.take())
            files = list(found)
            del found
            if any(map(self.decoder.is_heavy, files)):
                return _Heavy(wish, files)
            return work(wish, decoded(files, progress), progress)

        def decoded_before(found: _Heavy[W], progress: Progress) -> bytes:
            pictures = decoded(found.files, progress)
            return self.pool.edit_decoded(lambda: work(found.wish, pictures, progress), progress)

        def gone() -> Awaitable[None]:
            return body.wait_for_disconnect(request)

        try:
            with self.pool.place() as place:
                made = await place.run(_timed(light, trace), gone)
            if isinstance(made, _Heavy):
                with self.pool.place(heavy=True) as place:
                    made = await place.run(_timed(functools.partial(decoded_before, made), trace), gone)
        except BaseException:
            sent.held.clear()  # the queue may keep what was cancelled for a while
            share.give_back()
            raise
        share.resize(len(made))
        return BudgetedResponse(made, "application/json", share)


@dataclass(frozen=True)
class _Heavy(Generic[W]):
    """What was read of a body one of whose pictures is decoded elsewhere. files: emptied when they are."""

    wish: W
    files: list[SentPicture]


def _timed(work: Callable[[Progress], T], trace: Trace) -> Callable[[Progress], T]:
    """The work, whose seconds are noted besides those of work before it."""

    def timed(progress: Progress) -> T:
        began = time.perf_counter()
        try:
            return work(progress)
        finally:
            trace.worked = (trace.worked or 0.0) + time.perf_counter() - began

    return timed
