"""The command: one kiosk at a time, files for its user alone, and what it does after a crash."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from catchlight.assembly.kiosk import command
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.cli.kiosk.options import KioskOptions
from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.single import only_kiosk
from catchlight.kiosk.wipe import session_folder
from catchlight.kiosk.wipe.session_folder import SessionFolder
from catchlight.paths import Home


def test_a_second_kiosk_does_not_begin(tmp_path: Path) -> None:
    home = Home(tmp_path)
    options = KioskOptions(config=None, windowed=True, prove=False)
    with only_kiosk(KioskPlaces(home).root), pytest.raises(InvalidRequest, match="already"):
        command.kiosk(home, options, print)


@pytest.mark.skipif(os.name != "posix", reason="rights as POSIX systems know them")
def test_what_a_kiosk_writes_is_for_its_user_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(places: KioskPlaces, _options: KioskOptions, _say: object) -> int:
        (places.root / "log").write_text("anything")
        return 0

    monkeypatch.setattr(command, "_kiosk", write)
    before = os.umask(0o022)
    try:
        command.kiosk(Home(tmp_path), KioskOptions(config=None, windowed=True, prove=False), print)
        assert os.umask(0o022) == 0o022, "it is as it was before"
    finally:
        os.umask(before)
    assert (tmp_path / "kiosk" / "log").stat().st_mode & 0o077 == 0


def test_a_crash_is_wiped_although_it_cannot_be_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = KioskPlaces(Home(tmp_path / "home"))
    monkeypatch.setattr(session_folder, "session_roots", lambda: [tmp_path])
    left = SessionFolder.create(tmp_path)
    left._lock.release()  # as when its process has ended
    places.counts.mkdir(parents=True)  # a folder is no file: nothing can be counted
    command.AfterDeath(places)(False)
    assert not left.path.exists()
    places.counts.rmdir()
    command.AfterDeath(places)(True)
    assert Counters(places.counts).total() == {"hangs": 1}
