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
    UnsupportedImage,
    UnusablePicture,
)
from catchlight.core.retry import TRANSIENT_CODES, Transient, retry_after
from catchlight.store.jobs.job import QueueFull

DETAIL = "Error-Detail"
_BY_STATUS: Mapping[int, type[CatchlightError]] = {
    400: InvalidRequest,
    409: Conflict,
    413: ImageTooLarge,
    415: UnsupportedImage,
    422: UnusablePicture,
}


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
            f"{address} answered {answer.status_code}, but not as Catchlight does. Check the address."
        )
    said = answer.headers.get(DETAIL) or f"{address} refused this ({code})."
    if code == "model_unavailable":
        return ModelUnavailable(said)
    if code == QueueFull.code:
        return QueueFull(said)
    kind = _BY_STATUS.get(answer.status_code, CatchlightError)
    return kind(said, code=code)


def refused(answer: httpx.Response, address: str, content: bytes | None = None) -> Exception:
    """As ``refusal``; as Transient, with what the server asks for, where it passes by itself."""
    error = refusal(answer, address, content)
    return Transient(error, retry_after(answer.headers.get("Retry-After"))) if error.code in TRANSIENT_CODES else error


async def raise_refusal(answer: httpx.Response, address: str) -> None:
    """Reads an answer that is open and raises what it refuses, as ``refused``; nothing for one that is none (200)."""
    if answer.status_code != 200:
        await answer.aread()
        raise refused(answer, address)


def unreachable(fault: httpx.HTTPError, address: str) -> ServerUnreachable:
    """No answer, in words."""
    if isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout):
        return ServerUnreachable(f"No server answers at {address}. Start it there, or work on this computer.")
    if isinstance(fault, httpx.TimeoutException):
        return ServerUnreachable(f"{address} took too long to answer. Try again, or work on this computer.")
    return ServerUnreachable(
        f"The connection to {address} broke off. Nothing was changed; try again, or work on this computer."
    )


def _code(content: bytes) -> str | None:
    try:
        body: Any = json.loads(content)
    except ValueError:
        return None
    code = body.get("error") if isinstance(body, dict) else None
    return code if isinstance(code, str) else None
