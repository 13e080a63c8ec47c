"""Paying: the amount, what to do, and what to do when it did not work."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, foot_of
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.kiosk.widgets.emblem import Emblem
from catchlight.gui.kiosk.widgets.pin_pad import PinPad
from catchlight.gui.kiosk.words.payment_words import PROBLEMS, amount_text, step_text
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.flow import events as on


class PayScreen(KioskScreen):
    """Follows what the means of payment says."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self._currency = desk.rules.shop.currency
        self.title = text_label(tr("Please pay {amount}", amount=amount_text(desk.amount, self._currency)), "headline")
        self.text = text_label("")
        self.head.addWidget(self.title)
        self.head.addWidget(self.text)
        self._paid = QProgressBar()
        self._paid.setTextVisible(False)
        self._paid.setMaximum(max(1, desk.amount))
        self.head.addWidget(self._paid)
        self.when = text_label(tr("The money is taken only when you have your photo."), "muted")
        self.head.addWidget(self.when)
        self.pin = PinPad(looks)
        self.pin.entered.connect(desk.staff.enter_payment_pin)
        desk.staff.payment_pin_refused.connect(self.pin.refuse)
        self.controls.addWidget(self.pin)
        self.push_down()
        self.retry = self.button(tr("Try again"), "primary", on.PaymentRetried)
        self.controls.addLayout(foot_of(looks, self.button(tr("Back"), "", on.WentBack), self.retry))
        self._emblem = Emblem(looks, "pay")
        self.lay_out(self._emblem)
        desk.updated.connect(self.refresh)
        self.refresh()

    @property
    def help(self) -> str:
        if self.desk.state.payment == "none":
            again = tr("Touch “{button}” to pay once more.", button=self.retry.text())
            return f"{self.text.text()} {again}"
        return f"{self.text.text()} {self.when.text()}"

    def refresh(self) -> None:
        state, step = self.desk.state, self.desk.contents.payment_step
        self.retry.setVisible(state.payment == "none")
        self._paid.setVisible(step is not None and step.kind == "insert_coins" and state.payment == "asked")
        self.pin.setVisible(step is not None and step.kind == "ask_staff" and state.payment == "asked")
        self._emblem.setVisible(self.pin.isHidden() or not self.looks.upright)
        self._paid.setValue(0 if step is None else step.paid)
        if state.problem and self.desk.owed:
            owed = amount_text(self.desk.owed, self._currency)
            said = tr("The payment was ended. Staff will give back {amount}.", amount=owed)
        elif state.problem:
            said = tr(PROBLEMS[state.problem])
        elif state.payment == "cancelling":
            said = tr("The payment is being cancelled.")
        else:
            said = step_text(step, self._currency, self.desk.amount)
        if said != self.text.text():
            self.text.setText(said)
            self.prompt = f"{self.title.text()} {said}"
