"""What of a kiosk's configuration decides the way through a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from catchlight.kiosk.config.model import KioskConfig, Shop
from catchlight.kiosk.handover.port import HandoverId


@dataclass(frozen=True)
class FlowRules:
    """languages, documents: ids that are offered. takes: pictures at most. uncertain: who decides whether a photo is used that
    the checks are not sure of. printer: whether sheets are printed. digital_only: documents that have no print. ways: those that
    can be offered now."""

    languages: tuple[str, ...]
    documents: tuple[str, ...]
    takes: int
    uncertain: Literal["person", "staff", "refuse"]
    printer: bool
    ways: tuple[HandoverId, ...]
    shop: Shop
    digital_only: frozenset[str] = frozenset()

    def prints(self, document: str) -> bool:
        """Whether a sheet can be made of this document."""
        return self.printer and document not in self.digital_only

    def asks_options(self, document: str) -> bool:
        """Whether there is anything to choose."""
        return bool(self.ways) or (self.prints(document) and self.shop.max_copies > 1)

    def amount(self, copies: int, ways: Sequence[HandoverId]) -> int:
        """What so many sheets, and the file in these ways, cost: in the smallest unit of the currency."""
        return price_of(self.shop, copies, ways)


def price_of(shop: Shop, copies: int, ways: Sequence[HandoverId]) -> int:
    """The first sheet at its price, each further one at its own; the file once, however it is handed over."""
    sheets = shop.price + (copies - 1) * shop.extra_copy if copies else 0
    return sheets + (shop.digital if ways else 0)


def rules_of(
    config: KioskConfig,
    languages: Sequence[str],
    documents: Sequence[str],
    ways: Sequence[HandoverId],
    digital_only: Sequence[str] = (),
) -> FlowRules:
    """languages: those that can be shown on this machine; documents: all that are offered; ways: those that work now."""
    return FlowRules(
        languages=tuple(languages),
        documents=tuple(documents),
        takes=config.shop.retakes + 1,
        uncertain=config.shop.uncertain,
        printer=bool(config.printer.name),
        ways=tuple(ways),
        shop=config.shop,
        digital_only=frozenset(digital_only),
    )
