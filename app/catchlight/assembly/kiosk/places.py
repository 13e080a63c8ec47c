"""Where a kiosk keeps what outlives a session: the ledger, counts, receipts of wipes, calibrations, logs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from catchlight.paths import Home


@dataclass(frozen=True)
class KioskPlaces:
    """home: of the program."""

    home: Home

    @property
    def root(self) -> Path:
        return self.home.root / "kiosk"

    @property
    def ledger(self) -> Path:
        """Folder of the ledger, and of what was sent to the printer."""
        return self.root / "ledger"

    @property
    def counts(self) -> Path:
        return self.root / "counts.json"

    @property
    def receipts(self) -> Path:
        """Of wipes."""
        return self.root / "wipes.jsonl"

    @property
    def pin_guard(self) -> Path:
        return self.root / "pin.json"

    @property
    def calibrations(self) -> Path:
        return self.root / "calibrations"

    @property
    def logs(self) -> Path:
        return self.root / "logs"
