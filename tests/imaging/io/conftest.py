from __future__ import annotations

import pytest

from tests.imaging.io import variants


@pytest.fixture(scope="session")
def photo() -> variants.Pixels:
    """The face of the shipped sample, 220 x 198 x 3."""
    return variants.photo()
