"""The person's matte of a whole portrait, and how a picture's own alpha limits it."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits


@pytest.fixture(scope="module")
def astronaut(sample: Picture, portraits: Portraits) -> Portrait:
    return portraits.of(sample)


def test_the_matte_holds_the_person_and_not_the_room(astronaut: Portrait) -> None:
    alpha = astronaut.alpha
    assert alpha.shape == (512, 512)
    assert alpha[130:180, 190:250].mean() > 0.98
    assert alpha[:200, :90].mean() < 0.02
    x0, y0, x1, y1 = astronaut.bust.box
    assert astronaut.bust.full().shape == (y1 - y0, x1 - x0)


def test_the_picture_s_own_alpha_limits_the_matte(sample: Picture, portraits: Portraits) -> None:
    own = np.full(sample.pixels.shape[:2], 255, np.uint8)
    own[:, 256:] = 0
    cut = sample.with_(pixels=np.dstack([sample.pixels[..., :3], own]))
    portrait = portraits.of(cut)
    assert portrait.alpha[:, 260:].max() == 0
    assert portrait.alpha[130:180, 190:250].mean() > 0.9
    assert portrait.is_cut_out
