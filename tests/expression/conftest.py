"""The sample's face, read once."""

from __future__ import annotations

import pytest
from catchlight.expression.analysis import face_reading
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits


@pytest.fixture(scope="session")
def portrait(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)


@pytest.fixture(scope="session")
def face(portrait: Portrait) -> FaceReading:
    """A frontal toothy smile."""
    return face_reading.of(portrait)
