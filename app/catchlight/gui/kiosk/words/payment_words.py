"""Amounts, and what to do to pay them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QLocale

from catchlight.core.messages import mark
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.flow.state import PaymentProblem
from catchlight.kiosk.payment.port import PaymentStep

PROBLEMS: Mapping[PaymentProblem, str] = {
    "declined": mark("The payment was declined. Nothing was charged."),
    "timed_out": mark("Nobody paid in time. Nothing was charged."),
    "cancelled": mark("The payment was cancelled. Nothing was charged."),
    "unreachable": mark("Payment does not work at the moment. Nothing was charged."),
}
_WITHOUT_CENTS = frozenset(
    {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"}
)
_THOUSANDTHS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
"""Currencies whose smallest unit is not a hundredth (ISO 4217)."""
_SYMBOLS = {
    "EUR": "€",
    "USD": "$",
    "GBP": "£",
    "JPY": "¥",
    "CNY": "¥",
    "INR": "₹",
    "KRW": "₩",
    "BRL": "R$",
    "CHF": "CHF ",
}
"""Those that are written with a sign; others by their code."""


def amount_text(amount: int, currency: str) -> str:
    """A sum of the currency's smallest unit, as the language writes it."""
    digits = 0 if currency in _WITHOUT_CENTS else 3 if currency in _THOUSANDTHS else 2
    return QLocale().toCurrencyString(amount / 10**digits, _SYMBOLS.get(currency, f"{currency} "), digits)


def step_text(step: PaymentStep | None, currency: str, amount: int) -> str:
    """What the person should do now."""
    if step is None or step.kind == "waiting":
        return tr("One moment, please.")
    if step.kind == "insert_coins":
        rest = max(0, amount - step.paid)
        return (
            tr("Please insert {amount} more.", amount=amount_text(rest, currency))
            if step.paid
            else tr("Please insert the coins.")
        )
    return (
        tr("Please follow the payment terminal.")
        if step.kind == "follow_terminal"
        else tr("Please pay at the counter.")
    )
