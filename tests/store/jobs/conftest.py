"""Jobs over the test's own home."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits

from tests.selections import Studio, studio


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        yield made
