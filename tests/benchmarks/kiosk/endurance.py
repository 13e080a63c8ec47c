"""Hundreds of sessions in a row: memory, handles, threads, and how long the window's thread was busy at a stretch."""

from __future__ import annotations

import gc
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from catchlight.core.progress import Progress
from catchlight.gui.app.gc_policy import GcPolicy
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.kiosk.payment.ledger_schema import FILE
from catchlight.operations.operation import Preview
from catchlight.service.editor import Editor, EditRequest, EditResult
from catchlight.store.database.sqlite import KEPT_CONNECTIONS, MORE_CONNECTIONS
from PySide6.QtWidgets import QApplication

from tests.benchmarks.kiosk.clocks import open_handles, resident_mb, running_threads
from tests.gui.kiosk.person import PUMPED, wait
from tests.simulators.kiosk.hardware import KioskHardware
from tests.simulators.kiosk.rig import KioskRig, open_rig

ENGINE_EVERY = 10
"""The engine does the edit itself in one session of so many; in the others it gives what it gave before."""
_WARM = 20
"""Sessions after which growth is counted."""
_MOST_OF_LEDGER = 2 * (KEPT_CONNECTIONS + MORE_CONNECTIONS) + 1
"""Handles that the ledger may come to hold: they grow to what was once needed at a time, see ``store.database.sqlite``."""
BLOCK_S = 0.05


class SparingEditor:
    """The real engine now and then."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._asked = 0
        self._last: EditResult | None = None

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        self._asked += 1
        if self._last is None or self._asked % ENGINE_EVERY == 0:
            self._last = self._editor.run(request, progress)
        return self._last

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        return self._editor.preview(request, size, progress)


@dataclass
class BusyMeter:
    """The longest times of the window's thread, with the screen that was shown then."""

    rig: KioskRig
    longest: dict[str, float] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    """What is known of each stretch that was too long."""
    _collecting: float = 0.0
    _rounds: list[str] = field(default_factory=list)

    def __call__(self, seconds: float) -> None:
        screen = self.rig.state.screen
        self.longest[screen] = max(seconds, self.longest.get(screen, 0.0))
        if seconds > BLOCK_S:
            self.blocks.append(
                f"{screen} {1000 * seconds:.0f} ms, of it collections {' '.join(self._rounds) or 'none'}"
            )
        self._rounds.clear()

    def hear_collection(self, phase: str, info: dict[str, int]) -> None:
        """As ``gc.callbacks`` call it, in the window's thread or another one."""
        if threading.current_thread() is not threading.main_thread():
            return
        if phase == "start":
            self._collecting = time.thread_time()
            return
        self._rounds.append(f"gen {info['generation']}: {1000 * (time.thread_time() - self._collecting):.0f} ms")


def run_endurance(application: QApplication, hardware: KioskHardware, sessions: int) -> int:
    """Print the figures every now and then; gives whether a bar is broken: 50 MB, one handle or thread more, 50 ms."""
    with open_rig(application, hardware.places, hardware.config, _sparing) as rig:
        policy = GcPolicy(rig.window.desk.jobs.queue, rig.window)
        meter = BusyMeter(rig)
        rows: list[tuple[float, ...]] = []
        held: list[Counter[str]] = []
        began = time.process_time()
        for number in range(1, sessions + 1):
            if number == _WARM:
                PUMPED.append(meter)
                gc.callbacks.append(meter.hear_collection)
            rig.receipts.clear()
            rig.go_to("farewell", to_phone=number % 2 == 0)
            rig.leave()
            hardware.printer.clear_tray()
            held.append(open_handles())
            ledger = sum(count for name, count in held[-1].items() if name.startswith(FILE))
            rows.append((resident_mb(), held[-1].total() - ledger, ledger, *running_threads()))
            if number % 25 == 0:
                print(f"{number:4} sessions  {_told(rows[-1])}  {time.process_time() - began:5.0f} s CPU", flush=True)
        PUMPED.remove(meter)
        gc.callbacks.remove(meter.hear_collection)
        policy.stop()
        gc.collect()
        wait(lambda: not rig.machine.money.ledger.open(), 30)
        charged, spooled = hardware.terminal.charged, hardware.printer.print_server.spooled
    early, late = ([median(row[part] for row in some) for part in range(5)] for some in _ends(rows))
    print("early ", _told(early), "\nlate  ", _told(late), f"\ncharged {charged}, in the spool {spooled}")
    print("handles that came:", dict(held[-1] - held[min(_WARM, len(held)) - 1]), "of", dict(held[-1]))
    print(
        "longest, ms of CPU:",
        {screen: round(value * 1000) for screen, value in meter.longest.items()},
        "over:",
        len(meter.blocks),
    )
    for block in meter.blocks:
        print("   ", block)
    grew = late[0] - early[0] > 50 or late[1] > early[1] or late[2] > _MOST_OF_LEDGER or late[3] > early[3]
    return int(grew or bool(meter.blocks) or bool(spooled))


def _ends(rows: Sequence[tuple[float, ...]]) -> tuple[Sequence[tuple[float, ...]], Sequence[tuple[float, ...]]]:
    """Twenty sessions after warming up, and the last twenty."""
    return rows[_WARM : _WARM + 20], rows[-20:]


def _sparing(parts: KioskParts) -> KioskParts:
    return replace(parts, editor=SparingEditor(parts.editor))


def _told(row: Sequence[float]) -> str:
    memory, handles, ledger, threads, pythons = row
    return (
        f"{memory:6.0f} MB  {handles:3.0f} handles and {ledger:2.0f} of the ledger  {threads:3.0f} threads "
        f"({pythons:.0f} of Python)"
    )
