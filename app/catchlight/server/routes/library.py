"""What is stored and what there is to choose from: pictures, generations, catalogue."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnknownEntry
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.server.gate import requester_of
from catchlight.server.http.post import EditEndpoint
from catchlight.server.http.request_key import RESULT_KEY
from catchlight.server.monitoring.trace import trace_of
from catchlight.server.openapi import accepts, answers
from catchlight.service.answers import GenerationList, Uploaded, catalogue_json
from catchlight.service.data_url import read_data_url
from catchlight.service.wire import SentPicture, Upload, read_body
from catchlight.store.generation import Generation, GenerationPage
from catchlight.store.generations import Generations
from catchlight.store.ids import PATTERN, is_generation_id

JSON = "application/json"
GenerationId = Annotated[
    str, Path(description="Of an edit or an upload.", json_schema_extra={"pattern": f"^{PATTERN.pattern}$"})
]


def add_pictures(router: APIRouter, generations: Generations, post: EditEndpoint) -> type[BaseModel]:
    """``POST /pictures``: a picture by itself gets an id; returns the model of the body."""

    async def upload(request: Request) -> Response:
        owner, trace = requester_of(request).name, trace_of(request.scope)

        def read(data: bytearray) -> tuple[bytes, tuple[SentPicture, ...]]:
            wish = read_body(Upload, data)
            file = read_data_url(wish.image_data_url, "imageDataUrl", post.decoder.limits.max_bytes)
            return file, (SentPicture(file, "imageDataUrl", wish.name),)

        def work(file: bytes, pictures: tuple[Picture, ...], generation: str | None, progress: Progress) -> bytes:
            stored = generations.upload(pictures[0], file, owner, generation)
            trace.generation = stored.id
            return answer(stored)

        def again(generation: str) -> bytes:
            trace.generation = generation
            return answer(generations.find(generation))

        return await post.answer(request, read, work, again)

    def answer(stored: Generation) -> bytes:
        return Uploaded(generation_id=stored.id).model_dump_json(by_alias=True).encode()

    router.add_api_route(
        "/pictures",
        upload,
        methods=["POST"],
        summary="Store a picture",
        response_class=Response,
        responses=answers("/pictures", Uploaded),
        openapi_extra=accepts(Upload, None, RESULT_KEY),
    )
    return Upload


def add_generations(router: APIRouter, generations: Generations) -> None:
    """List, look up, fetch and delete what is stored. Plain functions: the framework runs them beside the loop."""

    def page(
        request: Request,
        limit: Annotated[int, Query(ge=1, le=200, description="Entries at most.")] = 50,
        before: Annotated[str | None, Query(description="The value of next from the page before.")] = None,
    ) -> Response:
        found = generations.page(limit, before, requester_of(request).only_of)
        return Response(GenerationList.of(found).model_dump_json(by_alias=True), media_type=JSON)

    def entry(request: Request, generation_id: GenerationId) -> Response:
        return Response(_found(request, generation_id).model_dump_json(by_alias=True), media_type=JSON)

    def delete(request: Request, generation_id: GenerationId) -> Response:
        generations.delete(_found(request, generation_id).id)
        return Response(status_code=204)

    def image(
        request: Request,
        generation_id: GenerationId,
        thumbnail: Annotated[bool, Query(description="At most 256 px instead of the file as delivered.")] = False,
    ) -> Response:
        found = _found(request, generation_id)
        if thumbnail:
            data = generations.thumbnail(found.id)
            return Response(data, media_type="image/png" if data.startswith(b"\x89PNG") else "image/jpeg")
        return Response(generations.data(found.id), media_type=found.media_type)

    def variants(request: Request, generation_id: GenerationId) -> Response:
        listed = GenerationList.of(variants_of(_found(request, generation_id), generations))
        return Response(listed.model_dump_json(by_alias=True), media_type=JSON)

    def _found(request: Request, generation_id: str) -> Generation:
        if not is_generation_id(generation_id):
            raise UnknownEntry("generation", generation_id[:80])
        trace_of(request.scope).generation = generation_id
        return requester_of(request).own(generations.find(generation_id))

    one, file = "/generations/{generation_id}", "/generations/{generation_id}/image"
    more = "/generations/{generation_id}/variants"
    for path, endpoint, method, status, summary, responses in (
        ("/generations", page, "GET", 200, "What is stored, newest first", answers("/generations", GenerationList)),
        (one, entry, "GET", 200, "Everything about a generation", answers(one, Generation)),
        (one, delete, "DELETE", 204, "Delete a generation and its picture", answers(one, None, success=204)),
        (file, image, "GET", 200, "The picture's file", answers(file, None, media_type="image/*")),
        (more, variants, "GET", 200, "What else an engine made for the same wish", answers(more, GenerationList)),
    ):
        router.add_api_route(
            path,
            endpoint,
            methods=[method],
            status_code=status,
            summary=summary,
            response_class=Response,
            responses=responses,
        )


def variants_of(best: Generation, generations: Generations) -> GenerationPage:
    """What else an engine made for the same wish, as far as it is still stored."""
    found = []
    for entry in best.details.get("variants", {}).get("generations", ()):
        with suppress(UnknownEntry):  # it was deleted meanwhile
            found.append(generations.find(str(entry)))
    return GenerationPage(generations=tuple(found), next=None)


def add_catalogue(router: APIRouter, catalogue: Catalogue) -> None:
    """``GET /catalogue``: all rows with their labels. The tag changes only with the rows."""
    content = catalogue_json(catalogue)
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'

    def rows(request: Request) -> Response:
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        known = [entry.strip().removeprefix("W/") for entry in request.headers.get("if-none-match", "").split(",")]
        if tag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=JSON)

    responses = answers("/catalogue", None, media_type=JSON) | {
        304: {"description": "Not modified since If-None-Match."}
    }
    router.add_api_route(
        "/catalogue",
        rows,
        methods=["GET"],
        summary="Documents, papers and background colours",
        response_class=Response,
        responses=responses,
    )
