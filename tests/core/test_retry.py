"""The retry policy: how often, how long, and that waiting can be ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from catchlight.core import retry
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import ONCE, RetryPolicy, Transient, is_transient, retry_after, sleep

QUICK = RetryPolicy(attempts=4, first=0.001, longest=0.002)


class Work:
    """Fails so many times, asking for a wait, and then gives "done"."""

    def __init__(self, failures: int, after: float | None = None) -> None:
        self.failures, self.after, self.calls = failures, after, 0

    def __call__(self) -> str:
        self.calls += 1
        if self.calls <= self.failures:
            raise Transient(OSError(self.calls, "gone"), self.after) from KeyError("cause")
        return "done"

    async def later(self) -> str:
        return self()


Call = Callable[[RetryPolicy, Work], str]


def _sync(policy: RetryPolicy, work: Work) -> str:
    return policy.call(work)


def _async(policy: RetryPolicy, work: Work) -> str:
    return asyncio.run(policy.call_async(work.later))


@pytest.fixture(name="call", params=[_sync, _async])
def _call(request: pytest.FixtureRequest) -> Call:
    found: Call = request.param
    return found


def test_work_is_tried_until_it_succeeds(call: Call) -> None:
    work = Work(3)
    assert call(QUICK, work) == "done"
    assert work.calls == 4


def test_after_the_last_attempt_the_error_itself_is_raised(call: Call) -> None:
    work = Work(9)
    with pytest.raises(OSError, match="gone") as raised:
        call(QUICK, work)
    assert work.calls == raised.value.errno == 4
    assert isinstance(raised.value.__cause__, KeyError)
    work = Work(1)
    with pytest.raises(OSError, match="gone"):
        call(ONCE, work)
    assert work.calls == 1


def test_other_errors_are_not_tried_again() -> None:
    calls = []

    def work() -> None:
        calls.append(1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        QUICK.call(work)
    assert len(calls) == 1


def test_waits_double_up_to_the_longest_and_keep_their_upper_half(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = RetryPolicy(first=1.0, longest=15.0)
    for share, expected in ((1.0, [1, 2, 4, 8, 15, 15]), (0.0, [0.5, 1, 2, 4, 7.5, 7.5])):
        monkeypatch.setattr(retry.random, "random", lambda share=share: share)
        assert [policy.wait(failures) for failures in range(1, 7)] == expected
    assert policy.wait(100_000) == 7.5


def test_what_is_asked_for_is_never_undercut(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(retry, "sleep", lambda seconds, check: waits.append(seconds))

    async def noted(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(retry.asyncio, "sleep", noted)
    assert call(QUICK, Work(3, after=5.0)) == "done"
    assert len(waits) == 3
    assert all(5.0 <= wait <= 5.5 for wait in waits)


def test_a_wait_beyond_all_patience_is_an_answer(call: Call) -> None:
    work = Work(1, after=61.0)
    with pytest.raises(OSError, match="gone"):
        call(QUICK, work)
    assert work.calls == 1


def test_waiting_ends_when_the_work_is_no_longer_wanted() -> None:
    progress = Progress()
    calls: list[int] = []

    def work() -> None:
        calls.append(1)
        progress.cancel()
        raise Transient(OSError(), 30.0)

    begun = time.monotonic()
    with pytest.raises(Cancelled):
        QUICK.call(work, progress.check)
    assert len(calls) == 1
    assert time.monotonic() - begun < 5


def test_sleep_lasts_its_time() -> None:
    looks: list[float] = []
    begun = time.monotonic()
    sleep(0.12, lambda: looks.append(time.monotonic() - begun))
    assert 0.12 <= time.monotonic() - begun < 2
    assert looks[0] < 0.1


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None), ("5", 5.0), (" 120 ", 120.0), ("0", 0.0), ("soon", None), ("-3", None), ("1.5", None), ("²", None),
        ("Fri, 27 Nov 2026 10:00:30 GMT", 30.0), ("Fri, 27 Nov 2026 09:00:00 GMT", 0.0), ("", None),
    ],
)  # fmt: skip
def test_retry_after_is_a_number_or_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, datetime(2026, 11, 27, 10, tzinfo=UTC)) == seconds


def test_broken_connections_pass_and_refusals_do_not() -> None:
    passing = [ConnectionResetError(), TimeoutError(), EOFError(), OSError(113, "No route to host")]
    assert all(is_transient(fault) for fault in passing)
    lasting = [PermissionError(13, "no"), FileNotFoundError(2, "none"), OSError(28, "full"), ValueError()]
    assert not any(is_transient(fault) for fault in lasting)
