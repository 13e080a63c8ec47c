"""The clipping warning over the canvas: of the result, live with the sliders, at any zoom, by the levels that are set."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.gui.canvas.qt_images import pixels_of
from catchlight.gui.clipping.dialog import ClippingDialog
from catchlight.gui.tabs.adjust.tab import AdjustTab

from tests.gui.conftest import Stage, wait

RED, BLUE = (255, 40, 40), (40, 110, 255)


@pytest.fixture
def tab(stage: Stage, tmp_path: Path, draw_cards_of: Callable[..., None]) -> AdjustTab:
    """A ramp of greys with a black and a white speck, in Adjust."""
    draw_cards_of()
    stage.do("adjust")
    ramp = np.repeat(np.linspace(20, 235, 600).round().astype(np.uint8)[None, :, None], 400, 0).repeat(3, 2)
    ramp[10, 590], ramp[390, 10] = 255, 0
    file = tmp_path / "ramp.png"
    cv2.imwrite(str(file), ramp)
    stage.session.open_paths([file])
    tab = stage.window.tab_called("adjust")
    assert isinstance(tab, AdjustTab)
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)
    return tab


def marked(stage: Stage, colour: tuple[int, int, int]) -> int:
    """Pixels of the canvas in a colour of the warning."""
    seen = pixels_of(stage.window.canvas.grab().toImage())[..., :3]
    return int((seen == np.array(colour)).all(axis=2).sum())


def settled(stage: Stage, tab: AdjustTab) -> None:
    wait(lambda: stage.session.jobs.idle and not tab.live.busy)


def test_specks_are_marked_and_the_key_switches(stage: Stage, tab: AdjustTab) -> None:
    assert (marked(stage, RED), marked(stage, BLUE)) == (0, 0)
    stage.do("clipping")
    settled(stage, tab)
    assert stage.window.actions_by_key["clipping"].isChecked()
    assert marked(stage, RED) >= 1
    assert marked(stage, BLUE) >= 1
    stage.window.canvas.actual_size()
    stage.window.canvas.zoom_to(8.0)
    canvas = stage.window.canvas
    x, y = canvas.viewport_now.to_view(590.5, 10.5)
    canvas._set_view(canvas.viewport_now.pan(canvas.width() / 2 - x, canvas.height() / 2 - y))
    assert marked(stage, RED) == 64
    stage.do("clipping")
    assert marked(stage, RED) == 0


def test_it_follows_the_sliders_and_each_end_has_its_corner(stage: Stage, tab: AdjustTab) -> None:
    stage.do("clipping")
    settled(stage, tab)
    before = marked(stage, RED)
    tab.sliders.sliders[("whites",)].track.setValue(100)
    settled(stage, tab)
    assert marked(stage, RED) > before + 1000
    tab.histogram.end_wanted.emit("highlights")
    assert not stage.session.clipping.highlights
    assert stage.session.clipping.shadows
    assert marked(stage, RED) == 0
    assert marked(stage, BLUE) >= 1
    tab.reset()
    settled(stage, tab)
    tab.histogram.end_wanted.emit("highlights")
    settled(stage, tab)
    assert marked(stage, RED) == before


def test_levels_are_set_in_the_dialog_and_remembered(stage: Stage, tab: AdjustTab) -> None:
    stage.do("clipping_limits")
    (dialog,) = stage.window.findChildren(ClippingDialog)
    settled(stage, tab)
    few = marked(stage, RED)
    dialog.highlights.track.setValue(225)
    dialog.shadows.track.setValue(30)
    settled(stage, tab)
    assert marked(stage, RED) > few + 500
    assert marked(stage, BLUE) > 500
    dialog.channel.chosen.emit("blue")
    assert stage.session.memory.state.clipping.model_dump() == {"highlights": 225, "shadows": 30, "channel": "blue"}
    dialog.reject()
    settled(stage, tab)
