"""Inpainters in ONNX files: what is read from the graph, what is found by trial, and what is refused."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.progress import Cancelled, Progress
from catchlight.generators.onnx_file import OnnxInpainter
from catchlight.imagine.errors import EngineFault
from catchlight.imagine.port import GenerationRequest

from tests.tiny_inpainter import write_inpainter


def request(side: int = 512) -> GenerationRequest:
    picture = np.full((side, side, 3), 90, np.uint8)
    picture[: side // 2] = 150
    mask = np.zeros((side, side), np.float32)
    mask[100:200, 120:220] = 1
    return GenerationRequest(picture, mask, "", "", 1.0, 0)


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"side": 512},
        {"inverted": True},
        {"scale": 255.0},
        {"names": ("input_1", "m", "result")},
    ],
    ids=["any size", "512 alone", "hole is 0", "answers 0..255", "other names"],
)
def test_each_shape_fills_the_hole_and_keeps_the_rest(shape: dict[str, Any], tmp_path: Path) -> None:
    engine = OnnxInpainter("mine", write_inpainter(tmp_path / "lama.onnx", **shape), 1)
    known = engine.abilities(Progress())
    fixed = shape.get("side") == 512
    assert (known.least, known.most, known.native) == ((512, 512, 512) if fixed else (256, 1024, 512))
    assert (known.prompts, known.seeds, known.models) == (False, False, ("lama.onnx",))
    wish = request()
    made = engine.generate(wish, Progress())
    assert made.model == "lama.onnx"
    outside = wish.mask == 0
    assert np.array_equal(made.picture[outside], wish.picture[outside])
    assert abs(int(made.picture[150, 170, 0]) - 118) < 3  # the mean of what is seen outside


def test_onnx_itself_is_not_needed(tmp_path: Path) -> None:
    OnnxInpainter("mine", write_inpainter(tmp_path / "lama.onnx"), 1).abilities(Progress())
    assert "onnx" not in sys.modules


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (None, "engine_unreachable", "cannot be read"),
        (b"<html>not a network</html>", "engine_unsuited", "no network that can be loaded"),
        ("classifier", "engine_unsuited", "not a picture and a mask"),
        ("painter of everything", "engine_unsuited", "leave the rest as it is"),
    ],
)
def test_other_files_are_refused_by_name(content: bytes | str | None, code: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "chosen.onnx"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content == "classifier":
        write_inpainter(file, channels=(3, 3))
    elif content is not None:
        write_inpainter(file, scale=0.2)
    with pytest.raises(EngineFault, match=said) as refused:
        OnnxInpainter("mine", file, 1).abilities(Progress())
    assert refused.value.code == code
    assert "chosen.onnx" in refused.value.message


@pytest.mark.parametrize("seconds", [0.0, 0.5], ids=["while it loads", "while it runs"])
def test_a_cancel_ends_it_within_a_second(seconds: float, tmp_path: Path) -> None:
    engine = OnnxInpainter("mine", write_inpainter(tmp_path / "slow.onnx", slow=400), 1)
    progress, wish = Progress(), request(512)
    engine._found = OnnxInpainter("quick", write_inpainter(tmp_path / "quick.onnx"), 1)._convention(Progress())
    if seconds:
        engine._session(Progress())
    cancelled: list[float] = []

    def cancel() -> None:
        cancelled.append(time.monotonic())
        progress.cancel()

    timer = threading.Timer(seconds or 0.05, cancel)
    timer.start()
    with pytest.raises(Cancelled):
        engine.generate(wish, progress)
    assert time.monotonic() - cancelled[0] < 1.0
    timer.join()
