"""Keeping a lease while one piece of work is done under it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from catchlight.core.errors import StorageFault
from catchlight.store.jobs.lease_rule import LeaseLost

_RENEWALS = 4
"""For each length of a lease: three may be refused by a database that is away before it is over."""
_LOG = logging.getLogger(__name__)


@contextmanager
def renewed_lease(lease: float, renew: Callable[[], object], lost: Callable[[], object]) -> Iterator[None]:
    """Renew a lease on a thread of its own until the block is left, or until it belongs to somebody else.

    lease: seconds that it lasts unrenewed. renew: keeps it for as long again; raises LeaseLost where it is gone, and StorageFault
    where that could not be found out: it is then tried again. lost: called once, on that thread, where it is gone.
    """
    ended = threading.Event()

    def keep() -> None:
        while not ended.wait(lease / _RENEWALS):
            try:
                renew()
            except LeaseLost:
                lost()
                return
            except StorageFault as fault:
                _LOG.warning("%s", fault.message)

    keeper = threading.Thread(target=keep, name="lease", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join()
