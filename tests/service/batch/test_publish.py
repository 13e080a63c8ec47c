"""Results get their name once: at every point where a kill may strike, and where names are taken."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.publish import PendingResult, Publisher, temporary_path
from catchlight.store.batches.journal import BatchBusy, Journal

from tests.service.batch.conftest import make_pictures

Begin = Callable[..., Journal[BatchPlan]]
DATA = b"a finished result"
SUM = hashlib.sha256(DATA).hexdigest()


def finished(journal: Journal[BatchPlan], number: int = 0) -> PendingResult:
    """A result under its temporary name, as a worker leaves it."""
    journal.plan.output.folder.mkdir(parents=True, exist_ok=True)
    temporary_path(journal, number).write_bytes(DATA)
    return PendingResult(number, SUM, ".jpg", {"name": journal.plan.names[number], "number": number + 1}, 1.5)


@pytest.fixture
def journal(begin: Begin, tmp_path: Path) -> Journal[BatchPlan]:
    return begin(make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"]))


def left(journal: Journal[BatchPlan]) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in journal.plan.output.folder.iterdir()}


def test_a_result_gets_its_name_and_the_journal_knows(journal: Journal[BatchPlan]) -> None:
    item = Publisher(journal).publish(finished(journal))
    assert (item.state, item.output, item.seconds) == ("done", journal.plan.output.folder / "a.jpg", 1.5)
    assert left(journal) == {"a.jpg": DATA}


def test_a_kill_before_the_name_is_given_loses_nothing(journal: Journal[BatchPlan]) -> None:
    made = finished(journal)
    journal.intend(0, journal.plan.output.folder / "a.jpg", made.sha256, made.seconds)
    Publisher(journal).recover()
    assert [item.state for item in journal.items()] == ["done", "waiting"]
    assert left(journal) == {"a.jpg": DATA}


def test_a_kill_after_the_name_is_given_repeats_nothing(journal: Journal[BatchPlan]) -> None:
    made = finished(journal)
    target = journal.plan.output.folder / "a.jpg"
    journal.intend(0, target, made.sha256, made.seconds)
    temporary_path(journal, 0).rename(target)
    Publisher(journal).recover()
    assert [item.state for item in journal.items()] == ["done", "waiting"]
    assert left(journal) == {"a.jpg": DATA}


def test_a_result_that_was_torn_is_made_again_and_tidied_away(journal: Journal[BatchPlan]) -> None:
    made = finished(journal)
    temporary_path(journal, 0).write_bytes(DATA[:4])
    temporary_path(journal, 1).write_bytes(b"half")
    journal.intend(0, journal.plan.output.folder / "a.jpg", made.sha256, made.seconds)
    Publisher(journal).recover()
    assert [item.state for item in journal.items()] == ["waiting", "waiting"]
    assert left(journal) == {}


def test_somebody_elses_file_at_the_name_stays_after_a_kill(journal: Journal[BatchPlan]) -> None:
    made = finished(journal)
    target = journal.plan.output.folder / "a.jpg"
    journal.intend(0, target, made.sha256, made.seconds)
    target.write_bytes(b"precious")
    Publisher(journal).recover()
    assert [item.state for item in journal.items()] == ["failed", "waiting"]
    assert left(journal) == {"a.jpg": b"precious"}


@pytest.mark.parametrize(
    ("taken", "after"),
    [
        ("number", {"a.jpg": b"precious", "a_2.jpg": DATA}),
        ("replace", {"a.jpg": DATA}),
    ],
)
def test_a_taken_name(begin: Begin, tmp_path: Path, taken: str, after: dict[str, bytes]) -> None:
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg"]), taken=taken)
    made = finished(journal)
    (journal.plan.output.folder / "a.jpg").write_bytes(b"precious")
    Publisher(journal).publish(made)
    assert left(journal) == after


def test_a_taken_name_is_refused_unless_asked_for(journal: Journal[BatchPlan]) -> None:
    made = finished(journal)
    (journal.plan.output.folder / "a.jpg").write_bytes(b"precious")
    with pytest.raises(InvalidRequest, match="exists already"):
        Publisher(journal).publish(made)
    assert left(journal)["a.jpg"] == b"precious"


@pytest.mark.parametrize("taken", ["refuse", "replace"])
def test_no_picture_of_the_batch_is_ever_replaced(begin: Begin, tmp_path: Path, taken: str) -> None:
    sources = make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"])
    before = [source.read_bytes() for source in sources]
    journal = begin(sources, taken=taken, folder=tmp_path / "in")
    with pytest.raises(InvalidRequest, match="never written over"):
        Publisher(journal).publish(finished(journal))
    assert [source.read_bytes() for source in sources] == before


def test_two_results_never_share_a_name(begin: Begin, tmp_path: Path) -> None:
    sources = make_pictures(tmp_path / "in", ["1.jpg", "11.jpg"])
    journal = begin(sources, pattern="{name}{number}", taken="replace")
    publisher = Publisher(journal)
    for number, name in ((0, "111"), (1, "11")):
        made = finished(journal, number)
        publisher.publish(PendingResult(number, made.sha256, ".jpg", {"name": name, "number": number + 1}, 1.0))
    names = [item.output.name for item in journal.items() if item.output]
    assert len(set(names)) == 2
    assert sorted(left(journal)) == sorted(names)


def test_only_one_process_is_at_a_batch(journal: Journal[BatchPlan]) -> None:
    with journal.held(), pytest.raises(BatchBusy), Journal(journal.path, BatchPlan).held():
        raise AssertionError
    with journal.held():
        pass


def test_a_journal_that_is_none_is_said(tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite3"
    file.write_bytes(b"not a database, by far not one, and long enough to be looked at" * 20)
    with pytest.raises(StorageFault):
        Journal(file, BatchPlan)


def test_names_that_some_system_takes_for_one_get_numbers(begin: Begin, tmp_path: Path) -> None:
    """Where case and Unicode forms count, all would be there; a folder on another system would lose two."""
    journal = begin(make_pictures(tmp_path / "in", ["1.jpg", "2.jpg", "3.jpg"]), taken="replace")
    publisher = Publisher(journal)
    for number, name in enumerate(("Zo\u00eb", "zoe\u0308", "ZO\u00cb")):
        made = finished(journal, number)
        publisher.publish(PendingResult(number, made.sha256, ".jpg", {"name": name, "number": number + 1}, 1.0))
    names = sorted(left(journal))
    assert len(names) == 3
    assert sum("_" in name for name in names) == 2


def test_a_journal_of_an_older_program_is_gone_on_with(begin: Begin, tmp_path: Path) -> None:
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"]), taken="replace")
    Publisher(journal).publish(finished(journal))
    journal.close()
    with contextlib.closing(sqlite3.connect(journal.path)) as database:  # as version 1 had it
        database.executescript(
            "CREATE TABLE old (number INTEGER PRIMARY KEY, state VARCHAR NOT NULL, seconds FLOAT, output VARCHAR UNIQUE, "
            "sha256 VARCHAR, code VARCHAR, message VARCHAR);"
            "INSERT INTO old SELECT number, state, seconds, output, sha256, code, message FROM files;"
            "DROP TABLE files; DROP TABLE arrivals; DROP TABLE servers; ALTER TABLE old RENAME TO files; PRAGMA user_version = 1;"
        )
    again = Journal(journal.path, BatchPlan)
    assert [item.state for item in again.items()] == ["done", "waiting"]
    made = finished(again, 1)
    Publisher(again).publish(PendingResult(1, made.sha256, ".jpg", {"name": "A", "number": 2}, 1.0, "pass"))
    assert sorted(left(again)) == ["A_2.jpg", "a.jpg"]
    assert [item.verdict for item in again.items()] == [None, "pass"]
    again.close()


def test_a_journal_without_notes_is_gone_on_with(begin: Begin, tmp_path: Path) -> None:
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"]))
    Publisher(journal).publish(finished(journal))
    journal.close()
    with contextlib.closing(sqlite3.connect(journal.path)) as database:  # as version 2 had it
        database.executescript(
            "DROP TABLE arrivals; DROP TABLE servers; DROP INDEX ix_files_content; ALTER TABLE files DROP COLUMN source;"
            "ALTER TABLE files DROP COLUMN name; ALTER TABLE files DROP COLUMN content;"
            "ALTER TABLE files DROP COLUMN notes; PRAGMA user_version = 2;"
        )
    again = Journal(journal.path, BatchPlan)
    made = finished(again, 1)
    values = {"name": "b", "number": 2}
    Publisher(again).publish(PendingResult(1, made.sha256, ".jpg", values, 1.0, None, ("The end is missing.",)))
    assert [item.notes for item in again.items()] == [(), ("The end is missing.",)]
    again.close()
