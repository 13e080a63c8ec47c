"""Warmth moves what is grey and what lies under coloured light alike."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.retouch import tone
from catchlight.retouch.area import Area
from catchlight.retouch.paint import paint


@pytest.mark.parametrize("amount", [0.5, -0.5])
@pytest.mark.parametrize("colour", [(150, 150, 150), (190, 110, 45)], ids=["grey", "lamplight"])
def test_warmth_goes_as_far_under_a_lamp_as_on_grey(colour: tuple[int, int, int], amount: float) -> None:
    before = np.full((120, 120, 3), colour, np.uint8)
    area = Area((0, 0, 120, 120), np.ones((120, 120), np.float32))
    after = paint(before, area, tone.warm(amount), 30.0, Progress())
    first, then = (oklab.from_srgb(pixels[60, 60].astype(np.float32) / 255) for pixels in (before, after))
    assert np.sign(then[2] - first[2]) == np.sign(amount)
    assert 0.01 < float(np.hypot(*(then - first)[1:])) < 0.06
    assert abs(float(then[0] - first[0])) < 0.03
