"""What machines ask about the server: is it alive, is it ready, what has it counted."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from catchlight import __version__
from catchlight.server.monitoring.metrics import Metrics
from catchlight.server.openapi import answers
from catchlight.server.process.pool import EditPool
from catchlight.server.process.readiness import Readiness
from catchlight.service.answers import Health, Ready

TEXT = "text/plain"


def add_probes(router: APIRouter, pool: EditPool, readiness: Readiness, metrics: Metrics) -> None:
    """``GET /health``, answered on the event loop itself; ``GET /ready`` and ``GET /metrics``, beside it."""

    async def health() -> Response:
        return _json(Health(version=__version__, workers=pool.workers, edits=pool.taken))

    def ready() -> Response:
        readiness.check()
        return _json(Ready())

    def counted() -> Response:
        return Response(metrics.text(), headers={"Content-Type": metrics.media_type})

    for path, endpoint, summary, responses in (
        ("/health", health, "Whether the server takes requests", answers("/health", Health)),
        ("/ready", ready, "Whether the server is fit for work", answers("/ready", Ready)),
        (
            "/metrics",
            counted,
            "What it has counted, in Prometheus's format",
            answers("/metrics", None, media_type=TEXT),
        ),
    ):
        router.add_api_route(
            path, endpoint, methods=["GET"], summary=summary, response_class=Response, responses=responses
        )


def _json(answer: Health | Ready) -> Response:
    return Response(answer.model_dump_json(by_alias=True), media_type="application/json")
