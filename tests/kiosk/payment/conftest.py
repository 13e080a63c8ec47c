"""A ledger and a terminal for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.kiosk.payment.ledger import Ledger

from tests.kiosk.payment.terminal_server import TerminalServer, terminal_server


@pytest.fixture
def terminal() -> Iterator[TerminalServer]:
    with terminal_server() as server:
        yield server


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "money")
    yield opened
    opened.close()
