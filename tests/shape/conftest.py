"""The sample's face, shaped once."""

from __future__ import annotations

import pytest
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portrait, Portraits


@pytest.fixture(scope="session")
def portrait(portraits: Portraits, sample: Picture) -> Portrait:
    return portraits.of(sample)
