"""The operations over HTTP: one POST path for each row of the table of operations."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from catchlight.engine.progress import Progress
from catchlight.operations.base import Operation
from catchlight.server import body
from catchlight.server.document import accepts, answers
from catchlight.server.pool import EditPool
from catchlight.service.answers import EditAnswer
from catchlight.service.editor import Editor
from catchlight.service.wire import Decoder, body_model, read_request, result_json


def add_edit(
    router: APIRouter, operation: Operation[Any], editor: Editor, pool: EditPool, decoder: Decoder
) -> type[BaseModel]:
    """Serve an operation at its path; returns the model of its body."""
    model = body_model(operation)
    largest = body.limit_for(decoder.limits.max_bytes)

    async def edit(request: Request) -> Response:
        with pool.place() as place:
            data = await body.read(request, largest)
            query = dict(request.query_params)

            def work(progress: Progress) -> bytes:
                wish = read_request(operation, model, data, decoder, query)
                progress.check()
                return result_json(editor.run(wish, progress))

            return Response(await place.run(work, request.is_disconnected), media_type="application/json")

    router.add_api_route(
        operation.path,
        edit,
        methods=["POST"],
        name=operation.id,
        summary=operation.title,
        response_class=Response,
        responses=answers(operation.path, EditAnswer),
        openapi_extra=accepts(model, operation),
    )
    return model
