"""What a store on one computer promises besides: it survives crashes, says what they left, and keeps within its limits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import StorageFault
from catchlight.imaging.picture import Picture
from catchlight.store.generations import Generations
from catchlight.store.settings.resource_limits import StoreLimits


def _picture(shade: int, side: int = 80) -> Picture:
    return Picture(np.full((side, side, 3), shade, np.uint8))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Generations]:
    generations = Generations(tmp_path / "store")
    yield generations
    generations.close()


def _files(folder: Path) -> set[str]:
    return {file.name for file in (folder / "pictures").iterdir()}


@pytest.mark.skipif(os.name != "posix", reason="folder modes are a matter of POSIX systems")
def test_the_store_is_for_its_owner_alone(store: Generations, tmp_path: Path) -> None:
    assert (tmp_path / "store").stat().st_mode & 0o077 == 0


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
