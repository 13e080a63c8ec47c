"""A kiosk as ``assembly`` builds it, with a folder for its camera, a simulated printer behind CUPS and a terminal on loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from catchlight.assembly.kiosk.machine import KioskMachine, build_machine
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.screens.document import DocumentScreen
from catchlight.gui.kiosk.voice import Silence
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.wording.fonts import ShownLanguages
from catchlight.gui.wording.i18n import Language
from catchlight.kiosk.config.model import (
    CameraSource,
    HandoverSettings,
    KioskConfig,
    Payment,
    Printer,
    Screens,
    Shop,
)
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.state import ScreenId, SessionState
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.paths import Home
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from tests.gui.kiosk.person import Person, pump, wait

PRICE = 600
LANGUAGES = ("en", "de")
DOCUMENTS = ("icao_35x45", "us_passport", "uk_passport", "de_passport")
NEXT: dict[ScreenId, str] = {
    "attract": "Start",
    "language": "English",
    "consent": "I agree",
    "camera": "Take the picture now",
    "review": "Use",
    "options": "Pay",
    "hand_over": "Done",
    "farewell": "Done",
}
"""What is touched on each screen to go on, beside the card of a document. The money and the sheet come by themselves."""
STATES: tuple[ScreenId, ...] = (
    "attract",
    "language",
    "document",
    "consent",
    "camera",
    "review",
    "options",
    "pay",
    "print",
    "hand_over",
    "farewell",
)
"""Every screen in the order of a session that hands a file over, too."""


def kiosk_config(camera: Path, queue: str = "", server: str = "", terminal: str = "") -> KioskConfig:
    """Without a queue nothing is printed; without a terminal all is free."""
    return KioskConfig(
        screens=Screens(languages=LANGUAGES),
        shop=Shop(documents=DOCUMENTS, price=PRICE if terminal else 0),
        camera=CameraSource(kind="folder", device=str(camera), countdown_s=0),
        printer=Printer(name=queue, server=server, timeout_s=60),
        payment=Payment(method="terminal", url=terminal, timeout_s=5) if terminal else Payment(),
        handover=HandoverSettings(ways=("qr",), qr_host="127.0.0.1"),
    )


@dataclass
class KioskRig:
    """machine: all behind the window. receipts: of every wipe so far. document: that is chosen."""

    machine: KioskMachine
    window: KioskWindow
    person: Person
    receipts: list[WipeReceipt]
    document: str = DOCUMENTS[0]

    @property
    def state(self) -> SessionState:
        return self.window.desk.state

    def go_on(self, to_phone: bool = False) -> None:
        """What a person who wants a sheet does on this screen, until another one has come. to_phone: they want the file, too."""
        screen = self.state.screen
        if screen == "review":
            self.person.wait_for("review")
        if screen == "options" and to_phone:
            self.person.touch("To my phone")
        if screen == "hand_over":
            wait(lambda: self.state.handing == "done")
        if screen == "farewell":
            wait(lambda: self.state.wiped)
        if screen == "camera":
            wait(lambda: self.person.button(NEXT[screen]).isEnabled())
        self.lead_on(screen)
        wait(lambda: self.state.screen != screen)

    def lead_on(self, screen: ScreenId) -> None:
        """Touch what leads on from a screen, where it does not lead on by itself."""
        shown = self.window.screen_shown
        if isinstance(shown, DocumentScreen):
            self.person.press(shown.cards[self.document])
        elif screen in NEXT:
            self.person.touch(NEXT[screen])

    def go_to(self, screen: ScreenId, to_phone: bool = True) -> None:
        while self.state.screen != screen:
            self.go_on(to_phone)

    def stop(self) -> None:
        """As a person who touches "Stop"; where that is not heard, as on the attract screen, nothing."""
        if self.state.screen not in ("attract", "farewell"):
            self.person.touch("Stop")
            if self.window.overlay is not None:
                self.person.touch("Yes, stop")

    def uncover(self) -> None:
        """Close whatever lies over the screen, and speak English."""
        self.window.desk.send(on.LanguageSwitched("en"))
        if self.state.overlay:
            self.window.desk.send(on.OverlayClosed())
        elif self.window.overlay is not None:  # the choice of a language
            self.window.dress()
        pump()

    def end(self) -> None:
        """Stop wherever the session stands, until the farewell; what is printed is waited for."""
        while self.state.screen not in ("attract", "farewell"):
            wait(lambda: self.state.print not in ("sent", "queued"))
            self.uncover()
            self.stop()
            wait(lambda: not self.state.busy or self.state.screen == "farewell")
        self.uncover()

    def leave(self) -> None:
        """From the farewell to the attract screen."""
        wait(lambda: self.state.screen == "farewell" and self.state.wiped)
        self.go_on()
        # Without a running event loop nothing deletes what was left to it to delete.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@contextmanager
def open_rig(
    application: QApplication,
    places: KioskPlaces,
    config: KioskConfig,
    changed: Callable[[KioskParts], KioskParts] = lambda parts: parts,
    settle_ms: int = 0,
) -> Iterator[KioskRig]:
    """The kiosk from its start, which settles what an earlier one left, to its end. changed: parts in the real ones' place."""
    language = Language(application)
    machine = build_machine(places, config, lambda: language.code, ShownLanguages(LANGUAGES, {}))
    receipts: list[WipeReceipt] = []

    def wiped(receipt: WipeReceipt) -> None:
        receipts.append(receipt)
        machine.parts.wiped(receipt)

    window = None
    try:
        parts = changed(replace(machine.parts, wiped=wiped))
        window = KioskWindow(KioskController(parts), language, Silence(), settle_ms)
        window.resize(720, 1280)
        window.dress()
        window.show()
        yield KioskRig(machine, window, Person(window), receipts)
    finally:
        if window is not None:
            window.leave()
            window.deleteLater()
        machine.close()


def places_in(folder: Path) -> KioskPlaces:
    return KioskPlaces(Home(folder))
