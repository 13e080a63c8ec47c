"""The adjust tab: words and sliders as one thing, looks, the picture that follows, and steps of the history."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import AMOUNTS, Development
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.tabs.adjust.looks_strip import NO_LOOK
from catchlight.gui.tabs.adjust.sliders import AdjustSliders, with_value
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.theme import build
from catchlight.gui.wording.adjust_words import adjust_words
from catchlight.operations.adjust.params import AdjustParams
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import SAMPLE, Stage, wait
from tests.translations import texts_of


def adjust_tab(stage: Stage) -> AdjustTab:
    """The tab with the sample open in it, looked at and rendered once."""
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("adjust")
    tab = next(tab for tab in stage.window.tabs if isinstance(tab, AdjustTab))
    wait(lambda: tab.auto_button.isEnabled() and not tab.live.busy and tab.prompt.ready)
    return tab


def settled(tab: AdjustTab) -> None:
    wait(lambda: not tab.live.busy)


def shown_pixels(stage: Stage) -> np.ndarray:
    scene = adjust_scene(stage)
    assert scene is not None
    return scene.after.pixels.astype(float)


def adjust_scene(stage: Stage) -> CanvasScene | None:
    return stage.window.tab.scene()


def test_typing_moves_the_sliders_and_the_picture(stage: Stage) -> None:
    tab = adjust_tab(stage)
    assert tab.scene() is None
    tab.prompt.set_text("warmer, lift the shadows")
    sliders = tab.sliders.sliders
    assert sliders[("temperature",)].value > 10
    assert sliders[("shadows",)].value > 10
    assert sliders[("contrast",)].value == 0
    assert tab.prompt.shown_chips
    settled(tab)
    scene = tab.scene()
    assert scene is not None
    assert scene.before is not None
    warmer = scene.after.pixels.astype(float) - scene.before.pixels
    assert warmer[..., 0].mean() - warmer[..., 2].mean() > 4


def test_a_slider_moved_by_hand_stays_whatever_is_said(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.prompt.set_text("warmer")
    tab.sliders.sliders[("temperature",)].track.setValue(-20)
    tab.sliders.sliders[("contrast",)].track.setValue(35)
    tab.prompt.set_text("warmer, lift the shadows, more contrast")
    settings = tab.wish.settings
    assert (settings.temperature, settings.contrast) == (-20, 35)
    assert settings.shadows > 10
    tab.prompt.set_text("")
    assert tab.wish.settings == Development(temperature=-20.0, contrast=35.0)


def test_what_is_not_understood_changes_nothing_and_cannot_be_applied(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.prompt.set_text("warmer")
    before = tab.wish.settings
    tab.prompt.set_text("warmer, make it banana")
    assert tab.wish.settings == before
    assert not tab.apply_button.isEnabled()
    assert len(tab.prompt.suggested) == 3


def test_double_click_puts_a_slider_back(stage: Stage, qtbot: QtBot) -> None:
    tab = adjust_tab(stage)
    slider = tab.sliders.sliders[("exposure",)]
    slider.track.setValue(30)
    assert tab.wish.settings.exposure == pytest.approx(1.5)
    qtbot.mouseDClick(slider.track, Qt.MouseButton.LeftButton, pos=QPoint(slider.track.width() - 12, 8))
    assert tab.wish.settings.exposure == 0
    assert tab.wish.is_empty


def test_the_arrow_keys_move_a_slider(stage: Stage, qtbot: QtBot) -> None:
    tab = adjust_tab(stage)
    track = tab.sliders.sliders[("contrast",)].track
    qtbot.keyClick(track, Qt.Key.Key_Right)
    assert tab.wish.settings.contrast > 0


def test_auto_sets_sliders_that_can_be_seen(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.sliders.sliders[("exposure",)].track.setValue(20)
    tab.set_auto()
    assert tab.wish.settings.exposure == 0  # the sample needs none
    assert not tab.wish.settings.auto_exposure
    assert stage.window.banner.problem is None
    tab.set_auto()  # who presses again is told why nothing happens
    said = stage.window.banner.problem
    assert said is not None
    assert said.good
    assert "nothing to change" in said.title


def test_a_look_is_a_card_on_this_picture(stage: Stage) -> None:
    tab = adjust_tab(stage)
    wait(lambda: tab.looks.cards["noir"].image is not None)
    image = tab.looks.cards["noir"].image
    assert image is not None
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert max(abs(middle.red() - middle.green()), abs(middle.red() - middle.blue())) <= 2
    tab.looks.cards["noir"].click()
    settled(tab)
    assert np.ptp(shown_pixels(stage), axis=2).max() <= 2
    assert tab.look_strength.isVisibleTo(tab)
    tab.look_strength.track.setValue(0)
    assert tab.wish.is_empty
    tab.looks.cards[""].click()
    assert tab.wish.settings.look is None


def test_a_look_is_tried_on_while_the_pointer_is_over_it(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.looks.hovered.emit("black_and_white")
    settled(tab)
    assert np.ptp(shown_pixels(stage), axis=2).max() <= 2
    tab.looks.hovered.emit("")
    settled(tab)
    assert tab.scene() is None
    assert tab.wish.is_empty


def test_apply_makes_a_step_that_says_what_it_did(stage: Stage) -> None:
    tab, document = adjust_tab(stage), stage.session.current
    assert document is not None
    tab.prompt.set_text("sepia, brighter")
    settled(tab)
    preview = shown_pixels(stage)
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    wait(lambda: not tab.live.busy)
    step = document.steps[1]
    assert isinstance(step.params, AdjustParams)
    assert step.params.settings == tab.wish.settings
    assert np.abs(step.picture.pixels.astype(float) - preview).max() <= 1
    assert tab.scene() is None
    assert not tab.apply_button.isEnabled()
    words = adjust_words(step.params.settings, stage.session.catalogue)
    assert words.startswith("Sepia")


def test_steps_bring_their_settings_back(stage: Stage) -> None:
    tab, document = adjust_tab(stage), stage.session.current
    assert document is not None
    tab.prompt.set_text("cooler, film look")
    settled(tab)
    wanted = tab.wish.settings
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    stage.do("undo")
    assert tab.wish.is_empty
    assert tab.prompt.text == ""
    stage.do("redo")
    assert tab.wish.settings == wanted
    assert tab.looks.current == "film"


def test_adjusting_again_starts_from_the_same_picture(stage: Stage) -> None:
    tab, document = adjust_tab(stage), stage.session.current
    assert document is not None
    tab.sliders.sliders[("exposure",)].track.setValue(20)
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    tab.sliders.sliders[("exposure",)].track.setValue(10)
    settled(tab)
    stage.do("apply")
    wait(lambda: len(document.steps) == 3)
    assert document.steps[2].base == 0
    assert document.steps[2].picture.pixels.mean() < document.steps[1].picture.pixels.mean()


def test_strength_is_of_all(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.sliders.sliders[("saturation",)].track.setValue(-100)
    settled(tab)
    full = np.ptp(shown_pixels(stage), axis=2).mean()
    tab.strength.track.setValue(50)
    settled(tab)
    assert full < 1
    assert np.ptp(shown_pixels(stage), axis=2).mean() > 10
    assert tab.params().strength == 0.5


def test_reset_takes_everything_back(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.prompt.set_text("teal and orange, warmer")
    tab.sliders.sliders[("bands", "reds", "hue")].track.setValue(20)
    assert tab.wish.settings.bands.reds.hue == 20
    stage.do("reset_adjust")
    assert tab.wish.is_empty
    assert tab.prompt.text == ""
    assert tab.looks.current == ""
    assert all(slider.value == 0 for path, slider in tab.sliders.sliders.items())


def test_another_theme_keeps_what_was_wished(stage: Stage) -> None:
    tab = adjust_tab(stage)
    tab.prompt.set_text("warmer")
    tab.sliders.sliders[("contrast",)].track.setValue(12)
    wanted = tab.wish.settings
    stage.window.dialogs.choose_looks("light", "en", 1.0)
    again = next(tab for tab in stage.window.tabs if isinstance(tab, AdjustTab))
    assert again is not tab
    assert again.wish.settings == wanted
    assert again.prompt.text == "warmer"


# The parts


def test_every_setting_that_is_one_number_has_a_slider(qapp: QApplication, qtbot: QtBot) -> None:
    sliders = AdjustSliders(build("dark"))
    qtbot.addWidget(sliders)
    assert {path[0] for path in sliders.sliders if len(path) == 1} == set(AMOUNTS)
    for path in sliders.sliders:
        settings = with_value(Development(), path, 10.0 if path != ("exposure",) else 1.0)
        sliders.show_settings(settings)
        assert sliders.sliders[path].value == (10 if path != ("exposure",) else 1)
        sliders.show_settings(Development())


def test_sliders_of_a_colour_follow_the_choice(qapp: QApplication, qtbot: QtBot) -> None:
    sliders = AdjustSliders(build("dark"))
    qtbot.addWidget(sliders)
    heard: list[object] = []
    sliders.moved.connect(lambda path, value: heard.append((path, value)))
    sliders._band.button("blues").click()
    sliders.sliders[("bands", "reds", "saturation")].track.setValue(-30)
    assert heard == [(("bands", "blues", "saturation"), -30)]


def test_setting_a_slider_tells_nobody(qapp: QApplication, qtbot: QtBot) -> None:
    slider = SettingSlider("Contrast", "", -100, 100, build("dark"))
    qtbot.addWidget(slider)
    heard: list[float] = []
    slider.moved.connect(heard.append)
    slider.show_value(40)
    assert heard == []
    slider.reset()
    assert heard == [0]


def test_pressing_the_groove_moves_the_handle_there(qapp: QApplication, qtbot: QtBot) -> None:
    slider = SettingSlider("Contrast", "", -100, 100, build("dark"))
    qtbot.addWidget(slider)
    slider.resize(400, 40)
    slider.show()
    track = slider.track
    qtbot.mousePress(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() - 10, track.height() // 2))
    assert slider.value > 90
    qtbot.mouseMove(track, QPoint(track.width() // 2, track.height() // 2))
    qtbot.mouseRelease(track, Qt.MouseButton.LeftButton, pos=QPoint(track.width() // 2, track.height() // 2))


def test_every_setting_is_named_in_chinese(catalogue: Catalogue) -> None:
    words = texts_of("zh")
    from catchlight.develop.development import Band, Bands, Tone, Toning

    for model in (Development, Band, Bands, Tone, Toning):
        for name, field in model.model_fields.items():
            assert field.title
            if name in AMOUNTS or model is not Development:
                assert field.title in words, field.title
                assert not field.description or field.description in words, field.description


def test_the_first_sliders_are_seen_without_scrolling_in_a_small_window(stage: Stage) -> None:
    stage.window.resize(1280, 800)
    tab = adjust_tab(stage)
    for name in ("exposure", "contrast", "highlights"):  # the others are dragged in the histogram above, too
        track = tab.sliders.sliders[(name,)].track
        assert track.visibleRegion().boundingRect().height() > track.height() * 0.75, name
    assert tab.looks.cards[NO_LOOK].visibleRegion().boundingRect().height() == tab.looks.cards[NO_LOOK].height()
