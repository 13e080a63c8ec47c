"""The API of AUTOMATIC1111's web UI, which Forge, reForge, SD.Next and others speak too: one call that ends with the picture."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.generators import pictures
from catchlight.generators.exchange import Exchange, decode_base64, read_answer
from catchlight.generators.http_engine import HttpEngine
from catchlight.imagine.errors import EngineFault, shorten_words
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined

_TIDY_SECONDS = 2.0
_STEPS = 24
_LARGE_MODELS = ("xl", "flux", "sd3", "pony", "illustrious")


class WebUiEngine(HttpEngine):
    """Paints with the checkpoint that is loaded there. A cancel interrupts whatever it paints, and only on this computer."""

    async def _ask(self, exchange: Exchange) -> Abilities:
        model = await self._model_name(exchange)
        large = any(word in model.lower() for word in _LARGE_MODELS)
        return Abilities(
            engine="Stable Diffusion web UI",
            version="",
            models=(model,),
            masks="guide",
            prompts=True,
            seeds=True,
            multiple=64,
            native=1024 if large else 512,
            least=256,
            most=1536,
            progress=False,
            cancels="running" if self.place().place == "computer" else "no",
        )

    async def _paint(self, exchange: Exchange, request: GenerationRequest, progress: Progress) -> Imagined:
        began, model = time.perf_counter(), await self._model_name(exchange)
        body: dict[str, Any] = {
            "init_images": [pictures.as_base64(pictures.picture_png(request.picture))],
            "mask": pictures.as_base64(pictures.mask_png(request.mask)),
            "prompt": request.prompt,
            "negative_prompt": request.avoid,
            "denoising_strength": request.strength,
            "seed": request.seed,
            "width": request.width,
            "height": request.height,
            "steps": _STEPS,
            "batch_size": 1,
            "mask_blur": 0,
            "inpainting_fill": 1,
            "inpaint_full_res": False,
            "do_not_save_samples": True,
            "do_not_save_grid": True,
        }
        if self.model:
            body |= {"override_settings": {"sd_model_checkpoint": self.model}}
        try:
            answer = await exchange.json("POST", "/sdapi/v1/img2img", json=body)
        except asyncio.CancelledError:
            if self.place().place == "computer":
                await _interrupt(exchange)
            raise
        images = answer.get("images") if isinstance(answer, dict) else None
        data = decode_base64(self.name, images[0] if isinstance(images, list) and images else None)
        return Imagined(read_answer(self.name, data), model, time.perf_counter() - began)

    async def _model_name(self, exchange: Exchange) -> str:
        found = await exchange.json("GET", "/sdapi/v1/options", missing={})
        if not isinstance(found, dict) or not found:
            raise EngineFault(
                Message("{engine} has no API of a Stable Diffusion web UI. Start it with --api.", engine=self.name),
                "engine_unsuited",
            )
        return self.model or shorten_words(str(found.get("sd_model_checkpoint") or "model"))


async def _interrupt(exchange: Exchange) -> None:
    with contextlib.suppress(EngineFault, TimeoutError):  # an engine that is gone has nothing to stop
        async with asyncio.timeout(_TIDY_SECONDS):
            await exchange.status("POST", "/sdapi/v1/interrupt", json={})
