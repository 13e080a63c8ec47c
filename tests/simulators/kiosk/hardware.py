"""What a kiosk stands on: a camera's folder, a printer, a terminal, and a home; and whether all of them agree in the end."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.flow.state import ScreenId
from catchlight.kiosk.wipe.ram_disk import session_roots
from catchlight.kiosk.wipe.session_folder import PREFIX
from catchlight.paths import resources

from tests.gui.kiosk.person import wait
from tests.kiosk.payment.terminal_server import TerminalServer, terminal_server
from tests.simulators.cups.photo_printer import PhotoPrinter
from tests.simulators.cups.print_server import PrintServer
from tests.simulators.kiosk.rig import PRICE, KioskRig, kiosk_config, places_in

OFFICER = resources() / "samples" / "officer.jpg"
"""Her photo is uncertain, which the person may decide."""


@dataclass
class KioskHardware:
    """folder: of everything, emptied at the end. camera: the pictures that are played."""

    folder: Path
    camera: Path
    printer: PhotoPrinter
    terminal: TerminalServer

    @property
    def places(self) -> KioskPlaces:
        return places_in(self.folder / "home")

    @property
    def config(self) -> KioskConfig:
        return kiosk_config(self.camera, self.printer.queue, self.printer.server, self.terminal.url)

    def show(self, picture: Path, name: str = "a.jpg") -> None:
        """Put one picture before the camera, in the place of all others."""
        for file in self.camera.iterdir():
            file.unlink()
        shutil.copy(picture, self.camera / name)

    def hold(self, screen: ScreenId) -> None:
        """Let a session that comes to this screen stay there: of the others the machine leads on by itself."""
        if screen == "pay":
            self.terminal.faults["authorisations"] = ["pending"]
            self.terminal.faults["look"] = ["pending"] * 1000
        elif screen == "print":
            self.printer.break_down("media-empty-error")

    def let_go(self) -> None:
        """The terminal answers, the printer prints."""
        self.terminal.faults.clear()
        self.printer.mend()

    def make_ready(self, rig: KioskRig) -> None:
        """Between two sessions: until the attract screen offers one. Raises AssertionError where it does not."""
        self.terminal.faults.clear()
        if self.printer.broken:
            self.printer.reload()
        rig.window.desk.watch.look()
        wait(lambda: not rig.state.faults, 30)

    def pull_camera(self) -> None:
        self.camera.rename(self.folder / "pulled")

    def plug_camera(self) -> None:
        (self.folder / "pulled").rename(self.camera)

    def wrongs(self, rig: KioskRig, before: int, charged: int) -> list[str]:
        """What is lost, done twice or left, () where nothing is. before, charged: sheets and money at the beginning; to be asked
        between two sessions. Waits for what is done in the background."""
        ledger, terminal = rig.machine.money.ledger, self.terminal
        done = in_time(lambda: not ledger.open() and not terminal.holding and not self.printer.print_server.spooled)
        sheets = len(self.printer.arrived) - before
        paid = (terminal.charged - charged) / PRICE
        wrong = [] if done else [f"open: {[(one.key, one.state) for one in ledger.open()]}, held: {terminal.holding}"]
        if paid != sheets:
            wrong.append(f"{sheets} sheets came out, {paid:g} were paid")
        if spooled := self.printer.print_server.spooled:
            wrong.append(f"in the spool: {spooled}")
        for receipt in rig.receipts:
            if receipt.remaining:
                wrong.append(f"not wiped: {receipt.remaining}")
            wrong += [f"left: {root}" for root in session_roots() if (root / f"{PREFIX}{receipt.session}").exists()]
        return wrong


def in_time(holds: Callable[[], object], seconds: float = 20.0) -> bool:
    """Whether something comes true before the time is over."""
    try:
        wait(holds, seconds)
    except AssertionError:
        return False
    return True


@contextmanager
def kiosk_hardware(printer: PhotoPrinter) -> Iterator[KioskHardware]:
    """With the officer before the camera."""
    folder = Path(tempfile.mkdtemp(prefix="catchlight-rig-"))
    camera = folder / "camera"
    camera.mkdir()
    try:
        with terminal_server() as terminal:
            made = KioskHardware(folder, camera, printer, terminal)
            made.show(OFFICER)
            yield made
    finally:
        shutil.rmtree(folder)


@contextmanager
def photo_printer() -> Iterator[PhotoPrinter]:
    """For benchmarks; tests have a fixture of this name."""
    server = PrintServer()
    try:
        server.start()
        printer = PhotoPrinter(server)
        printer.install()
        yield printer
    finally:
        server.stop()
