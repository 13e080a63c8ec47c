"""A second kiosk on the same folder is refused; one that waits gets it when the first has ended."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.supervision.single import only_kiosk


def test_a_second_one_is_refused_and_told_what_to_do(tmp_path: Path) -> None:
    with only_kiosk(tmp_path / "kiosk"):
        with pytest.raises(InvalidRequest, match="CATCHLIGHT_HOME"), only_kiosk(tmp_path / "kiosk", 0.0):
            pass
        with only_kiosk(tmp_path / "other", 0.0):
            pass
    with only_kiosk(tmp_path / "kiosk", 0.0):
        pass


def test_one_that_waits_gets_it_when_the_first_ends(tmp_path: Path) -> None:
    held, got = threading.Event(), threading.Event()

    def first() -> None:
        with only_kiosk(tmp_path):
            held.set()
            got.wait(0.3)

    thread = threading.Thread(target=first)
    thread.start()
    assert held.wait(5)
    with only_kiosk(tmp_path, 10.0):
        got.set()
    thread.join()
