"""Both places of a store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.simulators.postgres import PostgresServer
from tests.simulators.s3 import S3Server
from tests.store.places import Computer, Lab, Place


@pytest.fixture(scope="session")
def lab_database(postgres: PostgresServer) -> str:
    """The URL of a database that the tests of stores have in turn."""
    return postgres.make_database()


@pytest.fixture
def lab(lab_database: str, s3: S3Server, tmp_path: Path) -> Iterator[Lab]:
    place = Lab(lab_database, s3, tmp_path / "none")
    yield place
    place.clear()


@pytest.fixture(params=["computer", "lab"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "lab":
        found: Lab = request.getfixturevalue("lab")
        return found
    return Computer(tmp_path / "store")
