"""From a body to an answer through the pool: how every path that takes a picture does it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from catchlight.core.progress import Cancelled, Progress
from catchlight.server.gate import requester_of
from catchlight.server.http import body
from catchlight.server.http.budget import Budget, BudgetShare
from catchlight.server.http.send_answer import BudgetedResponse
from catchlight.server.monitoring.trace import Trace, trace_of
from catchlight.server.process.pool import EditPool


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
    """What all these paths share: the pool that works, the room for bytes, and the largest body."""

    pool: EditPool
    budget: Budget
    largest: int

    async def answer(self, request: Request, work: Callable[[PendingBody, Progress], bytes]) -> Response:
        """The JSON that ``work`` makes of the body, in a thread of the pool. Raises what it raises, busy, Cancelled.

        The type is judged first, a place is taken last: one whose body is still on its way takes none from those who have sent
        theirs.
        """
        trace = trace_of(request.scope)
        await body.check_type(request)
        owner = requester_of(request).name
        self.pool.check(owner)
        data, share = await body.receive_body(request, self.largest, self.budget)
        sent = PendingBody([data], share, asyncio.get_running_loop(), trace)
        del data

        def timed(progress: Progress) -> bytes:
            began = time.perf_counter()
            try:
                return work(sent, progress)
            finally:
                trace.worked = time.perf_counter() - began

        try:
            with self.pool.place(owner) as place:
                made = await place.run(timed, lambda: body.wait_for_disconnect(request))
        except BaseException:
            sent.held.clear()  # the queue may keep what was cancelled for a while
            share.give_back()
            raise
        share.resize(len(made))
        return BudgetedResponse(made, "application/json", share)
