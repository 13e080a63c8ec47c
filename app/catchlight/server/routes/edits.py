"""The operations over HTTP: one POST path for each row of the table of operations."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Operation
from catchlight.server.gate import requester_of
from catchlight.server.http.post import EditEndpoint
from catchlight.server.http.request_key import RESULT_KEY
from catchlight.server.monitoring.trace import trace_of
from catchlight.server.openapi import accepts, answers
from catchlight.service.answers import EditAnswer, PreviewAnswer
from catchlight.service.editor import Editor, EditRequest
from catchlight.service.preview_wire import PREVIEW, preview_json, preview_size
from catchlight.service.wire import SentPicture, body_model, read_request, result_json, stored_json
from catchlight.store.generations import Generations


def add_edit(
    router: APIRouter, operation: Operation[Any], editor: Editor, generations: Generations, post: EditEndpoint
) -> type[BaseModel]:
    """Serve an operation at its path; returns the model of its body. generations: where ``editor`` keeps results."""
    model = body_model(operation)

    async def edit(request: Request) -> Response:
        trace = trace_of(request.scope)
        trace.operation = operation.id
        query, owner = dict(request.query_params), requester_of(request).name

        def read(data: bytearray) -> tuple[tuple[EditRequest, int | None], tuple[SentPicture, ...]]:
            size = preview_size(query)
            wish, files = read_request(operation, model, data, post.decoder.limits, query)
            return (replace(wish, owner=owner), size), files

        def work(
            asked: tuple[EditRequest, int | None],
            pictures: tuple[Picture, ...],
            generation: str | None,
            progress: Progress,
        ) -> bytes:
            wish, size = replace(asked[0], pictures=pictures, generation=generation), asked[1]
            if size is not None:
                return preview_json(editor.preview(wish, size, progress))
            result = editor.run(wish, progress)
            trace.generation = result.generation
            return result_json(result)

        def again(generation: str) -> bytes:
            stored = generations.find(generation)
            trace_of(request.scope).generation = generation
            return stored_json(stored, generations.data(generation))

        return await post.answer(request, read, work, None if PREVIEW in query else again)

    router.add_api_route(
        operation.path,
        edit,
        methods=["POST"],
        name=operation.id,
        summary=operation.title,
        response_class=Response,
        responses=answers(operation.path, EditAnswer, other=PreviewAnswer),
        openapi_extra=accepts(model, operation, RESULT_KEY),
    )
    return model
