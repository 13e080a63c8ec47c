"""Pictures of people, and the folder of all that is kept, are for nobody else on the computer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.core.files.writing import open_new, write_atomic
from catchlight.paths import Home
from catchlight.service.delivery.targets import FolderTarget
from catchlight.store.generations import Generations
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_home_and_what_lies_in_it_are_private(tmp_path: Path) -> None:
    home = Home(tmp_path / "data" / "catchlight")
    SettingsFile(home.settings).save(Settings())
    Generations(home.store).close()
    FolderTarget(home.delivered).write("parcel/square-64.png", b"picture")
    made = list(home.root.rglob("*"))
    assert {mode(path) for path in made if path.is_dir()} | {mode(home.root)} == {0o700}
    assert {mode(path) for path in made if path.is_file()} == {0o600}


def test_a_folder_that_others_may_read_is_delivered_to_for_them(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o755)
    FolderTarget(shared).write("parcel/square-64.png", b"picture")
    assert (mode(shared / "parcel"), mode(shared / "parcel" / "square-64.png")) == (0o755, 0o644)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    FolderTarget(closed).write("parcel/square-64.png", b"picture")
    assert (mode(closed / "parcel"), mode(closed / "parcel" / "square-64.png")) == (0o700, 0o600)


def test_a_folder_that_is_made_for_it_is_private(tmp_path: Path) -> None:
    FolderTarget(tmp_path / "new" / "place").write("parcel/square-64.png", b"picture")
    assert mode(tmp_path / "new") == mode(tmp_path / "new" / "place") == 0o700


def test_no_link_is_followed_by_what_is_written(tmp_path: Path) -> None:
    """Neither one that leads to a file nor one that leads nowhere yet."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    for name, goal in (("taken", victim), ("dangling", tmp_path / "nowhere")):
        link = tmp_path / name
        link.symlink_to(goal)
        with pytest.raises(FileExistsError):
            open_new(link)
        write_atomic(link, b"mine")  # takes the link's name, and leaves what it led to alone
        assert (link.is_symlink(), link.read_bytes()) == (False, b"mine")
    assert victim.read_bytes() == b"precious"
    assert not (tmp_path / "nowhere").exists()
