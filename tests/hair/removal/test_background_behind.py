"""The background that hair hides goes on from that which is seen, without an outline."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.removal import background_behind
from catchlight.portrait.portrait import Portrait


def test_patches_of_another_tone_meet_what_is_seen_without_a_step(
    portrait: Portrait, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = styling_scene.read_scene(portrait)
    known = replace(known, rgb=np.full_like(known.rgb, 100))
    monkeypatch.setattr(
        background_behind.inpaint,
        "fill_with_patches",
        lambda rgb, hole, *_: np.where(hole[..., None], rgb + 40, rgb).astype(np.uint8),
    )
    down, across = (np.arange(side, dtype=np.float32) - side // 2 for side in known.shape)
    away = np.hypot(down[:, None], across[None]) / known.cm
    zone = (away < 4).astype(np.float32)
    seen, nowhere = np.ones(known.shape, bool), np.zeros(known.shape, bool)
    filled = background_behind.rebuild_background(
        known, seen, zone, nowhere, 10.0, np.zeros(known.shape, np.float32), 0
    )
    row = filled[known.shape[0] // 2, known.shape[1] // 2 :, 0].astype(float)
    assert abs(row[round(4.1 * known.cm)] - 100) < 8
    assert row[0] > 130
    assert np.abs(np.diff(row)).max() < 8
