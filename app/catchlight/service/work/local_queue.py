"""The queue of one computer: threads of this process do the work, and only while there is nothing that somebody waits for."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from catchlight.core.errors import StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.service.work.thread_priority import lower_priority
from catchlight.service.work.work_queue import PRIORITIES, WorkItem, WorkKind, WorkRunner

STORAGE_RETRIES = RetryPolicy(first=0.5, longest=15.0)
"""Waits for a disk that refuses; there is no last one."""
_YIELD_SECONDS = 0.05
"""How often it is looked whether work may begin, while it may not."""
_SEARCH_SECONDS = 2.0
"""How often the stores are asked for work of which nobody has told: of a process that died, or that another one took in."""
_LOG = logging.getLogger(__name__)


class LocalQueue:
    """Hands items to runners on threads of its own: the higher priority first, then owners in turn, each in order."""

    def __init__(
        self, runners: Sequence[WorkRunner], threads: int = 1, may_begin: Callable[[], bool] = lambda: True
    ) -> None:
        """threads: items at once. may_begin: asked before each item; work that was begun is not interrupted."""
        self._runners: dict[WorkKind, WorkRunner] = {runner.kind: runner for runner in runners}
        self._count, self._may_begin = threads, may_begin
        self._changed = threading.Condition()
        self._waiting: dict[WorkKind, OrderedDict[str | None, OrderedDict[str, WorkItem]]] = {
            kind: OrderedDict() for kind in sorted(self._runners, key=lambda kind: -PRIORITIES[kind])
        }
        self._working: dict[str, Progress] = {}
        self._searched = float("-inf")
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin, with what earlier processes have left too."""
        self._threads = [
            threading.Thread(target=self._work, name=f"work-{number}", daemon=True) for number in range(self._count)
        ]
        for thread in self._threads:
            thread.start()

    def leave(self) -> None:
        """Begin nothing more, and give back what is at work as soon as that can be."""
        self._stopping.set()
        with self._changed:
            working = list(self._working.values())
            self._changed.notify_all()
        for progress in working:
            progress.cancel()

    def stop(self, seconds: float = 5.0) -> bool:
        """``leave``, and wait; whether all threads have ended within so many seconds."""
        self.leave()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def defer(self, items: Sequence[WorkItem]) -> None:
        with self._changed:
            for item in items:
                if item.kind in self._waiting and item.entry not in self._working:
                    self._waiting[item.kind].setdefault(item.owner, OrderedDict()).setdefault(item.entry, item)
            self._changed.notify_all()

    def cancel(self, items: Sequence[WorkItem]) -> None:
        with self._changed:
            for item in items:
                owners = self._waiting.get(item.kind, OrderedDict())
                waiting = owners.get(item.owner, OrderedDict())
                waiting.pop(item.entry, None)
                if not waiting:
                    owners.pop(item.owner, None)

    def _work(self) -> None:
        if all(PRIORITIES[kind] <= 0 for kind in self._runners):
            lower_priority()
        faults = 0
        while not self._stopping.is_set():
            try:
                self._search()
                begun = self._begin()
                if begun is not None:
                    self._do(*begun)
                faults = 0
            except StorageFault as fault:
                faults += 1
                _LOG.warning("%s", fault.message)
                self._stopping.wait(STORAGE_RETRIES.wait(faults))

    def _begin(self) -> tuple[WorkItem, Progress] | None:
        """The next item as soon as it may begin; None after a while, or when there is none."""
        with self._changed:
            if not self._stopping.is_set() and not any(self._waiting.values()):
                self._changed.wait(_SEARCH_SECONDS)
            while any(self._waiting.values()) and not self._stopping.is_set():
                if self._may_begin():
                    item, progress = self._next(), Progress()
                    self._working[item.entry] = progress
                    return item, progress
                self._changed.wait(_YIELD_SECONDS)
        return None

    def _next(self) -> WorkItem:
        """Of the highest priority, and of the owner who was served longest ago."""
        owners = next(owners for owners in self._waiting.values() if owners)
        owner, items = owners.popitem(last=False)
        _, item = items.popitem(last=False)
        if items:
            owners[owner] = items
        return item

    def _do(self, item: WorkItem, progress: Progress) -> None:
        try:
            self._runners[item.kind].run(item.entry, progress)
        except Cancelled:
            return  # not begun, and found again by whoever comes next
        except StorageFault:
            raise
        except Exception:  # noqa: BLE001 - the border of an item: a fault of ours in one stops no other
            _LOG.exception("The work %s ended in a way that was not foreseen", item.entry)
        finally:
            with self._changed:
                self._working.pop(item.entry, None)

    def _search(self) -> None:
        """Now and then, when nothing waits, look for work that nobody has told of. Raises StorageFault."""
        with self._changed:
            now = time.monotonic()
            if any(self._waiting.values()) or now - self._searched < _SEARCH_SECONDS:
                return
            self._searched = now
        for runner in self._runners.values():
            self.defer(runner.waiting())
