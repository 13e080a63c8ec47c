"""Who may ask: loopback freely, everyone else with the token; and the one border where errors become answers."""

from __future__ import annotations

import hmac
import ipaddress
import logging
from collections.abc import Callable

from starlette import types
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from catchlight import __version__
from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled
from catchlight.server.errors import ServerError, answer
from catchlight.server.monitoring.trace import trace_of
from catchlight.server.process.pool import shutting_down

SERVER = f"Catchlight/{__version__}"
_LOG = logging.getLogger(__name__)


def is_loopback(host: str) -> bool:
    """Whether an address or name, as in ``--host`` or a Host header without port, is this machine's own."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_address(host: str, token: str | None) -> None:
    """Raises InvalidRequest where the server would be open to others without a token."""
    if token is not None and not (token.isascii() and token.isprintable() and len(token.strip()) >= 8):
        raise InvalidRequest(Message("The token must have at least 8 printable ASCII characters."))
    if token is None and not is_loopback(host):
        raise InvalidRequest(
            Message(
                "{host} can be reached from other machines: give a token with --token, or listen on 127.0.0.1 only.",
                host=host,
            )
        )


class AccessMiddleware:
    """Outermost layer of the app: refuses whom it must, signs every answer, and turns every error into one.

    Without a token only a Host header that names this machine is served: a web page whose name was rebound to
    127.0.0.1 sends its own name there.
    """

    def __init__(self, app: ASGIApp, token: str | None, closing: Callable[[], bool]) -> None:
        self._app = app
        self._token = token
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, trace = False, trace_of(scope)

        async def signed(message: types.Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                headers["Server"] = SERVER
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Cross-Origin-Resource-Policy"] = "same-origin"
            await send(message)

        try:
            if self._closing():
                raise shutting_down()
            self._admit(Headers(scope=scope))
            await self._app(scope, receive, signed)
        except Cancelled:
            trace.error = "cancelled"
            return  # the client has hung up: nobody reads an answer
        except CatchlightError as error:
            trace.error = error.code
            await answer(error, _template(scope))(scope, receive, signed)
        except Exception as fault:  # the border: what is not foreseen becomes internal_error
            trace.error = "internal_error"
            _LOG.exception("%s %s failed", scope["method"], scope["path"], exc_info=fault)
            if started:
                raise
            unforeseen = CatchlightError(Message("Something unforeseen went wrong in the server; its log says more."))
            await answer(unforeseen, _template(scope))(scope, receive, signed)

    def _admit(self, headers: Headers) -> None:
        if self._token is None:
            host = headers.get("host", "localhost")
            name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
            if not is_loopback(name):
                raise ServerError(
                    "unauthorized", Message("Ask for 127.0.0.1 or localhost: other host names are not served.")
                )
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(given.strip().encode(), self._token.encode()):
            raise ServerError(
                "unauthorized",
                Message("Send the server's token as Authorization: Bearer TOKEN."),
                {"WWW-Authenticate": "Bearer"},
            )


def _template(scope: Scope) -> str | None:
    route = scope.get("route")
    return None if route is None else str(route.path)
