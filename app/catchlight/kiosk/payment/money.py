"""Amounts of money as text. Amounts are whole numbers of a currency's smallest unit."""

from __future__ import annotations

from collections.abc import Mapping

from catchlight.core.translation import DECIMAL_COMMA

_DECIMALS: Mapping[str, int] = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"), 0),
    **dict.fromkeys(("RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    "CLF": 4,
    "UYW": 4,
}
"""Digits behind the point, where there are not two (ISO 4217, minor units)."""


def amount_text(amount: int, currency: str, language: str = "en") -> str:
    """``4.50 EUR`` for 450 EUR, ``4,50 EUR`` in German, ``450 JPY`` for 450 JPY."""
    decimals = _DECIMALS.get(currency, 2)
    whole, rest = divmod(abs(amount), 10**decimals)
    point = "," if language in DECIMAL_COMMA else "."
    number = f"{whole}{point}{rest:0{decimals}d}" if decimals else str(whole)
    return f"{'-' if amount < 0 else ''}{number} {currency}"
