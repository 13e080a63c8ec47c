"""One opener: it makes, checks and migrates; it sets damage aside; and it does not touch what a newer program wrote."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.store import generation_schema
from catchlight.store.batches import journal
from catchlight.store.database.schema import Schema
from catchlight.store.database.sqlite import DamagedFile, SqliteDatabase, stored_version
from catchlight.store.jobs import schema as job_schema
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table

SCHEMAS = {"generations": generation_schema.SCHEMA, "jobs": job_schema.SCHEMA, "journals": journal.SCHEMA}

TABLES = MetaData()
NOTES = Table(
    "notes", TABLES, Column("id", Integer, primary_key=True), Column("text", String), Column("length", Integer)
)


def _add_length(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE notes ADD COLUMN length INTEGER")


def _measure(connection: Connection) -> None:
    connection.exec_driver_sql("UPDATE notes SET length = length(text)")


NOTES_SCHEMA = Schema(TABLES, (_add_length, _measure))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "notes.sqlite3"


def _write(path: Path, script: str) -> None:
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def _first(path: Path) -> None:
    _write(path, "CREATE TABLE notes (id INTEGER PRIMARY KEY, text VARCHAR); PRAGMA user_version = 1;"
                 "INSERT INTO notes (text) VALUES ('three'), ('four')")  # fmt: skip


def _lengths(path: Path) -> list[int | None]:
    with closing(SqliteDatabase(path, NOTES_SCHEMA)) as database, database.read() as connection:
        return list(connection.exec_driver_sql("SELECT length FROM notes ORDER BY id").scalars())


def test_a_new_file_has_the_newest_version(path: Path) -> None:
    with closing(SqliteDatabase(path, NOTES_SCHEMA)) as database:
        assert database.notices == ()
    assert stored_version(path) == NOTES_SCHEMA.version == 3


@pytest.mark.parametrize("pragma", [("journal_mode", "wal"), ("synchronous", 2), ("busy_timeout", 30000)])
def test_every_connection_waits_and_writes_through(path: Path, pragma: tuple[str, object]) -> None:
    with closing(SqliteDatabase(path, NOTES_SCHEMA)) as database, database.read() as connection:
        assert connection.exec_driver_sql(f"PRAGMA {pragma[0]}").scalar_one() == pragma[1]


def test_steps_are_done_in_order_from_where_the_file_stands(path: Path) -> None:
    _first(path)
    assert _lengths(path) == [5, 4]
    _write(path, "UPDATE notes SET length = NULL; PRAGMA user_version = 2")
    assert _lengths(path) == [5, 4]
    _write(path, "UPDATE notes SET length = NULL")
    assert _lengths(path) == [None, None]  # nothing is done twice


def test_a_step_that_fails_leaves_the_file_as_it_was(path: Path) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE notes SET text = 'lost'")
        raise ZeroDivisionError

    _first(path)
    with pytest.raises(ZeroDivisionError):
        SqliteDatabase(path, Schema(TABLES, (_add_length, fail)))
    assert stored_version(path) == 1
    assert _lengths(path) == [5, 4]


def _open_elsewhere(path: Path) -> sqlite3.Connection:
    """The newer program is at it: the version stands in the log alone."""
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99;")
    return connection


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
@pytest.mark.parametrize("running", [False, True])
def test_a_file_of_a_newer_program_is_not_touched(path: Path, schema: Schema, running: bool) -> None:
    SqliteDatabase(path, schema).close()
    if running:
        connection = _open_elsewhere(path)
    else:
        _write(path, "PRAGMA journal_mode = DELETE; PRAGMA user_version = 99")
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-shm")}
    for create in (True, False):
        with pytest.raises(StorageFault, match="newer Catchlight"):
            SqliteDatabase(path, schema, create=create)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-shm")} == before
    if running:
        assert stored_version(path) == 99
        connection.close()


def _scribble(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def _drop_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (name,) = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchone()
        connection.execute(f"DROP TABLE {name}")


DAMAGES = {"scribbled": _scribble, "cut": _cut, "table gone": _drop_table}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_set_aside_and_told(path: Path, schema: Schema, damage: Callable[[Path], None]) -> None:
    SqliteDatabase(path, schema).close()
    damage(path)
    damaged = path.read_bytes()
    with closing(SqliteDatabase(path, schema)) as database:
        (notice,) = database.notices
        kept = path.with_name(path.name + ".damaged-1")
        assert str(kept) in notice
        assert kept.read_bytes() == damaged
    with closing(SqliteDatabase(path, schema)) as database:
        assert database.notices == ()


def test_a_damaged_file_that_cannot_be_made_anew_is_set_aside_and_raised(path: Path) -> None:
    path.parent.mkdir()
    _scribble(path)
    with pytest.raises(DamagedFile, match="damaged-1"):
        SqliteDatabase(path, NOTES_SCHEMA, create=False)
    assert [file.name for file in path.parent.iterdir()] == ["notes.sqlite3.damaged-1"]
    with pytest.raises(StorageFault, match="no file"):
        SqliteDatabase(path, NOTES_SCHEMA, create=False)


def test_the_folder_goes_aside_with_its_database(path: Path) -> None:
    path.parent.mkdir()
    (path.parent / "picture.png").write_bytes(b"precious")
    _scribble(path)
    with closing(SqliteDatabase(path, NOTES_SCHEMA, unit=path.parent)) as database:
        kept = path.parent.with_name("folder.damaged-1")
        assert str(kept) in database.notices[0]
    assert (kept / "picture.png").read_bytes() == b"precious"


def test_a_torn_page_is_found_after_a_crash(path: Path) -> None:
    """Only a log left behind makes every page be looked at: a file that was closed is taken at its word."""
    with closing(SqliteDatabase(path, NOTES_SCHEMA)) as database, database.write() as connection:
        connection.execute(NOTES.insert(), [{"text": "x" * 100, "length": 100} for _ in range(2000)])
    pages = bytearray(path.read_bytes())
    pages[4096 * 20 : 4096 * 21] = b"\xff" * 4096
    path.write_bytes(pages)
    SqliteDatabase(path, NOTES_SCHEMA).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("INSERT INTO notes (text) VALUES ('in the log')")
        other.commit()
        with closing(SqliteDatabase(path, NOTES_SCHEMA)) as database:
            assert "damaged" in database.notices[0]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageFault, match="create"):
        SqliteDatabase(tmp_path / "file" / "notes.sqlite3", NOTES_SCHEMA)


def test_a_database_in_the_place_of_a_folder_is_no_damage(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StorageFault, match="cannot be opened"):
        SqliteDatabase(path, NOTES_SCHEMA)
    assert path.is_dir()


def test_what_the_database_refuses_is_a_storage_fault(path: Path) -> None:
    with closing(SqliteDatabase(path, NOTES_SCHEMA)) as database:
        for transaction in (database.read, database.write):
            with pytest.raises(StorageFault, match="no such table: absent"), transaction() as connection:
                connection.exec_driver_sql("SELECT * FROM absent")
