"""Engines over HTTP: what goes over the wire, what is left behind, how it ends, and what becomes of a server that misbehaves."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Cancelled, Progress
from catchlight.generators.make import make_engine
from catchlight.imagine.errors import EngineFault
from catchlight.imagine.port import EngineAccess, GenerationRequest, Generator

from tests.generators.stub_engine import StubEngine, pixels_of, serving

KINDS = ("comfy", "sdcpp", "sdapi", "openai")
PAINTS = {
    "comfy": "/history",
    "sdcpp": "/sdcpp/v1/jobs",
    "sdapi": "/sdapi/v1/img2img",
    "openai": "/v1/images/edits",
}


def request(seed: int = 11) -> GenerationRequest:
    y, x = np.mgrid[:256, :320]
    picture = np.stack([x % 256, y % 256, (x + y) % 256], 2).astype(np.uint8)
    mask = np.zeros((256, 320), np.float32)
    mask[60:120, 80:200] = 1
    return GenerationRequest(picture, mask, "a wall", "a person", 0.9, seed)


def engine(kind: str, stub: StubEngine, **more: Any) -> Generator:
    given = {"model": "", "graph": "", "timeout": 30.0, "access": EngineAccess()} | more
    return make_engine("mine", kind, stub.address, **given)


@pytest.fixture
def stub() -> Iterator[StubEngine]:
    with serving(StubEngine()) as made:
        yield made


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_says_what_it_can_and_paints(kind: str, stub: StubEngine) -> None:
    made = engine(kind, stub)
    known = made.abilities(Progress())
    assert known.prompts
    assert known.models
    assert known.least <= known.native <= known.most
    wish = request()
    answer = made.generate(wish, Progress())
    assert answer.picture.shape == wish.picture.shape
    inside, outside = wish.mask > 0, wish.mask == 0
    assert np.array_equal(answer.picture[outside], np.clip(wish.picture[outside].astype(int) - 3, 0, 255))
    assert not np.array_equal(answer.picture[inside], np.clip(wish.picture[inside].astype(int) - 3, 0, 255))
    sent = b"".join(one.body for one in stub.asked)
    assert b"a wall" in sent
    assert all("authorization" not in one.headers for one in stub.asked)


def test_the_seed_and_the_words_stand_where_each_wants_them(stub: StubEngine) -> None:
    engine("sdcpp", stub).generate(request(5), Progress())
    native = stub.jobs["job_1"]["body"]
    assert (native["seed"], native["prompt"], native["negative_prompt"]) == (5, "a wall", "a person")
    assert (native["width"], native["height"], native["strength"]) == (320, 256, 0.9)
    engine("sdapi", stub).generate(request(6), Progress())
    body = stub.asked[-1].json
    assert (body["seed"], body["denoising_strength"], body["inpainting_fill"]) == (6, 0.9, 1)
    engine("openai", stub, model="gpt-image").generate(request(), Progress())
    assert stub.asked[-1].form["model"] == b"gpt-image"
    assert stub.asked[-1].form["size"] == b"320x256"


def test_comfy_gets_core_nodes_and_keeps_nothing(stub: StubEngine) -> None:
    engine("comfy", stub).generate(request(77), Progress())
    (job,) = stub.jobs.values()
    nodes = {node["class_type"]: node["inputs"] for node in job["nodes"].values()}
    assert nodes["KSampler"]["seed"] == 77
    assert nodes["KSampler"]["denoise"] == 0.9
    assert nodes["CheckpointLoaderSimple"]["ckpt_name"] == "sd15_inpaint.safetensors"
    assert "SaveImage" not in nodes
    assert all(one.form["type"] == b"temp" for one in stub.asked if one.path == "/upload/image")
    assert len(stub.files) == 3
    assert all(pixels_of(data).shape[:2] == (1, 1) for data in stub.files.values())
    assert stub.asked[-1].json == {"delete": list(stub.jobs)}


def test_an_older_comfy_lists_its_checkpoints_elsewhere(stub: StubEngine) -> None:
    stub.old = True
    assert engine("comfy", stub).abilities(Progress()).models[0] == "sd15_inpaint.safetensors"


def test_a_node_or_model_that_is_missing_is_named(stub: StubEngine) -> None:
    stub.nodes = {"DifferentialDiffusion"}
    with pytest.raises(EngineFault, match="DifferentialDiffusion") as lacking:
        engine("comfy", stub).abilities(Progress())
    assert lacking.value.code == "engine_unsuited"
    stub.nodes = set()
    with pytest.raises(EngineFault, match=r"other\.safetensors") as lacking:
        engine("comfy", stub, model="other.safetensors").generate(request(), Progress())
    assert lacking.value.code == "engine_unsuited"


def exported(**titles: Any) -> dict[str, Any]:
    return {
        key: {"class_type": kind, "inputs": inputs, "_meta": {"title": title}}
        for key, (kind, inputs, title) in titles.items()
    }


OWN = exported(
    a=("LoadImage", {"image": "x.png"}, "catchlight:picture"),
    b=("LoadImageMask", {"image": "y.png", "channel": "red"}, "Catchlight:Mask"),
    c=("PrimitiveString", {"value": "?"}, "catchlight:prompt"),
    d=("RandomNoise", {"noise_seed": 1}, "catchlight:seed"),
    e=("MagicPainter", {"image": ["a", 0], "mask": ["b", 0], "text": ["c", 0]}, "the painter"),
    f=("SaveImage", {"images": ["e", 0], "filename_prefix": "out"}, "catchlight:result"),
)


def test_a_workflow_of_the_users_is_filled_and_saves_nothing(stub: StubEngine, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(OWN))
    made = engine("comfy", stub, graph=str(file))
    assert made.abilities(Progress()).models == ("mine.json",)
    assert made.generate(request(9), Progress()).model == "mine.json"
    (job,) = stub.jobs.values()
    nodes = job["nodes"]
    assert nodes["c"]["inputs"]["value"] == "a wall"
    assert nodes["d"]["inputs"]["noise_seed"] == 9
    assert nodes["f"] == {"class_type": "PreviewImage", "inputs": {"images": ["e", 0]}}
    stub.nodes = {"MagicPainter"}
    with pytest.raises(EngineFault, match="MagicPainter"):
        made.abilities(Progress())


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no json", "no JSON"),
        (json.dumps({"nodes": [], "links": []}), "Export"),
        (json.dumps({key: node for key, node in OWN.items() if key != "f"}), "catchlight:result"),
        (json.dumps(OWN | exported(a=("LoadImage", {"file": ""}, "catchlight:picture"))), "none of the inputs"),
    ],
)
def test_a_workflow_that_cannot_be_used_says_why(content: str, said: str, stub: StubEngine, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(content)
    with pytest.raises(EngineFault, match=said) as unsuited:
        engine("comfy", stub, graph=str(file)).generate(request(), Progress())
    assert unsuited.value.code == "engine_unsuited"


@pytest.mark.parametrize("kind", ["comfy", "sdcpp"])
def test_what_fails_there_is_told_in_its_words(kind: str, stub: StubEngine) -> None:
    stub.trouble = "fails"
    with pytest.raises(EngineFault, match="out of memory") as failed:
        engine(kind, stub).generate(request(), Progress())
    assert failed.value.code == "engine_refused"
    assert "\n" not in failed.value.message


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("trouble", "code", "said"),
    [
        ("redirect", "engine_refused", "sends elsewhere"),
        ("html", "engine_refused", "web page"),
        ("cut", "engine_unreachable", "broke off"),
        ("dies", "engine_unreachable", "broke off"),
        ("oversized", "engine_refused", "more than 64 MB"),
        ("deep json", "engine_refused", "not as such an engine"),
        ("refuses", "engine_refused", "no memory"),
        ("token", "engine_refused", "wants a token"),
    ],
)
def test_a_server_that_misbehaves_gives_the_planned_error(
    kind: str, trouble: str, code: str, said: str, stub: StubEngine
) -> None:
    stub.trouble, stub.at = trouble, PAINTS[kind]
    with pytest.raises(CatchlightError, match=said) as failed:
        engine(kind, stub).generate(request(), Progress())
    assert failed.value.code == code
    assert "<" not in failed.value.message
    assert "\x1b" not in failed.value.message
    assert "127.0.0.1" not in failed.value.message


@pytest.mark.parametrize("kind", KINDS)
def test_no_sign_of_life_is_a_timeout(kind: str, stub: StubEngine) -> None:
    stub.trouble, stub.at = "slow", PAINTS[kind]
    began = time.monotonic()
    with pytest.raises(EngineFault) as failed:
        engine(kind, stub, timeout=0.3).generate(request(), Progress())
    assert failed.value.code == "engine_timeout"
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_cancel_reaches_the_engine_within_a_second(kind: str, stub: StubEngine) -> None:
    stub.takes = 10_000
    if kind in ("sdapi", "openai"):
        stub.trouble, stub.at = "slow", PAINTS[kind]
    progress, cancelled = Progress(), list[float]()

    def cancel() -> None:
        while not any(path.startswith(PAINTS[kind]) for path in stub.paths()):
            time.sleep(0.02)
        cancelled.append(time.monotonic())
        progress.cancel()

    threading.Thread(target=cancel, daemon=True).start()
    with pytest.raises(Cancelled):
        engine(kind, stub).generate(request(), progress)
    assert time.monotonic() - cancelled[0] < 1.0
    assert stub.interrupted.is_set() == (kind != "openai")
    if kind == "comfy":
        assert all(pixels_of(data).shape[:2] == (1, 1) for data in stub.files.values())
        assert json.loads(next(one.body for one in stub.asked if one.path == "/interrupt")) == {
            "prompt_id": next(iter(stub.jobs))
        }


def test_nobody_there_is_told(stub: StubEngine) -> None:
    gone = stub.address
    with serving(StubEngine()) as other:
        gone = other.address
    for kind in KINDS:
        with pytest.raises(EngineFault) as failed:
            make_engine("mine", kind, gone, "", "", 5.0, EngineAccess()).abilities(Progress())
        assert failed.value.code == "engine_unreachable"


@pytest.mark.parametrize("kind", KINDS)
def test_another_program_is_no_engine(kind: str, stub: StubEngine) -> None:
    first = {"comfy": "/system", "sdcpp": "/sdcpp", "sdapi": "/sdapi", "openai": "/v1"}[kind]
    stub.trouble, stub.at = "html", first
    with pytest.raises(EngineFault, match="web page"):
        engine(kind, stub).abilities(Progress())


def test_a_picture_of_another_type_is_none(stub: StubEngine) -> None:
    stub.trouble, stub.at = "no picture", "/view"
    with pytest.raises(EngineFault, match="no picture"):
        engine("comfy", stub).generate(request(), Progress())


def test_a_token_goes_to_openai_alone_and_into_no_log(
    stub: StubEngine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("CATCHLIGHT_ENGINE_TOKEN", "secret-123")
    with caplog.at_level(logging.DEBUG):
        for kind in KINDS:
            made = engine(kind, stub)
            made.generate(request(), Progress())
            assert "secret-123" not in repr(made)
    carried = {one.path for one in stub.asked if one.headers.get("authorization") == "Bearer secret-123"}
    assert carried == {"/v1/models", "/v1/images/edits"}
    assert "secret-123" not in caplog.text


def test_proxies_of_the_environment_are_not_used(stub: StubEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert engine("openai", stub).abilities(Progress()).models == ("flux-fill",)
