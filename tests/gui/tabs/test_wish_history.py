"""The way back through what is set in a tab and not applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from catchlight.gui.tabs import wish_history
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.crop.tab import CropTab
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.tabs.wish_history import WishHistory
from catchlight.operations.crop.params import CropParams

from tests.gui.conftest import SAMPLE, Stage, wait


@dataclass(frozen=True)
class Wish:
    """Like those of the tabs: numbers, a mapping, strokes."""

    length: int = 0
    strokes: tuple[int, ...] = ()


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(wish_history, "time", made)
    return made


def test_a_slider_in_motion_is_one_change_and_strokes_are_many(clock: Clock) -> None:
    history: WishHistory[Wish] = WishHistory()
    wish = Wish()
    for length in (1, 2, 3):
        history.record(wish, moved := replace(wish, length=length))
        wish, clock.now = moved, clock.now + 0.9
    clock.now += 0.2  # let go, and taken again
    history.record(wish, moved := replace(wish, length=9))
    wish = moved
    for stroke in (1, 2):
        history.record(wish, moved := replace(wish, strokes=(*wish.strokes, stroke)))
        wish = moved
    before = []
    while history.can_undo:
        undone = history.undo(wish)
        assert undone is not None
        before.append(wish := undone)
    assert before == [Wish(9, (1,)), Wish(9), Wish(3), Wish()]
    assert history.redo(wish) == Wish(3)


def test_there_is_no_way_back_beyond_what_was_applied(clock: Clock) -> None:
    history: WishHistory[Wish] = WishHistory()
    history.record(Wish(), Wish(1))
    history.seal()
    history.record(Wish(1), Wish(2))
    history.begin_at(lambda wish: wish == Wish(1))
    assert history.undo(Wish(2)) == Wish(1)
    assert not history.can_undo
    history.clear()
    assert not history.can_redo


def opened(stage: Stage, draw_cards_of: Callable[..., None], command: str) -> LiveTab:  # type: ignore[type-arg]
    draw_cards_of()
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do(command)
    tab = stage.window.tab
    assert isinstance(tab, LiveTab)
    wait(lambda: tab.scene() is not None or not tab.live.busy)
    return tab


def test_undo_takes_back_what_is_set_before_it_takes_back_what_was_applied(
    stage: Stage, draw_cards_of: Callable[..., None]
) -> None:
    tab = opened(stage, draw_cards_of, "adjust")
    assert isinstance(tab, AdjustTab)
    document, sliders = stage.session.current, tab.sliders.sliders
    assert document is not None
    sliders[("highlights",)].track.setValue(-20)
    sliders[("contrast",)].track.setValue(30)
    stage.do("undo")
    assert tab.wish.settings.highlights == -20
    assert sliders[("contrast",)].value == 0
    stage.do("redo")
    assert sliders[("contrast",)].value == 30
    wait(lambda: tab.apply_button.isEnabled() and not tab.live.busy)
    stage.do("apply")
    wait(lambda: len(document.steps) == 2)
    assert not tab.can_undo
    applied = tab.wish
    sliders[("contrast",)].track.setValue(10)
    sliders[("shadows",)].track.setValue(40)
    stage.do("undo")
    stage.do("undo")
    assert tab.wish == applied
    assert document.index == 1
    stage.do("undo")
    wait(lambda: document.index == 0)
    stage.do("redo")
    wait(lambda: document.index == 1)


def test_reset_can_be_taken_back(stage: Stage, draw_cards_of: Callable[..., None]) -> None:
    tab = opened(stage, draw_cards_of, "crop_tool")
    assert isinstance(tab, CropTab)
    tab.choose_ratio("4:5")
    stage.do("flip_h")
    wished = tab.wish
    tab.reset_button.click()
    assert tab.wish == CropParams()
    stage.do("undo")
    assert tab.wish == wished
    stage.do("undo")
    assert tab.wish.ratio == "4:5"
    assert not tab.wish.flip_horizontal
    stage.do("undo")
    assert tab.wish == CropParams()
    assert len(stage.session.current.steps) == 1  # type: ignore[union-attr]
