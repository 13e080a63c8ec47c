"""``catchlight kiosk --prove``: sessions by marked pictures, then the search for what they left."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.assembly.kiosk.process import prepare_process
from catchlight.cli.program import FAILED, OK

if TYPE_CHECKING:
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.wipe.port import WipeReceipt

_PICTURES = frozenset({".jpg", ".jpeg", ".png"})


def prove_kiosk(places: KioskPlaces, config: KioskConfig, say: Callable[[str], None]) -> int:
    """Run the sessions and search disk and mapped memory; gives the exit code. With a printer one sheet is printed; nobody pays.

    Raises InvalidRequest where the folder camera has no picture, or the kiosk is running, StorageFault.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    prepare_process()
    from catchlight.kiosk.supervision.single import only_kiosk
    from catchlight.kiosk.wipe.places import search_places
    from catchlight.kiosk.wipe.prove import prove

    def run(folder: Path) -> Sequence[WipeReceipt]:
        with only_kiosk(places.ledger, 0.0):
            return _run(places, _of_trial(config, folder))

    report = prove(_sources(config), run, search_places(places.home))
    for line in report.lines():
        say(str(line))
    return OK if report.clean else FAILED


def _sources(config: KioskConfig) -> Sequence[Path]:
    """The pictures of the folder camera, else the shipped samples."""
    from catchlight.paths import resources

    folder = Path(config.camera.device) if config.camera.kind == "folder" else resources() / "samples"
    return sorted(file for file in folder.glob("*") if file.suffix.lower() in _PICTURES)


def _of_trial(config: KioskConfig, folder: Path) -> KioskConfig:
    """The same kiosk with another camera, without money and without waiting."""
    changes = {
        "camera": {"kind": "folder", "device": str(folder), "countdown_s": 0},
        "payment": {"method": "free"},
        "shop": {"price": 0, "extra_copy": 0, "digital": 0},
        "screens": {"voice": False},
    }
    return config.model_copy(
        update={name: getattr(config, name).model_copy(update=values) for name, values in changes.items()}
    )


def _run(places: KioskPlaces, config: KioskConfig) -> Sequence[WipeReceipt]:
    from PySide6.QtWidgets import QApplication

    from catchlight.assembly.kiosk.machine import build_machine
    from catchlight.gui.kiosk.machine.controller import KioskController
    from catchlight.gui.kiosk.trial import KioskTrial
    from catchlight.gui.kiosk.voice import Silence
    from catchlight.gui.kiosk.window import KioskWindow
    from catchlight.gui.wording.fonts import ShownLanguages
    from catchlight.gui.wording.i18n import Language

    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(["catchlight"])
    machine = build_machine(places, config, lambda: "en", ShownLanguages(("en",), {}))
    try:
        window = KioskWindow(KioskController(machine.parts), Language(application), Silence())
        window.resize(720, 1280)
        window.dress()
        window.show()
        trial = KioskTrial(
            window.desk, lambda: application.exit(0), window
        )  # quitting would ask the window, which refuses
        trial.begin()
        application.exec()
        window.leave()
        return trial.receipts
    finally:
        machine.close()
