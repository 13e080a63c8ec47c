"""The overlays of every screen: help, staff, stopping, the countdown, the staff's PIN, and the choice of a language."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QGridLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen
from catchlight.gui.kiosk.widgets.buttons import ChoiceCard, big_button
from catchlight.gui.kiosk.widgets.overlay import CoveringCard
from catchlight.gui.kiosk.widgets.pin_pad import PinPad
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, tr, tr_counted
from catchlight.kiosk.flow import events as on


def build_overlay(screen: KioskScreen, desk: KioskController, looks: KioskLooks) -> CoveringCard:
    """The one of the desk's state, which has one. screen: that it covers."""
    overlay = desk.state.overlay
    return _help(screen, desk, looks) if overlay == "help" else _BUILDERS[overlay](desk, looks)


def _help(screen: KioskScreen, desk: KioskController, looks: KioskLooks) -> CoveringCard:
    staff = big_button(tr("Call a member of staff"), "", lambda: desk.send(on.StaffCalled()))
    close = big_button(tr("Go on"), "primary", lambda: desk.send(on.OverlayClosed()))
    return CoveringCard(looks, tr("Help"), screen.help, (close, staff))


def _staff(desk: KioskController, looks: KioskLooks) -> CoveringCard:
    close = big_button(tr("Go on"), "primary", lambda: desk.send(on.OverlayClosed()))
    return CoveringCard(
        looks, tr("Staff have been called."), tr("Somebody will be with you soon. You can go on meanwhile."), (close,)
    )


def _stop(desk: KioskController, looks: KioskLooks) -> CoveringCard:
    stay = big_button(tr("No, go on"), "primary", lambda: desk.send(on.OverlayClosed()))
    stop = big_button(tr("Yes, stop"), "", lambda: desk.send(on.Stopped()))
    sheet_may_come = desk.state.print == "held" and desk.state.payment == "held"
    said = (
        tr("All pictures are deleted. You pay only if your sheet still comes out.")
        if sheet_may_come
        else tr("All pictures are deleted, and nothing is charged.")
    )
    if desk.state.payment == "captured":
        said = tr("All pictures are deleted. You have paid for your photo, and get no money back.")
    return CoveringCard(looks, tr("Do you want to stop?"), said, (stay, stop))


class _Countdown(CoveringCard):
    """Says how many seconds are left."""

    def tell(self, left: int) -> None:
        self.text.setText(_seconds_left(left))


def _idle(desk: KioskController, looks: KioskLooks) -> CoveringCard:
    here = big_button(tr("I am still here"), "primary", lambda: desk.send(on.OverlayClosed()))
    overlay = _Countdown(looks, tr("Are you still there?"), _seconds_left(desk.clock.left), (here,))
    desk.clock.ticked.connect(overlay.tell)  # a method: the connection ends with the overlay
    return overlay


def _seconds_left(left: int) -> str:
    return tr_counted(
        "Otherwise all pictures are deleted in {count} second.",
        "Otherwise all pictures are deleted in {count} seconds.",
        left,
    )


def _pin(desk: KioskController, looks: KioskLooks) -> CoveringCard:
    pad = PinPad(looks)
    pad.entered.connect(desk.staff.enter_pin)
    desk.staff.pin_refused.connect(pad.refuse)
    close = big_button(tr("Back"), "", lambda: desk.send(on.OverlayClosed()))
    again = len(desk.state.takes) < desk.rules.takes
    return CoveringCard(
        looks,
        tr("A member of staff looks at the photo."),
        tr("They allow it with their PIN, or you take another picture.")
        if again
        else tr("They allow it with their PIN."),
        (close,),
        pad,
    )


def language_overlay(desk: KioskController, looks: KioskLooks, closed: Callable[[], None]) -> CoveringCard:
    """The choice of a language in the midst of a session. closed: called when it is to go, chosen or not."""
    control = QWidget()
    grid = QGridLayout(control)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(looks.gap // 2)
    for place, code in enumerate(desk.rules.languages):
        card = ChoiceCard(looks, KIOSK_LANGUAGES[code])
        card.clicked.connect(lambda _checked=False, chosen=code: _choose(desk, chosen, closed))
        grid.addWidget(card, place // 2, place % 2)
    return CoveringCard(looks, tr("Which language do you speak?"), "", (big_button(tr("Back"), "", closed),), control)


def _choose(desk: KioskController, language: str, closed: Callable[[], None]) -> None:
    closed()
    desk.send(on.LanguageSwitched(language))


_BUILDERS: dict[str, Callable[[KioskController, KioskLooks], CoveringCard]] = {
    "staff": _staff,
    "stop": _stop,
    "idle": _idle,
    "pin": _pin,
}
