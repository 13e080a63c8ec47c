"""The white balance pipette: clicked on the canvas, it makes the place grey; it can be taken back, and says why it cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.canvas.compare import Mode
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.wording.problems import Problem
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import placement_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui.conftest import Stage, wait
from tests.imaging.io.raws import dng


def chart() -> np.ndarray:
    """Four quarters: a warm grey, blown, red, nearly black."""
    pixels = np.empty((400, 600, 3), np.uint8)
    pixels[:200, :300], pixels[:200, 300:] = (165, 150, 128), (255, 250, 240)
    pixels[200:, :300], pixels[200:, 300:] = (200, 30, 20), (6, 6, 6)
    return pixels


WARM, BLOWN, RED, DARK = (100, 100), (450, 100), (150, 300), (450, 300)


@pytest.fixture(autouse=True)
def _no_cards(stage: Stage, draw_cards_of: Callable[..., None]) -> None:
    draw_cards_of()
    stage.do("adjust")


@pytest.fixture
def problems(stage: Stage) -> list[Problem]:
    found: list[Problem] = []
    stage.session.problem.connect(found.append)
    return found


def opened(stage: Stage, file: Path) -> AdjustTab:
    stage.session.open_paths([file])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)
    tab = stage.window.tab_called("adjust")
    assert isinstance(tab, AdjustTab)
    return tab


def png(folder: Path) -> Path:
    file = folder / "chart.png"
    cv2.imwrite(str(file), chart()[..., ::-1])
    return file


def click(stage: Stage, place: tuple[float, float]) -> None:
    canvas = stage.window.canvas
    at = QPoint(*(round(side) for side in canvas.viewport_now.to_view(*place)))
    QTest.mouseMove(canvas, at)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at)


def colour_at(stage: Stage, place: tuple[int, int]) -> np.ndarray:
    scene = stage.window.canvas.scene
    assert scene is not None
    scale = scene.after.pixels.shape[1] / scene.after.width
    x, y = (round(side * scale) for side in place)
    return scene.after.pixels[y - 4 : y + 5, x - 4 : x + 5, :3].astype(float).mean(axis=(0, 1))


def test_what_was_set_after_the_click_is_taken_back_before_it(stage: Stage, tmp_path: Path) -> None:
    tab = opened(stage, png(tmp_path))
    wait(lambda: not tab.live.busy)
    stage.do("white_balance")
    click(stage, WARM)
    picked = tab.wish.settings
    assert picked.temperature < -15
    tab.sliders.sliders[("contrast",)].track.setValue(30)
    stage.do("undo")
    assert tab.wish.settings == picked
    stage.do("undo")
    assert tab.wish.settings.temperature == 0


def test_a_click_makes_the_place_grey_at_any_zoom_and_can_be_taken_back(stage: Stage, tmp_path: Path) -> None:
    tab = opened(stage, png(tmp_path))
    canvas = stage.window.canvas
    for zoom in (0.3, 1.0, 6.0):
        canvas.zoom_to(zoom)
        x, y = canvas.viewport_now.to_view(*WARM)
        canvas._set_view(canvas.viewport_now.pan(canvas.width() / 2 - x, canvas.height() / 2 - y))
        stage.do("white_balance")
        assert tab.sliders.pick.isChecked()
        click(stage, WARM)
        assert not tab.picker.active, "it is put down once it has picked"
        settings = tab.wish.settings
        assert settings.temperature < -15
        wait(lambda: not tab.live.busy)
        assert np.ptp(colour_at(stage, WARM)) < 2
        stage.do("undo")
        assert (tab.wish.settings.temperature, tab.wish.settings.tint) == (0, 0)
    stage.do("redo")
    assert tab.wish.settings == settings
    wait(lambda: not tab.live.busy)
    step = stage.apply_shown(tab)
    assert isinstance(step.params, AdjustParams)
    assert step.params.settings.temperature == settings.temperature
    stage.do("undo")
    assert stage.session.current is not None
    assert stage.session.current.index == 0, "then the history goes back"


def test_a_place_that_does_not_tell_the_light_says_why(stage: Stage, tmp_path: Path, problems: list[Problem]) -> None:
    tab = opened(stage, png(tmp_path))
    stage.do("split")
    stage.do("white_balance")
    assert stage.window.canvas.mode is Mode.AFTER, "a comparison has no room for a tool"
    for place in (BLOWN, RED, DARK):
        click(stage, place)
    assert ["clipped" in one.text for one in problems] == [True, False, False]
    assert ["coloured" in one.text for one in problems] == [False, True, False]
    assert ["too dark" in one.text for one in problems] == [False, False, True]
    assert tab.wish.settings.is_neutral
    assert tab.picker.active, "another place may be tried"
    QTest.keyClick(stage.window, Qt.Key.Key_Escape)
    assert not tab.picker.active


def test_of_a_raw_file_kelvin_and_tint_are_set(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "IMG_2.DNG"
    file.write_bytes(dng(chart()))
    tab = opened(stage, file)
    assert not tab.sliders.pick.isVisibleTo(tab)
    stage.do("white_balance")
    click(stage, WARM)
    wait(lambda: tab.wish.raw.temperature is not None)
    assert tab.wish.settings.is_neutral
    assert tab.wish.raw.temperature is not None
    wait(lambda: not tab.live.busy and stage.session.jobs.idle)
    assert np.ptp(colour_at(stage, WARM)) < 4
    stage.do("undo")
    assert tab.wish.raw == RawDevelopment()


def test_a_place_of_a_cropped_raw_file_is_found_on_the_sensor(
    stage: Stage, tmp_path: Path, problems: list[Problem]
) -> None:
    file = tmp_path / "IMG_3.DNG"
    file.write_bytes(dng(chart()))
    tab = opened(stage, file)
    params = CropParams(x=40, y=60, width=200, height=300)
    portraits = stage.session.portraits
    document = stage.session.current
    assert document is not None
    stage.session.run("crop", params, "Crop", placement=lambda picture: placement_of(portraits.of(picture), params))
    wait(lambda: len(document.steps) == 2 and stage.session.jobs.idle)
    stage.do("white_balance")
    click(stage, (60, 250))  # red: not the warm grey that lies there in the whole picture
    wait(lambda: problems)
    assert "coloured" in problems[-1].text
    click(stage, (60, 40))
    wait(lambda: tab.wish.raw.temperature is not None)
