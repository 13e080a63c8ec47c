"""The style page of the hair tab: cards of this person, sliders, a step of the history, and styles that are refused."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.gui.tabs.hair.tab import HairTab
from catchlight.operations.hair.params import HairParams
from catchlight.paths import resources

from tests.gui.conftest import Stage, wait


@pytest.fixture
def tab(stage: Stage) -> HairTab:
    """The style page with the sample open."""
    stage.session.open_paths([resources() / "samples" / "astronaut.png"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hair")
    found = next(tab for tab in stage.window.tabs if isinstance(tab, HairTab))
    wait(lambda: found._rendering is not None)
    found.pages.button("style").click()
    return found


def test_a_style_is_shown_and_kept_by_apply(tab: HairTab, stage: Stage) -> None:
    tab.styles.chosen.emit("more_volume")
    wait(lambda: not tab.live.busy and tab.scene() is not None)
    params = stage.apply_shown(tab).params
    assert isinstance(params, HairParams)
    assert params.hair_styles == ("more_volume",)
    assert params.hair_color == "original"
    stage.do("undo")
    wait(lambda: tab.wish.style is None)
    stage.do("redo")
    wait(lambda: tab.wish.style == "more_volume")
    assert tab.styles.current == "more_volume"


def test_cards_in_sight_show_this_person(tab: HairTab) -> None:
    cards = tab.styles.groups["own"].cards
    wait(lambda: cards[""].image is not None and cards["more_volume"].image is not None)
    assert cards[""].image != cards["more_volume"].image


def test_sliders_wait_for_a_style_and_change_it(tab: HairTab) -> None:
    assert not tab.styles.volume.isEnabled()
    tab.styles.chosen.emit("more_volume")
    wait(lambda: not tab.live.busy and tab.scene() is not None)
    first = tab.scene()
    tab.styles.volume.track.setValue(170)
    wait(lambda: not tab.live.busy)
    second = tab.scene()
    assert tab.wish.volume == pytest.approx(1.7)
    assert first is not None
    assert second is not None
    assert not np.array_equal(first.after.pixels, second.after.pixels)


def test_a_style_that_is_refused_says_why_on_its_card(stage: Stage) -> None:
    stage.session.open_paths([resources() / "samples" / "officer.jpg"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hair")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, HairTab))
    tab.pages.button("style").click()
    card = tab.styles.groups["own"].cards["more_volume"]
    wait(lambda: card.image is not None)
    assert not card.isEnabled()
    assert "hair" in card.toolTip().lower()
