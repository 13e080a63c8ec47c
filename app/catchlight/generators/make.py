"""Adapters by their kind, and engines that run on this computer."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.generators.address import EngineAddress, locate, require_allowed
from catchlight.generators.comfy import ComfyEngine
from catchlight.generators.http_engine import HttpEngine
from catchlight.generators.onnx_file import OnnxInpainter
from catchlight.generators.openai_images import OpenAiEngine
from catchlight.generators.sdapi import WebUiEngine
from catchlight.generators.sdcpp import SdServerEngine
from catchlight.generators.tokens import token_of
from catchlight.imagine.errors import EngineFault
from catchlight.imagine.port import EngineAccess, Generator

ADAPTERS: Mapping[str, type[HttpEngine]] = {
    "comfy": ComfyEngine,
    "sdcpp": SdServerEngine,
    "sdapi": WebUiEngine,
    "openai": OpenAiEngine,
}
"""By kind; besides them ``onnx``, a file."""

_LOOKED_AT = (
    (8188, "/system_stats", "comfy"),
    (8000, "/system_stats", "comfy"),
    (1234, "/sdcpp/v1/capabilities", "sdcpp"),
    (7860, "/sdapi/v1/options", "sdapi"),
    (8080, "/v1/models", "openai"),
)
"""Where engines listen when nobody has said otherwise: port, a path that only such an engine has, its kind."""
_LOOK_SECONDS = 1.0


@dataclass(frozen=True)
class FoundEngine:
    """An engine that answers on this computer."""

    kind: str
    address: str


def make_engine(
    name: str, kind: str, address: str, model: str, graph: str, timeout: float, access: EngineAccess
) -> Generator:
    """The adapter of one row of the settings. Nothing is looked up or loaded before its first use.

    Raises EngineFault ``engine_unsuited`` for a kind that nobody knows.
    """
    if kind == "onnx":
        return OnnxInpainter(name, Path(address))
    adapter = ADAPTERS.get(kind)
    if adapter is None:
        raise EngineFault(
            Message("{engine} is of a kind that this version does not know: {kind}.", engine=name, kind=kind),
            "engine_unsuited",
        )
    return adapter(
        name, _looked_up(name, address, access), model, Path(graph) if graph else None, timeout, token_of(name, kind)
    )


def _looked_up(name: str, address: str, access: EngineAccess) -> Callable[[], EngineAddress]:
    """Looks the address up at its first use, and judges it; later uses connect to what was found then."""
    known: list[EngineAddress] = []

    def place() -> EngineAddress:
        if not known:
            found = locate(address)
            require_allowed(found, access, name)
            known.append(found)
        return known[0]

    return place


def look_for_engines(progress: Progress) -> tuple[FoundEngine, ...]:
    """What answers on this computer at the usual ports: one request each, to 127.0.0.1 alone."""
    nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # nothing here speaks TLS, and loading authorities takes long
    found = []
    with httpx.Client(timeout=_LOOK_SECONDS, trust_env=False, follow_redirects=False, verify=nobody) as client:
        for number, (port, path, kind) in enumerate(_LOOKED_AT):
            progress.report(number / len(_LOOKED_AT), "looking for engines")
            address = f"http://127.0.0.1:{port}"
            try:
                with client.stream("GET", address + path) as answer:
                    is_json = "json" in answer.headers.get("Content-Type", "")
                    if answer.status_code == 200 and is_json:
                        found.append(FoundEngine(kind, address))
            except httpx.HTTPError:
                continue  # nobody listens there, or something else does
    return tuple(found)
