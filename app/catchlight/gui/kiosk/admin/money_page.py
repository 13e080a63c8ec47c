"""The money: what came in, and what staff have to give back to people."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import mark
from catchlight.gui.kiosk.admin.parts import AdminMoney
from catchlight.gui.widgets.labels import label
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.kiosk.payment.ledger import Owed
from catchlight.kiosk.payment.money import amount_text

TOTALS: dict[str, str] = {
    "captured": mark("Payments taken"),
    "captured_amount": mark("Taken in"),
    "voided": mark("Payments let go"),
    "open": mark("Payments without an end yet"),
    "overpaid": mark("Paid too much, in coins"),
    "owed": mark("To be given back"),
    "returned": mark("Given back"),
}
_COUNTS = ("captured", "voided", "open")


class MoneyPage(QWidget):
    """Looks whenever it is shown, and after money was given back."""

    def __init__(self, money: AdminMoney) -> None:
        super().__init__()
        self._money = money
        self.said = label("", wrap=True)
        self.rows: dict[str, QPushButton] = {}
        """The button of each session that something is owed to, by its reference."""
        self.totals: dict[str, QLabel] = {}
        self._owed = QVBoxLayout()
        self._owed.setSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 16, 0)
        column.setSpacing(16)
        card, inside = _card(tr("To be given back"))
        inside.addLayout(self._owed)
        column.addWidget(card)
        column.addWidget(self._totals_card())
        column.addWidget(self.said)
        column.addStretch()
        self.refresh()

    def showEvent(self, event: object) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Show the ledger as it is."""
        try:
            owed, totals = self._money.owed(), self._money.totals()
        except CatchlightError as fault:
            self._say(tell_or_keep(fault.message))
            return
        self._say("")
        for name, shown in self.totals.items():
            value = getattr(totals, name)
            shown.setText(str(value) if name in _COUNTS else amount_text(value, self._money.currency))
        self._clear()
        for one in owed:
            self._owed.addWidget(self._row(one))
        if not owed:
            self._owed.addWidget(label(tr("Nothing."), "muted"))

    def give_back(self, reference: str) -> None:
        """Staff have given back what was owed to a session, "" for coins that nobody was paying with."""
        try:
            amount = self._money.give_back(reference)
        except CatchlightError as fault:
            self._say(tell_or_keep(fault.message))
            return
        self.refresh()
        self._say(tr("Noted: {amount} given back.", amount=amount_text(amount, self._money.currency)))

    def _row(self, one: Owed) -> QWidget:
        whose = one.reference or tr("Coins that came while nobody was paying")
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(24)
        line.addWidget(label(whose, wrap=True), 1)
        line.addWidget(label(amount_text(one.amount, one.currency), "strong"))
        button = QPushButton(tr("It was given back"))
        button.setAccessibleDescription(whose)
        button.clicked.connect(lambda _checked=False, reference=one.reference: self.give_back(reference))
        line.addWidget(button)
        self.rows[one.reference] = button
        return row

    def _clear(self) -> None:
        self.rows.clear()
        while (item := self._owed.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _totals_card(self) -> QFrame:
        card, column = _card(tr("Since the ledger began"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(0, 1)
        for row, (name, title) in enumerate(TOTALS.items()):
            self.totals[name] = label("")
            self.totals[name].setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label(tr(title)), row, 0)
            grid.addWidget(self.totals[name], row, 1)
        column.addLayout(grid)
        return card

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))


def _card(title: str) -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("role", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(24, 20, 24, 20)
    column.setSpacing(12)
    column.addWidget(label(title, "strong"))
    return card, column
