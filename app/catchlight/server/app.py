"""The application: routes, border and document, put together from what it is given."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from catchlight import __version__
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.errors import InvalidRequest, StorageFault
from catchlight.operations.base import Operation
from catchlight.server.access import Border
from catchlight.server.document import document
from catchlight.server.edits import add_edit
from catchlight.server.errors import ServerError
from catchlight.server.library import add_catalogue, add_generations, add_pictures
from catchlight.server.page import page
from catchlight.server.pool import EditPool
from catchlight.server.selection import add_selection, with_jobs
from catchlight.service.answers import EditAnswer, GenerationList, Health, Uploaded
from catchlight.service.editor import Editor
from catchlight.service.generation import Generation
from catchlight.service.generations import Generations
from catchlight.service.selection.selections import LocalSelections
from catchlight.service.settings import PictureLimits
from catchlight.service.wire import Decoder

PRUNE_SECONDS = 3600.0
_LOG = logging.getLogger(__name__)


def create_app(
    operations: Iterable[Operation[Any]],
    editor: Editor,
    generations: Generations,
    catalogue: Catalogue,
    pool: EditPool,
    limits: PictureLimits | None = None,
    token: str | None = None,
    selections: LocalSelections | None = None,
) -> FastAPI:
    """The service as an ASGI application.

    editor: runs and records the edits. token: asked of every request; None serves loopback host names only.
    selections: does the jobs for profile pictures while the app runs. The caller closes pool, generations and selections.
    """
    decoder = Decoder(limits or PictureLimits())
    app = FastAPI(
        lifespan=lambda _: with_jobs(selections, _pruning(generations)),
        title="Catchlight", version=__version__, docs_url=None, redoc_url=None, redirect_slashes=False,
        exception_handlers={HTTPException: _routing_fault, RequestValidationError: _parameter_fault},
    )  # fmt: skip
    app.add_middleware(Border, token=token, closing=lambda: pool.closing)
    router = APIRouter()
    models: list[type[BaseModel]] = [EditAnswer, Uploaded, Generation, GenerationList, Health]
    models += [add_edit(router, operation, editor, pool, decoder) for operation in operations]
    models.append(add_pictures(router, generations, pool, decoder))
    add_generations(router, generations)
    add_catalogue(router, catalogue)
    if selections is not None:
        models += add_selection(router, selections, lambda: pool.closing)
    _add_help(router, app, pool)
    app.include_router(router)
    app.openapi = document(app, models)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _pruning(generations: Generations) -> AsyncIterator[None]:
    """While the app runs, what is older than the settings allow goes, also when nothing new comes in."""

    async def prune() -> None:
        while True:
            await asyncio.sleep(PRUNE_SECONDS)
            try:
                await asyncio.to_thread(generations.prune)
            except StorageFault as fault:
                _LOG.warning("%s", fault.message)

    task = asyncio.create_task(prune())
    try:
        yield
    finally:
        task.cancel()


def _add_help(router: APIRouter, app: FastAPI, pool: EditPool) -> None:
    async def health() -> Response:
        answer = Health(version=__version__, workers=pool.workers, edits=pool.taken)
        return Response(answer.model_dump_json(by_alias=True), media_type="application/json")

    def docs() -> HTMLResponse:
        return HTMLResponse(page(app.openapi()))

    router.add_api_route(
        "/health",
        health,
        methods=["GET"],
        summary="Whether the server takes requests",
        response_class=Response,
        responses={
            200: {
                "description": "OK",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}},
            }
        },
    )
    router.add_api_route("/docs", docs, methods=["GET"], include_in_schema=False)


async def _routing_fault(request: Request, fault: Exception) -> Response:
    """The router's own refusals, handed to the border as errors of the table."""
    assert isinstance(fault, HTTPException)
    if fault.status_code == 405:
        allowed = (fault.headers or {}).get("Allow", "")
        said = f"{request.method} is not possible here; use {allowed or 'another method'}."
        raise ServerError("method_not_allowed", said, fault.headers) from fault
    if fault.status_code == 404:
        raise ServerError("not_found", f"There is nothing at {request.url.path}; /docs lists all paths.") from fault
    raise fault


async def _parameter_fault(request: Request, fault: Exception) -> Response:
    """An address parameter that does not fit its declaration."""
    assert isinstance(fault, RequestValidationError)
    first = fault.errors()[0]
    raise InvalidRequest(f"{'.'.join(str(part) for part in first['loc'][1:])}: {first['msg']}.") from fault
