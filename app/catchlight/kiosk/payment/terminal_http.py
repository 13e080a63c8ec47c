"""Questions to a payment terminal: JSON over HTTP with idempotency keys, as docs/kiosk-payment.md describes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.payment.means import NoAnswer
from catchlight.kiosk.payment.port import PaymentFault

MOST_BYTES = 65_536
"""Of one answer."""
_WORDS = 120
"""Characters of a terminal's own words that are passed on."""
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which the same question may be answered otherwise."""
T = TypeVar("T", bound=BaseModel)
TerminalState = Literal["pending", "authorised", "captured", "declined", "cancelled", "voided"]


class TerminalQuote(BaseModel):
    """Answer to POST /quotes."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id: str = Field(min_length=1, max_length=200)
    amount: int
    currency: str


class TerminalAuthorisation(BaseModel):
    """Answer to everything about an authorisation. message: for the person, in the terminal's own words."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id: str = Field(min_length=1, max_length=200)
    reference: str
    state: TerminalState
    amount: int
    currency: str
    message: str = ""


class TerminalVoid(BaseModel):
    """Answer to POST /voids."""

    model_config = ConfigDict(extra="ignore", strict=True)

    reference: str
    state: Literal["voided"]


class TerminalStatus(BaseModel):
    """Answer to GET /status. message: for staff, in the terminal's own words."""

    model_config = ConfigDict(extra="ignore", strict=True)

    state: Literal["ready", "busy", "offline"]
    message: str = ""


class TerminalRefuses(PaymentFault):
    """The terminal will not do what it was asked. status: of HTTP."""

    def __init__(self, message: Message, status: int) -> None:
        super().__init__(message)
        self.status = status


class TerminalHttp:
    """A terminal's address. Each question has its own connection, so that a late answer is never taken for another's."""

    def __init__(self, url: str, token_file: str, timeout_s: float) -> None:
        """timeout_s: of one question."""
        self._url = url.rstrip("/")
        self._token_file = token_file
        self._timeout_s = timeout_s

    def get(self, path: str, kind: type[T]) -> T:
        """Raises NoAnswer, TerminalRefuses."""
        return self._ask("GET", path, kind)

    def post(self, path: str, body: Mapping[str, Any], key: str, kind: type[T]) -> T:
        """key: the same for the same question, however often it is asked. Raises NoAnswer, TerminalRefuses."""
        return self._ask("POST", path, kind, json=dict(body), headers={"Idempotency-Key": key})

    def _ask(self, method: str, path: str, kind: type[T], headers: Mapping[str, str] | None = None, **sent: Any) -> T:
        import httpx

        everywhere = {"Accept": "application/json", **self._authorization(), **(headers or {})}
        try:
            with (
                httpx.Client(timeout=self._timeout_s, trust_env=False) as client,
                client.stream(method, f"{self._url}{path}", headers=everywhere, **sent) as answer,
            ):
                status, content = answer.status_code, b""
                for part in answer.iter_bytes():
                    content += part
                    if len(content) > MOST_BYTES:
                        raise _unreadable(status)
        except (httpx.TransportError, httpx.DecodingError) as fault:
            raise NoAnswer(Message("The payment terminal does not answer.")) from fault
        except httpx.InvalidURL as fault:
            raise TerminalRefuses(Message("[payment] url is no address: {why}.", why=str(fault)), 0) from fault
        if status in _AGAIN:
            raise NoAnswer(Message("The payment terminal is busy or disturbed ({status}).", status=status))
        if status in (401, 403):
            raise TerminalRefuses(Message("The payment terminal does not accept the token of token_file."), status)
        if not 200 <= status < 300:
            raise TerminalRefuses(
                Message("The payment terminal refuses ({status}): {said}", status=status, said=_words(content)), status
            )
        try:
            return kind.model_validate_json(content)
        except ValidationError as fault:
            raise _unreadable(status) from fault

    def _authorization(self) -> Mapping[str, str]:
        if not self._token_file:
            return {}
        with disk(Message("read {path}", path=self._token_file)):
            token = Path(self._token_file).read_text(encoding="ascii", errors="replace").strip()
        return {"Authorization": f"Bearer {token}"}


def shorten(text: str) -> str:
    """A terminal's own words in one line that can be shown."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= _WORDS else line[: _WORDS - 3] + "..."


def _unreadable(status: int) -> TerminalRefuses:
    return TerminalRefuses(Message("The payment terminal answers, but not as docs/kiosk-payment.md says."), status)


def _words(content: bytes) -> str:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return "-"
    said = found.get("message") if isinstance(found, dict) else None
    return shorten(said) if isinstance(said, str) and said.strip() else "-"
