"""The list of clients' batches: begun once, limited, looked at, tried again and forgotten."""

from __future__ import annotations

import pytest
from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.store.batch_jobs.batch_events import BatchEnded, FileChanged
from catchlight.store.batch_jobs.batch_job import NewFile, entry_of, place_of_entry
from catchlight.store.batch_jobs.batch_store import BatchStore
from catchlight.store.batch_jobs.event_log import BatchEventLog
from catchlight.store.batch_jobs.uploads import Uploads
from catchlight.store.database.database import Database
from catchlight.store.jobs.job import QueueFull

A, B = "a" * 64, "b" * 64
FILES = (NewFile(0, "a.jpg", A, 10), NewFile(1, "b.jpg", B, 20), NewFile(7, "a again.jpg", A, 10))


def begin(store: BatchStore, client: str | None = "one", request: str | None = None, wish: str = "w") -> str:
    return store.create(client, request, wish, "{}", FILES, 100)[0]


def test_a_request_that_comes_again_begins_no_second_batch(store: BatchStore) -> None:
    batch = begin(store, request="key")
    assert begin(store, request="key") == batch
    assert begin(store, "two", request="key") != batch
    assert begin(store) != begin(store)
    with pytest.raises(InvalidRequest, match="Use a new key"):
        begin(store, request="key", wish="other")


def test_the_files_of_one_client_that_are_open_are_limited(store: BatchStore) -> None:
    store.create("one", None, "w", "{}", FILES, 5)
    with pytest.raises(QueueFull, match="3 files of yours are waiting"):
        store.create("one", None, "w", "{}", FILES, 5)
    store.create("two", None, "w", "{}", FILES, 5)


def test_a_file_comes_once_for_all_batches_of_its_client(store: BatchStore, uploads: Uploads) -> None:
    batch, others = begin(store), begin(store, "two")
    assert store.batch(batch).uploads == (A, B)
    new, ready = uploads.keep("one", A, "key-a", 10)
    assert (new, ready) == (True, (entry_of(batch, 0), entry_of(batch, 7)))
    assert uploads.keep("one", A, "key-again", 10) == (False, ready)
    assert (uploads.key("one", A), uploads.key("two", A)) == ("key-a", None)
    assert store.batch(others).uploads == (A, B)
    later, ready = store.create("one", None, "w", "{}", FILES, 100)
    assert ready == (entry_of(later, 0), entry_of(later, 7))
    assert store.batch(later).uploads == (B,)


def test_what_no_batch_of_the_client_needs_is_not_kept(store: BatchStore, uploads: Uploads) -> None:
    batch = begin(store)
    assert uploads.keep("one", "c" * 64, "key", 1) == (False, ())
    with pytest.raises(UnknownEntry, match="There is no file"):
        uploads.expected_bytes(batch, "c" * 64)
    assert uploads.expected_bytes(batch, B) == 20


def test_blobs_go_with_the_last_batch_that_needs_them(store: BatchStore, uploads: Uploads) -> None:
    first, second = begin(store), begin(store)
    uploads.keep("one", A, "key-a", 10)
    gone = store.delete(first)
    assert (gone.keys, gone.entries) == ((), (entry_of(first, 0), entry_of(first, 7)))
    assert store.keys() == {"key-a"}
    assert store.delete(second).keys == ("key-a",)
    with pytest.raises(UnknownEntry) as told:
        store.batch(first)
    assert told.value.code == "unknown_batch"
    assert store.keys() == frozenset()


def test_a_file_that_is_refused_at_once_fails_and_the_batch_may_end_by_that(
    store: BatchStore, database: Database
) -> None:
    refused = [NewFile(3, "x", A, 10, ("image_too_large", "It is too large."))]
    batch, ready = store.create(None, None, "w", "{}", refused, 100)
    assert ready == ()
    told, ended = BatchEventLog(database).read(batch)
    assert [event.number for event in told] == [1, 2, 3]
    assert isinstance(told[1].event, FileChanged)
    assert told[1].event.file.error == "image_too_large"
    assert isinstance(told[2].event, BatchEnded)
    assert ended
    (summary,) = store.batches(None)
    assert (summary.files, summary.failed) == (1, 1)
    assert store.retry(batch, {3}) == ()
    assert store.batch(batch).outcomes[0].state == "missing"
    assert not BatchEventLog(database).read(batch)[1]


def test_only_what_nobody_uses_for_days_is_stale(store: BatchStore) -> None:
    batch = begin(store)
    assert store.stale(1.0) == ()
    assert store.stale(-1.0) == (batch,)


def test_the_name_of_a_file_as_work_says_where_it_is(store: BatchStore) -> None:
    batch = begin(store)
    assert place_of_entry(entry_of(batch, 12)) == (batch, 12)
    for wrong in (batch, f"{batch}/x", "batch_1/2", ""):
        with pytest.raises(ValueError, match="no file of a batch"):
            place_of_entry(wrong)
