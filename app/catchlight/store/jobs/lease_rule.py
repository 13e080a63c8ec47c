"""When something that was taken may be taken by another: the one rule of all leases.

On one machine no clock is asked (see ``owners``): what a process that is gone had is free at once, and what one that lives has is
free only when its lease is over and stays unrenewed for as long again by the clock that nobody sets. Elsewhere the lease by the
database's clock alone tells.
"""

from __future__ import annotations

import time

from catchlight.store.database.database import Database
from catchlight.store.jobs.owners import life_of


class LeaseLost(Exception):
    """It belongs to somebody else now, or to nobody: leave it alone."""


class LeaseRule:
    """Judges the leases of one table. lease: seconds that each lasts unrenewed. Thread safe."""

    def __init__(self, database: Database, lease: float) -> None:
        self._database = database
        self._lease = lease
        self._seen: dict[str, tuple[tuple[object, ...], float]] = {}
        """Entries of living processes whose lease is over: what stood there, and since when."""

    def is_free(self, entry: str, owner: str | None, attempts: int, ends: float, now: float) -> bool:
        """Whether nobody has the entry any more. ends: of its lease, now: both by the database's clock."""
        life = "unknown" if self._database.shared else life_of(owner or "")
        if life != "alive":
            return life == "dead" or ends < now
        if ends >= now:
            self._seen.pop(entry, None)
            return False
        stands, since = (owner, attempts, ends), time.monotonic()
        before = self._seen.get(entry)
        if before is None or before[0] != stands:
            self._seen[entry] = (stands, since)
            return False
        return since - before[1] > self._lease
