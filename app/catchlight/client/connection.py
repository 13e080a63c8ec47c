"""Asking a server: each request on a connection of its own, tried again where that may help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from catchlight.client.address import address_of
from catchlight.client.certificates import trust
from catchlight.client.errors import ServerUnreachable, refused, unreachable
from catchlight.core.messages import Message
from catchlight.core.retry import RetryPolicy, Transient

CONNECT_SECONDS, ANSWER_SECONDS = 5.0, 60.0
SILENT_SECONDS = 35.0
"""A stream says something at least every ten seconds; after this long without a byte the connection is taken for dead."""


class ServerConnection:
    """A server by its address. Thread safe. Raises the server's own errors, and ServerUnreachable."""

    def __init__(self, address: str, token: str | None, retries: RetryPolicy) -> None:
        """address: as people write it. Raises InvalidRequest where it is none."""
        self.address = address_of(address)
        self.retries = retries
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def answer(
        self,
        ask: Callable[[httpx.Client], httpx.Response],
        *,
        repeatable: bool = True,
        check: Callable[[], None] = lambda: None,
        retries: RetryPolicy | None = None,
    ) -> httpx.Response:
        """repeatable: whether it does no harm to ask again after a connection that broke off. check: called while waiting; raises
        to end it. retries: in place of the usual ones."""

        def once() -> httpx.Response:
            timeout = httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS)
            try:
                with httpx.Client(**self._options, timeout=timeout) as client:
                    answer = ask(client)
            except httpx.HTTPError as fault:
                error = unreachable(fault, self.address)
                if repeatable or isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout):
                    raise Transient(error) from fault
                raise error from fault
            if answer.status_code >= 300:
                raise refused(answer, self.address)
            return answer

        return (retries or self.retries).call(once, check)

    def stream(self) -> httpx.AsyncClient:
        """For events; the caller closes it."""
        timeout = httpx.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS)
        return httpx.AsyncClient(**self._options, timeout=timeout)

    def no_catchlight(self) -> ServerUnreachable:
        """For an answer that cannot be read."""
        return ServerUnreachable(
            Message("What answers at {address} is not Catchlight. Check the address.", address=self.address)
        )

    @property
    def _options(self) -> dict[str, Any]:
        """What every connection is made with."""
        address = self.address
        return {"base_url": address, "headers": self._headers, "trust_env": False, "verify": trust(address)}
