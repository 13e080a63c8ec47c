"""What a recolour would miss or flood, measured."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.clothing import garment_matte, missed_cloth
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait, Portraits


def _lab(*colours: tuple[int, int, int]) -> np.ndarray:
    return oklab.from_srgb(np.array(colours, np.float32) / np.float32(255))


def test_shadows_and_fading_are_no_other_hue_and_a_tie_on_white_is() -> None:
    denim = missed_cloth._off_hue(_lab(*[(120, 145, 175)] * 3, (60, 73, 90), (170, 187, 208)))
    assert denim.max() < 0.04
    striped = missed_cloth._off_hue(_lab(*[(235, 235, 238)] * 3, (150, 150, 152), (150, 30, 50), (40, 60, 150)))
    assert striped[:4].max() < 0.04
    assert striped[4:].min() > 0.04


@pytest.fixture(scope="module")
def seen(portraits: Portraits, portraits_folder: Path) -> Portrait:
    picture = codec.decode(next(portraits_folder.glob("d13*")).read_bytes())
    return view.view(portraits.of(picture).upright, None, 900)


def test_a_shoulder_outside_the_mask_is_measured(seen: Portrait, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = missed_cloth._measured(seen, "clothes")
    assert whole is not None
    assert whole.outside < 0.5
    real = garment_matte.garment

    def halved(portrait: Portrait, name: str) -> np.ndarray:
        mask = real(portrait, name).copy()
        mask[:, : round(float(portrait.landmarks.eyes[0]))] = 0
        return mask

    monkeypatch.setattr(garment_matte, "garment", halved)
    half = missed_cloth._measured(seen, "clothes")
    assert half is not None
    assert half.outside > 3
