"""Journals of every earlier version are gone on with."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.core.files.naming import encode_path
from catchlight.service.batch.plan import BatchPlan
from catchlight.store.batches.journal import SCHEMA, Journal
from catchlight.store.batches.server_batches import ServerBatch, ServerBatches
from catchlight.store.database.sqlite import stored_version

from tests.older_files import VERSION_0_1

_FILES = {
    1: "number INTEGER NOT NULL PRIMARY KEY, state VARCHAR NOT NULL, seconds FLOAT, output VARCHAR UNIQUE, sha256 VARCHAR, "
    "code VARCHAR, message VARCHAR",
    2: "number INTEGER NOT NULL PRIMARY KEY, state VARCHAR NOT NULL, seconds FLOAT, output VARCHAR, "
    "output_key VARCHAR UNIQUE, sha256 VARCHAR, code VARCHAR, message VARCHAR, verdict VARCHAR",
}
"""The table of files as each version made it."""


@pytest.fixture(name="older", params=_FILES)
def _older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A journal of three files, the first of them done."""
    path, version, folder = tmp_path / "older.sqlite3", request.param, tmp_path / "out"
    plan = {
        "sources": [encode_path(tmp_path / f"{name}.jpg") for name in "abc"], "names": list("abc"), "date": "2026-11-20",
        "preset": {"name": "Warm", "steps": [{"operation": "adjust", "parameters": {"adjustmentPrompt": "warmer"}}]},
        "output": {"folder": encode_path(folder)},
    }  # fmt: skip
    output = encode_path(folder / "A.jpg")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            f"CREATE TABLE batch (plan VARCHAR NOT NULL, state VARCHAR NOT NULL); CREATE TABLE files ({_FILES[version]});"
            f"PRAGMA user_version = {version};"
        )
        connection.execute("INSERT INTO batch VALUES (?, 'open')", [json.dumps(plan)])
        connection.execute("INSERT INTO files (number, state, seconds, output) VALUES (0, 'done', 1.5, ?)", [output])
        if version == 2:
            connection.execute("UPDATE files SET output_key = ?, verdict = 'pass'", [output.casefold()])
        connection.execute("INSERT INTO files (number, state) VALUES (1, 'waiting'), (2, 'waiting')")
        connection.commit()
    return path


def test_what_it_knows_is_kept(older: Path, tmp_path: Path) -> None:
    verdict = "pass" if stored_version(older) == 2 else None
    with closing(Journal(older, BatchPlan)) as journal:
        first, *rest = journal.items()
        assert (first.state, first.seconds, first.output) == ("done", 1.5, tmp_path / "out" / "A.jpg")
        assert (first.verdict, first.notes) == (verdict, ())
        assert [one.state for one in rest] == ["waiting", "waiting"]
        assert journal.plan.preset.steps[0].parameters == {"adjustmentPrompt": "warmer"}
    assert stored_version(older) == SCHEMA.version == 5


def test_its_files_can_be_handed_to_a_server(older: Path) -> None:
    with closing(Journal(older, BatchPlan)) as journal:
        noted = ServerBatches(journal)
        assert noted.all() == ()
        noted.begin("http://studio:8765", "key")
        noted.note("http://studio:8765", "batch_1")
        noted.forget("http://studio:8765")
        assert noted.find("http://studio:8765") == ServerBatch("http://studio:8765", "key", None)


def test_names_that_some_system_takes_for_one_stay_apart(older: Path, tmp_path: Path) -> None:
    with closing(Journal(older, BatchPlan)) as journal:
        assert not journal.intend(1, tmp_path / "out" / "a.jpg", "-", 1.0)
        assert journal.items()[1].state == "waiting"
        assert journal.intend(1, tmp_path / "out" / "b.jpg", "-", 1.0, "fail", ("The end is missing.",))
        done = journal.finish(1)
        assert (done.verdict, done.notes) == ("fail", ("The end is missing.",))


def test_the_files_of_version_0_1_are_of_version_3() -> None:
    """What they hold is read in ``tests/service/test_older_files.py``."""
    assert {stored_version(path) for path in (VERSION_0_1 / "batches").glob("*.sqlite3")} == {3}
