"""Where the photo's hair stays: above a seam or beside short sides, never both, and nowhere under another volume."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.hair.synthesis.render import photo_seam

UPPER, LOWER = 12.0, (np.array([3.0]), np.array([4.0]))


@pytest.mark.parametrize("alike", [True, False])
@pytest.mark.parametrize("cut_straight", [True, False])
@pytest.mark.parametrize("reshaped", [True, False])
@pytest.mark.parametrize("found", [True, False])
def test_hair_stays_above_a_seam_or_beside_short_sides(
    monkeypatch: pytest.MonkeyPatch, alike: bool, cut_straight: bool, reshaped: bool, found: bool
) -> None:
    """What the measures say is put in: how they are decided upon is what counts here."""
    monkeypatch.setattr(photo_seam.continue_own_hair, "has_same_curliness", lambda *_: alike)
    monkeypatch.setattr(photo_seam.continue_own_hair, "seam_row", lambda *_: UPPER if found else None)
    monkeypatch.setattr(photo_seam.root_directions, "is_cut_straight", lambda _: cut_straight)
    monkeypatch.setattr(photo_seam.short_sides, "seam_rows", lambda *_: LOWER)
    nothing: Any = None
    seam = photo_seam.find_seam(nothing, nothing, nothing, nothing, nothing, reshaped=reshaped)
    above = alike and found and not reshaped and not cut_straight
    assert seam.alike == alike
    assert (seam.upper == UPPER) == above
    assert (seam.upper is None) != above
    assert (seam.lower is LOWER) == (not above and not reshaped)
    assert (seam.lower is None) == (above or reshaped)
