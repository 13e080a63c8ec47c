"""Calling staff by an HTTP POST of JSON, to a pager, a chat or the operator's own server (docs/kiosk-staff.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from catchlight.client.certificates import trust
from catchlight.core.errors import CatchlightError
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.staff.port import CallNotice, StaffCall, StaffUnreached


class WebhookWay:
    """One request for a notice, without redirects; any answer from 200 to 299 means that it arrived."""

    name = "webhook"

    def __init__(self, url: str, token_file: str, timeout_s: float) -> None:
        """token_file: "" where none is asked for. timeout_s: for connecting, sending and the answer, each."""
        self._url = url
        self._token_file = token_file
        self._timeout_s = timeout_s

    def deliver(self, notice: CallNotice, still_open: Callable[[], Sequence[StaffCall]]) -> None:
        import httpx

        try:
            with (
                httpx.Client(timeout=self._timeout_s, trust_env=False, verify=trust(self._url)) as client,
                client.stream(
                    "POST", self._url, json=notice.as_dict(), headers=self._headers(notice)
                ) as answer,  # what is answered beside the status is not read
            ):
                status = answer.status_code
        except (httpx.HTTPError, httpx.InvalidURL) as fault:
            raise StaffUnreached(
                Message("The webhook does not answer ({why}).", why=str(fault) or type(fault).__name__)
            ) from fault
        except CatchlightError as fault:  # the token's file, or a file of authorities
            raise StaffUnreached(fault.message) from fault
        if not 200 <= status < 300:
            raise StaffUnreached(Message("The webhook refuses ({status}).", status=str(status)))

    def close(self) -> None:
        """Nothing goes on: each request has a connection of its own."""

    def _headers(self, notice: CallNotice) -> Mapping[str, str]:
        key = {"Idempotency-Key": f"{notice.kiosk}-{notice.call.id}-{notice.call.times}-{notice.state}"}
        if not self._token_file:
            return key
        with disk(Message("read {path}", path=self._token_file)):
            token = Path(self._token_file).read_text(encoding="ascii", errors="replace").strip()
        return {**key, "Authorization": f"Bearer {token}"}
