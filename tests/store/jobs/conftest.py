"""Jobs over the test's own home."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.store.database.database import Database
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs

from tests.selections import Studio, studio


@pytest.fixture
def database(home: Home, database_url: str) -> Iterator[Database]:
    """The jobs in a file, and in PostgreSQL."""
    opened = open_jobs(home.jobs, database_url)
    yield opened
    opened.close()


@pytest.fixture
def ledger(database: Database) -> JobStore:
    return JobStore(database)


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        yield made
