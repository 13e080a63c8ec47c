"""Whole sessions over CUPS, a simulated printer and a terminal while something breaks: nothing lost, done twice or left.

Every fault at every state: ``python -m tests.benchmarks.kiosk faults`` and ``traces``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from catchlight.assembly.kiosk.command import sweep
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.kiosk.wipe.prove import prove
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.gui.kiosk.doubles import MemoEditor
from tests.gui.kiosk.person import wait
from tests.simulators.cups.photo_printer import PhotoPrinter
from tests.simulators.kiosk.hardware import OFFICER, KioskHardware, kiosk_hardware
from tests.simulators.kiosk.killed import kill_at
from tests.simulators.kiosk.rig import PRICE, KioskRig, open_rig


@pytest.fixture
def hardware(photo_printer: PhotoPrinter) -> Iterator[KioskHardware]:
    with kiosk_hardware(photo_printer) as made:
        yield made


@pytest.fixture
def rig(hardware: KioskHardware, qapp: QApplication) -> Iterator[KioskRig]:
    style, direction = qapp.style().objectName(), qapp.layoutDirection()
    qapp.setStyle("Fusion")
    with open_rig(qapp, hardware.places, hardware.config, memoised) as made:
        yield made
    qapp.setStyle(style)
    qapp.setLayoutDirection(direction)


def memoised(parts: KioskParts) -> KioskParts:
    return replace(parts, editor=MemoEditor(parts.editor))


def test_a_lost_camera_and_an_empty_tray_cost_time_alone(rig: KioskRig, hardware: KioskHardware) -> None:
    rig.go_to("camera")
    hardware.pull_camera()
    wait(lambda: "camera" in rig.state.faults)
    hardware.plug_camera()
    wait(lambda: not rig.state.faults)
    hardware.hold("print")
    rig.go_to("print")
    wait(lambda: rig.state.print == "held")
    assert not hardware.terminal.charged
    hardware.let_go()
    rig.go_to("farewell")
    rig.leave()
    assert hardware.wrongs(rig, 0, 0) == []
    assert (len(hardware.printer.arrived), hardware.terminal.charged) == (1, PRICE)


def test_time_to_pay_runs_out_and_a_capture_is_not_answered(rig: KioskRig, hardware: KioskHardware) -> None:
    hardware.hold("pay")
    rig.go_to("pay")
    wait(lambda: rig.state.problem == "timed_out")
    hardware.let_go()
    hardware.terminal.faults["captures"] = ["silent"]
    rig.person.touch("Try again")
    rig.go_to("farewell")
    rig.leave()
    assert hardware.wrongs(rig, 0, 0) == []
    assert (len(hardware.printer.arrived), hardware.terminal.charged) == (1, PRICE)


def test_a_storm_of_touches_over_everything_is_charged_by_the_sheet(rig: KioskRig, hardware: KioskHardware) -> None:
    chance = random.Random(7)
    rig.go_to("review")
    session = rig.state.session
    for _ in range(60):
        found = [button for button in rig.window.findChildren(QAbstractButton) if button.isVisible()]
        if found and rig.state.session == session:
            rig.person.press(chance.choice(found))
    wait(lambda: rig.state.print not in ("sent", "queued") and not rig.state.judging)
    if rig.state.screen not in ("attract", "farewell"):
        rig.end()
        rig.leave()
    assert hardware.wrongs(rig, 0, 0) == []


def test_a_kill_with_a_held_sheet_leaves_no_trace_and_one_charge(hardware: KioskHardware, qapp: QApplication) -> None:
    """The proof searches this test's folders: the kiosk's home, its camera aside, and all of the print queue."""
    queue = hardware.printer.print_server.folder

    def sessions(folder: Path) -> list[WipeReceipt]:
        camera = hardware.config.camera.model_copy(update={"device": str(folder)})
        config = hardware.config.model_copy(update={"camera": camera})
        hardware.hold("print")
        kill_at(hardware.places.home.root, config, "print", "held")
        assert sweep(hardware.places) >= 1
        hardware.let_go()
        with open_rig(qapp, hardware.places, config) as rig:
            assert hardware.wrongs(rig, 0, 0) == []
        assert (len(hardware.printer.arrived), hardware.terminal.charged) == (1, PRICE)
        hardware.printer.clear_tray()
        return []

    report = prove([OFFICER], sessions, [hardware.places.home.root, queue])
    assert report.traces == []
    assert report.files > 5
