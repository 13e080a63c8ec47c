"""A database of work, in a file: what is tested here is alike on both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.store.database.database import Database
from catchlight.store.work.schema import open_work


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_work(tmp_path, "")
    yield made
    made.close()
