"""Deleting on a disk that has no room left: the picture goes, whatever the database says."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.store.generations import Generations


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file system of 2 MB in memory; skips where this user may not make one."""
    folder = tmp_path_factory.mktemp("disk")
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("a file system can be mounted by root on Linux alone")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True, check=False)
    if made.returncode:
        pytest.skip("this container may not mount a file system")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def stored(store: Generations) -> str:
    noise = Picture(np.random.default_rng(5).integers(0, 255, (200, 200, 3), np.uint8))
    return store.upload(noise, codec.encode(noise, "image/png")).id


def filled(folder: Path) -> None:
    """Fill the disk to its last byte."""
    with (folder / "ballast").open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (65536, 1024, 1):
            with contextlib.suppress(OSError):
                while file.write(b"x" * size):
                    pass


def test_a_picture_can_be_deleted_on_a_full_disk(small_disk: Path) -> None:
    with contextlib.closing(Generations(small_disk / "store")) as store:
        entries = [stored(store) for _ in range(3)]
        filled(small_disk)
        with pytest.raises(StorageFault):
            stored(store)
        for entry in entries:
            store.delete(entry)
            with pytest.raises(UnknownEntry):
                store.find(entry)
        assert list((small_disk / "store" / "pictures").iterdir()) == []
        assert store.page().generations == ()


def test_where_the_database_cannot_be_written_the_picture_goes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.closing(Generations(tmp_path / "store")) as store:
        entry = stored(store)

        def full(_: str) -> None:
            raise StorageFault("The file could not be used: database or disk is full.")

        with monkeypatch.context() as patched:
            patched.setattr(store, "_delete_row", full)
            with pytest.raises(StorageFault):
                store.delete(entry)
        assert list((tmp_path / "store" / "pictures").iterdir()) == []
        with pytest.raises(UnknownEntry):
            store.data(entry)
    with contextlib.closing(Generations(tmp_path / "store")) as store:
        assert "entry without a picture" in store.notices[0]
        assert store.page().generations == ()
