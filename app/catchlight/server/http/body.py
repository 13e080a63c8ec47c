"""Reading a request's body without trusting its length, its type or its speed."""

from __future__ import annotations

import asyncio

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
_COURTESY_BYTES, _COURTESY_SECONDS = 64 * 1024 * 1024, 3.0
"""How much of a refused body is read and thrown away: a client that is still sending sees the answer only then."""


def limit_for(picture_bytes: int) -> int:
    """Largest body for pictures of this size together.

    base64 takes four characters for three bytes; broken into lines of 76, as MIME writes it, four more a line: \\r\\n in JSON.
    """
    return -(-picture_bytes // 3) * 4 * 80 // 76 + OVERHEAD


async def receive_body(request: Request, limit: int, budget: Budget) -> tuple[bytearray, BudgetShare]:
    """The whole body, and the room that is reserved for it; the caller gives that back.

    Raises invalid_request, image_too_large as soon as it is over the limit, busy, Cancelled.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        await _pass_over(request)
        raise _refused(
            "invalid_request", Message("Send the body as JSON, with the header Content-Type: application/json.")
        )
    stated = request.headers.get("content-length", "")
    length = int(stated) if stated.isdecimal() else limit
    if length > limit:
        await _pass_over(request)
        raise _too_large(limit)
    share = await budget.share(length)
    try:
        data = await _arrived(request, limit)
    except BaseException:
        share.give_back()
        raise
    share.resize(len(data))
    return data, share


async def wait_for_disconnect(request: Request) -> None:
    """Returns as soon as the client of a request, whose body is read, has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _arrived(request: Request, limit: int) -> bytearray:
    data = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > limit:
                    break
    except TimeoutError:
        raise InvalidRequest(
            Message("The body did not arrive within {seconds:.0f} seconds.", seconds=SECONDS)
        ) from None
    except ClientDisconnect:
        raise Cancelled from None
    if len(data) > limit:
        data.clear()
        await _pass_over(request)
        raise _too_large(limit)
    return data


def _too_large(limit: int) -> ServerError:
    return _refused(
        "image_too_large",
        Message("The body is over the limit of {limit:.1f} MB; send a smaller picture.", limit=limit / 1e6),
    )


def _refused(code: str, message: Message) -> ServerError:
    """An error after which the connection closes: what is left of the body is not read."""
    return ServerError(code, message, {"Connection": "close"})


async def _pass_over(request: Request) -> None:
    passed = 0
    try:
        async with asyncio.timeout(_COURTESY_SECONDS):
            async for chunk in request.stream():
                passed += len(chunk)
                if passed > _COURTESY_BYTES:
                    return
    except TimeoutError:
        return
    except ClientDisconnect:
        raise Cancelled from None
