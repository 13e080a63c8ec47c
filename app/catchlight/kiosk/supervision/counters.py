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
from typing import Literal

from catchlight.core.files.writing import move_aside, write_atomic

CounterId = Literal[
    "sessions",
    "finished",
    "cancelled",
    "idle",
    "takes",
    "refused",
    "sheets",
    "print_jobs",
    "print_failures",
    "payments",
    "payments_voided",
    "handovers",
    "wipes",
    "leftovers",
    "crashes",
    "hangs",
]
"""refused: by the check that said no; payments: by method; handovers: by way. The rest have no kind."""
_DAYS = 400
_KIND = re.compile(r"[a-z0-9_]{1,40}")
_LOG = logging.getLogger(__name__)


class Counters:
    """Counts in one file, on the disk before ``add`` returns. Thread safe; one process to a file."""

    def __init__(self, path: Path) -> None:
        """A file that cannot be read as counts is kept aside. Raises StorageFault."""
        self._path = path
        self._lock = threading.Lock()
        self._total: Counter[str] = Counter()
        self._days: dict[str, Counter[str]] = {}
        self._load()

    def add(self, counter: CounterId, kind: str = "", by: int = 1, today: date | None = None) -> None:
        """Count. kind: id of a check, a method or a way, of small letters, digits and underscores. Raises StorageFault, and then
        the count is kept in memory and written with the next one; ValueError for a kind that is no id."""
        if kind and not _KIND.fullmatch(kind):
            raise ValueError(f"not an id: {kind!r}")  # nothing that a person typed is ever counted
        name = f"{counter}.{kind}" if kind else counter
        day = (today or date.today()).isoformat()
        with self._lock:
            self._total[name] += by
            self._days.setdefault(day, Counter())[name] += by
            oldest = (date.fromisoformat(day) - timedelta(days=_DAYS)).isoformat()
            self._days = {one: counts for one, counts in self._days.items() if one >= oldest}
            data = json.dumps({"total": self._total, "days": self._days}, indent=1, sort_keys=True).encode()
            write_atomic(self._path, data)

    def total(self) -> Mapping[str, int]:
        """All counts since the first start, by ``counter`` or ``counter.kind``."""
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
