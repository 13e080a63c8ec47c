"""A kiosk that crashes or hangs is started again; one that staff leave is not; the cover says what is the matter."""

from __future__ import annotations

import os
import signal
import socket
import threading
from pathlib import Path

import pytest
from catchlight.core.keep_alive import RestartDelay
from catchlight.kiosk.supervision.systemd import notify
from catchlight.kiosk.supervision.watchdog import Watchdog, WatchLimits

from tests.doubles import eventually
from tests.kiosk.supervision.processes import NotingCover, Scripted

LIMITS = WatchLimits(start=30, beat=1.0, quick=30, stop=5, crashes=2, first=0.01, longest=0.05)
POSIX = pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems know them")


@POSIX
def test_crashes_kills_and_hangs_are_started_again_until_staff_leave(tmp_path: Path) -> None:
    died: list[bool] = []
    kiosk = Scripted(tmp_path / "kiosk", ("crash", "kill", "hang", "restart", "leave"))
    watchdog = Watchdog(kiosk, NotingCover(tmp_path / "cover"), died.append, limits=LIMITS)
    assert watchdog.run() == 0
    assert len(kiosk.notes.read_text().splitlines()) == 5
    assert died == [False, False, True]
    assert (tmp_path / "cover").read_text().splitlines() == ["moment", "out_of_order"]


@POSIX
def test_what_fails_after_a_crash_does_not_end_the_watchdog(tmp_path: Path) -> None:
    def full(_hung: bool) -> None:
        raise OSError("No space left on device")

    kiosk = Scripted(tmp_path / "kiosk", ("crash", "leave"))
    assert Watchdog(kiosk, died=full, limits=LIMITS).run() == 0
    assert len(kiosk.notes.read_text().splitlines()) == 2


@POSIX
def test_a_signal_ends_all_in_order(tmp_path: Path) -> None:
    kiosk = Scripted(tmp_path / "kiosk", ("stay",))
    beats: list[bool] = []

    def stop_when_started() -> None:
        assert eventually(kiosk.notes.exists)
        os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=stop_when_started)
    thread.start()
    assert Watchdog(kiosk, alive=lambda: beats.append(True), limits=LIMITS).run() == 0
    thread.join()
    assert beats


def test_the_delay_doubles_and_begins_anew_after_a_long_life() -> None:
    delay = RestartDelay(first=1, longest=5, long_enough=60)
    assert [delay.after(lived) for lived in (1, 1, 1, 1, 1, 100, 1)] == [1, 2, 4, 5, 5, 1, 2]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
def test_systemd_is_told_where_it_listens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify("READY=1")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        assert notify("WATCHDOG=1")
        assert listening.recv(100) == b"WATCHDOG=1"
    assert not notify("WATCHDOG=1")
