"""Journals are found again; one that is damaged is told once, and the others stay of use."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.service.batch.plan import BatchPlan
from catchlight.store.batches.journal import SCHEMA, SUFFIX, Journal
from catchlight.store.batches.journals import Journals
from catchlight.store.database.sqlite import SqliteDatabase

from tests.older_files import copied


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    return copied(tmp_path) / "batches"


def test_a_damaged_journal_is_set_aside_and_told_once(folder: Path) -> None:
    damaged = folder / f"99990101-000000-abcdef{SUFFIX}"
    damaged.write_bytes(b"this is no database" * 100)
    journals = Journals(folder, BatchPlan)
    for _ in range(2):
        found = journals.unfinished()
        assert found is not None
        found.close()
    (notice,) = journals.notices
    assert damaged.name in notice
    assert damaged.with_name(damaged.name + ".damaged-1").is_file()
    assert not damaged.exists()


def test_a_journal_without_a_plan_is_told_and_stays(folder: Path) -> None:
    path = folder / f"99990101-000000-abcdef{SUFFIX}"
    SqliteDatabase(path, SCHEMA).close()
    with pytest.raises(StorageFault, match="never begun"):
        Journal(path, BatchPlan)
    journals = Journals(folder, BatchPlan)
    found = journals.unfinished()
    assert found is not None
    found.close()
    assert journals.notices == ()
    assert path.is_file()


def test_a_plan_that_this_program_does_not_know_is_told(folder: Path) -> None:
    path = next(folder.glob(f"*{SUFFIX}"))
    with closing(SqliteDatabase(path, SCHEMA)) as database, database.write() as connection:
        connection.exec_driver_sql("UPDATE batch SET plan = '{}'")
    with pytest.raises(StorageFault, match="could not be used"):
        Journal(path, BatchPlan)
    assert path.is_file()


def test_of_batches_that_begin_at_once_the_last_is_the_newest(folder: Path, tmp_path: Path) -> None:
    old = Journals(folder, BatchPlan).unfinished()
    assert old is not None
    with closing(old):
        plan = old.plan
    journals = Journals(tmp_path / "new", BatchPlan)
    for _ in range(8):
        with closing(journals.begin(plan)) as begun:
            newest = journals.find(lambda _journal: True)
            assert newest is not None
            with closing(newest):
                assert newest.path == begun.path
