"""How often this process was refused by its database or by the place of its pictures."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from typing import Literal

StoragePlace = Literal["database", "pictures"]
_LOCK = threading.Lock()
_COUNTS: Counter[StoragePlace] = Counter({"database": 0, "pictures": 0})


def count_fault(place: StoragePlace) -> None:
    with _LOCK:
        _COUNTS[place] += 1


def fault_counts() -> Mapping[StoragePlace, int]:
    """Since the start of the process."""
    with _LOCK:
        return dict(_COUNTS)
