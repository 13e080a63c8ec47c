"""Which step of each picture was looked at last: who opens the picture again goes on there, and not at the original."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from catchlight.core.errors import StorageFault
from catchlight.core.files.naming import encode_path
from catchlight.core.files.strict_json import parse_json
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import JobQueue

MOST = 2000
"""Pictures that are remembered, those of last time first."""
SOON_MS = 1500

log = logging.getLogger(__name__)


class ResumePoints(QObject):
    """Generations by path, in a JSON file. The original needs no entry."""

    def __init__(self, jobs: JobQueue, file: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._file = file
        self._points: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._known: set[OpenDocument] = set()
        """Pictures whose steps of earlier sessions are back: before that, none but the original can be shown."""
        self._left: set[OpenDocument] = set()
        """Pictures whose whole trail somebody else brings back."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._write)
        job = jobs.submit("", lambda _progress: _read(file), lane="files", visible=False)  # before any picture is read
        job.finished.connect(self._take)

    def point(self, document: OpenDocument) -> str | None:
        """The generation of the result that was seen last; None for the original, and for what has no file."""
        return None if document.path is None else self._points.get(_key(document))

    def awaited(self, document: OpenDocument) -> str | None:
        """The same, as long as it is not back: until then the picture is not read, or shows its original."""
        return None if document.steps and document in self._known else self.point(document)

    def leave(self, document: OpenDocument) -> None:
        """Its trail comes back from the list of what was open."""
        self._left.add(document)

    def remembered(self, document: OpenDocument) -> None:
        """The steps of earlier sessions are there, or there are none: show the one that was seen last."""
        point = self._points.get(_key(document))
        places = {step.generation: index for index, step in enumerate(document.steps) if step.generation}
        if point in places and document not in self._left and document.trail == ((0,), 0):
            document.follow([0, places[point]], 1)
        self._known.add(document)
        document.changed.connect(lambda: self._note(document))

    def forget(self, document: OpenDocument) -> None:
        """It was closed; what was seen last of it stays."""
        self._known.discard(document)
        self._left.discard(document)

    def save(self) -> None:
        """Write what changed, now. A disk that refuses is only logged: no picture is lost by it."""
        points = dict(self._points)
        if points == self._written:
            return
        try:
            write_atomic(self._file, json.dumps(points, ensure_ascii=True).encode())
            self._written = points
        except StorageFault as fault:
            log.warning("%s", fault.message)

    def _note(self, document: OpenDocument) -> None:
        if document not in self._known or not document.steps or document.path is None or document.replaced:
            return
        key, step = _key(document), document.steps[document.index]
        if document.index == 0:
            self._points.pop(key, None)
        elif step.generation is not None:
            self._points.pop(key, None)
            self._points[key] = step.generation
            while len(self._points) > MOST:
                del self._points[next(iter(self._points))]
        self._soon.start()

    def _write(self) -> None:
        def work(_progress: Progress) -> None:
            self.save()

        self._jobs.submit("", work, lane="files", visible=False)

    def _take(self, found: dict[str, str]) -> None:
        self._points = found | self._points
        self._written = dict(found)


def _key(document: OpenDocument) -> str:
    return encode_path(document.path.absolute()) if document.path is not None else ""


def _read(file: Path) -> dict[str, str]:
    try:
        found = parse_json(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as fault:
        log.warning("%s cannot be used: %s", file, fault)
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in pairs if isinstance(key, str) and isinstance(value, str)}
