"""The receipts of all wipes, a line of JSON each: counts and digests, never a picture or a word of a person."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from catchlight.core.files.writing import writing
from catchlight.kiosk.wipe.port import WipeReceipt

MOST_BYTES = 5_000_000
"""Of one file; beyond it becomes the file before, whose own predecessor goes. Together some ten thousand sessions."""


class ReceiptLog:
    """Receipts in the order of their wipes. For one process at a time, or several that append."""

    def __init__(self, path: Path, most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self._most = most_bytes

    @property
    def before(self) -> Path:
        """Where the older receipts lie."""
        return self.path.with_suffix(".old" + self.path.suffix)

    def append(self, receipt: WipeReceipt) -> None:
        """Keep a receipt; it is on the disk when this returns. Raises StorageFault."""
        line = json.dumps(
            {
                "time": datetime.now(UTC).isoformat(timespec="seconds"),
                "session": receipt.session,
                "reason": receipt.reason,
                "removed": dict(receipt.removed),
                "digests": list(receipt.digests),
                "remaining": list(receipt.remaining),
            },
            ensure_ascii=False,
        )
        with writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size > self._most:
                self.path.replace(self.before)
            with self.path.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(line + "\n")
                file.flush()
                os.fsync(file.fileno())

    def receipts(self) -> Iterator[WipeReceipt]:
        """All that are kept, oldest first; a line that a crash cut short is left out."""
        for file in (self.before, self.path):
            if not file.exists():
                continue
            for line in file.read_text(encoding="utf-8").splitlines():
                try:
                    row = json.loads(line)
                except ValueError:
                    continue
                yield WipeReceipt(row["session"], row["reason"], row["removed"], row["digests"], row["remaining"])
