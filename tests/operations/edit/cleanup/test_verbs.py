"""Tidying up as an edit: what is not there is told, a preview is not refused, and what is kept bounds it."""

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
from catchlight.retouch.cleanup import lint

SUIT = (160, 440)


@pytest.fixture
def edited(portraits: Portraits, sample: Picture) -> Any:
    def run(prompt: str, *, small: bool = False, **more: Any) -> Any:
        params = EditParams(user_prompt=prompt, hotspot=Hotspot(x=SUIT[0], y=SUIT[1]), **more)
        return apply_edit(portraits.of(sample), params, Progress(), small=small)

    return run


def test_what_is_not_there_is_told_and_a_preview_notes_it(edited: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        lint, "find", lambda pixels, cloth, cm, amount: (_none(cloth), pixels[:1, :1].astype(np.float32))
    )
    with pytest.raises(UnusablePicture, match="No lint") as refusal:
        edited("remove the lint from the clothes")
    assert refusal.value.code == "nothing_at_hotspot"
    assert any("preview" in note for note in edited("remove the lint from the clothes", small=True).notes)


def test_a_box_bounds_it_and_no_strength_changes_nothing(
    edited: Any, sample: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint, "find", lambda pixels, cloth, cm, amount: (cloth, np.zeros((2, 2, 3), np.float32)))
    made = edited("remove the lint from the clothes", box=Box(x=100, y=400, width=80, height=80))
    changed = (made.pixels != sample.pixels).any(axis=2)
    assert changed.any()
    assert np.argwhere(changed).min(axis=0).tolist() >= [400, 100]
    assert (edited("remove the lint from the clothes", strength=0.0).pixels == sample.pixels).all()


def test_every_verb_is_there() -> None:
    assert set(CLEANUP_VERBS) == {"remove_lint", "trim_beard"}


def _none(cloth: Any) -> Any:
    return type(cloth)(cloth.box, np.zeros_like(cloth.mask))
