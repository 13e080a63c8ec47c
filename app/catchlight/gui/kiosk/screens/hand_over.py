"""Handing the file over: a code for the phone, a stick, an address to type, a code of the authority."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from catchlight.gui.kiosk.looks import NARROW, KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, foot_of
from catchlight.gui.kiosk.widgets.buttons import rename, text_label
from catchlight.gui.kiosk.widgets.emblem import Emblem
from catchlight.gui.kiosk.widgets.keyboard import ScreenKeyboard
from catchlight.gui.kiosk.widgets.qr_view import QrView
from catchlight.gui.kiosk.widgets.spinner import Spinner
from catchlight.gui.kiosk.words.ways_words import WAYS
from catchlight.gui.widgets.labels import restyle
from catchlight.gui.wording.i18n import tell_or_keep, tr, tr_counted
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.handover.port import Handed, HandoverId


class HandOverScreen(KioskScreen):
    """One way at a time."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self.title = text_label("", "title")
        self.text = text_label("")
        self.head.addWidget(self.title)
        self.head.addWidget(self.text)
        self.code = QrView(looks.size.height() * 2 // 5)
        self._number = text_label("", "headline", centred=True)
        self._spinner = Spinner(looks)
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("Your e-mail address"))
        self.field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.field.setInputMethodHints(Qt.InputMethodHint.ImhEmailCharactersOnly)
        self.keyboard = ScreenKeyboard.for_address(looks)
        self.keyboard.typed.connect(self.field.insert)
        self.keyboard.erased.connect(self.field.backspace)
        if looks.upright:
            self.controls.addStretch(1)
        for widget in (self.code, self._number, self._spinner):
            self.controls.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        self.controls.addWidget(self.field)
        self.controls.addWidget(self.keyboard)
        self.controls.addStretch(1)
        self.retry = self.button(tr("Try again"), "primary", on.HandoverRetried)
        self.send_button = self.button(tr("Send"), "primary", lambda: on.AddressTyped(self.field.text().strip()))
        self.forth = self.button(tr("Go on"), "primary", on.NextWay)
        self.skip = self.button(tr("Go on without it"), "", on.NextWay)
        self.controls.addLayout(foot_of(looks, self.skip, self.send_button))
        self.controls.addLayout(foot_of(looks, None, self.retry))
        self.controls.addLayout(foot_of(looks, None, self.forth))
        self.field.textChanged.connect(lambda _text: self.refresh())
        self.emblem = Emblem(looks, WAYS[desk.state.ways[desk.state.way]].icon)
        self.lay_out(self.emblem)
        self.refresh()

    @property
    def help(self) -> str:
        said, words = self.prompt.strip(), {"send": self.send_button.text(), "skip": self.skip.text()}
        if self.desk.state.handing == "address":
            return tr(
                "Type your e-mail address with the keys, then touch “{send}”. If you do not want it, touch “{skip}”.",
                **words,
            )
        if self.desk.state.handing == "failed":
            again = tr("Touch “{retry}”, or “{skip}”.", retry=self.retry.text(), skip=self.skip.text())
            return f"{said} {again}"
        if self.desk.state.handing == "done":
            return tr(
                "Take your file in the way that you chose. Then touch “{button}” at the foot of the screen.",
                button=self.forth.text(),
            )
        return said

    def refresh(self) -> None:
        state, handed = self.desk.state, self.desk.contents.handed
        way = state.ways[state.way]
        typing, done, failed = (state.handing == name for name in ("address", "done", "failed"))
        self._spinner.setVisible(state.handing == "asked")
        for widget in (self.field, self.keyboard, self.send_button):
            widget.setVisible(typing)
        self.send_button.setEnabled("@" in self.field.text().strip(" @"))
        self.retry.setVisible(failed)
        self.forth.setVisible(done)
        self.skip.setVisible(failed or typing)
        last = state.way + 1 == len(state.ways)
        rename(self.forth, tr("Done") if last else tr("Go on"))
        self.code.setVisible(done and handed is not None and bool(handed.link))
        self._number.setVisible(done and handed is not None and bool(handed.code))
        self.emblem.show_icon(WAYS[way].icon)
        self.emblem.setVisible(self.code.isHidden() and not typing)
        if done and handed is not None:
            self.code.show_link(handed.link)
            self._number.setText(handed.code)
            self._say(*_done_words(way, handed))
        elif failed:
            why = self.desk.contents.trouble
            self._say(tr("That did not work."), "" if why is None else tell_or_keep(why))
        elif typing:
            self._say(tr("Where should the photo be sent?"), tr("The address is used once and not kept."))
        else:
            self._say(*_waiting_words(way))

    def _say(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        crowded = self.looks.size.height() < NARROW and not self.keyboard.isHidden()
        role = "strong" if crowded and self.looks.crowded else "title"
        if self.title.property("role") != role:
            self.title.setProperty("role", role)
            restyle(self.title)
        self.text.setVisible(bool(text) and not crowded)
        self.prompt = f"{title} {text}"


def _waiting_words(way: HandoverId) -> tuple[str, str]:
    if way == "usb":
        return tr("The photo is being written to your USB stick."), tr("Please do not pull it out yet.")
    if way == "email":
        return tr("Your e-mail is being sent."), ""
    if way == "upload":
        return tr("The photo is being sent to the authority."), ""
    return tr("The code for your phone is being made."), ""


def _done_words(way: HandoverId, handed: Handed) -> tuple[str, str]:
    if way == "usb":
        out = tr("You can pull it out now.")
        if not handed.safe_to_remove:  # the system does not tell when everything is written
            out = tr("Wait until the stick's light is still. Then pull it out.")
        return tr("The photo is on your USB stick."), out
    if way == "email":
        return tr("The photo has been sent."), tr("To {address}", address=handed.place)
    if way == "upload":
        return tr("The authority has your photo."), tr("This is the code for your application. Please write it down.")
    minutes = max(1, round((handed.expires_s or 60) / 60))
    return tr("Point the camera of your phone at the code."), tr_counted(
        "The code works once, for {count} minute.", "The code works once, for {count} minutes.", minutes
    )
