"""Databases of every version that ever was on PostgreSQL are gone on with, by the same numbered steps as files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.database.opening import open_database
from catchlight.store.database.postgresql import PostgresDatabase
from catchlight.store.database.schema import Schema
from catchlight.store.generations import Generations
from catchlight.store.jobs import schema as job_schema
from catchlight.store.jobs.leases import Leases, StepResult
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs
from sqlalchemy import inspect

from tests.older_files import POSTGRESQL
from tests.store.database.conftest import OURS

WISH = ProfilePictureParams(sizes=(32,))
SCHEMAS = {schema.name: schema for schema in OURS}
FIRST = {"batch_jobs": 1, "generations": 2, "idempotency": 1, "jobs": 3, "tokens": 1, "work": 1}
"""The oldest version of each schema that may be found on PostgreSQL."""
OLDER = [
    (name, POSTGRESQL / f"{name}_{version}.sql")
    for name, first in FIRST.items()
    for version in range(first, SCHEMAS[name].version)
]
"""What has to be there of the versions before the present one."""


def restore(url: str, file: Path) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(file.read_bytes())


def shape(url: str, schema: Schema) -> dict[str, tuple[object, ...]]:
    """Columns and indexes of the schema's tables, as the database tells them."""
    with closing(PostgresDatabase(url, schema)) as database, database.read() as connection:
        found = inspect(connection)
        return {
            name: (
                sorted((column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(name)),
                sorted((index["name"], index["column_names"], index["unique"]) for index in found.get_indexes(name)),
            )
            for name in schema.tables.tables
        }


@pytest.mark.parametrize(("name", "file"), OLDER)
def test_what_is_migrated_is_like_what_is_made_anew(name: str, file: Path, postgres_url: str, another_url: str) -> None:
    restore(postgres_url, file)
    assert shape(postgres_url, SCHEMAS[name]) == shape(another_url, SCHEMAS[name])


@pytest.fixture
def jobs(postgres_url: str, tmp_path: Path) -> Iterator[PostgresDatabase]:
    restore(postgres_url, POSTGRESQL / "jobs_3.sql")
    database = open_database(postgres_url, tmp_path, SCHEMAS["jobs"])
    assert isinstance(database, PostgresDatabase)
    yield database
    database.close()


def test_jobs_of_version_3_are_gone_on_with(jobs: PostgresDatabase) -> None:
    ledger = JobStore(jobs)
    ended = ledger.newest("gen_1")
    assert ended is not None
    assert [event.number for event in ledger.events(ended)] == [1, 2, 3]
    assert ledger.picture(ended, "fetching") == b"picture"
    assert ledger.submit("gen_1", "source", ProfilePictureParams(sizes=(32,)), 10, "first-asking") == ended
    running = ledger.newest("gen_2")
    claims = Leases(jobs, "new")
    claim = claims.take()
    assert claim is not None
    assert (claim.job, claim.attempt, claim.customer) == (running, 2, "anna")
    claims.complete(claim, [], StepResult("uploading", 0.1, None))
    assert [event.number for event in ledger.events(claim.job)] == [1, 2, 3]


def test_the_schemas_of_a_lab_are_these() -> None:
    assert FIRST.keys() == SCHEMAS.keys()


def test_a_worker_of_version_3_goes_on_beside_one_of_version_4(postgres_url: str, tmp_path: Path) -> None:
    """A rolling upgrade: the old one was there before, and another old one comes after the step."""
    old_schema = Schema(job_schema.METADATA, SCHEMAS["jobs"].migrations[:2], name="jobs")
    restore(postgres_url, POSTGRESQL / "jobs_3.sql")
    with (
        closing(PostgresDatabase(postgres_url, old_schema)) as old,
        closing(open_jobs(tmp_path, postgres_url)) as new,
        closing(PostgresDatabase(postgres_url, old_schema)) as older,
    ):
        owners = [Leases(database, name) for database, name in ((old, "old"), (new, "new"), (older, "older"))]
        jobs = [JobStore(new).submit(f"gen_new_{number}", "source", WISH, 10) for number in range(4)]
        taken = [claim.job for _ in range(2) for leases in owners if (claim := leases.take()) is not None]
    assert sorted(taken[2:]) == sorted(jobs)  # two were there before


def test_generations_of_version_2_are_gone_on_with(postgres_url: str, tmp_path: Path) -> None:
    restore(postgres_url, POSTGRESQL / "generations_2.sql")
    database = open_database(postgres_url, tmp_path, SCHEMAS["generations"])
    with closing(Generations(tmp_path, database=database)) as generations:
        found = generations.find("gen_1")
    assert (found.name, found.owner, found.bytes) == ("anna.png", "kiosk-7", 4)
