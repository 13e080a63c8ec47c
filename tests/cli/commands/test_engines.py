"""``catchlight engines`` and ``--imagine``: an engine added, tried, used by an edit, and removed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.assembly import engines as assembled
from catchlight.cli.name_engine import USED, name_engine
from catchlight.cli.program import Program
from catchlight.imaging.io import codec
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor

from tests.cli.conftest import Run
from tests.doubles import EchoEditor
from tests.generators.stub_engine import StubEngine, serving
from tests.tiny_inpainter import write_inpainter


@pytest.fixture
def parts(program: Program, portraits: Portraits) -> Program:
    """The program with engines that use the networks of the other tests."""

    def editor(home: Home, catalogue: object, engine: str = "") -> LocalEditor:
        known = assembled.engines(home, lambda: portraits.models)
        return LocalEditor(portraits, catalogue, lambda: known.imagine(engine or None))  # type: ignore[arg-type]

    return replace(program, editor=editor, engines=lambda home: assembled.engines(home, lambda: portraits.models))


def test_an_engine_is_added_tried_listed_and_removed(catchlight: Run, parts: Program, tmp_path: Path) -> None:
    assert "No engine has been added" in catchlight("engines", "list", parts=parts).err
    file = write_inpainter(tmp_path / "lama.onnx")
    added = catchlight("engines", "add", "onnx", file, parts=parts)
    assert added.code == 0, added.err
    assert "It is used" in added.out
    assert "your" in added.err
    listed = json.loads(catchlight("engines", "list", "--json", parts=parts).out)
    assert [(row["id"], row["used"]) for row in listed] == [("onnx", True)]
    tried = catchlight("engines", "test", "--picture", tmp_path / "try.png", parts=parts)
    assert tried.code == 0, tried.err
    assert "takes no words" in tried.out
    assert codec.decode((tmp_path / "try.png").read_bytes()).width == 512
    assert catchlight("engines", "use", "none", parts=parts).code == 0
    assert catchlight("engines", "test", parts=parts).code == 1
    assert catchlight("engines", "remove", "onnx", parts=parts).code == 0
    assert catchlight("engines", "remove", "onnx", parts=parts).code == 2


def test_wrong_usage_says_so(catchlight: Run, parts: Program, tmp_path: Path) -> None:
    assert catchlight("engines", "add", "onnx", tmp_path / "none.onnx", parts=parts).code == 2
    assert catchlight("engines", "add", "comfy", "http://127.0.0.1:1", "--id", "My Engine", parts=parts).code == 2
    refused = catchlight("engines", "add", "comfy", "nonsense://x", parts=parts)
    assert refused.code == 2
    assert "no address" in refused.err
    for command in ("use", "remove", "test"):
        unknown = catchlight("engines", command, "nonsense", parts=parts)
        assert (unknown.code, "no engine 'nonsense'" in unknown.err) == (2, True)


def test_an_edit_is_painted_by_the_engine_that_is_named(catchlight: Run, parts: Program, photo: Path) -> None:
    wish = ("edit", photo, photo.with_name("out.png"), "remove this", "--box", "8,30,60,70")
    off = catchlight(*wish, "--imagine", parts=parts)
    assert off.code == 1
    assert "catchlight engines add" in off.err
    with serving(StubEngine()) as stub:
        for entry in ("one", "two"):
            catchlight("engines", "add", "sdcpp", stub.address, "--id", entry, parts=parts)
        ran = catchlight(*wish, "--imagine", "two", "--variants", "2", "--seed", "7", parts=parts)
        assert ran.code == 0, ran.err
        assert "2 variants" in ran.out
    files = [photo.with_name("out.png"), photo.with_name("out-2.png")]
    facts = [codec.decode(file.read_bytes()).record.steps[-1].facts["imagined"][0] for file in files]
    assert sorted(one["seed"] for one in facts) == [7, 8]
    assert {one["engine"] for one in facts} == {"two"}
    assert stub.address.partition("//")[2].encode() not in files[0].read_bytes()


def test_hair_and_headshots_are_painted_over_http(catchlight: Run, parts: Program, photo: Path) -> None:
    out = photo.with_name("out.png")
    with serving(StubEngine()) as stub:
        catchlight("engines", "add", "sdapi", stub.address, parts=parts)
        style = ("--style", "smooth", "--color", "original")
        ran = catchlight("hair", photo, out, *style, "--imagine", "--seed", "3", parts=parts)
        assert ran.code == 0, ran.err
        sent = next(one.json for one in stub.asked if one.path.endswith("img2img"))
        assert sent["denoising_strength"] == 0.55
        assert sent["seed"] == 3
        assert "smooth straight hair" in sent["prompt"]
        assert codec.decode(out.read_bytes()).record.imagined
        place = ("--background-prompt", "a library", "--framing", "original")
        ran = catchlight("headshot", photo, out, *place, "--imagine", "--overwrite", parts=parts)
        assert ran.code == 0, ran.err
        assert [one.json["denoising_strength"] for one in stub.asked if one.path.endswith("img2img")] == [0.55, 1.0]
    ran = catchlight("headshot", photo, out, *place, "--overwrite", parts=parts)
    assert ran.code == 2
    assert "imagine" in ran.err


def test_imagine_takes_the_next_word_only_where_it_is_an_engine(catchlight: Run, photo: Path) -> None:
    class Known:
        rows = (type("Row", (), {"id": "two"}),)

    assert name_engine(["a", "--imagine", "two"], Known) == ["a", "--imagine", "two"]  # type: ignore[arg-type]
    assert name_engine(["--imagine", "in.png"], Known) == ["--imagine", USED, "in.png"]  # type: ignore[arg-type]
    assert name_engine(["a", "--imagine"], Known) == ["a", "--imagine", USED]  # type: ignore[arg-type]
    editor = EchoEditor()
    ran = catchlight("headshot", "--imagine", photo, photo.with_name("o.png"), "--framing", "wide_left", editor=editor)
    assert ran.code == 0, ran.err
    assert editor.requests[0].params.model_dump()["imagine"] is True


def test_without_imagine_its_options_are_wrong_usage(catchlight: Run, photo: Path) -> None:
    ran = catchlight("edit", photo, photo.with_name("o.png"), "remove this", "--at", "9,9", "--variants", "3")
    assert ran.code == 2
    assert "--imagine" in ran.err or "imagine" in ran.err
