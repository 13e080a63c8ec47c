"""The expression tab: cards of this person, a preview that follows, movements, a step of the history, and no face."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.gui.jobs.previews import Previewer
from catchlight.gui.tabs.expression.tab import ExpressionState, ExpressionTab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.operation import Params, Preview
from catchlight.paths import resources

from tests.conftest import FACES, PORTRAITS
from tests.gui.conftest import Stage, wait


@pytest.fixture
def tab(stage: Stage) -> ExpressionTab:
    """The tab with the sample open, everything rendered."""
    return opened(stage, resources() / "samples" / "astronaut.png")


def opened(stage: Stage, file: Path) -> ExpressionTab:
    stage.session.open_paths([file])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("face_expression")
    found = next(tab for tab in stage.window.tabs if isinstance(tab, ExpressionTab))
    wait(lambda: stage.session.jobs.idle and (found._rendering is not None or found._refusal is not None))
    return found


def choose(tab: ExpressionTab, group: str, key: str) -> None:
    tab.cards.groups[group]._press(key)
    wait(lambda: not tab.live.busy)


def test_cards_show_this_person_with_each_expression(tab: ExpressionTab) -> None:
    cards = tab.cards.groups["mouth"].cards
    wait(lambda: all(card.image is not None for card in cards.values()))
    own, neutral = cards[""].image, cards["neutral"].image
    assert own is not None
    assert neutral is not None
    assert own.size() == neutral.size()
    assert own != neutral


def test_an_expression_is_shown_at_once_and_kept_by_apply(tab: ExpressionTab, stage: Stage) -> None:
    assert tab.scene() is None
    assert not tab.apply_button.isEnabled()
    choose(tab, "mouth", "neutral")
    params = stage.apply_shown(tab).params
    assert isinstance(params, FaceExpressionParams)
    assert params.expression_key == "neutral"
    wait(lambda: not tab.apply_button.isEnabled())
    stage.do("undo")
    wait(lambda: tab.wish == ExpressionState())
    stage.do("redo")
    wait(lambda: tab.wish.key == "neutral")


def test_one_card_of_all_groups_is_chosen(tab: ExpressionTab) -> None:
    choose(tab, "mouth", "soft_smile")
    choose(tab, "eyes", "wink")
    assert tab.cards.groups["eyes"].current == "wink"
    assert tab.cards.groups["mouth"].current is None
    tab.reset()
    assert tab.cards.groups["mouth"].current == ""
    assert tab.cards.groups["eyes"].current is None


def test_movements_work_without_a_card_and_by_side(tab: ExpressionTab) -> None:
    tab.sliders.sliders["browOuterUp"].track.setValue(60)
    wait(lambda: not tab.live.busy)
    assert tab.wish.amounts == {"browOuterUpLeft": 0.6, "browOuterUpRight": 0.6}
    assert tab.apply_button.isEnabled()
    tab.sliders.apart.setChecked(True)
    tab.sliders.sliders["browOuterUpLeft"].track.setValue(0)
    wait(lambda: not tab.live.busy)
    assert tab.wish.amounts == {"browOuterUpRight": 0.6}
    params = tab.wish.params()
    assert params is not None
    assert params.expression_key == "custom"
    assert params.coefficients == {"browOuterUpRight": 0.6}


def test_intensity_changes_the_preview(tab: ExpressionTab) -> None:
    choose(tab, "mood", "angry")
    strong = tab.scene()
    tab.intensity.track.setValue(30)
    wait(lambda: not tab.live.busy)
    weak = tab.scene()
    assert strong is not None
    assert weak is not None
    assert not np.array_equal(strong.after.pixels, weak.after.pixels)


def test_hovering_tries_an_expression_on(tab: ExpressionTab) -> None:
    tab.cards.groups["mood"].hovered.emit("sad")
    wait(lambda: not tab.live.busy)
    assert tab.scene() is not None
    tab.cards.groups["mood"].hovered.emit("")
    wait(lambda: not tab.live.busy)
    assert tab.scene() is None
    assert tab.wish == ExpressionState()


def test_what_a_card_has_rendered_is_shown_when_the_pointer_passes(
    tab: ExpressionTab, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = tab.cards.groups["mouth"].cards["neutral"]
    wait(lambda: card.image is not None)
    made: list[str] = []
    asked = Previewer.ask

    def watched(self: Previewer, operation: str, params: Params, *rest: Any) -> Preview:
        if threading.current_thread() is threading.main_thread():  # other cards are rendered meanwhile
            assert isinstance(params, FaceExpressionParams)
            made.append(params.expression_key)
        return asked(self, operation, params, *rest)

    monkeypatch.setattr(Previewer, "ask", watched)
    document = tab.document
    assert document is not None
    picture = document.current.picture
    seen = tab.mirror.passing(picture, FaceExpressionParams(expression_key="neutral"))(Progress())
    assert made == []
    fresh = tab.mirror.quick(picture, FaceExpressionParams(expression_key="neutral"))(Progress())
    assert made == ["neutral"]
    assert (seen.shown.width, seen.notes, seen.strength) == (picture.width, fresh.notes, fresh.strength)
    assert np.abs(seen.shown.pixels.astype(int) - fresh.shown.pixels).mean() < 2
    tab.mirror.passing(picture, FaceExpressionParams(expression_key="neutral", intensity=0.5))(Progress())
    assert made == ["neutral", "neutral"]


@FACES
def test_a_card_says_before_the_click_that_teeth_would_be_made_up(stage: Stage) -> None:
    tab = opened(stage, next(PORTRAITS.glob("d09*")))
    cards = tab.cards.groups["mouth"].cards
    wait(lambda: cards["smile"].image is not None and cards["soft_smile"].image is not None, 60)
    assert not cards["smile"].isEnabled()
    assert "teeth would have to be made up" in cards["smile"].toolTip()
    assert cards["soft_smile"].isEnabled()


def test_without_a_face_it_says_so(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "wall.png"
    file.write_bytes(codec.encode(Picture(np.full((300, 400, 3), 140, np.uint8)), "image/png"))
    tab = opened(stage, file)
    assert tab._refusal is not None
    assert tab._notice.isVisibleTo(tab)
    assert "face" in tab._notice.text()
    assert not tab.cards.groups["mouth"].isEnabled()
    assert not tab.apply_button.isEnabled()
