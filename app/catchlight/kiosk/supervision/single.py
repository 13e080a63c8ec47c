"""One kiosk at a time works with a ledger: a second one would settle the money of the first, and wipe nothing of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.wipe.folder_lock import FolderLock

PATIENCE_S = 12.0
"""For a kiosk whose watchdog was killed: it notices, and ends by itself."""
_LOOK_S = 0.1


@contextmanager
def only_kiosk(folder: Path, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Hold a kiosk's folder, which is made where it is not there; the system lets it go with the process, however that ends.

    Raises InvalidRequest where another process holds it after ``patience_s``, StorageFault.
    """
    with disk(Message("make the folder {path}", path=str(folder))):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    until = time.monotonic() + patience_s
    while (lock := FolderLock.take(folder)) is None:
        if time.monotonic() >= until:
            raise InvalidRequest(
                Message(
                    "A kiosk works with {path} already. End it first, or name another home by CATCHLIGHT_HOME.",
                    path=str(folder),
                )
            )
        time.sleep(_LOOK_S)
    try:
        yield
    finally:
        lock.release()
