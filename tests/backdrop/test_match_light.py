"""How dark and how light a person is seen, whatever stands behind."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.backdrop import match_light
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits


def test_tones_are_those_of_the_person_and_of_the_face(sample: Picture, portraits: Portraits) -> None:
    known = portraits.of(sample)
    grey = np.where(known.alpha[..., None] > 0.3, np.uint8(188), np.uint8(0)) * np.ones((1, 1, 3), np.uint8)
    portrait = Portrait(Picture(grey), portraits.models)
    portrait.kept("alpha", lambda: known.alpha)
    portrait.kept("head", lambda: (known.landmarks, known.pose))
    tones = match_light._read(portrait)
    assert tones.darkest == pytest.approx(0.5, abs=0.01)  # sRGB 188 reflects half the light
    assert tones.brightest == pytest.approx(0.5, abs=0.01)
