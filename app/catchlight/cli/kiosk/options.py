"""What ``catchlight kiosk`` was told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class KioskOptions:
    """config: its file; None: ``kiosk.toml`` of the home, or every field's default where there is none. windowed: in a window of
    the desktop, without a watchdog. prove: run a session and search for what it left."""

    config: Path | None = None
    windowed: bool = False
    prove: bool = False
