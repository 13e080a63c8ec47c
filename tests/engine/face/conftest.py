"""The sample's face, read once."""

from __future__ import annotations

import pytest
from catchlight.engine.face import reading
from catchlight.engine.face.reading import FaceReading
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portrait, Portraits


@pytest.fixture(scope="session")
def portrait(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


@pytest.fixture(scope="session")
def face(portrait: Portrait) -> FaceReading:
    """A frontal toothy smile."""
    return reading.of(portrait)
