"""Which means of payment a configuration names."""

from __future__ import annotations

from collections.abc import Callable

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Payment
from catchlight.kiosk.payment.coin import CoinMeans
from catchlight.kiosk.payment.gpio import GpioPulses
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.means import FREE, FreeMeans, Means
from catchlight.kiosk.payment.recorded import RecordedPayment
from catchlight.kiosk.payment.staff import StaffMeans
from catchlight.kiosk.payment.terminal import TerminalMeans
from catchlight.kiosk.payment.terminal_http import TerminalHttp

_QUESTION_SECONDS = 5.0
"""How long a terminal may take over one answer; until then a cancel is not seen."""


def open_payment(
    config: Payment,
    ledger: Ledger,
    *,
    currency: str = "EUR",
    verify_pin: Callable[[str], bool] | None = None,
) -> RecordedPayment:
    """The means of payment of a configuration, recorded in the ledger. Its ``close`` ends it.

    currency: of coins that come while nobody is paying. verify_pin: whether a PIN is that of staff; needed for ``staff``. What
    the ledger may hold of another kind can be settled too, as far as it is still configured. Raises InvalidRequest.
    """
    means: dict[str, Means] = {FREE: FreeMeans(), "coin": _Closed("coin"), "staff": _Closed("staff")}
    if config.url:
        timeout = min(_QUESTION_SECONDS, config.timeout_s)
        means["terminal"] = TerminalMeans(TerminalHttp(config.url, config.token_file, timeout), config.timeout_s)
    if config.method == "terminal" and not config.url:
        raise InvalidRequest(Message("[payment] url: the terminal's address must begin with http:// or https://."))
    if config.method == "staff":
        if verify_pin is None:
            raise InvalidRequest(Message("Payment by staff needs a PIN: set one on the admin page."))
        means["staff"] = StaffMeans(ledger, verify_pin, config.timeout_s)
    if config.method == "coin":
        means["coin"] = _coins(config, ledger, currency)
    return RecordedPayment(config.method, means, ledger)


class _Closed(FreeMeans):
    """Cash of earlier: capturing and voiding it is done in the ledger alone."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


def _coins(config: Payment, ledger: Ledger, currency: str) -> CoinMeans:
    coins = CoinMeans(ledger, config.coin_value, currency, config.timeout_s)
    if config.coin_gpio is None:
        return coins
    try:
        line = GpioPulses(config.coin_gpio_chip, config.coin_gpio, coins.pulse)
    except InvalidRequest:
        coins.close()
        raise
    coins.closing_first.append(line.close)
    return coins
