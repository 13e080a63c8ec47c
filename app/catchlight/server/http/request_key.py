"""``Idempotency-Key``: the caller's own name of a request, so that it is done once however often it is sent."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import Headers

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message

LONGEST_KEY = 128
KEY_HEADER: dict[str, Any] = {
    "name": "Idempotency-Key", "in": "header", "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~](?:[ -~]*[!-~])?$"},
    "description": "Your name for this request; sent again under it, it begins no second job.",
}  # fmt: skip
"""The parameter in the OpenAPI document."""


RESULT_KEY: dict[str, Any] = KEY_HEADER | {
    "description": "Your name for this request; sent again under it within 24 hours, to whichever server, it gives the same "
    "answer and makes no second result."
}
"""The same for what is answered with a result."""


def request_key(headers: Headers) -> str | None:
    """The caller's name of this request. Raises InvalidRequest."""
    key = headers.get("idempotency-key")
    if key is not None and not (key.isascii() and key.isprintable() and 0 < len(key) <= LONGEST_KEY):
        raise InvalidRequest(
            Message("Idempotency-Key must have 1 to {most} printable ASCII characters.", most=LONGEST_KEY)
        )
    return key
