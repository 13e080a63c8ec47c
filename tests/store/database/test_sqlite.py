"""Handles of a SQLite file: as many as were ever needed at once, and no more for being used again."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.store.database.schema import Schema
from catchlight.store.database.sqlite import KEPT_CONNECTIONS, MORE_CONNECTIONS, SqliteDatabase
from sqlalchemy import Column, Integer, MetaData, Table

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="handles are counted by /proc")
AT_ONCE = 8


@pytest.fixture
def database(tmp_path: Path) -> Iterator[SqliteDatabase]:
    tables = MetaData()
    Table("things", tables, Column("id", Integer, primary_key=True))
    with closing(SqliteDatabase(tmp_path / "things.sqlite3", Schema(tables))) as opened:
        yield opened


def handles(database: SqliteDatabase) -> int:
    targets = [Path("/proc/self/fd") / entry for entry in os.listdir("/proc/self/fd")]
    return sum(str(database.path) in os.readlink(target) for target in targets if target.is_symlink())


def use_at_once(database: SqliteDatabase, threads: int) -> None:
    """Transactions of so many threads, all of them open at the same time."""
    meeting = threading.Barrier(threads)

    def work() -> None:
        with database.read() as connection:
            connection.exec_driver_sql("SELECT count(*) FROM things")
            meeting.wait(30)

    working = [threading.Thread(target=work) for _ in range(threads)]
    for thread in working:
        thread.start()
    for thread in working:
        thread.join()


def test_handles_grow_to_what_is_needed_at_once_and_not_beyond(database: SqliteDatabase) -> None:
    use_at_once(database, AT_ONCE)
    grown = handles(database)
    assert grown <= 2 * (KEPT_CONNECTIONS + MORE_CONNECTIONS) + 1
    for _ in range(20):
        use_at_once(database, AT_ONCE)
        use_at_once(database, 1)
    assert handles(database) <= grown


def test_a_closed_file_holds_no_handle(database: SqliteDatabase) -> None:
    use_at_once(database, AT_ONCE)
    database.close()
    assert handles(database) == 0
