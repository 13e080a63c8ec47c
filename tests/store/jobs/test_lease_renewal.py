"""A lease lives as long as the work under it, and no longer than it is ours."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.store.jobs.lease_renewal import renewed_lease
from catchlight.store.jobs.lease_rule import LeaseLost


class Renewing:
    """Answers renewals one after the other; then none is lost."""

    def __init__(self, *faults: Exception | None) -> None:
        self._faults = list(faults)
        self.times = 0
        self.rung = threading.Semaphore(0)

    def __call__(self) -> None:
        self.times += 1
        self.rung.release()
        if self._faults and (fault := self._faults.pop(0)):
            raise fault


def never() -> None:
    raise AssertionError("the lease was not lost")


def alive() -> bool:
    return any(thread.name == "lease" for thread in threading.enumerate())


def wait_for(renewing: Renewing, times: int) -> None:
    for _ in range(times):
        assert renewing.rung.acquire(timeout=10)


def test_a_lease_is_renewed_until_the_work_has_ended() -> None:
    renewing = Renewing()
    with renewed_lease(0.01, renewing, never):
        wait_for(renewing, 3)
    assert not alive()


def test_a_database_that_is_away_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    renewing = Renewing(StorageFault(Message("The database is away.")), None)
    with renewed_lease(0.01, renewing, never):
        wait_for(renewing, 2)
    assert caplog.messages == ["The database is away."]


def test_what_is_lost_is_told_once_and_renewed_no_more() -> None:
    renewing, lost = Renewing(LeaseLost("file_1")), threading.Semaphore(0)
    tell: Callable[[], object] = lost.release
    with renewed_lease(0.01, renewing, tell):
        assert lost.acquire(timeout=10)
    assert (renewing.times, lost.acquire(blocking=False)) == (1, False)


def test_work_that_fails_leaves_no_thread() -> None:
    with pytest.raises(KeyError), renewed_lease(60.0, Renewing(), never):
        raise KeyError("of the work")
    assert not alive()
