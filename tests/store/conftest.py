"""Both databases and both places of pictures: what a test asserts of one it asserts of the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.simulators.postgres import PostgresServer
from tests.simulators.s3 import S3Server
from tests.store.places import Computer, Lab, Place


@pytest.fixture(scope="module")
def module_database(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a database that the tests of a module share; each empties it."""
    url = postgres.lend_database()
    yield url
    postgres.take_back(url)


@pytest.fixture
def another_url(postgres: PostgresServer) -> Iterator[str]:
    """The URL of a second empty database."""
    url = postgres.lend_database()
    yield url
    postgres.take_back(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """What ``open_database`` is given: nothing for a file, else the module's database, emptied."""
    if request.param == "sqlite":
        return ""
    url: str = request.getfixturevalue("module_database")
    _empty(url)
    return url


def _empty(url: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        names = [name for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        kept = [name for name in names if name != "catchlight_schemas"]
        if kept:
            connection.execute(f"TRUNCATE {', '.join(kept)} RESTART IDENTITY")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a file of SQLite lies."""
    return tmp_path / "folder"


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
