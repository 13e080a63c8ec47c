"""Edits that wait for a thread, served by owners in turn: who has many waiting delays nobody else by more than one of them."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class WaitingEdit:
    """Work that is to be done, and the future of its result."""

    work: Callable[[], Any]
    future: Future[Any]

    def run(self) -> None:
        """On a thread of the pool; nothing where nobody waits for it any more."""
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            made = self.work()
        except BaseException as fault:  # noqa: BLE001 - whoever waits for the future hears of it
            self.future.set_exception(fault)
        else:
            self.future.set_result(made)


class EditQueue:
    """First come first served within an owner, owners in turn. Thread safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owners: OrderedDict[str | None, deque[WaitingEdit]] = OrderedDict()

    def put(self, owner: str | None, edit: WaitingEdit) -> None:
        with self._lock:
            self._owners.setdefault(owner, deque()).append(edit)

    def run_next(self) -> None:
        """Do the edit whose turn it is; nothing where there is none."""
        with self._lock:
            if not self._owners:
                return
            owner, edits = self._owners.popitem(last=False)
            edit = edits.popleft()
            if edits:
                self._owners[owner] = edits
        edit.run()

    def cancel(self) -> None:
        """Whoever waits for an edit that has not begun hears that it never will."""
        with self._lock:
            waiting = [edit for edits in self._owners.values() for edit in edits]
            self._owners.clear()
        for edit in waiting:
            edit.future.cancel()
