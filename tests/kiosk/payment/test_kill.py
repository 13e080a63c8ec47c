"""The kiosk is killed between any two states of a payment: after the next start nothing is charged twice or without a print."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.kiosk.config.model import Payment
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.methods import open_payment
from catchlight.kiosk.payment.settlement import settle

from tests.kiosk.payment.killed_process import PLACES
from tests.kiosk.payment.terminal_server import TerminalServer, terminal_server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="a process is killed from inside by POSIX signals"),
]
PRINTED = ("printed-out", "before-printed", "after-printed", "before-captured", "after-captured")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, TerminalServer]]:
    """A terminal at which a kiosk was killed at every place, and the folders that were left."""
    root = tmp_path_factory.mktemp("killed")
    with terminal_server() as server:
        command = [sys.executable, "-m", "tests.kiosk.payment.killed_process", str(root), server.url, *PLACES]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        yield root, server


@pytest.mark.parametrize("place", PLACES)
def test_every_payment_comes_to_its_end(killed: tuple[Path, TerminalServer], place: str) -> None:
    root, server = killed
    folder = root / place
    held = server.held.get(f"{place}-1")
    captures_before = held.captures if held else 0
    assert captures_before == (1 if place in ("before-captured", "after-captured") else 0)
    ledger = Ledger(folder)
    payment = open_payment(Payment(method="terminal", url=server.url), ledger)
    for _start in range(2):
        settle(payment, lambda _reference: (folder / "sheet").exists())
    captured = held.captures if held else 0
    assert captured == (1 if place in PRINTED else 0)
    if held is not None:
        assert held.state == ("captured" if captured else "voided")
    entry = ledger.latest(place)
    if place == "before-quoted":
        assert entry is None
    else:
        assert entry is not None
        assert entry.state == ("captured" if captured else "voided")
    assert not ledger.open()
    payment.close()
    ledger.close()


def test_a_killed_kiosk_had_money_held(killed: tuple[Path, TerminalServer]) -> None:
    """The places are where they should be: between the terminal's answer and the ledger's note money was held."""
    _root, server = killed
    assert "before-authorised-1" in server.held
    assert "after-authorising-1" not in server.held
