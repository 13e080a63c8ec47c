"""Tells staff of calls in every configured way at once, each on a thread of its own, tried again until it arrives."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from catchlight.core.messages import Message
from catchlight.core.retry import RetryPolicy
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.staff.port import CallNotice, CallState, CallWay, StaffCall, StaffUnreached

_LOG = logging.getLogger(__name__)
WAITS = RetryPolicy(attempts=12, first=2.0, longest=60.0)
"""Some eight minutes of tries for a notice."""
MOST_WAITING = 50
"""Notices that wait for a way that does not work; of more the oldest go."""
STOP_S = 1.0
"""For a try that is under way when the kiosk ends."""


class CallNotifier:
    """``start`` and ``close`` on any thread."""

    def __init__(
        self,
        calls: StaffCalls,
        ways: Sequence[CallWay],
        kiosk: str,
        health: Callable[[], Mapping[str, str]],
        failed: Callable[[str], None] = lambda way: None,
        waits: RetryPolicy = WAITS,
    ) -> None:
        """health: each part's status by its id, asked when a call is told. failed: hears the name of a way each time that a
        notice is given up, on that way's thread."""
        self._calls, self._kiosk, self._health = calls, kiosk, health
        self._lines = [_Line(way, calls, failed, waits) for way in ways]

    def start(self) -> None:
        """Tell from now on, and once more what was open already."""
        self._calls.listen(self._hear)
        for line in self._lines:
            line.start()
        for call in reversed(self._calls.open_calls()):
            self._hear(call, "open")

    def close(self) -> None:
        """End. A try that is under way is waited for no longer than ``STOP_S``."""
        for line in self._lines:
            line.stop()
        for line in self._lines:
            line.close()

    def troubles(self) -> Mapping[str, Message]:
        """Why the last try failed, by the name of each way that does not work now."""
        return {line.way.name: line.trouble for line in self._lines if line.trouble is not None}

    def _hear(self, call: StaffCall, state: CallState) -> None:
        notice = CallNotice(self._kiosk, call, state, self._health())
        for line in self._lines:
            line.put(notice)


class _Line:
    """One way with what waits for it."""

    def __init__(self, way: CallWay, calls: StaffCalls, failed: Callable[[str], None], waits: RetryPolicy) -> None:
        self.way = way
        self.trouble: Message | None = None
        self._calls, self._failed, self._waits = calls, failed, waits
        self._waiting: deque[CallNotice] = deque(maxlen=MOST_WAITING)
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"staff {way.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, notice: CallNotice) -> None:
        with self._changed:
            self._waiting.append(notice)
            self._changed.notify()

    def stop(self) -> None:
        with self._changed:
            self._closing.set()
            self._changed.notify()

    def close(self) -> None:
        self._thread.join(STOP_S)
        self.way.close()

    def _run(self) -> None:
        while (notice := self._next()) is not None:
            self._deliver(notice)

    def _next(self) -> CallNotice | None:
        """None at the end; what waits then is lost, and told again at the next start where the call is still open."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing.is_set())
            return None if self._closing.is_set() else self._waiting.popleft()

    def _deliver(self, notice: CallNotice) -> None:
        for failures in range(1, self._waits.attempts + 1):
            try:
                self.way.deliver(notice, self._calls.open_calls)
            except StaffUnreached as fault:
                if self.trouble is None:
                    _LOG.warning("Staff could not be called by %s: %s", self.way.name, fault.message)
                self.trouble = fault.message
            else:
                self.trouble = None
                return
            if failures == self._waits.attempts or self._closing.wait(self._waits.wait(failures)):
                break
        _LOG.error("A call for staff (%s) was given up by %s.", notice.call.reason, self.way.name)
        self._failed(self.way.name)
