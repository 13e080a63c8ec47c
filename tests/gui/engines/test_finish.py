"""Engines in the tabs of hair and headshots: shown where they can help, a tray of variants, the chosen one as a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from catchlight.gui.engines.pane import PLAIN
from catchlight.gui.tabs.expression.tab import ExpressionTab
from catchlight.gui.tabs.hair.tab import HairTab
from catchlight.gui.tabs.headshot.tab import HeadshotTab
from catchlight.gui.tabs.tab import Tab
from catchlight.paths import resources
from catchlight.store.settings.engine_settings import EngineSettings

from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.engines.conftest import TwoEngines
from tests.imagine.engines import repainted
from tests.operations.imagining.conftest import refined


@pytest.fixture
def bare(with_engines: Callable[..., Stage], draw_cards_of: Callable[..., None]) -> Iterator[Stage]:
    """With nothing open."""
    draw_cards_of()
    made = with_engines(TwoEngines)
    TwoEngines.told.answer = refined
    yield made
    TwoEngines.told.answer = repainted


@pytest.fixture
def stage(bare: Stage) -> Stage:
    bare.session.open_paths([SAMPLE])
    wait(lambda: bare.session.current is not None and bare.session.current.loaded)
    return bare


def add(stage: Stage, kind: str) -> None:
    """Two variants of an engine of that kind, and no other engine."""
    engines = stage.session.engines
    assert engines is not None
    engines.keep(EngineSettings(id="mine", kind=kind, address="/lama.onnx" if kind == "onnx" else "http://127.0.0.1:1"))
    stage.session.memory.set(imagining=engines.store.load().model_dump() | {"variants": 2})


def shown(stage: Stage, kind: type[Tab]) -> Tab:
    stage.do(kind.key)
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, kind))
    tab.show_document(stage.session.current)
    return tab


def test_a_style_is_finished_and_kept(stage: Stage) -> None:
    tab = shown(stage, HairTab)
    assert isinstance(tab, HairTab)
    tab.show_page("style")
    assert tab.finishing is not None
    pane = tab.finishing.pane
    tab.styles.chosen.emit("smooth")
    assert not pane.isVisible()
    add(stage, "onnx")
    tab.show_document(stage.session.current)
    assert not pane.isVisible()  # it takes no words
    add(stage, "comfy")
    tab.show_document(stage.session.current)
    wait(lambda: pane.isVisible() and pane.button.isEnabled() and tab.apply_button.isEnabled())
    assert pane.button.text() == "Finish with mine"
    pane.button.click()
    wait(lambda: not pane.busy and pane.variant is not None)
    assert [key for key in pane.cards.cards if key != PLAIN] == ["0", "1"]
    pane.cards._press("1")
    painted = len(TwoEngines.told.requests)
    step = stage.apply_shown(tab)
    assert len(TwoEngines.told.requests) == painted  # what was looked at is not painted again
    assert step.params is not None
    assert step.params.model_dump()["seed"] == 1
    assert step.picture.record.steps[-1].kind == "imagined"
    wait(lambda: tab.scene() is None and not tab.apply_button.isEnabled())  # the step is what is wished
    assert tab.wish.style == "smooth"
    tab.styles.chosen.emit("")
    assert not pane.isVisible()


def test_another_choice_takes_the_tray_away(stage: Stage) -> None:
    add(stage, "comfy")
    tab = shown(stage, HeadshotTab)
    assert isinstance(tab, HeadshotTab)
    assert tab.finishing is not None
    pane = tab.finishing.pane
    assert not pane.isVisible()
    tab.sentence.setText("a library in the evening")
    tab.sentence.editingFinished.emit()
    wait(lambda: pane.isVisible() and pane.button.isEnabled())
    pane.button.click()
    wait(lambda: not pane.busy and pane.variant is not None)
    scene = tab.scene()
    assert scene is not None
    assert pane.variant is not None
    assert pane.variant.shown is scene.after
    assert PLAIN not in pane.cards.cards
    assert TwoEngines.told.requests[-1].prompt.startswith("a library in the evening")
    tab.backgrounds.chosen.emit("white")
    assert pane.variant is None
    assert not pane.isVisible()
    assert tab.sentence.text() == ""


def test_the_sentence_is_there_only_with_an_engine_that_takes_words(stage: Stage) -> None:
    tab = shown(stage, HeadshotTab)
    assert isinstance(tab, HeadshotTab)
    assert not tab.sentence.isVisible()
    add(stage, "onnx")
    tab.show_document(stage.session.current)
    assert not tab.sentence.isVisible()
    assert tab.finishing is not None
    tab.framings.chosen.emit("wide_left")
    wait(lambda: tab.finishing.pane.isVisible())  # a gap it can fill
    add(stage, "comfy")
    tab.show_document(stage.session.current)
    assert tab.sentence.isVisible()


def test_a_sentence_applied_at_once_is_painted(stage: Stage) -> None:
    add(stage, "comfy")
    tab = shown(stage, HeadshotTab)
    assert isinstance(tab, HeadshotTab)
    tab.sentence.setText("a red wall")
    tab.sentence.editingFinished.emit()
    wait(lambda: tab.apply_button.isEnabled() and tab.scene() is not None)
    document = stage.session.current
    assert document is not None
    before = tab.scene()
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    assert document.steps[-1].picture.record.steps[-1].kind == "imagined"
    assert before is not None
    wait(lambda: tab.scene() is None)
    assert not np.array_equal(document.steps[-1].picture.pixels, before.after.pixels)


def test_a_smile_that_the_face_refuses_is_painted(bare: Stage) -> None:
    stage = bare
    stage.do(ExpressionTab.key)  # before, so that no ID photo is planned
    stage.session.open_paths([resources() / "samples" / "officer.jpg"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    add(stage, "comfy")
    tab = shown(stage, ExpressionTab)
    assert isinstance(tab, ExpressionTab)
    assert tab.finishing is not None
    pane = tab.finishing.pane
    tab.cards.chosen.emit("smile")
    wait(lambda: pane.isVisible() and pane.button.isEnabled())
    assert not tab.apply_button.isEnabled()
    pane.button.click()
    wait(lambda: not pane.busy and pane.variant is not None)
    step = stage.apply_shown(tab)
    assert step.picture.record.steps[-1].kind == "imagined"
    wait(lambda: tab.scene() is None)
    assert not tab.apply_button.isEnabled()
    tab.cards.chosen.emit("soft_smile")
    wait(lambda: not pane.isVisible() and tab.apply_button.isEnabled())
