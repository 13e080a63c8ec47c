"""The camera and the money are watched between sessions, too."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from catchlight.camera.port import CameraLost
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import CameraSource
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.port import Quote
from catchlight.kiosk.supervision.part_checks import UNSETTLED_S, CameraCheck, payment_check


def test_a_folder_that_is_gone_is_told_without_a_session(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    check = CameraCheck(CameraSource(kind="folder", device=str(folder)))
    gone = check()
    assert gone is not None
    assert gone.status == "fault"
    folder.mkdir()
    there = check()
    assert there is not None
    assert there.status == "ok"


@pytest.mark.skipif(sys.platform != "linux", reason="webcams are listed so on Linux")
def test_a_webcam_is_looked_for_where_linux_lists_it(tmp_path: Path) -> None:
    check = CameraCheck(CameraSource(kind="webcam", device="2"), tmp_path)
    found = check()
    assert found is not None
    assert found.status == "fault"
    (tmp_path / "video2").touch()
    found = check()
    assert found is not None
    assert found.status == "ok"


def test_what_a_session_saw_of_the_camera_is_remembered() -> None:
    check = CameraCheck(CameraSource(kind="gphoto2", device="EOS"))
    there = False

    def opener() -> str:
        if not there:
            raise CameraLost(Message("The camera sleeps."))
        return "camera"

    opened = check.watched(opener)
    assert check() is None
    with pytest.raises(CameraLost):
        opened()
    found = check()
    assert found is not None
    assert (found.status, found.message) == ("fault", "The camera sleeps.")
    there = True
    assert opened() == "camera"
    found = check()
    assert found is not None
    assert found.status == "ok"


def test_money_without_an_end_and_money_that_is_owed_are_told(tmp_path: Path) -> None:
    ledger, late = Ledger(tmp_path), 0.0
    check = payment_check(ledger, "coin", lambda: late)
    assert (found := check()) is not None
    assert found.status == "ok"
    entry = ledger.begin(Quote(450, "EUR", "hall-1"), "coin")
    late = entry.changed + UNSETTLED_S - 1
    assert (found := check()) is not None
    assert found.status == "ok", "somebody may be paying"
    late += 2
    assert (found := check()) is not None
    assert (found.status, "neither taken" in found.message) == ("warning", True)
    ledger.take_cash(200, "EUR", entry)
    ledger.move(entry, "voided", ("quoted",))
    assert (found := check()) is not None
    assert (found.status, "2.00 EUR" in str(found.message)) == ("warning", True)
    ledger.give_back("hall-1")
    assert payment_check(ledger, "free", lambda: late)() is None
    ledger.close()
