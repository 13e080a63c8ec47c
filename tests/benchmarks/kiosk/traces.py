"""Whether anything of a session is left, by pictures with a watermark: after its end, at every state, idle, and kill -9."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from catchlight.assembly.kiosk.command import sweep
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.wipe.places import search_places
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.kiosk.wipe.prove import ProofReport, prove
from PySide6.QtWidgets import QApplication

from tests.benchmarks.kiosk.faults import finish, give_up, memoised
from tests.gui.kiosk.person import wait
from tests.simulators.kiosk.hardware import OFFICER, KioskHardware
from tests.simulators.kiosk.killed import kill_at
from tests.simulators.kiosk.rig import STATES, KioskRig, open_rig


def with_camera(config: KioskConfig, folder: Path) -> KioskConfig:
    return config.model_copy(update={"camera": config.camera.model_copy(update={"device": str(folder)})})


def normal_end(rig: KioskRig, hardware: KioskHardware) -> None:
    finish(rig, hardware)


def cancelled(rig: KioskRig, hardware: KioskHardware) -> None:
    give_up(rig)


def left_alone(rig: KioskRig, hardware: KioskHardware) -> None:
    """The clock is not waited for: what it tells is told at once."""
    desk = rig.window.desk
    if rig.state.screen == "pay":  # the terminal's own time runs out first
        hardware.terminal.faults.clear()
    wait(lambda: not rig.state.busy)
    desk.send(on.IdleBegan())
    desk.send(on.IdleExpired())
    give_up(rig)


ENDS: dict[str, Callable[[KioskRig, KioskHardware], None]] = {
    "normal end": normal_end,
    "cancelled": cancelled,
    "left alone": left_alone,
}


def run_traces(application: QApplication, hardware: KioskHardware, only: str = "") -> int:
    """Print what each search found; gives how many found something."""
    bad = 0
    for name in ENDS:
        if only in ("", name):
            bad += _ends(application, hardware, name)
    if only in ("", "kill -9"):
        bad += _kills(application, hardware)
    return bad


def _ends(application: QApplication, hardware: KioskHardware, name: str) -> int:
    states = STATES[-1:] if name == "normal end" else STATES

    def sessions(folder: Path) -> Sequence[WipeReceipt]:
        with open_rig(application, hardware.places, with_camera(hardware.config, folder), memoised) as rig:
            for screen in states:
                hardware.make_ready(rig)
                hardware.hold(screen)
                rig.go_to(screen)
                ENDS[name](rig, hardware)
            hardware.printer.clear_tray()
            return rig.receipts

    return _tell(name, f"{len(states)} sessions", sessions, hardware)


def _kills(application: QApplication, hardware: KioskHardware) -> int:
    def sessions(folder: Path) -> Sequence[WipeReceipt]:
        config = with_camera(hardware.config, folder)
        for screen in STATES:
            kill_at(hardware.places.home.root, config, screen)
            sweep(hardware.places)
        with open_rig(application, hardware.places, config) as rig:
            wait(lambda: not rig.machine.money.ledger.open() and not hardware.printer.print_server.spooled, 60)
            hardware.printer.clear_tray()
            return rig.receipts

    return _tell("kill -9", f"{len(STATES)} times", sessions, hardware)


def _tell(name: str, what: str, sessions: Callable[[Path], Sequence[WipeReceipt]], hardware: KioskHardware) -> int:
    began = time.process_time()
    report: ProofReport = prove([OFFICER], sessions, search_places(hardware.places.home))
    print(
        f"{name:11} {what:12} {len(report.receipts)} wipes  {len(report.traces)} traces in {report.files} files, "
        f"{report.bytes / 1e6:.0f} MB, {report.pictures} pictures  {time.process_time() - began:.0f} s CPU",
        flush=True,
    )
    for trace in report.traces[:10]:
        print("   ", trace)
    return int(not report.clean)
