"""Engines in the window: the page in the preferences, and variants beside an edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.engines.dialog import EnginesDialog
from catchlight.gui.engines.pane import PLAIN
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.imaging.picture import Picture
from catchlight.paths import Home
from catchlight.store.settings.engine_settings import EngineSettings
from catchlight.store.settings.settings_file import SettingsFile

from tests.generators import stub_engine
from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.engines.conftest import TwoEngines
from tests.tiny_inpainter import write_inpainter

FLAG = (8.0, 30.0, 60.0, 70.0)


def page_of(stage: Stage) -> EnginesDialog:
    """The page, opened from the preferences."""
    stage.do("settings")
    preferences = stage.window.findChild(PreferencesDialog)
    assert preferences is not None
    preferences.engines_button.click()
    page = preferences.findChild(EnginesDialog)
    assert page is not None
    return page


def test_a_file_is_chosen_tried_and_shown_with_what_it_can(
    with_engines: Callable[..., Stage], tmp_path: Path, home: Home
) -> None:
    stage = with_engines()
    page = page_of(stage)
    assert page.use.currentData() == "none"
    stage.answers.chosen_file = write_inpainter(tmp_path / "lama.onnx")
    page.choose_file.click()
    wait(lambda: "onnx" in page.rows and page.rows["onnx"].lamp.property("state") == "pass")
    row = page.rows["onnx"]
    assert page.use.currentData() == "onnx"
    assert "lama.onnx" in row.state.text()
    assert "takes no words" in row.state.text()
    assert row.picture.pixmap().width() > 20
    wait(lambda: SettingsFile(home.settings).load().settings.imagining.use == "onnx")
    page.use.setCurrentIndex(0)
    assert stage.session.engines is not None
    assert stage.session.engines.used is None
    row.remove_wanted.emit("onnx")
    assert page.rows == {}


def test_an_address_is_added_and_what_is_wrong_there_is_told(with_engines: Callable[..., Stage]) -> None:
    stage = with_engines()
    page = page_of(stage)
    with stub_engine.serving(stub_engine.StubEngine()) as stub:
        stub.nodes = {"KSampler"}
        page.address.setText(stub.address)
        page.add_button.click()
        wait(lambda: "comfy" in page.rows and page.rows["comfy"].lamp.property("state") == "fail")
        assert "KSampler" in page.rows["comfy"].state.text()
    page.address.setText("ftp://nowhere")
    page.add_button.click()
    wait(lambda: page.notice.isVisible())
    assert list(page.rows) == ["comfy"]


def test_another_computer_is_confirmed_and_the_internet_refused(
    with_engines: Callable[..., Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = with_engines()
    engines = stage.session.engines
    assert engines is not None
    page = page_of(stage)
    monkeypatch.setattr(page, "test", lambda entry: None)
    row = EngineSettings(id="box", kind="comfy", address="http://box.example")
    stage.answers.agreed = False
    page._placed(row, "network")
    assert engines.rows == ()
    assert "box.example" in stage.answers.asked[-1]
    stage.answers.agreed = True
    page._placed(row, "network")
    assert engines.rows[0].network
    page._placed(row.model_copy(update={"id": "cloud"}), "internet")
    assert page.notice.isVisible()
    assert len(engines.rows) == 1


def edit_tab(stage: Stage) -> EditTab:
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("edit")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, EditTab))
    wait(lambda: tab.prompt.ready)
    return tab


def test_variants_come_into_a_tray_and_the_chosen_one_becomes_the_step(
    with_engines: Callable[..., Stage], sample: Picture
) -> None:
    stage = with_engines(TwoEngines)
    tab = edit_tab(stage)
    assert not tab.pane.isVisible()
    assert stage.session.engines is not None
    stage.session.engines.keep(EngineSettings(id="mine", kind="comfy", address="http://127.0.0.1:1"))
    stage.session.memory.set(imagining=stage.session.engines.store.load().model_dump() | {"variants": 2})
    tab.show_document(stage.session.current)
    assert tab.pane.isVisible()
    assert "mine" in tab.pane.button.text()
    assert not tab.pane.button.isEnabled()
    tab.marks.draw_box(*FLAG)
    tab.prompt.set_text("add a red kite")
    wait(lambda: tab.pane.button.isEnabled())
    tab.pane.button.click()
    wait(lambda: not tab.pane.busy and tab.pane.variant is not None)
    assert [key for key in tab.pane.cards.cards if key != PLAIN] == ["0", "1"]
    tab.pane.cards._press("1")
    scene = tab.scene()
    assert scene is not None
    assert not np.array_equal(scene.after.pixels, sample.pixels)
    painted = len(TwoEngines.told.requests)
    step = stage.apply_shown(tab)
    assert len(TwoEngines.told.requests) == painted  # what was looked at is not painted again
    assert step.params is not None
    assert step.params.model_dump()["seed"] == 1
    assert step.picture.record.steps[-1].kind == "imagined"
    assert tab.pane.variant is None
