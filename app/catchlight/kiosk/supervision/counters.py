"""How often what happened, for ever and by day; counts alone, nothing of any person or session."""

from __future__ import annotations

import json
import logging
import re
import threading
from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

from catchlight.core.files.writing import move_aside, write_atomic
from catchlight.core.messages import mark

TITLES: dict[str, str] = {
    "sessions": mark("Sessions"),
    "ended_done": mark("Finished"),
    "ended_stopped": mark("Stopped by the person"),
    "ended_idle": mark("Left alone"),
    "ended_no_photo": mark("Ended without a photo"),
    "ended_disk_full": mark("Ended for want of disk space"),
    "verdict_pass": mark("Photos that fit"),
    "verdict_uncertain": mark("Photos that are uncertain"),
    "verdict_fail": mark("Photos that do not fit"),
    "sheets": mark("Sheets printed"),
    "files": mark("Files handed over"),
    "paid": mark("Taken in, in the smallest unit"),
    "leftovers": mark("Sessions wiped after a crash"),
    "crashes": mark("Crashes"),
    "hangs": mark("Hangs"),
}
"""What people call the counters; others are shown by their ids."""
_DAYS = 400
_NAME = re.compile(r"[a-z0-9_]{1,40}(\.[a-z0-9_]{1,40})?")
_LOG = logging.getLogger(__name__)


class Counters:
    """Counts in one file, on the disk before ``count`` returns. Thread safe; one process to a file."""

    def __init__(self, path: Path) -> None:
        """A file that cannot be read as counts is kept aside. Raises StorageFault."""
        self._path = path
        self._lock = threading.Lock()
        self._total: Counter[str] = Counter()
        self._days: dict[str, Counter[str]] = {}
        self._load()

    def count(self, name: str, amount: int = 1, today: date | None = None) -> None:
        """Add to a counter. name: an id, or ``counter.kind``, of small letters, digits and underscores; ValueError for any other,
        so that nothing a person typed is ever kept. Raises StorageFault; what was counted is written with the next count then."""
        if not _NAME.fullmatch(name):
            raise ValueError(f"not an id: {name!r}")
        day = (today or date.today()).isoformat()
        with self._lock:
            self._total[name] += amount
            self._days.setdefault(day, Counter())[name] += amount
            oldest = (date.fromisoformat(day) - timedelta(days=_DAYS)).isoformat()
            self._days = {one: counts for one, counts in self._days.items() if one >= oldest}
            data = json.dumps({"total": self._total, "days": self._days}, indent=1, sort_keys=True).encode()
            write_atomic(self._path, data)

    def total(self) -> Mapping[str, int]:
        """All counts since the first start, by name."""
        with self._lock:
            return dict(self._total)

    def day(self, day: date) -> Mapping[str, int]:
        """The counts of one day."""
        with self._lock:
            return dict(self._days.get(day.isoformat(), {}))

    def _load(self) -> None:
        try:
            kept = json.loads(self._path.read_bytes())
            self._total = Counter({str(name): int(count) for name, count in kept["total"].items()})
            self._days = {
                date.fromisoformat(day).isoformat(): Counter({str(name): int(count) for name, count in counts.items()})
                for day, counts in kept["days"].items()
            }
        except FileNotFoundError:
            return
        except (ValueError, KeyError, TypeError, AttributeError):
            _LOG.warning("The counts could not be read and were moved to %s.", move_aside(self._path))
            self._total, self._days = Counter(), {}
