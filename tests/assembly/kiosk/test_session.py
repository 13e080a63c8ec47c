"""A session of a real kiosk: what libraries put aside lies in its folder, and goes with it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from catchlight.assembly.kiosk.adapters import session_opener
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.paths import Home


def test_temporary_files_of_libraries_go_with_the_session(tmp_path: Path) -> None:
    before = tempfile.gettempdir()
    session = session_opener(KioskPlaces(Home(tmp_path)))()
    try:
        with tempfile.NamedTemporaryFile(delete=False) as file:
            file.write(b"a face")
        assert Path(file.name).is_relative_to(session.path)
        assert Path(os.environ["TMPDIR"]).is_relative_to(session.path)
    finally:
        receipt = session.wipe("done")
    assert not Path(file.name).exists()
    assert receipt.removed == {"temporary": 1}
    assert tempfile.gettempdir() == before
