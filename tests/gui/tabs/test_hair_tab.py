"""The hair tab: cards of this person, a preview that follows, a step of the history, and what it says without hair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.tabs.hair.tab import HairTab
from catchlight.imaging.io import codec
from catchlight.operations.hair.params import HairParams
from catchlight.paths import resources

from tests.gui.conftest import Stage, wait


@pytest.fixture
def tab(stage: Stage) -> HairTab:
    """The tab with the sample open, everything rendered."""
    stage.session.open_paths([resources() / "samples" / "astronaut.png"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hair")
    found = next(tab for tab in stage.window.tabs if isinstance(tab, HairTab))
    wait(lambda: stage.session.jobs.idle and found._rendering is not None)
    return found


def choose(tab: HairTab, colour: str) -> None:
    tab.colours._choose(colour)
    wait(lambda: not tab.live.busy)


def test_cards_in_sight_show_this_person(tab: HairTab, stage: Stage) -> None:
    seen = tab.colours.groups["black"].cards
    wait(lambda: all(card.image is not None for card in seen.values()))
    own, black = (seen[key].image for key in ("", "black"))
    assert own is not None
    assert black is not None
    assert own != black


def test_a_colour_is_shown_at_once_and_kept_by_apply(tab: HairTab, stage: Stage) -> None:
    assert tab.scene() is None
    assert not tab.apply_button.isEnabled()
    choose(tab, "copper")
    params = stage.apply_shown(tab).params
    assert isinstance(params, HairParams)
    assert params.hair_color == "copper"
    wait(lambda: not tab.apply_button.isEnabled())


def test_another_colour_starts_from_the_picture_and_not_from_the_first_colour(tab: HairTab, stage: Stage) -> None:
    document = stage.session.current
    assert document is not None
    for number, colour in enumerate(("copper", "black"), 2):
        choose(tab, colour)
        tab.apply()
        wait(lambda number=number: len(document.steps) == number)
    assert document.steps[-1].base == 0


def test_going_back_shows_the_choices_of_the_step(tab: HairTab, stage: Stage) -> None:
    document = stage.session.current
    assert document is not None
    choose(tab, "auburn")
    tab.strength.track.setValue(70)
    tab.apply()
    wait(lambda: len(document.steps) > 1)
    stage.do("undo")
    wait(lambda: tab.wish == HairState())
    stage.do("redo")
    wait(lambda: tab.wish.colour == "auburn")
    assert tab.strength.value == 70
    assert tab.colours.current == "auburn"


def test_hovering_tries_a_colour_on(tab: HairTab) -> None:
    tab.colours.hovered.emit("mahogany")
    wait(lambda: not tab.live.busy)
    assert tab.scene() is not None
    tab.colours.hovered.emit("")
    wait(lambda: not tab.live.busy)
    assert tab.scene() is None
    assert tab.wish.colour is None


def test_the_brush_shows_and_changes_what_counts_as_hair(tab: HairTab) -> None:
    choose(tab, "cobalt_blue")
    before = tab.scene()
    tab.page.tools["add"].click()
    wait(lambda: not tab.live.busy)
    assert tab.overlay() is tab.spot
    assert tab.spot.glow is not None
    tab.spot.brushed.emit(((60.0, 400.0), (90.0, 400.0)))
    wait(lambda: not tab.live.busy)
    after = tab.scene()
    assert before is not None
    assert after is not None
    assert not np.array_equal(after.after.pixels[400, 60:90], before.after.pixels[400, 60:90])
    tab.page.clear_button.click()
    wait(lambda: not tab.live.busy)
    assert tab.wish.strokes == ()
    tab.page.tools["add"].click()
    assert tab.overlay() is None


def test_a_picture_without_hair_says_so(stage: Stage) -> None:
    stage.session.open_paths([resources() / "samples" / "officer.jpg"])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hair")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, HairTab))
    wait(lambda: tab._refusal is not None)
    assert tab._notice.isVisible()
    assert "hat" in tab._notice.text() or "hair" in tab._notice.text().lower()
    assert not tab.apply_button.isEnabled()
    assert not tab.colours.isEnabled()


def test_a_colour_that_is_refused_says_so_on_its_card_and_leaves_the_others(
    stage: Stage, portraits_folder: Path
) -> None:
    path = next(portraits_folder.glob("c02a*"))
    stage.session.open_paths([path])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("hair")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, HairTab))
    wait(lambda: tab._rendering is not None)
    choose(tab, "#f0e0c0")
    wait(lambda: tab._refusal is not None)
    assert "where the hair ends" in tab._notice.text()
    assert not tab.apply_button.isEnabled()
    assert tab.colours.isEnabled()
    card = tab.colours.groups["blonde"].cards["platinum_blonde"]
    rocks = codec.decode(path.read_bytes())
    card.set_image(tab.salon.card(rocks, tab.wish.params())("platinum_blonde")(Progress()))
    assert not card.isEnabled()
    assert "where the hair ends" in card.toolTip()
    choose(tab, "black")
    wait(lambda: tab._refusal is None)
    assert tab.apply_button.isEnabled()
