"""Every fault at every state of a session: nothing lost, printed or charged twice, nothing left."""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from catchlight.assembly.kiosk.command import sweep
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.kiosk.flow.state import ScreenId
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.gui.kiosk.doubles import MemoEditor
from tests.gui.kiosk.person import wait
from tests.simulators.kiosk.hardware import KioskHardware, in_time
from tests.simulators.kiosk.killed import kill_at
from tests.simulators.kiosk.rig import STATES, KioskRig, open_rig, places_in

_TOUCHES = 40


def camera_lost(rig: KioskRig, hardware: KioskHardware, screen: ScreenId) -> None:
    """Told on the camera's screen, found again without a restart."""
    hardware.pull_camera()
    try:
        if STATES.index(screen) <= STATES.index("camera"):
            rig.go_to("camera")
            wait(lambda: "camera" in rig.state.faults, 30)
    finally:
        hardware.plug_camera()
    wait(lambda: "camera" not in rig.state.faults, 30)
    finish(rig, hardware)


def out_of_paper(rig: KioskRig, hardware: KioskHardware, screen: ScreenId) -> None:
    """The sheet waits until there is paper."""
    hardware.let_go()
    hardware.printer.break_down("media-empty-error")
    if STATES.index(screen) <= STATES.index("print"):
        rig.go_to("print")
        wait(lambda: rig.state.print == "held", 60)
    finish(rig, hardware)


def payment_silent(rig: KioskRig, hardware: KioskHardware, screen: ScreenId) -> None:
    """Before the money is held the time to pay runs out and it is tried again; after it the terminal does not answer."""
    faults = hardware.terminal.faults
    if STATES.index(screen) <= STATES.index("pay"):
        hardware.hold("pay")
        rig.go_to("pay")
        wait(lambda: rig.state.problem == "timed_out", 60)
        hardware.let_go()
        rig.person.touch("Try again")
        wait(lambda: rig.state.screen != "pay")
    else:
        faults["captures"] = ["silent"] * 4
        hardware.printer.mend()
        rig.go_to("farewell")
    finish(rig, hardware)


def touch_storm(rig: KioskRig, hardware: KioskHardware, screen: ScreenId) -> None:
    """Everything that can be touched, as fast as it comes, in an order of chance; then the person goes."""
    chance = random.Random(screen)
    session = rig.state.session
    for _ in range(_TOUCHES):
        found = [button for button in rig.window.findChildren(QAbstractButton) if button.isVisible()]
        if found and rig.state.session <= session + 1:
            rig.person.press(chance.choice(found))
    hardware.let_go()
    give_up(rig)


FAULTS: dict[str, Callable[[KioskRig, KioskHardware, ScreenId], None]] = {
    "camera lost": camera_lost,
    "out of paper": out_of_paper,
    "terminal": payment_silent,
    "touch storm": touch_storm,
}


def finish(rig: KioskRig, hardware: KioskHardware) -> None:
    """On to the end of the session, and to the next one's beginning."""
    hardware.let_go()
    if rig.state.screen != "attract":
        rig.go_to("farewell")
        rig.leave()


def give_up(rig: KioskRig) -> None:
    """Stop wherever the session stands, and go."""
    rig.end()
    if rig.state.screen == "farewell":
        rig.leave()


def memoised(parts: KioskParts) -> KioskParts:
    """The engine asked once for each picture: the faults are not about it."""
    return replace(parts, editor=MemoEditor(parts.editor))


def run_faults(application: QApplication, hardware: KioskHardware, only: str = "") -> int:
    """Print a line for each; gives how many went wrong."""
    bad = 0
    with open_rig(application, hardware.places, hardware.config, memoised) as rig:
        for name, inject in FAULTS.items():
            if only and only != name:
                continue
            for screen in STATES:
                before, charged = len(hardware.printer.arrived), hardware.terminal.charged
                rig.receipts.clear()
                hardware.make_ready(rig)
                began = time.process_time()
                hardware.hold(screen)
                try:
                    rig.go_to(screen)
                    inject(rig, hardware, screen)
                    wrong = hardware.wrongs(rig, before, charged)
                except AssertionError as error:
                    wrong = [f"stuck at {rig.state.screen}: {error}"]
                    give_up(rig)
                bad += bool(wrong)
                sheets = len(hardware.printer.arrived) - before
                cpu = time.process_time() - began
                print(
                    f"{name:13} {screen:10} sheets {sheets}  {cpu:4.1f} s CPU  {'; '.join(wrong) or 'well'}", flush=True
                )
    if only in ("", "kill"):
        bad += run_kills(application, hardware)
    if only in ("", "disk"):
        bad += run_full_disks(application, hardware)
    return bad


def run_kills(application: QApplication, hardware: KioskHardware) -> int:
    """kill -9 at every state, then another start, which wipes and settles."""
    bad = 0
    for screen, printing in (*((screen, "") for screen in STATES), ("print", "queued"), ("print", "held")):
        before, charged = len(hardware.printer.arrived), hardware.terminal.charged
        if printing == "held":
            hardware.printer.break_down("media-empty-error")
        kill_at(hardware.places.home.root, hardware.config, screen, printing)
        hardware.printer.mend()
        swept = sweep(hardware.places)
        with open_rig(application, hardware.places, hardware.config, memoised) as rig:
            wrong = hardware.wrongs(rig, before, charged)
        if not swept and screen not in ("attract",):
            wrong.append("no folder of the session was found")
        bad += bool(wrong)
        sheets = len(hardware.printer.arrived) - before
        print(f"{'kill -9':13} {printing or screen:10} sheets {sheets}  {'; '.join(wrong) or 'well'}", flush=True)
    return bad


def run_full_disks(application: QApplication, hardware: KioskHardware) -> int:
    """The home on a disk of its own, which is full from a state on, whether the watch sees it or the person goes on before; room
    is made afterwards, and another person comes. Needs the right to mount."""
    home, bad = hardware.folder / "small", 0
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400m", "small", str(home)], check=True)
    try:
        with open_rig(application, places_in(home), hardware.config, memoised) as rig:
            for name, seen in (("disk, seen", True), ("disk, unseen", False)):
                for screen in STATES:
                    before, charged = len(hardware.printer.arrived), hardware.terminal.charged
                    rig.receipts.clear()
                    wrong = full_disk(rig, hardware, screen, home, seen)
                    wrong += hardware.wrongs(rig, before, charged)
                    bad += bool(wrong)
                    sheets = len(hardware.printer.arrived) - before
                    print(f"{name:13} {screen:10} sheets {sheets}  {'; '.join(wrong) or 'well'}", flush=True)
    finally:
        subprocess.run(["umount", "-l", str(home)], check=True)
    return bad


def full_disk(rig: KioskRig, hardware: KioskHardware, screen: ScreenId, disk: Path, seen: bool) -> list[str]:
    """What went wrong by then, () where nothing did."""
    wrong: list[str] = []
    hardware.hold(screen)
    rig.go_to(screen)
    filling = fill(disk)
    try:
        if seen:
            rig.window.desk.watch.look()
            wait(lambda: "disk" in rig.state.faults, 30)
            if rig.state.screen == "attract" and "Start" in rig.person.buttons():
                wrong.append("a session is offered")
        else:
            hardware.let_go()
            go_as_far_as_it_goes(rig)
        if screen not in ("pay", "print"):
            hardware.let_go()
        give_up(rig)
    except AssertionError as error:
        wrong.append(f"stuck at {rig.state}: {error}")
    finally:
        filling.unlink()
    hardware.make_ready(rig)
    give_up(rig)
    return wrong


def go_as_far_as_it_goes(rig: KioskRig) -> None:
    """On by touch, until a screen does not lead on."""

    def refused() -> bool:
        return bool(rig.state.problem) or rig.state.print == "failed"

    while rig.state.screen != "farewell" and not refused():
        screen = rig.state.screen
        if screen == "review":
            rig.person.wait_for("review")
        if screen == "hand_over":
            wait(lambda: rig.state.handing != "asked")
        rig.lead_on(screen)
        if not in_time(lambda was=screen: rig.state.screen != was or refused(), 20):  # type: ignore[misc]
            return


def fill(folder: Path) -> Path:
    """A file that leaves no room."""
    file = folder / "filling"
    with file.open("wb") as out:
        try:
            while True:
                out.write(bytes(1 << 16))
                out.flush()
        except OSError:
            return file
