"""ComfyUI: one workflow a picture, of core nodes or the user's own; nothing of the sitter stays on it.

Files go to its folder ``temp`` and come from a preview, and each is overwritten with one grey pixel when the run ends, because
that folder is emptied only when ComfyUI starts or ends cleanly.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
import uuid
from typing import Any

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.generators import pictures
from catchlight.generators.exchange import Exchange, read_answer, tell
from catchlight.generators.http_engine import HttpEngine
from catchlight.generators.workflow import Workflow, load_workflow, own_workflow
from catchlight.imagine.errors import EngineFault, shorten_words
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined
from catchlight.imaging.picture import ByteImage

_POLL_SECONDS = 0.25
_LOST_SECONDS = 15.0
"""After which a job that is neither in the queue nor in the history is given up: the engine was started anew."""
_USUAL_SECONDS = 30.0
"""What a picture takes: tells progress where the engine tells none."""
_LARGE_MODELS = ("xl", "flux", "sd3", "qwen", "pony", "illustrious", "chroma", "z_image", "z-image")
"""In names of checkpoints that were trained at 1024 pixels."""
_TIDY_SECONDS = 2.0
"""What an engine gets for stopping, and for forgetting, before it is left alone."""
_TEMP = "temp"
_LOADER = "CheckpointLoaderSimple"


class ComfyEngine(HttpEngine):
    """ComfyUI. model: a checkpoint's name, empty for one that inpaints. graph: a workflow of the user's."""

    def _workflow(self) -> Workflow:
        return own_workflow() if self.graph is None else load_workflow(self.graph)

    async def _ask(self, exchange: Exchange) -> Abilities:
        stats = await exchange.json("GET", "/system_stats", missing={})
        system = stats.get("system") if isinstance(stats, dict) else None
        if not isinstance(system, dict):
            raise EngineFault(
                Message("{engine} is no ComfyUI: it says nothing of its version.", engine=self.name), "engine_unsuited"
            )
        workflow = self._workflow()
        for kind in workflow.kinds:
            if not await exchange.json("GET", f"/object_info/{kind}", missing={}):
                raise self._lacks(kind)
        models = await self._models(exchange, workflow)
        large = any(word in (models[0] if models else workflow.name).lower() for word in _LARGE_MODELS)
        return Abilities(
            engine="ComfyUI",
            version=str(system.get("comfyui_version", ""))[:40],
            models=tuple(models) or (workflow.name,),
            masks="guide",
            prompts=workflow.takes_words,
            seeds="seed" in workflow.places,
            multiple=8,
            native=1024 if large or not models else 512,
            least=256,
            most=1536,
            progress=False,
            cancels="running",
        )

    async def _models(self, exchange: Exchange, workflow: Workflow) -> list[str]:
        """Checkpoints, the one that is used first; none for a workflow that brings its own."""
        if "model" not in workflow.places or (self.graph is not None and not self.model):
            return []
        found = await exchange.json("GET", "/models/checkpoints", missing={})
        if not isinstance(found, list):  # older versions list them in the node that loads them alone
            found = _choices(await exchange.json("GET", f"/object_info/{_LOADER}", missing={}))
        names = [str(name)[:200] for name in found]
        if self.model:
            if self.model not in names:
                raise EngineFault(
                    Message("{engine} lacks the model {model}.", engine=self.name, model=self.model), "engine_unsuited"
                )
            return [self.model, *(name for name in names if name != self.model)]
        if not names:
            raise EngineFault(
                Message(
                    "{engine} has no checkpoint. Put one into its folder models/checkpoints, best one that inpaints.",
                    engine=self.name,
                ),
                "engine_unsuited",
            )
        return sorted(names, key=lambda name: ("inpaint" not in name.lower(), name))

    async def _paint(self, exchange: Exchange, request: GenerationRequest, progress: Progress) -> Imagined:
        began, workflow, mark = time.perf_counter(), self._workflow(), uuid.uuid4().hex
        models = await self._models(exchange, workflow)
        names = [f"catchlight_{mark}_picture.png", f"catchlight_{mark}_mask.png"]
        values: dict[str, str | int] = {
            "picture": f"{names[0]} [{_TEMP}]",
            "mask": f"{names[1]} [{_TEMP}]",
            "prompt": request.prompt,
            "avoid": request.avoid,
            "seed": request.seed,
        }
        if models:
            values["model"] = models[0]
        nodes, result = workflow.filled(values, request.strength)
        left = [{"filename": name, "subfolder": "", "type": _TEMP} for name in names]
        prompt = str(uuid.uuid4())
        try:
            await _upload(exchange, names[0], pictures.picture_png(request.picture))
            await _upload(exchange, names[1], pictures.mask_png(request.mask))
            prompt = await self._submit(exchange, nodes, prompt)
            outputs = await self._wait(exchange, prompt, progress)
            found = [image for image in outputs.get(result, {}).get("images", []) if isinstance(image, dict)]
            left += found
            picture = await self._read(exchange, found)
        except asyncio.CancelledError:
            await _cancel(exchange, prompt)
            raise
        finally:
            await _forget(exchange, prompt, left)
        return Imagined(picture, models[0] if models else workflow.name, time.perf_counter() - began)

    async def _submit(self, exchange: Exchange, nodes: dict[str, Any], prompt: str) -> str:
        """Queue the job; gives its id, which older engines choose themselves. Raises EngineFault."""
        body = {"prompt": nodes, "client_id": uuid.uuid4().hex, "prompt_id": prompt}
        answer = await exchange.json("POST", "/prompt", json=body, accept=(200, 400))
        if isinstance(answer, dict) and answer.get("prompt_id"):
            return str(answer["prompt_id"])
        raise self._rejected(answer if isinstance(answer, dict) else {})

    def _rejected(self, answer: dict[str, Any]) -> EngineFault:
        """What ComfyUI says of a workflow that it does not take."""
        error = answer.get("error")
        said = error if isinstance(error, dict) else {"message": str(error or "")}
        details = [str(said.get("message", "")), str(said.get("details", ""))]
        of_nodes = answer.get("node_errors")
        for node in of_nodes.values() if isinstance(of_nodes, dict) else ():
            for one in node.get("errors", []) if isinstance(node, dict) else ():
                details.append(f"{node.get('class_type', '')}: {one.get('message', '')} {one.get('details', '')}")
        return EngineFault(
            Message(
                "{engine} does not take the workflow: {said}", engine=self.name, said=shorten_words("; ".join(details))
            ),
            "engine_unsuited",
        )

    async def _wait(self, exchange: Exchange, prompt: str, progress: Progress) -> dict[str, Any]:
        """The outputs of a job by node. It is done when the history has it: with the message of success it may be empty yet."""
        began = seen = time.monotonic()
        while True:
            history = await exchange.json("GET", f"/history/{prompt}")
            entry = history.get(prompt) if isinstance(history, dict) else None
            if isinstance(entry, dict):
                return self._outputs(entry)
            running, waiting = await _places(exchange)
            if prompt in running or prompt in waiting:
                seen = time.monotonic()
            elif time.monotonic() - seen > _LOST_SECONDS:
                raise EngineFault(
                    Message("{engine} has lost the work: it was started anew. Try again.", engine=self.name),
                    "engine_refused",
                )
            step = "waiting for the engine" if prompt in waiting else "the engine paints"
            tell(progress, 0.95 * (1 - math.exp((began - time.monotonic()) / _USUAL_SECONDS)), step)
            await asyncio.sleep(_POLL_SECONDS)

    def _outputs(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Raises EngineFault ``engine_refused`` for a job that failed, or was stopped there."""
        status = entry.get("status")
        messages = status.get("messages", []) if isinstance(status, dict) else []
        for message in messages:
            kind, facts = message if isinstance(message, list) and len(message) == 2 else ("", {})
            if kind == "execution_error":
                said = shorten_words(str(facts.get("exception_message", "")) if isinstance(facts, dict) else "")
                raise EngineFault(
                    Message("{engine} fails: {said}", engine=self.name, said=said or "-"), "engine_refused"
                )
            if kind == "execution_interrupted":
                raise EngineFault(Message("Somebody stopped the work in {engine}.", engine=self.name), "engine_refused")
        outputs = entry.get("outputs")
        return outputs if isinstance(outputs, dict) else {}

    async def _read(self, exchange: Exchange, found: list[dict[str, Any]]) -> ByteImage:
        if not found:
            raise EngineFault(Message("{engine} answers with no picture.", engine=self.name), "engine_refused")
        place = {key: str(found[-1].get(key, "")) for key in ("filename", "subfolder", "type")}
        return read_answer(self.name, await exchange.data("/view", params=place))

    def _lacks(self, kind: str) -> EngineFault:
        return EngineFault(
            Message(
                "{engine} lacks the node {node}, which the workflow uses. Install it there, or choose another workflow.",
                engine=self.name,
                node=kind,
            ),
            "engine_unsuited",
        )


def _choices(info: Any) -> list[Any]:
    """The checkpoints among the inputs of the node that loads them."""
    try:
        found = info[_LOADER]["input"]["required"]["ckpt_name"][0]
    except (KeyError, IndexError, TypeError):
        return []
    return found if isinstance(found, list) else []


async def _upload(exchange: Exchange, name: str, data: bytes, subfolder: str = "") -> None:
    await exchange.json(
        "POST",
        "/upload/image",
        data={"type": _TEMP, "overwrite": "true", "subfolder": subfolder},
        files={"image": (name, data, "image/png")},
    )


async def _places(exchange: Exchange) -> tuple[set[str], set[str]]:
    """The ids of what runs and of what waits."""
    queue = await exchange.json("GET", "/queue")
    found = []
    for key in ("queue_running", "queue_pending"):
        rows = queue.get(key, []) if isinstance(queue, dict) else []
        found.append({str(row[1]) for row in rows if isinstance(row, list) and len(row) > 1})
    return found[0], found[1]


async def _cancel(exchange: Exchange, prompt: str) -> None:
    """Take the job out of the queue, or stop it where it is ours that runs: older engines stop whatever runs."""
    with contextlib.suppress(EngineFault, TimeoutError):  # an engine that is gone has nothing to stop
        async with asyncio.timeout(_TIDY_SECONDS):
            running, _ = await _places(exchange)
            if prompt in running:
                await exchange.status("POST", "/interrupt", json={"prompt_id": prompt})
            await exchange.status("POST", "/queue", json={"delete": [prompt]})


async def _forget(exchange: Exchange, prompt: str, files: list[dict[str, Any]]) -> None:
    """Overwrite what lies there of the sitter, and take the job out of the history."""
    with contextlib.suppress(EngineFault, TimeoutError):  # an engine that is gone cannot be told
        async with asyncio.timeout(_TIDY_SECONDS):
            for file in files:
                if file.get("type") == _TEMP:
                    subfolder = str(file.get("subfolder", ""))
                    await _upload(exchange, str(file.get("filename", "")), pictures.grey_pixel_png(), subfolder)
            await exchange.status("POST", "/history", json={"delete": [prompt]})
