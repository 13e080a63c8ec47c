"""The one border of the app: whom the gate refuses stays outside, and every error becomes an answer."""

from __future__ import annotations

import logging
from collections.abc import Callable

from starlette import types
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from catchlight import __version__
from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled
from catchlight.server.errors import answer
from catchlight.server.gate import Gate
from catchlight.server.monitoring.trace import trace_of
from catchlight.server.process.pool import shutting_down

SERVER = f"Catchlight/{__version__}"
_LOG = logging.getLogger(__name__)


class AccessMiddleware:
    """Outermost layer of the app: refuses whom it must, signs every answer, and turns every error into one."""

    def __init__(self, app: ASGIApp, gate: Gate, closing: Callable[[], bool], shared: bool = False) -> None:
        """shared: whether what is stored lies with others: then a refusal of theirs passes, and says when to come again."""
        self._app = app
        self._gate = gate
        self._closing = closing
        self._shared = shared

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
            trace.client = (await self._gate.admit(scope)).name
            await self._app(scope, receive, signed)
        except Cancelled:
            trace.error = "cancelled"
            return  # the client has hung up: nobody reads an answer
        except CatchlightError as error:
            trace.error = error.code
            passing = self._shared and isinstance(error, StorageFault)
            await answer(error, _template(scope), passing=passing)(scope, receive, signed)
        except Exception as fault:  # the border: what is not foreseen becomes internal_error
            trace.error = "internal_error"
            _LOG.exception("%s %s failed", scope["method"], scope["path"], exc_info=fault)
            if started:
                raise
            unforeseen = CatchlightError(Message("Something unforeseen went wrong in the server; its log says more."))
            await answer(unforeseen, _template(scope))(scope, receive, signed)


def _template(scope: Scope) -> str | None:
    route = scope.get("route")
    return None if route is None else str(route.path)
