"""The edits that are under way on each picture. They are made one after the other, each of what the one before gave."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob


class RunningEdits(QObject):
    """Knows which edits run, and calls what is to follow them."""

    changed = Signal(object)
    """An OpenDocument on which an edit has begun or ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: dict[OpenDocument, dict[int, tuple[str, BackgroundJob]]] = {}
        """Operation and job of each edit, by its number."""
        self._numbers = itertools.count()
        self._waiting: dict[OpenDocument, list[Callable[[], object]]] = {}

    def busy(self, document: OpenDocument, operation: str | None = None) -> bool:
        """Whether an edit of a picture runs or waits; operation: whether one of that operation runs."""
        running = self._running.get(document, {})
        if operation is not None:
            return any(one == operation for one, _ in running.values())
        return bool(running) or bool(self._waiting.get(document))

    @property
    def titles(self) -> list[str]:
        """Of all edits that run."""
        return [job.title for running in self._running.values() for _, job in running.values()]

    def when_free(self, document: OpenDocument, do: Callable[[], object]) -> None:
        """Call ``do`` once nothing is under way on a picture any more: at once, or after all that runs and waits."""
        if self.busy(document):
            self._waiting.setdefault(document, []).append(do)
            self.changed.emit(document)
        else:
            do()

    def follow(self, document: OpenDocument, operation: str, job: BackgroundJob) -> None:
        """An edit was handed in. Called after its result is connected with the picture, so that it ends with that in it."""
        number = next(self._numbers)
        self._running.setdefault(document, {})[number] = operation, job

        def end(_what: object = None) -> None:  # must not know the job, which knows it
            self._end(document, number)

        job.finished.connect(end)
        job.failed.connect(end)
        job.cancelled.connect(end)
        self.changed.emit(document)

    def cancel(self, document: OpenDocument) -> None:
        """The picture was closed: nobody waits for its edits. What was to follow is called, and finds that out."""
        for _, job in tuple(self._running.get(document, {}).values()):
            job.cancel()

    def _end(self, document: OpenDocument, number: int) -> None:
        running = self._running[document]
        del running[number]
        if not running:
            del self._running[document]
            # Later: whoever hears of this end may have the next edit of a chain begin, which is not to be parted.
            QTimer.singleShot(0, self, lambda: self._go_on(document))
        self.changed.emit(document)

    def _go_on(self, document: OpenDocument) -> None:
        waiting = self._waiting.get(document)
        while waiting and document not in self._running:
            do = waiting.pop(0)
            if not waiting:
                self._waiting.pop(document, None)
            do()
            self.changed.emit(document)
