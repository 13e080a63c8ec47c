"""The parts of a kiosk from its configuration: camera, guidance, engine, printer, money, handing over, wiping."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.assembly.kiosk import adapters
from catchlight.assembly.kiosk.health import fault_finder, open_health
from catchlight.assembly.kiosk.money import KioskMoney, open_money
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.assembly.kiosk.staff import KioskStaff, count_call, open_staff
from catchlight.core.errors import CatchlightError

if TYPE_CHECKING:
    from catchlight.assembly.kiosk.print_room import PrintRoom
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.core.progress import Progress
    from catchlight.gui.kiosk.machine.parts import KioskParts
    from catchlight.gui.kiosk.voice import Voice
    from catchlight.gui.wording.fonts import ShownLanguages
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.fleet.config_source import ConfigSource
    from catchlight.kiosk.fleet.link import FleetLink
    from catchlight.kiosk.printing.leftover_jobs import LeftoverJobs
    from catchlight.kiosk.printing.port import KioskPrinter
    from catchlight.kiosk.supervision.camera_check import CameraCheck
    from catchlight.kiosk.supervision.checks import WipeCheck
    from catchlight.kiosk.supervision.counters import Counters
    from catchlight.kiosk.supervision.health import HealthMonitor
    from catchlight.kiosk.supervision.pin import PinGuard
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import Editor, EditResult

_LOG = logging.getLogger(__name__)
WARM_UP_ENDS_S = 8.0
"""The longest step of the engine between two looks whether it is still wanted; less than a watchdog waits."""


@dataclass(frozen=True)
class KioskMachine:
    """Everything that stands behind the window. ``close`` ends it."""

    places: KioskPlaces
    config: KioskConfig
    catalogue: Catalogue
    portraits: Portraits
    editor: Editor
    print_room: PrintRoom | None
    leftover_jobs: LeftoverJobs | None
    money: KioskMoney
    counters: Counters
    guard: PinGuard
    health: HealthMonitor
    staff: KioskStaff
    fleet: FleetLink
    parts: KioskParts

    def close(self) -> None:
        self.fleet.stop()
        self.health.stop()
        self.staff.close()
        if self.leftover_jobs is not None:
            self.leftover_jobs.close()
        self.money.close()


def build_machine(
    places: KioskPlaces,
    config: KioskConfig,
    language: Callable[[], str],
    languages: ShownLanguages,
    source: ConfigSource | None = None,
) -> KioskMachine:
    """language: that of the person, asked whenever something is written for them. languages: those that can be shown;
    English where none of them can. source: of the fleet's configuration.

    Raises InvalidRequest where the configuration contradicts itself or the catalogue, StorageFault.
    """
    from catchlight.gui.kiosk.machine.parts import KioskParts
    from catchlight.kiosk.fleet.link import FleetLink
    from catchlight.kiosk.handover.ways import open_handovers
    from catchlight.kiosk.supervision.camera_check import CameraCheck
    from catchlight.kiosk.supervision.checks import WipeCheck
    from catchlight.kiosk.supervision.counters import Counters
    from catchlight.kiosk.supervision.pin import PinGuard
    from catchlight.portrait.portrait import Portraits

    catalogue, portraits = parts.catalogue(places.home), Portraits(parts.models(places.home))
    editor = adapters.open_editor(config, portraits, catalogue)
    room = adapters.open_print_room(places, config, catalogue)
    printer = None if room is None else room.printer
    guard, counters = PinGuard(places.pin_guard), Counters(places.counts)
    verify = adapters.pin_verifier(config, guard)
    money = open_money(places, config, verify, adapters.ask_printer(printer))
    queue = adapters.clear_queue(printer)
    wipes, camera = WipeCheck(), CameraCheck(config.camera, adapters.camera_opener(config))
    staff, health = _open_watch(places, config, printer, wipes, camera, money, counters, languages)
    fleet = FleetLink(config.fleet, counters, health, staff.calls, source)
    fleet.start()
    made = KioskParts(
        config=config,
        languages=languages.codes or ("en",),
        catalogue=catalogue,
        limits=parts.limits(places.home),
        editor=editor,
        open_camera=camera.open,
        open_guide=adapters.guide_opener(config, portraits),
        printer=printer,
        payment=money.payment,
        handovers=open_handovers(config.handover, name=config.screens.name, language=language),
        make_sheet=_no_sheet if room is None else room.sheet,
        open_session=adapters.session_opener(places),
        faults=fault_finder(printer, places),
        verify_pin=verify,
        counts=counters,
        enter_payment_pin=adapters.payment_pin(money.payment),
        insert_coin=adapters.coin_pulse(money.payment),
        forget_pictures=portraits.forget,
        issue_receipt=adapters.receipt_issuer(money.ledger, config),
        call_staff=staff.calls.raise_call,
        wiped=wipes.wiped,
    )
    return KioskMachine(
        places, config, catalogue, portraits, editor, room, queue, money, counters, guard, health, staff, fleet, made
    )


def _open_watch(
    places: KioskPlaces,
    config: KioskConfig,
    printer: KioskPrinter | None,
    wipes: WipeCheck,
    camera: CameraCheck,
    money: KioskMoney,
    counters: Counters,
    languages: ShownLanguages,
) -> tuple[KioskStaff, HealthMonitor]:
    """Begin to look at the machine, and to call staff to what stays out of order. Raises InvalidRequest, StorageFault."""
    from catchlight.kiosk.staff.health_calls import HealthCalls

    looking: list[HealthMonitor] = []

    def statuses() -> dict[str, str]:
        return {part.part: part.status for monitor in looking for part in monitor.parts()}

    staff = open_staff(places, config, counters, statuses)
    left_out, troubles = tuple(languages.left_out.values()), staff.notifier.troubles
    health = open_health(places, config, printer, wipes, camera, money.ledger, left_out, troubles)
    looking.append(health)
    health.listen(HealthCalls(staff.calls, config.staff.after_s, count_call(counters)).looked)
    staff.notifier.start()
    health.start()
    return staff, health


def warm_up(machine: KioskMachine) -> Callable[[], None]:
    """Load the networks in the background, by a photo of the sample that is kept nowhere: the first person must not wait.

    Gives what ends it: a process that ends in the midst of a network dies of it, which looks like a crash.
    """
    from catchlight.core.progress import Cancelled, Progress
    from catchlight.kiosk.session.judging import judge_take
    from catchlight.paths import resources

    progress = Progress()

    def work() -> None:
        sample = (resources() / "samples" / "astronaut.png").read_bytes()
        document = next(iter(machine.catalogue.documents))
        try:
            judge_take(0, sample, document, "", machine.editor, machine.parts.limits, progress)
        except CatchlightError as error:
            _LOG.error("The engine cannot work: %s", error.message)
        except Cancelled:
            _LOG.info("The kiosk ends before the engine was warm.")
        machine.portraits.forget()

    thread = Thread(target=work, name="warm-up", daemon=True)
    thread.start()

    def end() -> None:
        progress.cancel()
        thread.join(WARM_UP_ENDS_S)

    return end


def open_voice(config: KioskConfig) -> Voice:
    """Speech where the configuration switches it on. Raises NoVoice."""
    from catchlight.gui.kiosk.voice import Silence, SpokenVoice

    return SpokenVoice() if config.screens.voice else Silence()


def _no_sheet(_photo: EditResult, _document: DocumentSpec, _progress: Progress) -> bytes:
    raise AssertionError("a kiosk without a printer makes no sheet")
