"""The parts of a kiosk from its configuration: camera, guidance, engine, printer, money, handing over, wiping."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.core.errors import CatchlightError

if TYPE_CHECKING:
    from catchlight.assembly.kiosk.print_room import PrintRoom
    from catchlight.camera.live.port import LiveCamera
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.core.progress import Progress
    from catchlight.gui.kiosk.machine.parts import FrameGuide, KioskParts
    from catchlight.gui.kiosk.voice import Voice
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.fleet.config_source import ConfigSource
    from catchlight.kiosk.fleet.link import FleetLink
    from catchlight.kiosk.flow.state import FaultId
    from catchlight.kiosk.payment.ledger import Ledger
    from catchlight.kiosk.payment.recorded import PrinterDone, RecordedPayment
    from catchlight.kiosk.payment.settlement import Settlement
    from catchlight.kiosk.printing.port import KioskPrinter
    from catchlight.kiosk.supervision.checks import WipeCheck
    from catchlight.kiosk.supervision.counters import Counters
    from catchlight.kiosk.supervision.health import Finding, HealthMonitor
    from catchlight.kiosk.supervision.pin import PinGuard
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import Editor, EditResult

_LOG = logging.getLogger(__name__)


@dataclass
class KioskMachine:
    """Everything that stands behind the window. ``close`` ends it."""

    places: KioskPlaces
    config: KioskConfig
    catalogue: Catalogue
    portraits: Portraits
    editor: Editor
    print_room: PrintRoom | None
    ledger: Ledger
    payment: RecordedPayment
    settlement: Settlement
    counters: Counters
    guard: PinGuard
    health: HealthMonitor
    fleet: FleetLink
    parts: KioskParts

    def close(self) -> None:
        self.fleet.stop()
        self.health.stop()
        self.settlement.close()
        self.payment.close()
        self.ledger.close()


def build_machine(
    places: KioskPlaces,
    config: KioskConfig,
    language: Callable[[], str],
    languages: tuple[str, ...],
    source: ConfigSource | None = None,
) -> KioskMachine:
    """language: that of the person, asked whenever something is written for them. languages: those that can be shown. source: of
    the fleet's configuration.

    Raises InvalidRequest where the configuration contradicts itself or the catalogue, StorageFault.
    """
    from catchlight.gui.kiosk.machine.parts import KioskParts
    from catchlight.kiosk.fleet.link import FleetLink
    from catchlight.kiosk.handover.ways import open_handovers
    from catchlight.kiosk.payment.ledger import Ledger
    from catchlight.kiosk.payment.methods import open_payment
    from catchlight.kiosk.payment.settlement import Settlement, settle
    from catchlight.kiosk.supervision.checks import WipeCheck
    from catchlight.kiosk.supervision.counters import Counters
    from catchlight.kiosk.supervision.pin import PinGuard
    from catchlight.kiosk.wipe.receipt_log import ReceiptLog
    from catchlight.kiosk.wipe.session_folder import SessionFolder
    from catchlight.portrait.portrait import Portraits

    catalogue = parts.catalogue(places.home)
    portraits = Portraits(parts.models(places.home))
    editor = _editor(config, portraits, catalogue)
    room = _print_room(places, config, catalogue)
    printer = None if room is None else room.printer
    guard = PinGuard(places.pin_guard)

    def verify(pin: str) -> bool:
        return bool(config.admin.pin_hash) and guard.check(pin, config.admin.pin_hash)

    ledger = Ledger(places.ledger)
    payment = open_payment(config.payment, ledger, currency=config.shop.currency, verify_pin=verify)
    done = _printer_done(printer)
    settle(payment, done)
    settlement = Settlement(payment, done)
    settlement.start()
    counters = Counters(places.counts)
    wipes = WipeCheck()
    health = _health(places, config, printer, wipes)
    health.start()
    fleet = FleetLink(config.fleet, counters, health, source)
    fleet.start()
    log = ReceiptLog(places.receipts)
    made = KioskParts(
        config=config,
        languages=languages,
        catalogue=catalogue,
        limits=parts.limits(places.home),
        editor=editor,
        open_camera=_camera(config),
        open_guide=_guide(config, portraits),
        printer=printer,
        payment=payment,
        handovers=open_handovers(config.handover, name=config.screens.name, language=language),
        make_sheet=_no_sheet if room is None else room.sheet,
        open_session=lambda: SessionFolder.create(log=log),
        faults=_faults(printer, places),
        verify_pin=verify,
        counts=counters,
        enter_payment_pin=_payment_pin(payment),
        insert_coin=_coin(payment),
        forget_pictures=portraits.forget,
        issue_receipt=_receipts(ledger, config),
        wiped=wipes.wiped,
    )
    return KioskMachine(
        places,
        config,
        catalogue,
        portraits,
        editor,
        room,
        ledger,
        payment,
        settlement,
        counters,
        guard,
        health,
        fleet,
        made,
    )


def warm_up(machine: KioskMachine) -> None:
    """Load the networks in the background, by a photo of the sample that is kept nowhere: the first person must not wait."""
    from catchlight.core.progress import Progress
    from catchlight.kiosk.session.judging import judge_take
    from catchlight.paths import resources

    def work() -> None:
        sample = (resources() / "samples" / "astronaut.png").read_bytes()
        document = next(iter(machine.catalogue.documents))
        try:
            judge_take(0, sample, document, "", machine.editor, machine.parts.limits, Progress())
        except CatchlightError as error:
            _LOG.error("The engine cannot work: %s", error.message)
        machine.portraits.forget()

    Thread(target=work, name="warm-up", daemon=True).start()


def open_voice(config: KioskConfig) -> Voice:
    """Speech where the configuration switches it on. Raises NoVoice."""
    from catchlight.gui.kiosk.voice import Silence, SpokenVoice

    return SpokenVoice() if config.screens.voice else Silence()


def _editor(config: KioskConfig, portraits: Portraits, catalogue: Catalogue) -> Editor:
    from catchlight.service.editor import LocalEditor

    local = LocalEditor(portraits, catalogue)
    if not config.fleet.server:
        return local
    from catchlight.client.remote import RemoteEditor
    from catchlight.core.retry import RetryPolicy
    from catchlight.kiosk.session.fallback_editor import FallbackEditor

    remote = RemoteEditor(config.fleet.server, parts.operations(), retries=RetryPolicy(attempts=1))
    return FallbackEditor(remote, local)


def _print_room(places: KioskPlaces, config: KioskConfig, catalogue: Catalogue) -> PrintRoom | None:
    if not config.printer.name:
        return None
    from catchlight.assembly.kiosk.print_room import PrintRoom
    from catchlight.gui.kiosk.printing.open_kiosk_printer import open_kiosk_printer
    from catchlight.kiosk.printing.calibration import Calibrations
    from catchlight.kiosk.printing.print_setup import print_setup

    calibrations = Calibrations(places.calibrations)
    setup = print_setup(catalogue, config.printer, config.shop.paper, calibrations)
    return PrintRoom(open_kiosk_printer(config.printer, setup.preset.dpi, places.ledger), setup, calibrations)


def _health(places: KioskPlaces, config: KioskConfig, printer: KioskPrinter | None, wipes: WipeCheck) -> HealthMonitor:
    from catchlight.kiosk.supervision.checks import disk_check, memory_check, printer_check, server_check
    from catchlight.kiosk.supervision.health import ClockCheck, HealthCheck, HealthMonitor
    from catchlight.kiosk.wipe.ram_disk import best_root

    return HealthMonitor(
        (
            HealthCheck("clock", ClockCheck()),
            HealthCheck("disk", disk_check(lambda: (places.root, best_root()))),
            HealthCheck("memory", memory_check()),
            HealthCheck("printer", printer_check(lambda: printer)),
            HealthCheck("server", server_check(config.fleet.server)),
            HealthCheck("wipe", wipes),
        )
    )


def _camera(config: KioskConfig) -> Callable[[], LiveCamera]:
    from catchlight.camera.live.open_live import open_live_camera

    source = config.camera
    return lambda: open_live_camera(source.kind, source.device, source.width, source.height, source.rotate)


def _guide(config: KioskConfig, portraits: Portraits) -> Callable[[DocumentSpec], FrameGuide]:
    from catchlight.kiosk.guidance.guide import Guide

    return lambda document: Guide(config.camera.hold_s, document, portraits.models)


def _no_sheet(_photo: EditResult, _document: DocumentSpec, _progress: Progress) -> bytes:
    raise AssertionError("a kiosk without a printer makes no sheet")


def _printer_done(printer: KioskPrinter | None) -> PrinterDone:
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


def _faults(printer: KioskPrinter | None, places: KioskPlaces) -> Callable[[], Collection[FaultId]]:
    """What stands in the way of every session, as the health page judges it."""
    from catchlight.kiosk.supervision.checks import disk_check, printer_check
    from catchlight.kiosk.wipe.ram_disk import best_root

    looks: dict[FaultId, Callable[[], Finding | None]] = {
        "disk": disk_check(lambda: (places.root, best_root())),
        "printer": printer_check(lambda: printer),
    }

    def faults() -> Collection[FaultId]:
        found = {part: look() for part, look in looks.items()}
        return [part for part, finding in found.items() if finding is not None and finding.status == "fault"]

    return faults


def _payment_pin(payment: RecordedPayment) -> Callable[[str], bool]:
    return lambda pin: payment.staff is not None and payment.staff.enter(pin)


def _coin(payment: RecordedPayment) -> Callable[[], None]:
    def pulse() -> None:
        if payment.coins is not None:
            payment.coins.pulse()

    return pulse


def _receipts(ledger: Ledger, config: KioskConfig) -> Callable[[str, DocumentSpec, int], str]:
    """A receipt for every session that was paid for."""

    def issue(reference: str, document: DocumentSpec, copies: int) -> str:
        if ledger.latest(reference) is None:
            return ""  # nothing was due
        from catchlight.kiosk.handover.receipt import make_receipt

        return make_receipt(
            ledger, reference, document.label, copies, name=config.screens.name, kiosk=config.fleet.id
        ).number

    return issue
