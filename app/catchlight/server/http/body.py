"""Reading a request's body without trusting its length, its type or its speed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from starlette.requests import ClientDisconnect, Request

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled
from catchlight.server.errors import ServerError
from catchlight.server.http.budget import Budget, BudgetShare

OVERHEAD = 64 * 1024
"""Bytes of a body beside its picture."""
SECONDS = 120.0
"""How long a body may take to arrive."""
FIRST_BYTES, FIRST_SECONDS = 64 * 1024, 10.0
"""So much of a body, or all of a smaller one, must come within so many seconds; only then room is taken for it."""
STEP_BYTES, STEP_SECONDS = 256 * 1024, 16.0
"""So much more, or the rest, must come within so many seconds each time: who sends less holds room for others' pictures."""
NOT_JSON = Message("Send the body as JSON, with the header Content-Type: application/json.")
_COURTESY_BYTES, _COURTESY_SECONDS = 64 * 1024 * 1024, 3.0
"""How much of a refused body is read and thrown away: a client that is still sending sees the answer only then."""


def limit_for(picture_bytes: int) -> int:
    """Largest body for pictures of this size together.

    base64 takes four characters for three bytes; broken into lines of 76, as MIME writes it, four more a line: \\r\\n in JSON.
    """
    return -(-picture_bytes // 3) * 4 * 80 // 76 + OVERHEAD


async def check_type(request: Request) -> None:
    """Raises invalid_request for a body that does not say that it is JSON, and Cancelled."""
    if not is_json(request):
        await _pass_over(request.stream())
        raise _refused("invalid_request", NOT_JSON)


def is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json"


async def receive_body(request: Request, limit: int, budget: Budget) -> tuple[bytearray, BudgetShare]:
    """The whole body, and the room that it takes; the caller gives that back.

    Raises invalid_request, image_too_large as soon as it is over the limit, busy, Cancelled.
    """
    stated = request.headers.get("content-length", "")
    length = int(stated) if stated.isdecimal() else limit
    if length > limit:
        await _pass_over(request.stream())
        raise _too_large(limit)
    arriving = ArrivingBody(request, limit)
    await arriving.read(FIRST_BYTES, FIRST_SECONDS)
    share = await budget.share(len(arriving.data))
    try:
        ends = time.monotonic() + SECONDS
        while not arriving.ended:
            await share.grow(STEP_BYTES)
            await arriving.read(STEP_BYTES, STEP_SECONDS, ends)
    except BaseException:
        share.give_back()
        raise
    share.resize(len(arriving.data))
    return arriving.data, share


async def receive_small(request: Request, limit: int) -> bytes:
    """A body of a few names, for which no room is reserved. Raises invalid_request, Cancelled."""
    if not is_json(request):
        raise InvalidRequest(NOT_JSON)
    arriving = ArrivingBody(request, limit)
    try:
        await arriving.read(limit + 1, FIRST_SECONDS)
    except ServerError as fault:
        said = Message("The body is over {limit} KB; it needs no more than a few names.", limit=limit // 1024)
        raise InvalidRequest(said) from fault
    return bytes(arriving.data)


async def wait_for_disconnect(request: Request) -> None:
    """Returns as soon as the client of a request, whose body is read, has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class ArrivingBody:
    """A body as far as it has come."""

    def __init__(self, request: Request, limit: int) -> None:
        self._stream = request.stream()
        self._limit = limit
        self.data = bytearray()
        self.ended = False

    async def read(self, size: int, seconds: float, ends: float = float("inf")) -> None:
        """At least ``size`` bytes more, or the rest, within so many seconds and before ``ends`` of the monotonic clock.

        Raises invalid_request where they do not come in time, image_too_large as soon as all are over the limit, Cancelled.
        """
        wanted = len(self.data) + size
        try:
            async with asyncio.timeout(min(seconds, max(0.0, ends - time.monotonic()))):
                while len(self.data) < wanted and not self.ended:
                    await self._next()
        except TimeoutError:
            raise _refused(
                "invalid_request",
                Message(
                    "The body came too slowly: its first {first} KB must arrive within {seconds:.0f} s, then {rate} KB a "
                    "second, all within {most:.0f} s.",
                    first=FIRST_BYTES // 1024,
                    seconds=FIRST_SECONDS,
                    rate=int(STEP_BYTES / STEP_SECONDS) // 1024,
                    most=SECONDS,
                ),
            ) from None

    async def _next(self) -> None:
        try:
            piece = await anext(self._stream)
        except StopAsyncIteration:
            self.ended = True
            return
        except ClientDisconnect:
            raise Cancelled from None
        self.data += piece
        if len(self.data) > self._limit:
            self.data.clear()
            await _pass_over(self._stream)
            raise _too_large(self._limit)


def _too_large(limit: int) -> ServerError:
    return _refused(
        "image_too_large",
        Message("The body is over the limit of {limit:.1f} MB; send a smaller picture.", limit=limit / 1e6),
    )


def _refused(code: str, message: Message) -> ServerError:
    """An error after which the connection closes: what is left of the body is not read."""
    return ServerError(code, message, {"Connection": "close"})


async def _pass_over(stream: AsyncIterator[bytes]) -> None:
    passed = 0
    try:
        async with asyncio.timeout(_COURTESY_SECONDS):
            async for chunk in stream:
                passed += len(chunk)
                if passed > _COURTESY_BYTES:
                    return
    except TimeoutError:
        return
    except ClientDisconnect:
        raise Cancelled from None
