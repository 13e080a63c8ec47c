"""A kiosk as it is assembled: folder camera, guidance, engine, ledger, QR page and wipe, none of them scripted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from catchlight.assembly.kiosk.machine import build_machine
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.trial import KioskTrial
from catchlight.gui.kiosk.voice import Silence
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.wording.fonts import ShownLanguages
from catchlight.gui.wording.i18n import Language
from catchlight.kiosk.config.model import CameraSource, HandoverSettings, KioskConfig, Shop
from catchlight.paths import Home, resources
from PySide6.QtWidgets import QApplication

from tests.gui.kiosk.person import wait

SAMPLE = resources() / "samples" / "officer.jpg"


def test_a_session_from_the_folder_camera_to_the_qr_page_leaves_a_receipt_alone(
    qapp: QApplication, home: Home, tmp_path: Path
) -> None:
    folder = tmp_path / "camera"
    folder.mkdir()
    shutil.copy(SAMPLE, folder)
    config = KioskConfig(
        camera=CameraSource(kind="folder", device=str(folder), countdown_s=0),
        shop=Shop(documents=("icao_35x45",)),
        handover=HandoverSettings(ways=("qr",), qr_host="127.0.0.1"),
    )
    places = KioskPlaces(home)
    machine = build_machine(places, config, lambda: "en", ShownLanguages(("en",), {}))
    window = KioskWindow(KioskController(machine.parts), Language(qapp), Silence(), 0)
    ended: list[bool] = []
    try:
        window.resize(720, 1280)
        window.dress()
        window.show()
        trial = KioskTrial(window.desk, lambda: ended.append(True), window, (("farewell", "done"),))
        trial.begin()
        wait(lambda: ended)
        (receipt,) = trial.receipts
    finally:
        window.leave()
        window.deleteLater()
        machine.close()
    assert receipt.reason == "done"
    assert receipt.removed["pictures"] == 2  # the file of the camera and its take
    assert receipt.removed["portraits"] > 0
    assert not receipt.remaining
    assert json.loads(places.counts.read_bytes())["total"] == {
        "sessions": 1,
        "verdict_uncertain": 1,
        "files": 1,
        "ended_done": 1,
    }
    kept = {file.suffix for file in home.root.rglob("*") if file.is_file()}
    assert not kept & {".jpg", ".jpeg", ".png", ".pdf"}
