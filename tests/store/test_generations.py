"""The store keeps what it was given, survives crashes, and forgets what it may."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record, Step
from catchlight.store.generation import Generation
from catchlight.store.generations import Generations
from catchlight.store.ids import generation_id, is_generation_id, uuid7
from catchlight.store.settings import StoreLimits


def _picture(shade: int, side: int = 80) -> Picture:
    return Picture(np.full((side, side, 3), shade, np.uint8))


def _entry(picture: Picture, source: Picture | None = None, parent: str | None = None, size: int = 3) -> Generation:
    return Generation(
        id=generation_id(), operation="id_photo", parent=parent, source=source.digest if source else None,
        result=picture.digest, media_type="image/png", width=picture.width, height=picture.height, bytes=size,
        created=datetime.now(UTC),
    )  # fmt: skip


@pytest.fixture
def store(tmp_path: Path):
    generations = Generations(tmp_path / "store")
    yield generations
    generations.close()


def _files(folder: Path) -> set[str]:
    return {file.name for file in (folder / "pictures").iterdir()}


def test_uuid7_has_the_layout_of_the_rfc() -> None:
    moment = 0x017F22E279B0 * 1_000_000  # the example of RFC 9562, appendix A.6
    number = uuid7(moment)
    assert number >> 80 == 0x017F22E279B0
    assert number >> 76 & 0xF == 7
    assert number >> 62 & 0b11 == 0b10
    assert uuid7(moment + 500_000) >> 64 & 0xFFF == 2048
    assert is_generation_id(generation_id())


def test_ids_sort_by_time() -> None:
    ids = [generation_id() for _ in range(50)]
    assert [entry[:16] for entry in ids] == sorted(entry[:16] for entry in ids)


def test_a_generation_comes_back_as_it_was_stored(store: Generations) -> None:
    source, result = _picture(10), _picture(20)
    step = Step(operation="id_photo", parameters={"hd": True}, kind="geometry", source=source.digest)
    entry = _entry(result, source).model_copy(
        update={"record": Record(steps=(step,)), "details": {"dpi": 300, "verdict": {"checks": []}}, "name": "Ünï.jpg"}
    )
    store.add(entry, result, b"abc")
    assert store.find(entry.id) == entry
    assert store.data(entry.id) == b"abc"
    assert max(codec.decode(store.thumbnail(entry.id)).pixels.shape[:2]) == 80
    assert store.bytes == 3


def test_thumbnails_keep_alpha_and_shape(store: Generations) -> None:
    pixels = np.zeros((600, 1200, 4), np.uint16)
    pixels[..., 3] = 40_000
    picture = Picture(pixels)
    entry = _entry(picture)
    store.add(entry, picture, b"abc")
    small = codec.decode(store.thumbnail(entry.id))
    assert (small.width, small.height, small.has_alpha, small.depth) == (256, 128, True, 8)


def test_the_list_is_newest_first_in_pages(store: Generations) -> None:
    ids = [store.upload(_picture(shade), b"x").id for shade in range(7)]
    seen, before = [], None
    while True:
        page = store.page(3, before)
        assert len(page.generations) <= 3
        seen += [entry.id for entry in page.generations]
        before = page.next
        if before is None:
            break
    assert seen == ids[::-1]


def test_deleting_takes_the_file_along(store: Generations, tmp_path: Path) -> None:
    entry = store.upload(_picture(1), b"x")
    store.delete(entry.id)
    assert _files(tmp_path / "store") == set()
    for gone in (store.find, store.data, store.thumbnail, store.delete):
        with pytest.raises(UnknownEntry) as fault:
            gone(entry.id)
        assert fault.value.code == "unknown_generation"


@pytest.mark.skipif(os.name != "posix", reason="folder modes are a matter of POSIX systems")
def test_the_store_is_for_its_owner_alone(store: Generations, tmp_path: Path) -> None:
    assert (tmp_path / "store").stat().st_mode & 0o077 == 0


def test_history_is_found_again_by_the_pixels_of_the_source(store: Generations) -> None:
    source, first, second, other = _picture(1), _picture(2), _picture(3), _picture(4)
    one = _entry(first, source)
    store.add(one, first, b"1")
    two = _entry(second, first, parent=one.id)
    store.add(two, second, b"2")
    branch = _entry(other, source)
    store.add(branch, other, b"3")
    stranger = _entry(_picture(9), _picture(8))
    store.add(stranger, _picture(9), b"4")
    assert [entry.id for entry in store.history(source.digest)] == [one.id, two.id, branch.id]
    assert [entry.id for entry in store.history(first.digest)] == [two.id]
    assert store.with_result(second.digest)[0].id == two.id
    assert store.history("nothing") == ()


def test_an_edit_that_changes_nothing_does_not_loop(store: Generations) -> None:
    picture = _picture(1)
    entry = _entry(picture, picture)
    store.add(entry, picture, b"1")
    assert store.history(picture.digest) == (entry,)


def test_the_parent_is_known_by_pixels_or_by_record(store: Generations) -> None:
    picture = _picture(1)
    assert store.parent_of(picture) is None
    entry = store.upload(picture, b"x")
    assert store.parent_of(picture) == entry.id
    steps = tuple(
        Step(operation="id_photo", parameters={}, kind="geometry", source="-", generation=name)
        for name in (entry.id, "gen_from_another_computer")
    )
    assert store.parent_of(_picture(2).with_(record=Record(steps=steps))) == entry.id


def test_a_crash_leaves_the_last_good_state_and_is_said(store: Generations, tmp_path: Path) -> None:
    kept, lost = store.upload(_picture(1), b"kept"), store.upload(_picture(2), b"lost")
    folder = tmp_path / "store" / "pictures"
    (folder / f"{lost.id}.png").unlink()
    (folder / "gen_stray.png").write_bytes(b"no row")
    (folder / ".gen_half.png.00000000.partial").write_bytes(b"half")
    again = Generations(tmp_path / "store")
    try:
        assert _files(tmp_path / "store") == {f"{kept.id}.png"}
        assert [entry.id for entry in again.page().generations] == [kept.id]
        assert len(again.notices) == 3
    finally:
        again.close()
    quiet = Generations(tmp_path / "store")
    quiet.close()
    assert quiet.notices == ()


def test_a_process_killed_while_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    program = """
import os, sys
from pathlib import Path
import numpy as np
from catchlight.imaging.picture import Picture
from catchlight.core.files import writing
from catchlight.store import generations
from catchlight.store.blobs import folder
store = generations.Generations(Path(sys.argv[1]))
store.upload(Picture(np.zeros((80, 80, 3), np.uint8)), b"good")
write = writing.write_atomic
def write_and_die(*args, **named):
    write(*args, **named)
    os._exit(9)
folder.write_atomic = write_and_die
store.upload(Picture(np.ones((80, 80, 3), np.uint8)), b"never committed")
"""
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path / "store")], timeout=60)
    assert ended.returncode == 9
    assert len(_files(tmp_path / "store")) == 2
    store = Generations(tmp_path / "store")
    try:
        assert store.notices == ("Store: 1 picture without an entry was removed.",)
        assert [store.data(entry.id) for entry in store.page().generations] == [b"good"]
        assert len(_files(tmp_path / "store")) == 1
    finally:
        store.close()


def test_a_file_that_cannot_be_written_leaves_no_entry(store: Generations, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFault, match="No space left"):
        store.upload(_picture(1), b"x")
    assert store.page().generations == ()
    assert list((store._folder / "pictures").iterdir()) == []


def test_a_damaged_database_is_kept_aside_with_its_pictures(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    (folder / "pictures").mkdir(parents=True)
    (folder / "pictures" / "gen_1.png").write_bytes(b"precious")
    (folder / "generations.sqlite3").write_bytes(b"this is no database" * 100)
    store = Generations(folder)
    try:
        assert "damaged" in store.notices[0]
        assert (tmp_path / "store.damaged-1" / "pictures" / "gen_1.png").read_bytes() == b"precious"
        assert store.page().generations == ()
    finally:
        store.close()


def test_the_store_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    import sqlite3

    Generations(tmp_path / "store").close()
    database = sqlite3.connect(tmp_path / "store" / "generations.sqlite3")
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageFault, match="newer"):
        Generations(tmp_path / "store")


def test_the_size_cap_drops_the_oldest(tmp_path: Path) -> None:
    store = Generations(tmp_path / "store", StoreLimits(max_megabytes=10))
    try:
        ids = [store.upload(_picture(shade), bytes(4_000_000)).id for shade in range(4)]
        assert [entry.id for entry in store.page().generations] == [ids[3], ids[2]]
        assert len(_files(tmp_path / "store")) == 2
    finally:
        store.close()


def test_the_newest_stays_even_when_it_alone_is_over_the_cap(tmp_path: Path) -> None:
    store = Generations(tmp_path / "store", StoreLimits(max_megabytes=10))
    try:
        store.upload(_picture(1), b"x")
        large = store.upload(_picture(2), bytes(11_000_000))
        assert [entry.id for entry in store.page().generations] == [large.id]
    finally:
        store.close()


def test_retention_forgets_by_age(tmp_path: Path) -> None:
    clock = [datetime(2026, 1, 1, tzinfo=UTC)]
    store = Generations(tmp_path / "store", StoreLimits(keep_days=30), now=lambda: clock[0])
    try:
        old = store.upload(_picture(1), b"x")
        clock[0] += timedelta(days=29)
        young = store.upload(_picture(2), b"x")
        assert store.prune() == 0
        clock[0] += timedelta(days=2)
        assert store.prune() == 1
        assert [entry.id for entry in store.page().generations] == [young.id]
        assert _files(tmp_path / "store") == {f"{young.id}.png"}
        with pytest.raises(UnknownEntry):
            store.find(old.id)
        clock[0] += timedelta(days=300)
        assert store.prune(StoreLimits(keep_days=None)) == 0
    finally:
        store.close()


def test_many_threads_and_two_stores_on_one_folder(store: Generations, tmp_path: Path) -> None:
    other = Generations(tmp_path / "store")
    faults: list[Exception] = []

    def work(target: Generations, shade: int) -> None:
        try:
            for turn in range(4):
                entry = target.upload(_picture(shade + turn), bytes([shade]))
                assert target.data(entry.id) == bytes([shade])
                target.page(2)
                if turn % 2:
                    target.delete(entry.id)
        except Exception as fault:  # noqa: BLE001 - a thread's fault belongs to the test
            faults.append(fault)

    threads = [threading.Thread(target=work, args=((store, other)[n % 2], n * 4)) for n in range(8)]
    for thread in threads:
        thread.start()
    Generations(tmp_path / "store").close()  # cleaning up meanwhile takes nothing away
    for thread in threads:
        thread.join()
    other.close()
    assert faults == []
    assert len(store.page(100).generations) == 16
    assert len(_files(tmp_path / "store")) == 16
