"""The engines of the settings: kept, chosen, tried, and never reached without leave."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.assembly import engines as assembled
from catchlight.assembly.parts import editor_factory
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.models.registry import Models
from catchlight.paths import Home
from catchlight.service.imagining.engines import Adapters, Engines
from catchlight.service.imagining.trial import try_engine
from catchlight.store.settings.engine_settings import EngineSettings
from catchlight.store.settings.settings_file import SettingsFile

from tests.generators.stub_engine import StubEngine, serving
from tests.tiny_inpainter import write_inpainter


@pytest.fixture
def engines(home: Home, models: Models) -> Engines:
    return assembled.engines(home, lambda: models)


def row(entry: str = "lama", kind: Any = "onnx", address: str = "x.onnx", **more: Any) -> EngineSettings:
    return EngineSettings(id=entry, kind=kind, address=address, **more)


def test_the_first_that_is_added_is_used_until_another_is_chosen(engines: Engines, home: Home) -> None:
    engines.add(row())
    engines.add(row("second"))
    assert [one.id for one in engines.rows] == ["lama", "second"]
    assert engines.used is not None
    assert engines.used.id == "lama"
    engines.choose("second")
    kept = json.loads(home.settings.read_text())["imagining"]
    assert kept["use"] == "second"
    assert set(kept["engines"][0]) == {"id", "kind", "address", "model", "graph", "timeout", "network"}
    engines.remove("second")
    assert engines.used.id == "lama"
    engines.choose("none")
    with pytest.raises(CatchlightError) as off:
        engines.imagine()
    assert off.value.code == "imagining_off"
    with pytest.raises(CatchlightError, match="lama"):
        engines.row("other")


def test_another_computer_needs_a_confirmation(engines: Engines, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {"http://box": "network", "https://cloud": "internet"}
    monkeypatch.setattr(engines, "adapters", Adapters(*_told(engines, places)))
    with pytest.raises(CatchlightError, match="allow-network") as refused:
        engines.add(row("box", "comfy", "http://box"))
    assert refused.value.code == "imagining_off"
    assert engines.rows == ()
    engines.add(row("box", "comfy", "http://box", network=True))
    engines.add(row("cloud", "openai", "https://cloud"))
    made: list[Any] = []
    for confirmed in (False, True):
        if confirmed:
            engines.confirm("cloud")
        made.append(engines.imagine("cloud").generator)
    assert [access.internet for _, access in made] == [False, False]
    kept = engines.store.load()
    engines.store.save(kept.model_copy(update={"allow_internet": True}))
    assert engines.imagine("cloud").generator[1].internet  # type: ignore[index]
    served = Engines(engines.store, engines.models, engines.adapters, sessions=False)
    served.confirm("cloud")
    assert not served.imagine("cloud").generator[1].internet  # type: ignore[index]


def _told(engines: Engines, places: dict[str, Any]) -> tuple[Any, ...]:
    kept = engines.adapters
    made = (lambda one, access: (one, access)), places.__getitem__
    return (*made, kept.look, kept.keep_token, kept.forget_token, kept.for_batches)


def test_a_trial_fills_a_square_of_the_sample(engines: Engines, tmp_path: Path) -> None:
    engines.add(row(address=str(write_inpainter(tmp_path / "lama.onnx"))))
    imagine = engines.imagine()
    assert engines.imagine("lama") is imagine
    trial = try_engine(imagine, Progress())
    assert trial.abilities.models == ("lama.onnx",)
    assert trial.seconds < 30
    assert trial.seam > 1.2  # one colour for flag and wall
    square = trial.picture.pixels[20:110, 20:110].astype(int)
    assert np.ptp(square.mean(axis=2)) < 60  # of flag and wall nothing is left
    engines.add(row(address=str(tmp_path / "other.onnx")))
    assert engines.imagine() is not imagine


def test_looking_asks_this_computer_alone_and_leaves_out_what_is_known(
    engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    from catchlight.generators import make

    with serving(StubEngine()) as stub:
        port = int(stub.address.rpartition(":")[2])
        asked = ((port, "/system_stats", "comfy"), (port, "/nothing", "sdcpp"), (1, "/v1/models", "openai"))
        monkeypatch.setattr(make, "_LOOKED_AT", asked)
        found = engines.look(Progress())
        assert [(one.kind, one.address) for one in found] == [("comfy", stub.address)]
        engines.add(row("mine", "comfy", stub.address))
        assert engines.look(Progress()) == ()
        assert stub.paths() == ["/system_stats", "/nothing"] * 2


def test_the_maker_of_a_batch_crosses_to_its_processes(home: Home) -> None:
    factory = pickle.loads(pickle.dumps(editor_factory(home)))
    assert factory.engine is assembled.batch_engine


def test_settings_of_a_newer_version_are_kept_apart(home: Home) -> None:
    home.root.mkdir(parents=True)
    home.settings.write_text(json.dumps({"imagining": {"engines": [{"id": "x", "kind": "telepathy", "address": "y"}]}}))
    loaded = SettingsFile(home.settings).load()
    assert loaded.settings.imagining.engines == ()
    assert loaded.notice is not None
