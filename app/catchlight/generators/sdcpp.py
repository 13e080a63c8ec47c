"""stable-diffusion.cpp's ``sd-server`` by its own API: jobs that are queued, asked after and cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from typing import Any

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.generators import pictures
from catchlight.generators.exchange import Exchange, decode_base64, read_answer, tell
from catchlight.generators.http_engine import HttpEngine
from catchlight.imagine.errors import EngineFault, shorten_words
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined

_POLL_SECONDS = 0.25
_USUAL_SECONDS = 30.0
_TIDY_SECONDS = 2.0
_MULTIPLE = 64


class SdServerEngine(HttpEngine):
    """One model, which the server was started with."""

    async def _ask(self, exchange: Exchange) -> Abilities:
        found = await exchange.json("GET", "/sdcpp/v1/capabilities", missing={})
        modes = found.get("features_by_mode") if isinstance(found, dict) else None
        features = (modes.get("img_gen") if isinstance(modes, dict) else None) or _part(found, "features")
        if not features:
            raise EngineFault(
                Message("{engine} is no sd-server that paints pictures.", engine=self.name), "engine_unsuited"
            )
        if not features.get("init_image") or not features.get("mask_image"):
            raise EngineFault(
                Message("The model of {engine} takes no picture with a mask.", engine=self.name), "engine_unsuited"
            )
        limits, usual = _part(found, "limits"), _part(_part(found, "defaults_by_mode"), "img_gen")
        native = max(_number(usual.get("width"), 512), 512)
        running = features.get("cancel_generating") is True
        return Abilities(
            engine="sd-server",
            version="",
            models=(_model_name(found),),
            masks="guide",
            prompts=True,
            seeds=True,
            multiple=_MULTIPLE,
            native=min(native, 1024),
            least=max(256, _number(limits.get("min_width"), 64)),
            most=min(1536, max(512, _number(limits.get("max_width"), 1536))),
            progress=False,
            cancels="running" if running else "queued",
        )

    async def _paint(self, exchange: Exchange, request: GenerationRequest, progress: Progress) -> Imagined:
        began = time.perf_counter()
        body = {
            "prompt": request.prompt,
            "negative_prompt": request.avoid,
            "width": request.width,
            "height": request.height,
            "strength": request.strength,
            "seed": request.seed,
            "batch_count": 1,
            "embed_image_metadata": False,
            "init_image": pictures.as_base64(pictures.picture_png(request.picture)),
            "mask_image": pictures.as_base64(pictures.mask_png(request.mask)),
            "output_format": "png",
        }
        job = await exchange.json("POST", "/sdcpp/v1/img_gen", json=body, accept=(200, 202))
        number = str(job.get("id", "")) if isinstance(job, dict) else ""
        if not number.replace("_", "").replace("-", "").isalnum():
            raise EngineFault(
                Message("{engine} answers, but not as such an engine does.", engine=self.name), "engine_refused"
            )
        try:
            done = await self._wait(exchange, number, progress)
        except asyncio.CancelledError:
            await _cancel(exchange, number)
            raise
        images = _part(done, "result").get("images")
        first = images[0] if isinstance(images, list) and images and isinstance(images[0], dict) else {}
        data = decode_base64(self.name, first.get("b64_json"))
        model = _model_name(await exchange.json("GET", "/sdcpp/v1/capabilities", missing={}))
        return Imagined(read_answer(self.name, data), model, time.perf_counter() - began)

    async def _wait(self, exchange: Exchange, number: str, progress: Progress) -> dict[str, Any]:
        """The job when it is completed. Raises EngineFault where it fails, or is stopped there."""
        began = time.monotonic()
        while True:
            job = await exchange.json("GET", f"/sdcpp/v1/jobs/{number}")
            status = job.get("status") if isinstance(job, dict) else None
            if status == "completed":
                return dict(job)
            if status not in ("queued", "generating"):
                said = shorten_words(str(_part(job, "error").get("message", "")))
                raise EngineFault(
                    Message("{engine} fails: {said}", engine=self.name, said=said or "-"), "engine_refused"
                )
            step = "waiting for the engine" if status == "queued" else "the engine paints"
            tell(progress, 0.95 * (1 - math.exp((began - time.monotonic()) / _USUAL_SECONDS)), step)
            await asyncio.sleep(_POLL_SECONDS)


async def _cancel(exchange: Exchange, number: str) -> None:
    """Versions that cannot stop a job that runs say 409, and paint on for nothing."""
    with contextlib.suppress(EngineFault, TimeoutError):  # an engine that is gone has nothing to stop
        async with asyncio.timeout(_TIDY_SECONDS):
            await exchange.status("POST", f"/sdcpp/v1/jobs/{number}/cancel")


def _part(found: Any, key: str) -> dict[str, Any]:
    part = found.get(key) if isinstance(found, dict) else None
    return part if isinstance(part, dict) else {}


def _model_name(found: Any) -> str:
    model = _part(found, "model")
    return shorten_words(str(model.get("stem") or model.get("name") or "model"))


def _number(value: Any, usual: int) -> int:
    return value if isinstance(value, int) and 0 < value < 100_000 else usual
