"""Hears from the system that something in a folder has changed; what, is looked up by who is woken."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

_STEP_MS, _DEBOUNCE_MS, _TIMEOUT_MS = 200, 400, 1000
"""Between two looks at what the system has reported, the longest that reports are gathered, and that none is waited for."""
_END_SECONDS = 2.0
log = logging.getLogger(__name__)


class FolderAlarm:
    """Sets ``woken`` at every change in a folder, on a thread of its own. ``deaf`` where the system reports nothing: its limit
    of watches is reached, or the folder is gone. What a network folder's other computers do is often not reported at all.
    """

    def __init__(self, folder: Path, woken: threading.Event, *, subfolders: bool) -> None:
        self._folder = folder
        self._woken = woken
        self._subfolders = subfolders
        self._stop = threading.Event()
        self.deaf = False
        self._thread = threading.Thread(target=self._listen, name="folder alarm", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(_END_SECONDS)

    def _listen(self) -> None:
        import watchfiles

        listening = False
        try:
            for changes in watchfiles.watch(
                self._folder,
                watch_filter=None,
                debounce=_DEBOUNCE_MS,
                step=_STEP_MS,
                stop_event=self._stop,
                rust_timeout=_TIMEOUT_MS,
                yield_on_timeout=True,
                recursive=self._subfolders,
                raise_interrupt=False,
            ):
                if changes or not listening:  # what came before the system listened is found by a look now
                    listening = True
                    self._woken.set()
        except (OSError, RuntimeError) as fault:  # of watchfiles: a folder that is gone, a limit of the system
            log.warning("The system reports no changes of %s: %s", self._folder, fault)
        self.deaf = not self._stop.is_set()
