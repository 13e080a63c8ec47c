"""Jobs over the test's own home."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits

from tests.selections import Studio, studio


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        yield made


@pytest.fixture
def generation(studio: Studio, sample: Picture, sample_bytes: bytes) -> str:
    """The sample, stored."""
    return studio.generations.upload(sample, sample_bytes).id


@pytest.fixture
def nobody(studio: Studio) -> str:
    """A stored picture that shows no face."""
    import numpy as np

    grey = Picture(np.full((200, 200, 3), 128, np.uint8))
    return studio.generations.upload(grey, codec.encode(grey, "image/png")).id
