"""Tidying up as an edit: what is not there is told, what is protected stays, a preview is not refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.cleanup.verbs import CLEANUP_VERBS
from catchlight.operations.edit.marks import Box, Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.run import apply_edit
from catchlight.portrait.portrait import Portraits
from catchlight.retouch.cleanup import creases

NOSE, SUIT = (226, 128), (160, 440)


@pytest.fixture
def edited(portraits: Portraits, sample: Picture) -> Any:
    def run(prompt: str, at: tuple[int, int] = NOSE, *, small: bool = False, **more: Any) -> Any:
        params = EditParams(user_prompt=prompt, hotspot=Hotspot(x=at[0], y=at[1]), **more)
        return apply_edit(portraits.of(sample), params, Progress(), small=small)

    return run


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        ("remove the reflection in my glasses", "No glasses"),
        ("cover the grey in the beard", "No beard"),
    ],
)
def test_what_is_not_there_is_told(edited: Any, prompt: str, why: str) -> None:
    with pytest.raises(UnusablePicture, match=why) as refusal:
        edited(prompt)
    assert refusal.value.code == "nothing_at_hotspot"


def test_creases_of_the_suit_go_and_nothing_else_changes(edited: Any, sample: Picture) -> None:
    made = edited("iron the clothes", SUIT)
    changed = (made.pixels[..., :3] != sample.pixels[..., :3]).any(axis=2)
    assert changed.any()
    assert not changed[:120].any()
    assert made.facts["intents"][0]["verb"] == "iron"


def test_a_box_bounds_it_and_no_strength_changes_nothing(edited: Any, sample: Picture) -> None:
    made = edited("iron the clothes", SUIT, box=Box(x=100, y=400, width=80, height=80))
    changed = (made.pixels != sample.pixels).any(axis=2)
    assert changed.any()
    assert np.argwhere(changed).min(axis=0).tolist() >= [400, 100]
    assert (edited("iron the clothes", SUIT, strength=0.0).pixels == sample.pixels).all()


def test_a_preview_in_which_nothing_shows_says_so(edited: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creases, "find", lambda pixels, cloth, cm: creases.Creases(cloth, cloth.mask, 0.0, 0.0))
    with pytest.raises(UnusablePicture, match="No creases"):
        edited("iron the clothes", SUIT)
    assert any("preview" in note for note in edited("iron the clothes", SUIT, small=True).notes)


def test_every_verb_is_there() -> None:
    assert set(CLEANUP_VERBS) == {
        "remove_flyaways", "reduce_glare", "iron", "remove_lint", "shave", "trim_beard", "cover_grey"
    }  # fmt: skip
