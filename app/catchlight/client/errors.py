"""What went wrong on the way to a server, and what the server itself refused, as errors of the program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import httpx

from catchlight.core.errors import (
    CatchlightError,
    Conflict,
    ImageTooLarge,
    InvalidRequest,
    ModelUnavailable,
    StorageFault,
    UnsupportedImage,
    UnusablePicture,
)
from catchlight.core.messages import Message
from catchlight.core.retry import TRANSIENT_CODES, Transient, retry_after
from catchlight.core.translation import parse
from catchlight.store.jobs.job import QueueFull

DETAIL = "Error-Detail"
_BY_STATUS: Mapping[int, type[CatchlightError]] = {
    400: InvalidRequest,
    409: Conflict,
    413: ImageTooLarge,
    415: UnsupportedImage,
    422: UnusablePicture,
}
_OF_A_BALANCER = (502, 503, 504)
"""Answers of a proxy in front of servers that are going, gone or coming (RFC 9110, sections 15.6.3 to 15.6.5)."""


class ServerUnreachable(CatchlightError):
    """No answer from the server: it is not there, went away, or took too long."""

    code = "server_unreachable"


def refusal(answer: httpx.Response, address: str, content: bytes | None = None) -> CatchlightError:
    """The error that a server's answer stands for, with its own code and sentence.

    content: its body, where it was read piece by piece.
    """
    code = _code(answer.content if content is None else content)
    if code is None:
        return ServerUnreachable(
            Message(
                "{address} answered {status}, but not as Catchlight does. Check the address.",
                address=address,
                status=answer.status_code,
            )
        )
    detail = answer.headers.get(DETAIL)
    said = parse(detail) if detail else Message("{address} refused this ({code}).", address=address, code=code)
    if code == "model_unavailable":
        return ModelUnavailable(said)
    if code == QueueFull.code:
        return QueueFull(said)
    kind = _BY_STATUS.get(answer.status_code, CatchlightError)
    return kind(said, code=code)


def refused(answer: httpx.Response, address: str, content: bytes | None = None) -> Exception:
    """As ``refusal``; as Transient, with what the server asks for, where it passes by itself."""
    error, asked = refusal(answer, address, content), retry_after(answer.headers.get("Retry-After"))
    # A store that servers share may be away for a while; a server's own disk, which is full, asks for nothing.
    passes = error.code == StorageFault.code and asked is not None
    if isinstance(
        error, ServerUnreachable
    ):  # what answered is no Catchlight: perhaps a balancer that has lost its servers
        passes = answer.status_code in _OF_A_BALANCER
    passes = passes or (error.code in TRANSIENT_CODES and not isinstance(error, ServerUnreachable))
    return Transient(error, asked) if passes else error


async def raise_refusal(answer: httpx.Response, address: str) -> None:
    """Reads an answer that is open and raises what it refuses, as ``refused``; nothing for one that is none (200)."""
    if answer.status_code != 200:
        await answer.aread()
        raise refused(answer, address)


def unreachable(fault: httpx.HTTPError, address: str) -> ServerUnreachable:
    """No answer, in words."""
    if isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout):
        return ServerUnreachable(
            Message("No server answers at {address}. Start it there, or work on this computer.", address=address)
        )
    if isinstance(fault, httpx.TimeoutException):
        return ServerUnreachable(
            Message("{address} took too long to answer. Try again, or work on this computer.", address=address)
        )
    return ServerUnreachable(
        Message(
            "The connection to {address} broke off. Nothing was changed; try again, or work on this computer.",
            address=address,
        )
    )


def _code(content: bytes) -> str | None:
    try:
        body: Any = json.loads(content)
    except ValueError:
        return None
    code = body.get("error") if isinstance(body, dict) else None
    return code if isinstance(code, str) else None
