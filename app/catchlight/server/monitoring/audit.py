"""The audit log: who asked for what, when, from where, and how it ended; never a picture, a token or a prompt.

One JSON object a line. A file a day, ``audit-2026-11-28.jsonl``, and a further one (``audit-2026-11-28.2.jsonl``) where it
grows beyond ``FILE_BYTES``; no file is ever renamed, and each line is one append, so that several processes may write to the
same one. Lines are written beside the event loop, in order, and all are written when ``close`` returns.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from starlette.types import Scope

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk, make_private_folder
from catchlight.core.messages import Message
from catchlight.server.monitoring.trace import Trace

FILE_BYTES = 50_000_000
KEEP_DAYS = 90
KEEP_BYTES = 2_000_000_000
"""Of all files together; beyond it the oldest goes, so that nobody fills the disk by asking."""
QUIET = frozenset({"/health", "/ready", "/metrics"})
"""Paths that machines ask every few seconds: only refusals are noted."""
_NAME = re.compile(r"audit-(\d{4}-\d\d-\d\d)(?:\.(\d+))?\.jsonl")
_LOG = logging.getLogger(__name__)


class AuditLog:
    """Writes to the folder in a thread of its own."""

    def __init__(
        self,
        folder: Path,
        *,
        file_bytes: int = FILE_BYTES,
        keep_days: int = KEEP_DAYS,
        keep_bytes: int = KEEP_BYTES,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Raises StorageFault where nothing can be written there: a service that must account for itself does not start."""
        self._folder, self._file_bytes, self._keep_days, self._now = folder, file_bytes, keep_days, now
        self._keep_bytes = keep_bytes
        self._current = ""
        """Name of the file that was written to last."""
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        with disk(Message("write the audit log in {path}", path=str(folder))):
            make_private_folder(folder)
            os.close(self._opened())
        self._thread = threading.Thread(target=self._write_all, name="audit", daemon=True)
        self._thread.start()

    def request(self, trace: Trace, scope: Scope, path: str) -> None:
        """Note a request that was answered, or whose client left. path: the template of its route."""
        status = trace.status
        if path in QUIET and (status or 0) < 400:
            return
        asked = scope.get("path_params", {})
        self.note(
            "request",
            requestId=trace.id,
            client=trace.client,
            address=(scope.get("client") or (None,))[0],
            method=scope["method"],
            path=path,
            operation=trace.operation,
            generationId=trace.generation or asked.get("generation_id"),
            jobId=asked.get("job_id"),
            status=status,
            error=trace.error,
            bytesIn=trace.received,
            bytesOut=trace.sent,
        )

    def note(self, event: str, **facts: Any) -> None:
        """Note something that happened; facts that are None are left out."""
        told = {"time": self._now().isoformat(timespec="milliseconds"), "event": event, **facts}
        kept = {name: value[:200] if isinstance(value, str) else value for name, value in told.items()}
        self._lines.put(json.dumps({name: value for name, value in kept.items() if value is not None}))

    def close(self) -> None:
        """Write what is left, and end."""
        self._lines.put(None)
        self._thread.join()

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                with disk(Message("write the audit log in {path}", path=str(self._folder))):
                    self._write(line)
            except StorageFault as fault:
                _LOG.error("%s The line was: %s", fault.message, line)

    def _write(self, line: str) -> None:
        target = self._opened()
        try:
            os.write(target, f"{line}\n".encode())
        finally:
            os.close(target)

    def _opened(self) -> int:
        """Today's last file, or the next where that is full, opened to be appended to; never by way of a link."""
        day = self._now().date().isoformat()
        number = max((number for found, number in map(_place, self._files()) if found == day), default=1)
        while True:
            name = f"audit-{day}.jsonl" if number == 1 else f"audit-{day}.{number}.jsonl"
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            target = os.open(self._folder / name, flags, 0o600)
            if os.fstat(target).st_size < self._file_bytes:
                if name != self._current:
                    self._current = name
                    self._prune()
                return target
            os.close(target)
            number += 1

    def _files(self) -> list[Path]:
        return [file for file in self._folder.iterdir() if _NAME.fullmatch(file.name)]

    def _prune(self) -> None:
        """Delete the files of days that are to be kept no longer, and the oldest where all together are too large."""
        oldest = (self._now().date() - timedelta(days=self._keep_days)).isoformat()
        total = 0
        for file in sorted(self._files(), key=_place, reverse=True):
            with contextlib.suppress(FileNotFoundError):  # another process has done it
                total += file.stat().st_size
                if _place(file)[0] < oldest or (total > self._keep_bytes and file.name != self._current):
                    file.unlink()


def _place(file: Path) -> tuple[str, int]:
    """A file's day, and its number within that."""
    found = _NAME.fullmatch(file.name)
    assert found is not None
    return found[1], int(found[2] or 1)
