"""Editing from the terminal: a sentence and a place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from catchlight.imaging.io import codec
from catchlight.paths import Home
from catchlight.store.settings.engine_settings import LanguageModelSettings
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile

from tests.cli.conftest import Run
from tests.doubles import EchoEditor
from tests.generators.stub_engine import StubEngine, serving


def test_a_sentence_at_a_place_edits_a_file(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("white.png")
    ran = catchlight("edit", photo, out, "whiten the teeth", "--at", "223,143")
    assert ran.code == 0, ran.err
    step = codec.decode(out.read_bytes()).record.steps[-1]
    assert step.operation == "edit"
    assert step.facts["intents"][0]["regions"] == ["teeth"]


def test_a_box_places_the_hotspot_in_its_middle(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    ran = catchlight("edit", photo, photo.with_name("o.png"), "remove this", "--box", "10,20,40,60", editor=editor)
    assert ran.code == 0, ran.err
    params = editor.requests[0].params.model_dump(mode="json")
    assert params["hotspot"] == {"x": 30.0, "y": 50.0}
    assert params["box"] == {"x": 10.0, "y": 20.0, "width": 40.0, "height": 60.0}


@pytest.mark.parametrize(
    "options",
    [(), ("--at", "5"), ("--at", "a,b"), ("--box", "1,2,3"), ("--box", "1,2,0,4"), ("--at", "1,2", "--strength", "7")],
)
def test_a_place_that_is_none_is_wrong_usage(catchlight: Run, photo: Path, options: tuple[str, ...]) -> None:
    ran = catchlight("edit", photo, photo.with_name("o.png"), "brighter", *options, editor=EchoEditor())
    assert ran.code == 2


def test_a_hotspot_outside_fails_with_a_reason(catchlight: Run, photo: Path) -> None:
    ran = catchlight("edit", photo, photo.with_name("o.png"), "brighter", "--at", "9000,1")
    assert ran.code == 1
    assert "outside the picture" in ran.err


def test_a_refused_sentence_is_read_by_the_language_model(catchlight: Run, photo: Path, home: Home) -> None:
    said = ("the whole lot wants chucking in the drink", "--at", "160,440", "--ask-model")
    none = catchlight("edit", photo, photo.with_name("none.png"), *said)
    assert none.code == 2
    assert "no language model is set" in " ".join(none.err.split())
    with serving(StubEngine()) as stub:
        stub.spoken = json.dumps({"wishes": [{"command": "blur", "place": "background"}], "left_out": "the drink"})
        SettingsFile(home.settings).save(Settings(language_model=LanguageModelSettings(address=stub.address)))
        out = photo.with_name("read.png")
        ran = catchlight("edit", photo, out, *said)
    assert ran.code == 0, ran.err
    assert "Read by your language model as: blur the background." in " ".join((ran.out + ran.err).split())
    assert "the drink" in ran.out + ran.err
    assert out.is_file()
