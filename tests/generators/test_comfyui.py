"""ComfyUI itself, without weights: a workflow of core nodes over a real server.

It is in no registry: CATCHLIGHT_COMFYUI names a checkout, CATCHLIGHT_COMFYUI_PYTHON an interpreter that has what it needs (else
the one that runs the tests).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import PIL.Image
import pytest
from catchlight.client.certificates import trust
from catchlight.core.progress import Progress
from catchlight.generators.make import make_engine
from catchlight.imagine.errors import EngineFault
from catchlight.imagine.port import EngineAccess, GenerationRequest, Generator

CHECKOUT = os.environ.get("CATCHLIGHT_COMFYUI", "")
PYTHON = os.environ.get("CATCHLIGHT_COMFYUI_PYTHON", sys.executable)
START_SECONDS = 300
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (Path(CHECKOUT) / "main.py").is_file() or not CHECKOUT,
        reason="CATCHLIGHT_COMFYUI names no checkout of ComfyUI",
    ),
]


def node(kind: str, title: str = "", **inputs: object) -> dict[str, object]:
    return {"class_type": kind, "inputs": inputs, "_meta": {"title": title}}


INVERTS = {
    "1": node("LoadImage", "catchlight:picture", image=""),
    "2": node("LoadImageMask", "catchlight:mask", image="", channel="red"),
    "3": node("ImageInvert", image=["1", 0]),
    "4": node("ImageCompositeMasked", destination=["1", 0], source=["3", 0], x=0, y=0, resize_source=False, mask=["2", 0]),
    "5": node("PreviewImage", "catchlight:result", images=["4", 0]),
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Address and temp folder of a ComfyUI on this computer's processor."""
    folder = tmp_path_factory.mktemp("comfy")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [PYTHON, "main.py", "--cpu", "--listen", "127.0.0.1", "--port", str(port), "--disable-auto-launch"]
    command += ["--base-directory", str(folder), "--disable-all-custom-nodes"]
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    environment.pop("PYTHONPATH", None)
    address = f"http://127.0.0.1:{port}"
    with (
        (folder / "log.txt").open("w") as log,
        subprocess.Popen(command, cwd=CHECKOUT, stdout=log, stderr=log, env=environment) as process,
    ):
        try:
            deadline = time.monotonic() + START_SECONDS
            while not answers(address):
                assert process.poll() is None, (folder / "log.txt").read_text()[-2000:]
                assert time.monotonic() < deadline, "ComfyUI did not start"
                time.sleep(0.5)
            yield address, folder / "temp"
        finally:
            process.terminate()
            process.wait(30)


def answers(address: str) -> bool:
    try:
        with httpx.Client(trust_env=False, verify=trust(address), timeout=5) as client:
            return client.get(f"{address}/system_stats").status_code == 200
    except httpx.HTTPError:
        return False


def engine(address: str, graph: Path, nodes: dict[str, dict[str, object]]) -> Generator:
    graph.write_text(json.dumps(nodes))
    return make_engine("comfy", "comfy", address, "", str(graph), 60.0, EngineAccess())


def test_a_workflow_of_core_nodes_paints_and_leaves_grey_pixels(server: tuple[str, Path], tmp_path: Path) -> None:
    address, temp = server
    comfy = engine(address, tmp_path / "inverts.json", INVERTS)
    able = comfy.abilities(Progress())
    assert able.engine == "ComfyUI"
    assert able.version
    picture = np.random.default_rng(0).integers(0, 256, (256, 320, 3)).astype(np.uint8)
    mask = np.zeros((256, 320), np.float32)
    mask[64:192, 80:200] = 1
    made = comfy.generate(GenerationRequest(picture, mask, "", "", 1.0, 0), Progress())
    outside, inside = mask == 0, mask > 0
    assert np.array_equal(made.picture[outside], picture[outside])
    # It cuts off where it should round: an inverted value is one too dark in more than half of all cases.
    assert np.abs(made.picture[inside].astype(int) - (255 - picture[inside].astype(int))).max() <= 1
    left = list(temp.rglob("*.png"))
    assert left
    assert all(PIL.Image.open(file).size == (1, 1) for file in left)


def test_a_node_that_it_lacks_is_named(server: tuple[str, Path], tmp_path: Path) -> None:
    nodes = INVERTS | {"3": node("NoSuchNode", image=["1", 0])}
    comfy = engine(server[0], tmp_path / "lacks.json", nodes)
    with pytest.raises(EngineFault, match="NoSuchNode") as lacking:
        comfy.abilities(Progress())
    assert lacking.value.code == "engine_unsuited"
    wish = GenerationRequest(np.zeros((64, 64, 3), np.uint8), np.ones((64, 64), np.float32), "", "", 1.0, 0)
    with pytest.raises(EngineFault, match="NoSuchNode") as lacking:
        comfy.generate(wish, Progress())
    assert lacking.value.code == "engine_unsuited"
