"""Lists of jobs of every earlier version are read as they were meant."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.database.sqlite import stored_version
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import FILE, SCHEMA, open_jobs

from tests.older_files import VERSION_0_1

_REST = """
CREATE INDEX by_state ON jobs (state, id);
CREATE INDEX by_generation ON jobs (generation, id);
CREATE UNIQUE INDEX one_at_a_time ON jobs (generation) WHERE state IN ('queued', 'running');
CREATE TABLE events (place INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, job VARCHAR NOT NULL, number INTEGER NOT NULL,
  data VARCHAR NOT NULL, UNIQUE (job, number));
CREATE TABLE steps (job VARCHAR NOT NULL, name VARCHAR NOT NULL, seconds FLOAT NOT NULL, picture BLOB,
  PRIMARY KEY (job, name));
CREATE TABLE customers (source VARCHAR NOT NULL PRIMARY KEY, customer VARCHAR NOT NULL);
PRAGMA user_version = 1;
"""
_JOBS = """
CREATE TABLE jobs (id VARCHAR NOT NULL PRIMARY KEY, generation VARCHAR NOT NULL, source VARCHAR NOT NULL,
  parameters JSON NOT NULL, customer VARCHAR NOT NULL, state VARCHAR NOT NULL, step VARCHAR, fraction FLOAT NOT NULL,
  attempts INTEGER NOT NULL, owner VARCHAR, lease FLOAT NOT NULL, cancelling INTEGER NOT NULL, created VARCHAR NOT NULL,
  ended FLOAT, pictures JSON NOT NULL, failure JSON{more});
"""
_VALUES = (
    "'source', '{{}}', 'anna', 'completed', NULL, 1.0, 1, NULL, 0.0, 0, '2026-11-20T00:00:00+00:00', 1e9, '[]', NULL"
)
_ROW = "INSERT INTO jobs VALUES ('{job}', '{generation}', " + _VALUES + "{more});\n"


def _nothing_asked() -> str:
    return _JOBS.format(more="") + _REST + _ROW.format(job="job_1", generation="gen_1", more="")


def _a_column() -> str:
    rows = (("job_1", "gen_1", ", 'first-asking'"), ("job_2", "gen_2", ", NULL"))
    made = "".join(_ROW.format(job=job, generation=generation, more=more) for job, generation, more in rows)
    return _JOBS.format(more=", request VARCHAR UNIQUE") + _REST + made


def _opened(folder: Path, script: str) -> JobStore:
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.executescript(script)
    return JobStore(open_jobs(folder))


@pytest.mark.parametrize("script", [_nothing_asked(), _a_column()], ids=["no requests", "a column"])
def test_a_list_of_version_1_is_gone_on_with(tmp_path: Path, script: str) -> None:
    jobs = _opened(tmp_path, script)
    assert stored_version(tmp_path / FILE) in (1, SCHEMA.version)  # the log may still hold it
    assert jobs.job("job_1").ext_customer_id == "anna"
    new = jobs.submit("gen_1", "source", ProfilePictureParams(), 10, "second-asking")
    assert new != "job_1"
    assert jobs.submit("gen_1", "source", ProfilePictureParams(), 10, "second-asking") == new
    jobs._database.close()
    assert stored_version(tmp_path / FILE) == SCHEMA.version


def test_requests_in_a_column_are_still_answered_by_their_jobs(tmp_path: Path) -> None:
    jobs = _opened(tmp_path, _a_column())
    assert jobs.submit("gen_1", "source", ProfilePictureParams(), 10, "first-asking") == "job_1"
    assert jobs.submit("gen_2", "source", ProfilePictureParams(), 10, "first-asking") not in ("job_1", "job_2")


def test_the_file_of_version_0_1_is_of_version_1() -> None:
    """Requests in their table already; what it holds is read in ``tests/service/test_older_files.py``."""
    assert stored_version(VERSION_0_1 / "jobs" / FILE) == 1 < SCHEMA.version
