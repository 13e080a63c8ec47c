"""From a body to an answer through the pool: how every path that takes a picture does it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.picture import Picture
from catchlight.server.gate import requester_of
from catchlight.server.http import body
from catchlight.server.http.budget import Budget, BudgetShare
from catchlight.server.http.idempotency import do_once, name_request, refuse_keys, wait_for_turn
from catchlight.server.http.request_key import request_key
from catchlight.server.http.send_answer import BudgetedResponse
from catchlight.server.monitoring.trace import Trace, trace_of
from catchlight.server.process.pool import EditPool
from catchlight.service.wire import Decoder, SentPicture
from catchlight.store.idempotency.request_keys import NamedRequest, RequestAtWork, RequestKeys

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
    keys: RequestKeys | None = None
    """Names of requests; None where none are kept."""

    async def answer(
        self,
        request: Request,
        read: Callable[[bytearray], tuple[W, tuple[SentPicture, ...]]],
        work: Callable[[W, tuple[Picture, ...], str | None, Progress], bytes],
        again: Callable[[str], bytes] | None = None,
    ) -> Response:
        """The JSON that ``work`` makes of what ``read`` finds in the body: a wish, and pictures that are decoded in between.

        All of it in threads of the pool. Raises what they raise, busy, Cancelled. The type is judged first, a place is taken
        last: one whose body is still on its way takes none from those who have sent theirs. Where a picture may take long to
        decode, the edit's place is given back, and taken again when it is decoded.

        again: the same JSON out of what is stored under the id of a result (UnknownEntry where nothing is): then a request that
        has an ``Idempotency-Key`` is done once, under the id that ``work`` is given, and whoever waits for another's doing takes
        no place. None: the key says nothing, and ``work`` is given no id.
        """
        trace = trace_of(request.scope)
        await body.check_type(request)
        owner = requester_of(request).name
        self.pool.check(owner)
        data, share = await body.receive_body(request, self.largest, self.budget)
        sent = PendingBody([data], share, asyncio.get_running_loop(), trace)
        del data

        def gone() -> Awaitable[None]:
            return body.wait_for_disconnect(request)

        try:
            request_key(request.headers)  # one that is none is refused, whether it counts or not
            named = None if again is None else await self._named(request, sent)
            doing = _Doing(self, sent, owner, read, work, named, again)
            while True:
                if named is not None and self.keys is not None:
                    await wait_for_turn(self.keys, named, request, lambda: self.pool.check(owner))
                try:
                    with self.pool.place(owner) as place:
                        made = await place.run(_timed(doing.light, trace), gone)
                    if made is None:
                        with self.pool.place(owner, heavy=True) as place:
                            made = await place.run(_timed(doing.heavy, trace), gone)
                    break
                except RequestAtWork:
                    continue  # somebody was quicker, and is waited for
        except BaseException:
            sent.held.clear()  # the queue may keep what was cancelled for a while
            share.give_back()
            raise
        share.resize(len(made))
        return BudgetedResponse(made, "application/json", share)

    async def _named(self, request: Request, sent: PendingBody) -> NamedRequest | None:
        if self.keys is None:
            refuse_keys(request)
            return None
        return await run_in_threadpool(name_request, request, sent.held[0])


@dataclass
class _Doing(Generic[W]):
    """One request on its way through the threads of the pool; what was read of its body is kept until it is decoded."""

    endpoint: EditEndpoint
    sent: PendingBody
    owner: str | None
    read: Callable[[bytearray], tuple[W, tuple[SentPicture, ...]]]
    work: Callable[[W, tuple[Picture, ...], str | None, Progress], bytes]
    named: NamedRequest | None
    again: Callable[[str], bytes] | None
    _wish: list[W] = field(default_factory=list)
    _files: list[SentPicture] = field(default_factory=list)

    def light(self, progress: Progress) -> bytes | None:
        """On a thread of edits: the answer; None where a picture is to be decoded elsewhere first."""
        if not self._wish:
            wish, files = self.read(self.sent.take())
            self._wish.append(wish)
            self._files.extend(files)
        if any(map(self.endpoint.decoder.is_heavy, self._files)):
            return None
        return self._once(lambda generation: self.work(self._wish[0], self._decoded(progress), generation, progress))

    def heavy(self, progress: Progress) -> bytes:
        """On a thread of decoding: the answer, whose edit is done in its turn among the others."""

        def make(generation: str | None) -> bytes:
            pictures = self._decoded(progress)
            return self.endpoint.pool.edit_decoded(
                lambda: self.work(self._wish[0], pictures, generation, progress), progress, self.owner
            )

        return self._once(make)

    def _once(self, make: Callable[[str | None], bytes]) -> bytes:
        keys = self.endpoint.keys
        if self.named is None or self.again is None or keys is None:
            return make(None)
        return do_once(keys, self.named, make, self.again)

    def _decoded(self, progress: Progress) -> tuple[Picture, ...]:
        """The pictures; their files are not kept longer."""
        pictures = tuple(self.endpoint.decoder.decode(file, progress) for file in self._files)
        self._files.clear()
        self.sent.used()
        progress.check()
        return pictures


def _timed(work: Callable[[Progress], T], trace: Trace) -> Callable[[Progress], T]:
    """The work, whose seconds are noted besides those of work before it."""

    def timed(progress: Progress) -> T:
        began = time.perf_counter()
        try:
            return work(progress)
        finally:
            trace.worked = (trace.worked or 0.0) + time.perf_counter() - began

    return timed
