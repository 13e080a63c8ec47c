"""From a body to an answer through the pool: how every path that takes a picture does it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from catchlight.core.progress import Cancelled, Progress
from catchlight.server.gate import requester_of
from catchlight.server.http import body
from catchlight.server.http.budget import Budget, BudgetShare
from catchlight.server.http.idempotency import do_once, name_request, refuse_keys, wait_for_turn
from catchlight.server.http.request_key import request_key
from catchlight.server.http.send_answer import BudgetedResponse
from catchlight.server.monitoring.trace import Trace, trace_of
from catchlight.server.process.pool import EditPool
from catchlight.store.idempotency.request_keys import NamedRequest, RequestAtWork, RequestKeys


@dataclass(frozen=True)
class PendingBody:
    """A body on its way to a thread of the pool, which takes it once and lets it go: it is large."""

    held: list[bytearray]
    share: BudgetShare
    loop: asyncio.AbstractEventLoop
    trace: Trace
    generation: str | None = None
    """The id that the result is to have; None for a new one."""

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
    keys: RequestKeys | None = None
    """Names of requests; None where none are kept."""

    async def answer(
        self,
        request: Request,
        work: Callable[[PendingBody, Progress], bytes],
        again: Callable[[str], bytes] | None = None,
    ) -> Response:
        """The JSON that ``work`` makes of the body, in a thread of the pool. Raises what it raises, busy, Cancelled.

        The type is judged first, a place is taken last: one whose body is still on its way takes none from those who have sent
        theirs. again: the same JSON out of what is stored under the id of a result (UnknownEntry where nothing is): then a
        request that has an ``Idempotency-Key`` is done once, and whoever waits for another's doing takes no place. None: the key
        says nothing.
        """
        trace = trace_of(request.scope)
        await body.check_type(request)
        owner = requester_of(request).name
        self.pool.check(owner)
        data, share = await body.receive_body(request, self.largest, self.budget)
        sent = PendingBody([data], share, asyncio.get_running_loop(), trace)
        del data

        try:
            request_key(request.headers)  # one that is none is refused, whether it counts or not
            named = None if again is None else await self._named(request, sent)
            while True:
                if named is not None and self.keys is not None:
                    await wait_for_turn(self.keys, named, request, lambda: self.pool.check(owner))
                with self.pool.place(owner) as place:
                    try:
                        made = await place.run(
                            lambda progress: self._timed(sent, work, named, again, progress),
                            lambda: body.wait_for_disconnect(request),
                        )
                        break
                    except RequestAtWork:
                        continue  # somebody was quicker, and is waited for
        except BaseException:
            sent.held.clear()  # the queue may keep what was cancelled for a while
            share.give_back()
            raise
        sent.held.clear()  # of an answer that was there already
        share.resize(len(made))
        return BudgetedResponse(made, "application/json", share)

    async def _named(self, request: Request, sent: PendingBody) -> NamedRequest | None:
        if self.keys is None:
            refuse_keys(request)
            return None
        return await run_in_threadpool(name_request, request, sent.held[0])

    def _timed(
        self,
        sent: PendingBody,
        work: Callable[[PendingBody, Progress], bytes],
        named: NamedRequest | None,
        again: Callable[[str], bytes] | None,
        progress: Progress,
    ) -> bytes:
        began = time.perf_counter()
        try:
            if named is None or again is None or self.keys is None:
                return work(sent, progress)
            return do_once(
                self.keys, named, lambda generation: work(replace(sent, generation=generation), progress), again
            )
        finally:
            sent.trace.worked = time.perf_counter() - began
