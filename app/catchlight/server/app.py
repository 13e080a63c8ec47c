"""The application: routes, border and document, put together from what it is given."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from catchlight import __version__
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.core.messages import Message
from catchlight.operations.operation import Operation
from catchlight.server.access import AccessMiddleware
from catchlight.server.errors import ServerError
from catchlight.server.gate import Gate
from catchlight.server.http import body
from catchlight.server.http.budget import Budget
from catchlight.server.http.head import HeadMiddleware
from catchlight.server.http.post import EditEndpoint
from catchlight.server.monitoring.audit import AuditLog
from catchlight.server.monitoring.metrics import Metrics
from catchlight.server.monitoring.request_log import Observer
from catchlight.server.openapi import document
from catchlight.server.process.pool import EditPool
from catchlight.server.process.readiness import Readiness
from catchlight.server.routes.batches import add_batches
from catchlight.server.routes.docs_page import page
from catchlight.server.routes.edits import add_edit
from catchlight.server.routes.library import add_catalogue, add_generations, add_pictures
from catchlight.server.routes.probes import add_probes
from catchlight.server.routes.selection import add_selection, with_jobs
from catchlight.service.answers import EditAnswer, GenerationList, Health, PreviewAnswer, Ready, Uploaded
from catchlight.service.batch_jobs.batch_jobs import BatchJobs
from catchlight.service.decoding.processes import DecodingProcesses
from catchlight.service.editor import Editor
from catchlight.service.selection.selections import LocalSelections
from catchlight.service.signing import Signing
from catchlight.service.wire import Decoder
from catchlight.store.generation import Generation
from catchlight.store.generations import Generations
from catchlight.store.idempotency.request_keys import RequestKeys
from catchlight.store.settings.resource_limits import PictureLimits

PRUNE_SECONDS = 3600.0
MEASURE_SECONDS = 5.0
BODY_BYTES = 512_000_000
_LOG = logging.getLogger(__name__)


def create_app(
    operations: Iterable[Operation[Any]],
    editor: Editor,
    generations: Generations,
    catalogue: Catalogue,
    pool: EditPool,
    limits: PictureLimits | None = None,
    gate: Gate | None = None,
    metrics: Metrics | None = None,
    readiness: Readiness | None = None,
    body_bytes: int = BODY_BYTES,
    selections: LocalSelections | None = None,
    signing: Signing | None = None,
    audit: AuditLog | None = None,
    decoding: DecodingProcesses | None = None,
    batches: BatchJobs | None = None,
    shared: bool = False,
    keys: RequestKeys | None = None,
) -> FastAPI:
    """The service as an ASGI application.

    editor: runs and records the edits. gate: admits requests; None serves loopback host names only.
    body_bytes: what bodies and answers may take up in memory.
    selections: does the jobs for profile pictures while the app runs. signing: what ``editor`` signs results with. audit: where
    requests are noted. The caller closes pool, generations, selections, audit
    and decoding, the processes in which heavy files are decoded (None: in the pool). batches: keeps the batches of clients.
    shared: whether database and pictures are those of several servers, which may be away for a while.
    keys: names of requests, by which one that is asked twice is done once; None refuses requests that have one.
    """
    keeps_files = (lambda: False) if signing is None else (lambda: signing.on)
    decoder = Decoder(limits or PictureLimits(), keeps_files=keeps_files, processes=decoding)
    metrics = metrics or Metrics()
    largest = body.limit_for(decoder.limits.max_bytes)
    post = EditEndpoint(pool, Budget(body_bytes, metrics.held), largest, decoder, keys)
    app = FastAPI(
        lifespan=lambda _: with_jobs(selections, _attended(generations, metrics, batches)),
        title="Catchlight", version=__version__, docs_url=None, redoc_url=None, redirect_slashes=False,
        exception_handlers={HTTPException: _routing_fault, RequestValidationError: _parameter_fault},
    )  # fmt: skip
    app.add_middleware(HeadMiddleware)
    app.add_middleware(AccessMiddleware, gate=gate or Gate(), closing=lambda: pool.closing, shared=shared)
    app.add_middleware(Observer, metrics=metrics, audit=audit)
    router = APIRouter()
    models: list[type[BaseModel]] = [EditAnswer, PreviewAnswer, Uploaded, Generation, GenerationList, Health, Ready]
    models += [add_edit(router, operation, editor, generations, post) for operation in operations]
    models.append(add_pictures(router, generations, post))
    add_generations(router, generations)
    add_catalogue(router, catalogue)
    if selections is not None:
        models += add_selection(router, selections, lambda: pool.closing)
    if batches is not None:
        models += add_batches(router, batches, post, decoder.limits.max_bytes, lambda: pool.closing)
    add_probes(router, pool, readiness or Readiness(generations), metrics)
    _add_help(router, app)
    app.include_router(router)
    app.openapi = document(app, models)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _attended(generations: Generations, metrics: Metrics, batches: BatchJobs | None) -> AsyncIterator[None]:
    """While the app runs, what is older than the settings allow goes, and what is measured stays up to date."""

    async def prune() -> None:
        while True:
            await asyncio.sleep(PRUNE_SECONDS)
            for forget in (generations.sweep, *([] if batches is None else [batches.sweep])):
                try:
                    await asyncio.to_thread(forget)
                except StorageFault as fault:
                    _LOG.warning("%s", fault.message)

    async def measure() -> None:
        while True:
            metrics.refresh()
            await asyncio.sleep(MEASURE_SECONDS)

    tasks = [asyncio.create_task(prune()), asyncio.create_task(measure())]
    if batches is not None:
        batches.start()
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        if batches is not None:
            await asyncio.to_thread(batches.stop)


def _add_help(router: APIRouter, app: FastAPI) -> None:
    def docs() -> HTMLResponse:
        return HTMLResponse(page(app.openapi()))

    router.add_api_route("/docs", docs, methods=["GET"], include_in_schema=False)


async def _routing_fault(request: Request, fault: Exception) -> Response:
    """The router's own refusals, handed to the border as errors of the table."""
    assert isinstance(fault, HTTPException)
    if fault.status_code == 405:
        allowed = _methods(request, (fault.headers or {}).get("Allow", ""))
        said = Message(
            "{method} is not possible here; use {allowed}.",
            method=request.method,
            allowed=allowed or Message("another method"),
        )
        raise ServerError("method_not_allowed", said, {"Allow": allowed}) from fault
    if fault.status_code == 404:
        raise ServerError(
            "not_found", Message("There is nothing at {path}; /docs lists all paths.", path=request.url.path)
        ) from fault
    raise fault


def _methods(request: Request, first: str) -> str:
    """All methods of a path as for ``Allow``; the router knows only those of the first of its routes."""
    route = request.scope.get("route")
    documented: Mapping[str, Any] = request.app.openapi()["paths"].get(getattr(route, "path", ""), {})
    methods = set(map(str.upper, documented))
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set()))) or first


async def _parameter_fault(request: Request, fault: Exception) -> Response:
    """An address parameter that does not fit its declaration."""
    assert isinstance(fault, RequestValidationError)
    first = fault.errors()[0]
    raise InvalidRequest(
        Message("{field}: {why}.", field=".".join(str(part) for part in first["loc"][1:]), why=first["msg"])
    ) from fault
