"""What a store of a lab promises besides: equal pictures once, none without its row for long, and faults instead of halves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.picture import Picture
from catchlight.store.blobs.blobs import BlobInfo
from catchlight.store.blobs.folder import FolderBlobs
from catchlight.store.blobs.fsspec_store import FsspecBlobs
from catchlight.store.blobs.keys import digest_key
from catchlight.store.generations import Generations
from catchlight.store.settings.resource_limits import StoreLimits
from catchlight.store.upkeep.leftovers import YOUNGEST

from tests.simulators.s3 import S3Server
from tests.store.places import Lab


@pytest.fixture(scope="module", autouse=True)
def _s3_runs(s3: S3Server) -> None:
    """Its threads start here, not within a test."""


@pytest.fixture
def store(lab: Lab) -> Iterator[Generations]:
    generations = lab.open()
    yield generations
    generations.close()


def _picture(shade: int) -> Picture:
    return Picture(np.full((80, 80, 3), shade, np.uint8))


def _aged(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that lies in the store now was written two days ago."""
    listed = FsspecBlobs.list

    def older(blobs: FsspecBlobs) -> Iterator[BlobInfo]:
        return (BlobInfo(blob.key, blob.bytes, blob.changed - 2 * YOUNGEST) for blob in listed(blobs))

    monkeypatch.setattr(FsspecBlobs, "list", older)


def test_equal_pictures_are_kept_once_until_the_last_row_goes(store: Generations, lab: Lab) -> None:
    one, two = store.upload(_picture(1), b"same"), store.upload(_picture(1), b"same")
    assert lab.pictures() == [digest_key(b"same", ".png")]
    store.delete(one.id)
    assert store.data(two.id) == b"same"
    store.delete(two.id)
    assert lab.pictures() == []


def test_what_one_server_stores_another_finds_by_id_and_by_its_pixels(store: Generations, lab: Lab) -> None:
    entry = store.upload(_picture(3), b"x", "anna")
    other = lab.open()
    try:
        assert other.find(entry.id) == entry
        assert other.data(entry.id) == b"x"
        assert other.parent_of(_picture(3), "anna") == entry.id
        assert other.parent_of(_picture(3), "bert") is None
    finally:
        other.close()


def test_a_row_that_comes_while_the_last_other_goes_keeps_its_picture(store: Generations, lab: Lab) -> None:
    other, faults = lab.open(), list[Exception]()

    def work(target: Generations) -> None:
        try:
            for _ in range(12):
                entry = target.upload(_picture(1), b"same")
                assert target.data(entry.id) == b"same"
                target.delete(entry.id)
        except Exception as fault:  # noqa: BLE001 - a thread's fault belongs to the test
            faults.append(fault)

    threads = [threading.Thread(target=work, args=((store, other)[number % 2],)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    assert faults == []
    assert lab.pictures() == []


def test_opening_clears_nothing_up(store: Generations, lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.s3.put(f"{lab.prefix}/ab/{'ab' * 32}.png", b"of a server that has not written its row yet")
    _aged(monkeypatch)
    lab.open().close()
    assert len(lab.pictures()) == 1


def test_the_sweep_takes_old_pictures_without_a_row_and_no_others(
    store: Generations, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store.upload(_picture(1), b"kept")
    stray = digest_key(b"stray", ".png")
    lab.s3.put(f"{lab.prefix}/{stray[:2]}/{stray}", b"stray")
    assert store.sweep() == 0
    assert len(lab.pictures()) == 2
    _aged(monkeypatch)
    _forget_sweeps(store)
    assert store.sweep() == 1
    assert lab.pictures() == [digest_key(b"kept", ".png")]
    assert store.data(kept.id) == b"kept"


def test_a_sweep_is_done_by_one_of_all_servers(store: Generations, lab: Lab) -> None:
    other = lab.open(StoreLimits(keep_days=1), now=lambda: datetime.now(UTC) + timedelta(days=2))
    store.upload(_picture(1), b"x")
    assert store.sweep() == 0  # which has no limit of days, and was first
    assert other.sweep() == 0
    _forget_sweeps(store)
    assert other.sweep() == 1
    other.close()


def test_limits_are_kept_by_the_sweep_and_not_by_every_new_picture(lab: Lab) -> None:
    store = lab.open(StoreLimits(max_megabytes=10))
    try:
        entries = [store.upload(_picture(shade), bytes([shade]) * 4_000_000).id for shade in range(4)]
        assert len(store.page().generations) == 4
        assert store.sweep() == 2
        assert [entry.id for entry in store.page().generations] == entries[:1:-1]
        assert len(lab.pictures()) == 2
    finally:
        store.close()


def test_a_picture_that_is_damaged_or_missing_is_told(store: Generations, lab: Lab) -> None:
    entry = store.upload(_picture(1), b"right")
    key = digest_key(b"right", ".png")
    lab.s3.put(f"{lab.prefix}/{key[:2]}/{key}", b"wrong")
    with pytest.raises(StorageFault, match="damaged"):
        store.data(entry.id)
    lab.blobs().delete(key)
    with pytest.raises(StorageFault, match="missing"):
        store.data(entry.id)
    store.delete(entry.id)
    with pytest.raises(UnknownEntry):
        store.data(entry.id)


def test_where_pictures_cannot_be_stored_there_is_no_row(lab: Lab) -> None:
    absent = S3Server()
    blobs = FsspecBlobs(lab.prefix, absent.options, RetryPolicy(attempts=2, first=0.01))
    store = Generations(lab.folder, database=lab.database(), blobs=blobs)
    try:
        kept = store.upload(_picture(1), b"kept")
        absent.stop()
        for call in (lambda: store.upload(_picture(2), b"x"), lambda: store.data(kept.id), store.check):
            with pytest.raises(StorageFault, match="Check the address"):
                call()
        assert [entry.id for entry in store.page().generations] == [kept.id]
        with pytest.raises(StorageFault, match="goes later"):
            store.delete(kept.id)
        assert store.page().generations == ()
        absent.start()
        store.check()
        assert lab.pictures() == [digest_key(b"kept", ".png")]  # for the sweep
    finally:
        absent.stop()
        store.close()


def test_several_results_are_stored_all_or_none(store: Generations, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [store.upload(_picture(shade), bytes([shade])) for shade in (1, 2)]
    for entry in made:
        store.delete(entry.id)
    put = FsspecBlobs.put

    def full(blobs: FsspecBlobs, key: str, data: bytes) -> None:
        if data == b"\2":
            raise StorageFault("No room.")
        put(blobs, key, data)

    monkeypatch.setattr(FsspecBlobs, "put", full)
    with pytest.raises(StorageFault, match="No room"):
        store.add_all([(entry, _picture(shade), bytes([shade])) for shade, entry in enumerate(made, 1)])
    assert store.page().generations == ()


def test_pictures_of_several_servers_beside_a_database_of_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match=r"storage\.database"):
        Generations(tmp_path / "store", blobs=FolderBlobs(tmp_path / "share", shared=True))


def test_the_database_answers_by_its_indexes(store: Generations, lab: Lab) -> None:
    database = lab.database()
    try:
        with database.write() as connection:
            connection.exec_driver_sql(_MANY)
            connection.exec_driver_sql("ANALYZE generations")
        for question in _QUESTIONS:
            with database.read() as connection:
                plan = "\n".join(connection.exec_driver_sql(f"EXPLAIN {question}").scalars())
            assert "Seq Scan" not in plan, plan
    finally:
        database.close()


_MANY = """
INSERT INTO generations (id, operation, parent, parameters, details, record, source, result, media_type, width, height, bytes,
                         name, created, file, thumbnail, owner)
SELECT 'gen_' || lpad(to_hex(n), 32, '0'), 'hair', 'gen_' || lpad(to_hex(n - 1), 32, '0'), '{}', '{}', '{}', md5(n::text),
       md5((n + 1)::text), 'image/png', 600, 600, 400000, '', '2026-11-28T00:00:00Z', md5(n::text) || '.png', '',
       'k' || mod(n, 20)
FROM generate_series(1, 5000) AS n
"""
_QUESTIONS = (
    "SELECT id FROM generations WHERE id < 'gen_00' ORDER BY id DESC LIMIT 51",
    "SELECT id FROM generations WHERE owner = 'k7' AND id < 'gen_00' ORDER BY id DESC LIMIT 51",
    "SELECT id FROM generations WHERE result = md5('77') AND owner = 'k7' ORDER BY id DESC LIMIT 1",
    "SELECT id FROM generations WHERE source IN (md5('7'), md5('8')) OR parent IN ('gen_a', 'gen_b')",
    "SELECT id FROM generations WHERE file = md5('7') || '.png' LIMIT 1",
    "SELECT id FROM generations WHERE created < '2020-01-01' ORDER BY created LIMIT 500",
)


def _forget_sweeps(store: Generations) -> None:
    """As if the last one was long ago."""
    database: Any = store._database
    with database.write() as connection:
        connection.exec_driver_sql("DELETE FROM sweeps")
