"""``catchlight kiosk --prove``: sessions by marked pictures, then the search for what they left."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.assembly.kiosk.process import prepare_process
from catchlight.cli.program import FAILED, OK

if TYPE_CHECKING:
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.wipe.port import WipeReceipt

_LOG = logging.getLogger(__name__)
_PICTURES = frozenset({".jpg", ".jpeg", ".png"})


def prove_kiosk(places: KioskPlaces, config: KioskConfig, say: Callable[[str], None]) -> int:
    """Run the sessions and search disk and mapped memory; gives the exit code. With a printer one sheet is printed; nobody pays.

    Counters, ledger and receipts of the kiosk are left as they are: the proof has its own, which go when it has ended. Raises
    InvalidRequest where the folder camera has no picture, or the kiosk is running, StorageFault.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    prepare_process()
    from catchlight.kiosk.supervision.single import only_kiosk
    from catchlight.kiosk.wipe.places import search_places
    from catchlight.kiosk.wipe.prove import prove

    own = replace(places, aside=places.proof)

    def run(folder: Path) -> Sequence[WipeReceipt]:
        with only_kiosk(places.ledger, 0.0):
            return _run(own, _of_trial(config, folder))

    try:
        report = prove(_sources(config), run, search_places(places.home))
    finally:
        clear_proof(places, config)
    for line in report.lines():
        say(str(line))
    return OK if report.clean else FAILED


def clear_proof(places: KioskPlaces, config: KioskConfig) -> None:
    """Remove what a proof kept for itself, one that was killed too: its sheet in the print queue first. Where the queue does not
    let it go yet, the number of its job stays for the next start. Raises nothing."""
    if not places.proof.exists():
        return
    from catchlight.core.errors import CatchlightError
    from catchlight.kiosk.wipe.removal import remove_tree

    own = replace(places, aside=places.proof)
    try:
        left = _forget_sheets(own, config)
    except CatchlightError as fault:
        _LOG.warning("What a proof left in the print queue is not known: %s", fault.message)
        left = 1
    if not left:
        remove_tree(places.proof, overwrite=False)
        return
    for place in places.proof.iterdir():
        if place != own.ledger:
            remove_tree(place, overwrite=False)
            with contextlib.suppress(OSError):  # a file that cannot be removed now is tried again at the next start
                place.unlink(missing_ok=True)


def _forget_sheets(own: KioskPlaces, config: KioskConfig) -> int:
    """How many jobs of the proof are not over yet. Raises PrinterFault, StorageFault."""
    from catchlight.kiosk.printing.open_printer import FOLDER

    if not config.printer.name or not (own.ledger / FOLDER).is_dir():
        return 0
    from catchlight.gui.kiosk.printing.open_kiosk_printer import open_kiosk_printer

    return open_kiosk_printer(config.printer, 300, own.ledger).forget_leftovers()


def _sources(config: KioskConfig) -> Sequence[Path]:
    """The pictures of the folder camera, else the shipped samples."""
    from catchlight.paths import resources

    folder = Path(config.camera.device) if config.camera.kind == "folder" else resources() / "samples"
    return sorted(file for file in folder.glob("*") if file.suffix.lower() in _PICTURES)


def _of_trial(config: KioskConfig, folder: Path) -> KioskConfig:
    """The same kiosk with another camera, without money and without waiting; nobody hears of its sessions."""
    from catchlight.kiosk.config.model import Staff

    changes = {
        "camera": {"kind": "folder", "device": str(folder), "countdown_s": 0},
        "payment": {"method": "free"},
        "shop": {"price": 0, "extra_copy": 0, "digital": 0},
        "screens": {"voice": False},
        "fleet": {"metrics_port": 0, "config_source": ""},
    }
    changed = {name: getattr(config, name).model_copy(update=values) for name, values in changes.items()}
    return config.model_copy(update={**changed, "staff": Staff(flash_s=0)})


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
