"""The editor that all golden tests of a process share."""

from __future__ import annotations

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.portrait.portrait import Portraits

from tests.golden.digests import Digests
from tests.golden.runs import Studio


@pytest.fixture(scope="session", name="studio")
def _studio(portraits: Portraits, catalogue: Catalogue) -> Studio:
    return Studio(portraits, catalogue)


@pytest.fixture(scope="session")
def digests() -> Digests:
    return Digests.load()
