"""Pays at a terminal and is killed at a given place: ``python -m tests.kiosk.payment.killed_process FOLDER URL PLACE...``.

A place is ``before-STATE`` or ``after-STATE``: as the ledger is about to write a state, or has just done so; ``printed-out``: as
the sheet lies in the printer's tray and the ledger does not know it yet. Each place has a folder, a child and a session of its
own, which are called like it. The sheet is the file ``sheet`` in the folder.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from catchlight.kiosk.config.model import Payment
from catchlight.kiosk.payment.ledger import Ledger, LedgerEntry
from catchlight.kiosk.payment.methods import open_payment
from catchlight.kiosk.payment.port import Quote

PAID = ("quoted", "authorising", "authorised", "printed", "captured")
GIVEN_UP = ("voiding", "voided")
PLACES = (*(f"{when}-{state}" for state in (*PAID, *GIVEN_UP) for when in ("before", "after")), "printed-out")


class KilledLedger(Ledger):
    """Ends the process where it is told to."""

    def __init__(self, folder: Path, place: str) -> None:
        super().__init__(folder)
        self._place = place

    def reach(self, place: str) -> None:
        if place == self._place:
            os.kill(os.getpid(), signal.SIGKILL)

    def begin(self, quote: Quote, method: str) -> LedgerEntry:
        self.reach("before-quoted")
        begun = super().begin(quote, method)
        self.reach("after-quoted")
        return begun

    def move(self, entry: LedgerEntry, state: Any, *rest: Any) -> LedgerEntry | None:
        self.reach(f"before-{state}")
        moved = super().move(entry, state, *rest)
        self.reach(f"after-{state}")
        return moved


def pay(folder: Path, url: str, place: str) -> None:
    """A session as the kiosk has it: authorise, print, capture; or, for a place of giving up, void instead of print."""
    ledger = KilledLedger(folder, place)
    payment = open_payment(Payment(method="terminal", url=url), ledger)
    held = payment.authorise(Quote(450, "EUR", place), lambda _step: None, lambda: False)
    if place.partition("-")[2] in GIVEN_UP:
        payment.void(held)
    else:
        (folder / "sheet").touch()
        ledger.reach("printed-out")
        payment.capture(held)


def main() -> None:
    root, url, *places = sys.argv[1:]
    for place in places:
        child = os.fork()
        if child == 0:
            pay(Path(root) / place, url, place)
            os._exit(1)  # nobody killed it
        _, status = os.waitpid(child, 0)
        if os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(f"{place}: the process ended by itself ({status})")


if __name__ == "__main__":
    main()
