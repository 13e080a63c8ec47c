"""The hair of the shipped sample, read once."""

from __future__ import annotations

import pytest
from catchlight.engine.hair import analysis
from catchlight.engine.hair.analysis import Hair
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portrait, Portraits


@pytest.fixture(scope="package")
def astronaut(sample: Picture, portraits: Portraits) -> Portrait:
    return portraits.of(sample)


@pytest.fixture(scope="package")
def hair(astronaut: Portrait) -> Hair:
    return analysis.of(astronaut)
