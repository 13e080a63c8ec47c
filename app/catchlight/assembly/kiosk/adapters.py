"""The parts of a kiosk as its window wants them, one small function each."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.assembly.kiosk.places import KioskPlaces

if TYPE_CHECKING:
    from catchlight.assembly.kiosk.print_room import PrintRoom
    from catchlight.camera.live.port import LiveCamera
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.gui.kiosk.machine.parts import FrameGuide
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.handover.receipt import Receipt
    from catchlight.kiosk.payment.ledger import Ledger
    from catchlight.kiosk.payment.recorded import PrinterDone, RecordedPayment
    from catchlight.kiosk.printing.leftover_jobs import LeftoverJobs
    from catchlight.kiosk.printing.port import KioskPrinter
    from catchlight.kiosk.supervision.pin import PinGuard
    from catchlight.kiosk.wipe.session_folder import SessionFolder
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import Editor

_LOG = logging.getLogger(__name__)


def open_editor(config: KioskConfig, portraits: Portraits, catalogue: Catalogue) -> Editor:
    from catchlight.service.editor import LocalEditor

    local = LocalEditor(portraits, catalogue)
    if not config.fleet.server:
        return local
    from catchlight.client.remote import RemoteEditor
    from catchlight.core.retry import RetryPolicy
    from catchlight.kiosk.session.fallback_editor import FallbackEditor

    remote = RemoteEditor(config.fleet.server, parts.operations(), retries=RetryPolicy(attempts=1))
    return FallbackEditor(remote, local)


def open_print_room(places: KioskPlaces, config: KioskConfig, catalogue: Catalogue) -> PrintRoom | None:
    if not config.printer.name:
        return None
    from catchlight.assembly.kiosk.print_room import PrintRoom
    from catchlight.gui.kiosk.printing.open_kiosk_printer import open_kiosk_printer
    from catchlight.kiosk.printing.calibration import Calibrations
    from catchlight.kiosk.printing.print_setup import print_setup

    calibrations = Calibrations(places.calibrations)
    setup = print_setup(catalogue, config.printer, config.shop.paper, calibrations)
    return PrintRoom(open_kiosk_printer(config.printer, setup.preset.dpi, places.ledger), setup, calibrations)


def camera_opener(config: KioskConfig) -> Callable[[], LiveCamera]:
    from catchlight.camera.live.open_live import open_live_camera

    source = config.camera
    return lambda: open_live_camera(source.kind, source.device, source.width, source.height, source.rotate)


def guide_opener(config: KioskConfig, portraits: Portraits) -> Callable[[DocumentSpec], FrameGuide]:
    from catchlight.kiosk.guidance.guide import Guide

    return lambda document: Guide(config.camera.hold_s, document, portraits.models)


def clear_queue(printer: KioskPrinter | None) -> LeftoverJobs | None:
    """Begin to remove what an earlier start left in the print queue."""
    if printer is None:
        return None
    from catchlight.kiosk.printing.leftover_jobs import LeftoverJobs

    leftovers = LeftoverJobs(printer)
    leftovers.start()
    return leftovers


def ask_printer(printer: KioskPrinter | None) -> PrinterDone:
    """Whether a session's sheet came out, under whichever key it was sent."""

    def done(reference: str) -> bool | None:
        from catchlight.kiosk.flow.transitions import MOST_PRINTS
        from catchlight.kiosk.printing.port import PrinterFault, print_key

        if printer is None:
            return False
        try:
            for attempt in range(MOST_PRINTS, 0, -1):
                job = printer.find(print_key(reference, attempt))
                status = None if job is None else printer.job(job).status
                if status == "done":
                    return True
                if status in ("waiting", "printing", "held"):
                    return None
        except PrinterFault as fault:
            _LOG.warning("Whether %s was printed is not known yet: %s", reference, fault.message)
            return None
        return False

    return done


def payment_pin(payment: RecordedPayment) -> Callable[[str], bool]:
    return lambda pin: payment.staff is not None and payment.staff.enter(pin)


def coin_pulse(payment: RecordedPayment) -> Callable[[], None]:
    def pulse() -> None:
        if payment.coins is not None:
            payment.coins.pulse()

    return pulse


def receipt_issuer(ledger: Ledger, config: KioskConfig) -> Callable[[str, DocumentSpec, int], Receipt | None]:
    """A receipt for every session that was paid for."""

    def issue(reference: str, document: DocumentSpec, copies: int) -> Receipt | None:
        if ledger.latest(reference) is None:
            return None  # nothing was due
        from catchlight.kiosk.handover.receipt import make_receipt

        return make_receipt(ledger, reference, document.label, copies, name=config.screens.name, kiosk=config.fleet.id)

    return issue


def pin_verifier(config: KioskConfig, guard: PinGuard) -> Callable[[str], bool]:
    """Whether a PIN is that of staff; none is while they have not set one."""
    return lambda pin: bool(config.admin.pin_hash) and guard.check(pin, config.admin.pin_hash)


def session_opener(places: KioskPlaces) -> Callable[[], SessionFolder]:
    from catchlight.kiosk.wipe.receipt_log import ReceiptLog
    from catchlight.kiosk.wipe.session_folder import SessionFolder

    log = ReceiptLog(places.receipts)

    def open_session() -> SessionFolder:
        folder = SessionFolder.create(log=log)
        folder.use_for_temporary_files()
        return folder

    return open_session
