"""A run over pictures as the window sees it: rows with their states, what is at work, and how it ends. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.originals import originals_of
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.paths import Home
from catchlight.service.batch.messages import EditorFactory, TaskProgress
from catchlight.service.batch.worker_context import LocalEditorFactory
from catchlight.store.batches.item import BatchItem


class PictureRun(QObject):
    """One run at a time; it goes on whatever window shows it."""

    reset = Signal()
    """There are other rows."""
    item_changed = Signal(int)
    """Number of the row whose state or progress has changed."""
    changed = Signal()
    """The state of the whole."""
    failed = Signal(object)
    """The CatchlightError that ended the whole; what is finished stays."""

    def __init__(self, session: Session, home: Home, bench: EditorFactory | None = None) -> None:
        """bench: makes the editors of the processes; without it, over the files of ``home``."""
        super().__init__(session)
        self._session = session
        self._home = home
        self.bench: EditorFactory = bench or LocalEditorFactory(home.root, session.batch_engine)
        self.items: list[BatchItem] = []
        self.doing: dict[int, TaskProgress] = {}
        self.window_open = False
        self._job: BackgroundJob | None = None

    @property
    def busy(self) -> bool:
        """Whether a run is under way."""
        return self._job is not None

    def count(self, state: str) -> int:
        """How many of the rows are in a state."""
        return sum(item.state == state for item in self.items)

    def _limits(self) -> DecodeLimits:
        """What a picture may be at most, by the settings."""
        limits = self._session.memory.settings.local_limits
        return DecodeLimits(limits.max_bytes, limits.max_pixels, limits.min_side)

    def _open_files(self) -> Sequence[Path]:
        """Those of the open pictures. Called on workers."""
        return originals_of(self._session.documents)

    def _follow(self, title: str, source: Callable[[Progress], Iterator[object]], *, delivers: bool = False) -> None:
        """Have a worker run ``source``, and hear what it tells. delivers: see ``BackgroundJob``."""
        self._job = job = self._session.jobs.follow(title, source)
        job.delivers = delivers
        job.told.connect(self._heard)
        job.finished.connect(lambda _none: self._ended(None))
        job.failed.connect(self._ended)
        job.cancelled.connect(lambda: self._ended(None))

    def _heard(self, news: Any) -> None:
        raise NotImplementedError

    def _ended(self, error: CatchlightError | None) -> None:
        self._job = None
        self.doing.clear()
        self.reset.emit()
        self.changed.emit()
        if error is not None:
            self.failed.emit(error)
