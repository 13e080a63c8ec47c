"""Sees every request come and go: gives it an id, writes its line in the log, counts it."""

from __future__ import annotations

import logging
import time

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from catchlight.server.monitoring.audit import AuditLog
from catchlight.server.monitoring.metrics import Metrics
from catchlight.server.monitoring.trace import CURRENT, HEADER, Trace, begin

PROBES = frozenset({"/health", "/ready", "/metrics"})
"""Paths that machines ask every few seconds; their lines are of level DEBUG."""
_LOG = logging.getLogger(__name__)


class Observer:
    """Outermost layer of the app, around the border, so that what the border refuses is seen too."""

    def __init__(self, app: ASGIApp, metrics: Metrics, audit: AuditLog | None = None) -> None:
        self._app = app
        self._metrics = metrics
        self._audit = audit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        trace, began = begin(scope), time.perf_counter()
        current = CURRENT.set(trace)

        async def counted() -> Message:
            message = await receive()
            trace.received += len(message.get("body", b""))
            return message

        async def signed(message: Message) -> None:
            if message["type"] == "http.response.start":
                trace.status = message["status"]
                MutableHeaders(scope=message)[HEADER] = trace.id
            trace.sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, counted, signed)
        finally:
            seconds = time.perf_counter() - began
            CURRENT.reset(current)
            self._metrics.answered(trace, str(scope["method"]), _template(scope))
            _tell(trace, scope, seconds)
            if self._audit is not None:
                self._audit.request(trace, scope, _template(scope))


def _tell(trace: Trace, scope: Scope, seconds: float) -> None:
    """The request's line. Its query and headers stay out: they may hold what a person typed, and the token."""
    path = _template(scope)
    facts = {
        "requestId": trace.id,
        "method": scope["method"],
        "path": path,
        "client": trace.client,
        "operation": trace.operation,
        "generationId": trace.generation,
        "status": trace.status,
        "error": trace.error,
        "seconds": round(seconds, 4),
        "worked": None if trace.worked is None else round(trace.worked, 4),
        "bytesIn": trace.received,
        "bytesOut": trace.sent,
    }
    level = logging.DEBUG if path in PROBES and (trace.status or 0) < 400 else logging.INFO
    ended = trace.status if trace.status is not None else "client gone"
    _LOG.log(
        level,
        "%s %s %s%s in %.3f s, %d bytes in, %d out%s",
        *(facts["method"], path, ended, f" {trace.error}" if trace.error else "", seconds, trace.received, trace.sent),
        f", {trace.generation}" if trace.generation else "",
        extra={"facts": {name: value for name, value in facts.items() if value is not None}},
    )


def _template(scope: Scope) -> str:
    """The route's path with its placeholders; what leads nowhere is one word, so that nobody can fill log and metrics."""
    route = scope.get("route")
    return "(no such path)" if route is None else str(route.path)
