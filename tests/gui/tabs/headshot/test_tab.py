"""The headshot tab: cards of this person, a preview in its own frame, a step of the history, presets and own backgrounds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.tabs.headshot.state import HeadshotState, state_from_params
from catchlight.gui.tabs.headshot.tab import HeadshotTab
from catchlight.gui.widgets.drop_button import DropButton
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.paths import resources
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from tests.clothing.reference import doubles
from tests.gui.conftest import Stage, wait

SAMPLE = resources() / "samples" / "astronaut.png"


@pytest.fixture
def tab(stage: Stage) -> HeadshotTab:
    """The tab with the sample open, its preview rendered."""
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("headshot")
    found = next(tab for tab in stage.window.tabs if isinstance(tab, HeadshotTab))
    wait(lambda: found._rendering is not None)
    return found


def chosen(tab: HeadshotTab, row: str, key: str) -> None:
    card = getattr(tab, row).cards.cards[key]
    card.click()
    wait(lambda: not tab.live.busy)


def test_cards_show_this_person_before_each_background(tab: HeadshotTab) -> None:
    cards = tab.backgrounds.cards.cards
    wait(lambda: all(cards[key].image is not None for key in ("keep_original", "blur", "studio_grey", "studio_navy")))
    own, navy = cards["keep_original"].image, cards["studio_navy"].image
    assert own is not None
    assert navy is not None
    assert own.pixelColor(4, 4) != navy.pixelColor(4, 4)


def test_a_choice_is_previewed_in_its_frame_and_kept_by_apply(tab: HeadshotTab, stage: Stage) -> None:
    document = stage.session.current
    assert document is not None
    assert tab.scene() is None
    assert not tab.apply_button.isEnabled()
    chosen(tab, "backgrounds", "studio_navy")
    chosen(tab, "framings", "linkedin_square")
    scene = tab.scene()
    assert scene is not None
    assert scene.after.width == scene.after.height
    assert scene.before_to_after is not None
    tab.apply()
    wait(lambda: len(document.steps) > 1)
    step = document.steps[-1]
    assert (step.picture.width, step.picture.height) == (scene.after.width, scene.after.height)
    assert np.abs(step.picture.pixels.astype(int) - scene.after.pixels).max() <= 1
    assert step.base_to_this is not None
    assert tab.scene() is None
    assert not tab.apply_button.isEnabled()
    stage.do("undo")
    assert tab.wish.idle


def test_a_part_of_the_clothes_takes_its_own_colour(tab: HeadshotTab) -> None:
    tab.parts.segments.button("own_clothes").click()
    tab.clothes.cards.cards["teal"].click()
    assert tab.wish.params().clothing_styles == ("own_clothes", "teal")
    tab.clothes.cards.cards["keep_original"].click()
    assert tab.wish.params().clothing_styles == ()


def test_presets_choose_all_three_rows(tab: HeadshotTab) -> None:
    buttons = [tab.presets.flow.itemAt(place).widget() for place in range(tab.presets.flow.count())]
    button = next(one for one in buttons if one.text() == "Clinic")
    button.click()
    assert tab.backgrounds.cards.current == "clinic"
    assert tab.framings.cards.current == "chest_up"
    assert tab.clothes.cards.current == "keep_original"
    tab.reset()
    assert tab.wish.idle
    assert tab.backgrounds.cards.current == "keep_original"


def test_a_picture_dropped_on_its_button_becomes_the_background(tab: HeadshotTab, tmp_path: Path) -> None:
    file = tmp_path / "green.png"
    Image.new("RGB", (300, 300), (0, 160, 60)).save(file)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    button = tab.picture_button
    assert isinstance(button, DropButton)
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    button.dropEvent(event)
    wait(lambda: tab.wish.background == "own_picture")
    wait(lambda: not tab.live.busy)
    scene = tab.scene()
    assert scene is not None
    corner = scene.after.pixels[:10, :10].reshape(-1, 3).mean(axis=0)
    assert corner[1] > corner[0] + 60


def test_sliders_and_switches_change_the_wish(tab: HeadshotTab) -> None:
    tab.options.sliders["key_light"].moved.emit(-60)
    tab.options.sliders["skin"].moved.emit(40)
    assert (tab.wish.key_light, tab.wish.skin) == (-0.6, 0.4)
    tab.options.circle.setChecked(True)
    assert tab.wish.params().framing_styles == ("linkedin_square", "circle_safe")
    chosen(tab, "backgrounds", "garden")
    tab.options.tweaks["focus"].write("softer")
    assert tab.wish.params().background_styles == ("garden", "softer")
    chosen(tab, "backgrounds", "transparent")
    assert tab.wish.params().background_styles == ("transparent",)


def test_a_garment_that_does_not_show_is_said_in_the_panel(tab: HeadshotTab) -> None:
    tab._set(tab.wish.dyed("own_tie", "red"))
    wait(lambda: tab._notice.isVisible())
    assert "tie" in tab._notice.text()
    assert not tab.apply_button.isEnabled()
    tab.reset()
    wait(lambda: not tab._notice.isVisible())


def test_a_wish_survives_the_way_through_its_parameters() -> None:
    wish = HeadshotState(
        dyes=(("", "navy"), ("own_tie", "red")),
        background="garden",
        tweaks=("softer", "warmer"),
        framing="linkedin_square",
        circle=True,
        key_light=-0.5,
        seed=4,
    )
    params = wish.params()
    assert isinstance(params, HeadshotParams)
    assert state_from_params(params, HeadshotState()) == wish


def words(tab: HeadshotTab) -> tuple[str, ...]:
    return tab.wish.params().clothing_styles


def test_a_colour_that_the_clothes_cannot_take_is_told_on_its_card(tab: HeadshotTab) -> None:
    tab.parts.segments.button("own_tie").click()
    card = tab.clothes.cards.cards["red"]
    wait(lambda: card.image is not None and not card.isEnabled())
    assert "tie" in card.toolTip().splitlines()[-1]
    assert tab.clothes.cards.cards["keep_original"].isEnabled()


def test_the_clothes_of_another_picture_are_worn_and_kept(tab: HeadshotTab, stage: Stage, tmp_path: Path) -> None:
    document = stage.session.current
    assert document is not None
    tab.clothes.cards.cards["reference"].click()
    assert not tab.wish.referenced
    file = tmp_path / "jacket.png"
    Image.fromarray(doubles.template().pixels).save(file)
    stage.answers.opened = [file]
    tab.clothes.cards.cards["reference"].click()
    wait(lambda: tab.wish.referenced)
    wait(lambda: not tab.live.busy)
    assert tab.wish.params().clothing_styles == ("reference",)
    assert len(tab.wish.more) == 1
    scene = tab.scene()
    assert scene is not None
    tab.apply()
    wait(lambda: len(document.steps) > 1)
    step = document.steps[-1]
    chest = step.picture.pixels[-30:, step.picture.width // 2 - 30 : step.picture.width // 2 + 30, :3]
    assert np.abs(np.median(chest.reshape(-1, 3), axis=0) - doubles.NEW).max() < 40
    assert step.base_to_this is not None
    tab._set(tab.wish.clothed("", "teal"))
    assert tab.wish.params().clothing_styles == ("teal",)
    assert tab.wish.clothed("", "reference").referenced, "its picture is still at hand"
