"""Servers that speak OpenAI's ``/v1/images/edits``: LocalAI, sd-server, proxies, a cloud. They take a mask for a hint."""

from __future__ import annotations

import time

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.generators import pictures
from catchlight.generators.exchange import Exchange, decode_base64, read_answer
from catchlight.generators.http_engine import HttpEngine
from catchlight.imagine.errors import EngineFault, shorten_words
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined

_SIDE = 1024
"""The one size that all of them take."""


class OpenAiEngine(HttpEngine):
    """Has neither seeds nor a cancel: the connection is dropped."""

    async def _ask(self, exchange: Exchange) -> Abilities:
        model, *others = await self._models(exchange)
        return Abilities(
            engine="OpenAI images",
            version="",
            models=(model, *others),
            masks="guide",
            prompts=True,
            seeds=False,
            multiple=_SIDE,
            native=_SIDE,
            least=_SIDE,
            most=_SIDE,
            progress=False,
            cancels="no",
        )

    async def _paint(self, exchange: Exchange, request: GenerationRequest, progress: Progress) -> Imagined:
        began, (model, *_) = time.perf_counter(), await self._models(exchange)
        avoided = f" Nothing of this: {request.avoid}." if request.avoid else ""
        answer = await exchange.json(
            "POST",
            self._path("images/edits"),
            data={
                "model": model,
                "prompt": f"{request.prompt}.{avoided}",
                "n": "1",
                "size": f"{request.width}x{request.height}",
            },
            files={
                "image": ("picture.png", pictures.picture_png(request.picture), "image/png"),
                "mask": ("mask.png", pictures.mask_png(request.mask), "image/png"),
            },
        )
        found = answer.get("data") if isinstance(answer, dict) else None
        first = found[0] if isinstance(found, list) and found and isinstance(found[0], dict) else {}
        if not first.get("b64_json") and first.get("url"):
            raise EngineFault(
                Message(
                    "{engine} answers with a link to a picture, and Catchlight follows none. Choose a model that answers with "
                    "the picture itself.",
                    engine=self.name,
                ),
                "engine_unsuited",
            )
        data = decode_base64(self.name, first.get("b64_json"))
        return Imagined(read_answer(self.name, data), model, time.perf_counter() - began)

    async def _models(self, exchange: Exchange) -> list[str]:
        """The chosen model first; what the server lists after it."""
        answer = await exchange.json("GET", self._path("models"), missing={})
        rows = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(rows, list):
            raise EngineFault(
                Message("{engine} has no OpenAI API: it lists no models.", engine=self.name), "engine_unsuited"
            )
        names = [shorten_words(str(row["id"])) for row in rows[:200] if isinstance(row, dict) and row.get("id")]
        if self.model:
            return [self.model, *(name for name in names if name != self.model)]
        if not names:
            raise EngineFault(Message("{engine} has no model.", engine=self.name), "engine_unsuited")
        return names

    def _path(self, end: str) -> str:
        """Under ``/v1``, which an address may say itself."""
        return f"/{end}" if self.place().prefix.endswith("/v1") else f"/v1/{end}"
