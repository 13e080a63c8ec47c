"""Batches of clients in a file, and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from catchlight.paths import Home
from catchlight.store.batch_jobs.batch_store import BatchStore
from catchlight.store.batch_jobs.schema import open_batch_jobs
from catchlight.store.batch_jobs.uploads import Uploads
from catchlight.store.database.database import Database


@pytest.fixture
def database(home: Home, database_url: str) -> Iterator[Database]:
    with closing(open_batch_jobs(home.batch_jobs, database_url)) as opened:
        yield opened


@pytest.fixture
def store(database: Database) -> BatchStore:
    return BatchStore(database)


@pytest.fixture
def uploads(database: Database) -> Uploads:
    return Uploads(database)
