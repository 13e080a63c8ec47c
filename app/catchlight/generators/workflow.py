"""Workflows of ComfyUI in its API format: ours of core nodes, or one that the user exported, found by the titles of its nodes.

``catchlight:picture`` and ``catchlight:mask`` are nodes that load an image, ``catchlight:result`` one that shows or saves images,
or any node whose first output is the image. Optional: ``catchlight:prompt``, ``catchlight:avoid``, ``catchlight:seed``,
``catchlight:model``. Nothing is saved on the engine: a node that would is turned into a preview.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catchlight.core.messages import Message
from catchlight.imagine.errors import EngineFault
from catchlight.paths import resources

PREFIX = "catchlight:"
NEEDED = ("picture", "mask", "result")
_LARGEST = 4_000_000
_SAVES = "SaveImage"
_SHOWS = "PreviewImage"
_RESULT = "catchlight-result"
_INPUTS = {
    "picture": ("image",),
    "mask": ("image",),
    "prompt": ("text", "prompt", "string", "value"),
    "avoid": ("text", "prompt", "string", "value"),
    "seed": ("seed", "noise_seed", "value"),
    "model": ("ckpt_name", "unet_name", "model_name"),
}
"""The inputs that are set in a node with a title, the first that it has."""


@dataclass(frozen=True)
class Workflow:
    """nodes: by id, as ComfyUI takes them. places: id of the node with each title. name: as it is told to the user."""

    nodes: dict[str, Any]
    places: dict[str, str]
    name: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """The classes of nodes that an engine must have."""
        found = dict.fromkeys(str(node["class_type"]) for node in self.nodes.values())
        return tuple(_SHOWS if kind == _SAVES else kind for kind in found)

    @property
    def takes_words(self) -> bool:
        return "prompt" in self.places

    def filled(self, values: dict[str, str | int], strength: float) -> tuple[dict[str, Any], str]:
        """The nodes for one picture, and the id of the node whose images are the result. values: by title, without prefix."""
        nodes = copy.deepcopy(self.nodes)
        for title, value in values.items():
            if title in self.places:
                inputs = nodes[self.places[title]]["inputs"]
                inputs[next(name for name in _INPUTS[title] if name in inputs)] = value
        sampler = nodes[self.places["seed"]]["inputs"] if "seed" in self.places else {}
        if "denoise" in sampler:
            sampler["denoise"] = strength
        result = self.places["result"]
        for key, node in list(nodes.items()):
            if node["class_type"] == _SAVES:
                nodes[key] = {"class_type": _SHOWS, "inputs": {"images": node["inputs"].get("images")}}
        if nodes[result]["class_type"] != _SHOWS:
            nodes[_RESULT] = {"class_type": _SHOWS, "inputs": {"images": [result, 0]}}
            result = _RESULT
        return nodes, result


def own_workflow() -> Workflow:
    """Inpainting with a checkpoint of Stable Diffusion 1.5 or XL, of core nodes alone."""
    nodes = json.loads((resources() / "imagining" / "checkpoint.json").read_text(encoding="utf-8"))
    return read_workflow(nodes, "checkpoint")


def load_workflow(file: Path) -> Workflow:
    """One that the user exported. Raises EngineFault ``engine_unsuited`` that says what is missing."""
    try:
        if file.stat().st_size > _LARGEST:
            raise _unsuited(file.name, Message("it is too large"))
        nodes: Any = json.loads(file.read_text(encoding="utf-8"))
    except OSError as fault:
        raise _unsuited(file.name, Message("it cannot be read: {why}", why=str(fault.strerror))) from fault
    except (ValueError, RecursionError) as fault:
        raise _unsuited(file.name, Message("it is no JSON")) from fault
    return read_workflow(nodes, file.name)


def read_workflow(nodes: Any, name: str) -> Workflow:
    """Raises EngineFault ``engine_unsuited``."""
    if not isinstance(nodes, dict) or not all(_is_node(node) for node in nodes.values()):
        raise _unsuited(name, Message("it is not in the API format: export it in ComfyUI with Export (API)"))
    places: dict[str, str] = {}
    for key, node in nodes.items():
        title = str(node.get("_meta", {}).get("title", "")).strip().casefold()
        if title.startswith(PREFIX):
            places[title.removeprefix(PREFIX).strip()] = str(key)
    missing = [PREFIX + title for title in NEEDED if title not in places]
    if missing:
        raise _unsuited(name, Message("no node has the title {titles}", titles=tuple(missing)))
    for title, inputs in _INPUTS.items():
        if title in places and not any(key in nodes[places[title]]["inputs"] for key in inputs):
            raise _unsuited(
                name, Message("its node {title} has none of the inputs {inputs}", title=PREFIX + title, inputs=inputs)
            )
    return Workflow(nodes, places, name)


def _is_node(node: Any) -> bool:
    return (
        isinstance(node, dict)
        and isinstance(node.get("class_type"), str)
        and isinstance(node.get("inputs"), dict)
        and isinstance(node.get("_meta", {}), dict)
    )


def _unsuited(name: str, why: Message) -> EngineFault:
    return EngineFault(
        Message("The workflow {name} cannot be used: {why}.", name=name, why=why),
        "engine_unsuited",
    )
