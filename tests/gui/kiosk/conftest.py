"""A kiosk's window over the real engine, with the hardware's edge scripted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from catchlight.assembly.kiosk.print_room import PrintRoom
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.voice import Silence
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.wording.i18n import Language
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.kiosk.config.model import KioskConfig, Printer, Shop
from catchlight.kiosk.flow.state import FaultId
from catchlight.kiosk.printing.calibration import Calibrations
from catchlight.kiosk.printing.print_setup import print_setup
from catchlight.kiosk.staff.port import CallReason
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import delete_what_is_due
from tests.gui.kiosk.doubles import (
    Counts,
    Machine,
    MemoEditor,
    ScriptedCamera,
    ScriptedGuide,
    ScriptedPayment,
    ScriptedPrinter,
    ScriptedWay,
    SessionTrace,
    nothing,
    receipt,
)
from tests.simulators.cups.fixtures import installed_printer, photo_printer

__all__ = ["installed_printer", "photo_printer"]

SAMPLE = resources() / "samples" / "astronaut.png"
CONFIG = KioskConfig(
    shop=Shop(documents=("icao_35x45", "us_passport", "uk_passport", "de_passport"), price=600, digital=100),
    printer=Printer(name="scripted"),
)


@pytest.fixture
def machine(catalogue: Catalogue, portraits: Portraits) -> Machine:
    return build_machine(catalogue, portraits)


def build_machine(catalogue: Catalogue, portraits: Portraits) -> Machine:
    """Of a kiosk with everything: a printer, a terminal, three ways of handing over."""
    camera, guide = ScriptedCamera(SAMPLE.read_bytes()), ScriptedGuide(("nearer",))
    printer, payment, trace, counts = ScriptedPrinter(), ScriptedPayment(), SessionTrace(), Counts()
    ways = [ScriptedWay("qr"), ScriptedWay("usb"), ScriptedWay("email")]
    editor = MemoEditor(LocalEditor(portraits, catalogue))

    uncalibrated = Calibrations(SAMPLE.parent / "no calibrations")
    setup = print_setup(catalogue, CONFIG.printer, CONFIG.shop.paper, uncalibrated)
    faults: set[FaultId] = set()
    called: list[CallReason] = []
    parts = KioskParts(
        config=CONFIG,
        languages=("en", "zh"),
        catalogue=catalogue,
        limits=DecodeLimits(),
        editor=editor,
        open_camera=camera.open,
        open_guide=lambda _document: guide,
        printer=printer,
        payment=payment,
        handovers=ways,
        make_sheet=PrintRoom(printer, setup, uncalibrated).sheet,
        open_session=trace.open,
        faults=lambda: tuple(faults),
        verify_pin=lambda pin: pin == "2468",
        counts=counts,
        enter_payment_pin=lambda pin: pin == "2468",
        insert_coin=nothing,
        forget_pictures=lambda: 0,
        issue_receipt=receipt,
        call_staff=called.append,
        wiped=lambda _receipt: None,
    )
    return Machine(parts, camera, guide, printer, payment, ways, trace, counts, faults, called)


@pytest.fixture
def open_kiosk(qapp: QApplication) -> Iterator[Callable[..., KioskWindow]]:
    """Opens the window of a machine; it is closed after the test."""
    windows: list[KioskWindow] = []
    language = Language(qapp)
    style, direction = qapp.style().objectName(), qapp.layoutDirection()

    def make(parts: KioskParts, size: tuple[int, int] = (720, 1280), settle_ms: int = 0) -> KioskWindow:
        qapp.setStyle("Fusion")
        window = KioskWindow(KioskController(parts), language, Silence(), settle_ms)
        windows.append(window)
        window.resize(*size)
        window.dress()
        window.show()
        return window

    yield make
    for window in windows:
        window.leave()
        window.deleteLater()
    delete_what_is_due()
    qapp.setStyle(style)
    language.use("en")
    qapp.setLayoutDirection(direction)
