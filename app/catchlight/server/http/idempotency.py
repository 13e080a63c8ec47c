"""POSTs that may be asked twice: the second asking waits for the first, on whichever server it is, and gets the same answer."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from catchlight.core.errors import InvalidRequest, StorageFault, UnknownEntry
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled
from catchlight.server.gate import requester_of
from catchlight.server.http import body
from catchlight.server.http.request_key import request_key
from catchlight.store.idempotency.request_keys import (
    NamedRequest,
    RequestAtWork,
    RequestClaim,
    RequestDone,
    RequestKeys,
)
from catchlight.store.jobs.lease_renewal import renewed_lease

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two looks at a request that another is at; they grow from the first to the longest."""
_LOG = logging.getLogger(__name__)


def name_request(request: Request, data: bytes | bytearray) -> NamedRequest | None:
    """A request by its ``Idempotency-Key``; None where it has none. data: its body. Raises InvalidRequest."""
    key = request_key(request.headers)
    if key is None:
        return None
    asked = hashlib.sha256(f"{request.method} {request.url.path}?{request.url.query}\n".encode())
    asked.update(data)
    return NamedRequest(requester_of(request).name or "", key, asked.hexdigest())


def refuse_keys(request: Request) -> None:
    """For a server that keeps no keys. Raises InvalidRequest where the request has one: it would not hold what that promises."""
    if request_key(request.headers) is not None:
        raise InvalidRequest(Message("This server keeps no Idempotency-Key. Leave the header out."))


async def wait_for_turn(keys: RequestKeys, named: NamedRequest, request: Request, check: Callable[[], None]) -> None:
    """Returns when nobody is at the request, whether it is done or not. check: called at each look; raises to end it.

    Raises InvalidRequest where another request has its name, StorageFault, Cancelled where the client has hung up.
    """
    leaving = asyncio.ensure_future(body.wait_for_disconnect(request))
    pause = FIRST_PAUSE
    try:
        while True:
            check()
            try:
                await run_in_threadpool(keys.look, named)
                return
            except RequestAtWork:
                if (await asyncio.wait({leaving}, timeout=pause))[0]:
                    raise Cancelled from None
                pause = min(LONGEST_PAUSE, pause * 1.5)
    finally:
        leaving.cancel()


def do_once(
    keys: RequestKeys, named: NamedRequest, make: Callable[[str], bytes], again: Callable[[str], bytes]
) -> bytes:
    """The answer to a request: made by ``make`` under the id that it is given, or ``again`` out of what is stored under an id.

    again: raises UnknownEntry where nothing is. Raises RequestAtWork where another is at the request, and what both raise; then
    whoever asks next begins anew, under the same id.
    """
    taken = keys.claim(named)
    if isinstance(taken, RequestDone):
        try:
            return again(taken.generation)
        except UnknownEntry:  # the result was deleted meanwhile
            keys.forget(named, taken.generation)
            taken = keys.claim(named)
            if isinstance(taken, RequestDone):
                return again(taken.generation)
    # Where another has taken it over the work goes on all the same: whoever is first stores the one result.
    with renewed_lease(keys.lease, partial(keys.renew, taken), lambda: None):
        try:
            answer = _stored(taken, again) or _made(taken, make, again)
        except BaseException:
            _tell(keys.release, taken)
            raise
        _tell(keys.complete, taken)
    return answer


def _stored(claim: RequestClaim, again: Callable[[str], bytes]) -> bytes | None:
    """What a server that died had stored already."""
    try:
        return again(claim.generation)
    except UnknownEntry:
        return None


def _made(claim: RequestClaim, make: Callable[[str], bytes], again: Callable[[str], bytes]) -> bytes:
    try:
        return make(claim.generation)
    except StorageFault:
        # It may be stored all the same: by whoever was taken for dead, or because the database's word of it was lost.
        try:
            found = _stored(claim, again)
        except StorageFault:
            found = None
        if found is None:
            raise
        return found


def _tell(what: Callable[[RequestClaim], None], claim: RequestClaim) -> None:
    """Note how it ended; where that cannot be done now the lease ends by itself, and the result is found under its id."""
    try:
        what(claim)
    except StorageFault as fault:
        _LOG.warning("%s", fault.message)
