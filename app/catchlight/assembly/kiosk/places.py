"""Where a kiosk keeps what outlives a session: the ledger, counts, receipts of wipes, calibrations, logs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from catchlight.paths import Home


@dataclass(frozen=True)
class KioskPlaces:
    """home: of the program. aside: a folder in place of the home's own, for a kiosk that is only tried; it prints as the real one
    is calibrated."""

    home: Home
    aside: Path | None = None

    @property
    def root(self) -> Path:
        return self._own if self.aside is None else self.aside

    @property
    def _own(self) -> Path:
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
    def calls(self) -> Path:
        """Calls for staff that are open."""
        return self.root / "calls.json"

    @property
    def proof(self) -> Path:
        """What a proof keeps in place of all this, until it has ended."""
        return self.root / "proof"

    @property
    def calibrations(self) -> Path:
        return self._own / "calibrations"

    @property
    def logs(self) -> Path:
        return self.root / "logs"
