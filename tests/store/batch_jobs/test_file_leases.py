"""Files of batches belong to one owner at a time, are ended once, and are not tried for ever."""

from __future__ import annotations

import pytest
from catchlight.store.batch_jobs.batch_events import BatchEnded, FileChanged, FileResult
from catchlight.store.batch_jobs.batch_job import NewFile, entry_of
from catchlight.store.batch_jobs.batch_store import BatchStore
from catchlight.store.batch_jobs.event_log import BatchEventLog
from catchlight.store.batch_jobs.file_leases import FileLease, FileLeases
from catchlight.store.batch_jobs.uploads import Uploads
from catchlight.store.database.database import Database
from catchlight.store.jobs.lease_rule import LeaseLost

A = "a" * 64
RESULT = FileResult(sha256="c" * 64, bytes=3, suffix=".png", facts={"width": 1})


@pytest.fixture
def batch(store: BatchStore, uploads: Uploads) -> str:
    """A batch of one file, which has come."""
    made, _ = store.create("one", None, "w", "{}", [NewFile(4, "a.jpg", A, 10)], 100)
    uploads.keep("one", A, "key", 10)
    return made


def taken(leases: FileLeases, batch: str) -> FileLease:
    claim = leases.take(entry_of(batch, 4))
    assert claim is not None
    return claim


def told(database: Database, batch: str) -> list[str]:
    """What the batch has told of its file, and whether it has ended."""
    events = [event.event for event in BatchEventLog(database).read(batch)[0]]
    return [
        event.file.state if isinstance(event, FileChanged) else "ended"
        for event in events
        if isinstance(event, FileChanged | BatchEnded)
    ]


def test_a_file_is_taken_once_and_ended_once(database: Database, store: BatchStore, batch: str) -> None:
    leases = FileLeases(database, "me")
    assert leases.free() == [(entry_of(batch, 4), "one")]
    claim = taken(leases, batch)
    assert (claim.client, claim.name, claim.sha256, claim.alone) == ("one", "a.jpg", A, False)
    assert leases.take(claim.entry) is None
    assert leases.free() == []
    leases.renew(claim)
    leases.complete(claim, "result-key", RESULT, 1.5)
    with pytest.raises(LeaseLost):
        leases.fail(claim, "no_face", "There is no face.", 1.0)
    assert leases.take(claim.entry) is None
    assert store.result(batch, 4) == ("result-key", RESULT)
    assert told(database, batch) == ["running", "done", "ended"]


def test_a_file_that_is_called_off_is_lost_to_whoever_is_at_it(
    database: Database, store: BatchStore, batch: str
) -> None:
    leases = FileLeases(database, "me")
    claim = taken(leases, batch)
    store.delete(batch)
    with pytest.raises(LeaseLost):
        leases.renew(claim)
    with pytest.raises(LeaseLost):
        leases.complete(claim, "result-key", RESULT, 1.0)
    assert leases.take(claim.entry) is None


def test_a_file_whose_owner_died_is_tried_once_more_alone_and_then_fails(
    database: Database, store: BatchStore, batch: str
) -> None:
    dead = FileLeases(database, "dead", lease=-1.0)
    entry = entry_of(batch, 4)
    first = taken(dead, batch)
    heir = FileLeases(database, "heir")
    assert heir.died_under(entry)
    second = taken(dead, batch)
    assert (first.alone, second.alone) == (False, True)
    with pytest.raises(LeaseLost):
        dead.complete(first, "result-key", RESULT, 1.0)
    assert heir.take(entry) is None
    (outcome,) = store.batch(batch).outcomes
    assert (outcome.state, outcome.error) == ("failed", "internal_error")
    assert "has ended 2 times" in str(outcome.message)
    assert told(database, batch) == ["running", "running", "failed", "ended"]


def test_what_is_given_back_counts_as_no_try(database: Database, store: BatchStore, batch: str) -> None:
    leases = FileLeases(database, "me")
    for _ in range(5):
        leases.give_back(taken(leases, batch))
    assert not leases.died_under(entry_of(batch, 4))
    claim = taken(leases, batch)
    leases.give_back(claim, "missing")
    assert leases.take(claim.entry) is None
    assert store.batch(batch).uploads == (A,)


def test_a_failed_file_is_tried_again_when_that_is_asked_for(database: Database, store: BatchStore, batch: str) -> None:
    leases = FileLeases(database, "me")
    leases.fail(taken(leases, batch), "no_face", "There is no face.", 1.0)
    assert store.batch(batch).outcomes[0].error == "no_face"
    assert store.retry(batch, {1, 4}) == (entry_of(batch, 4),)
    assert store.retry(batch, {4}) == ()
    leases.complete(taken(leases, batch), "result-key", RESULT, 1.0)
    (outcome,) = store.batch(batch).outcomes
    assert (outcome.state, outcome.error, outcome.source) == ("done", None, A)
    assert told(database, batch) == ["running", "failed", "ended", "waiting", "running", "done", "ended"]
