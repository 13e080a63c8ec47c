"""The watched folder of this program: it is watched whatever window shows it. Knows no widget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.core.translation import parse
from catchlight.gui.app.session import Session
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.paths import Home
from catchlight.service.batch.intake import RunNotice
from catchlight.service.batch.messages import EditorFactory, TaskProgress
from catchlight.service.batch.worker_context import LocalEditorFactory
from catchlight.service.presets.preset import Preset
from catchlight.store.batches.item import BatchItem

if TYPE_CHECKING:
    from catchlight.service.watch.options import WatchOptions
    from catchlight.service.watch.watch import Watch


@dataclass(frozen=True)
class _WatchBegun:
    """The first word of a watch: its controls."""

    watch: Watch


class Watching(QObject):
    """One folder at a time. Looks like a batch to the table of one: ``items`` are what has come in this go, in its order, with
    the number of its row."""

    reset = Signal()
    """There are more rows, or none."""
    item_changed = Signal(int)
    """Number of the row whose state or progress has changed."""
    changed = Signal()
    """Whether it is watched, how many are done, or what is told."""
    failed = Signal(object)
    """The CatchlightError that ended the watch; what has arrived is done when the folder is watched again."""

    def __init__(self, session: Session, home: Home, bench: EditorFactory | None = None) -> None:
        """bench: makes the editors of the processes; without it, over the files of ``home``."""
        super().__init__(session)
        self._session = session
        self._home = home
        self.bench: EditorFactory = bench or LocalEditorFactory(home.root, session.batch_engine)
        self.items: list[BatchItem] = []
        self.doing: dict[int, TaskProgress] = {}
        self.folder: Path | None = None
        """The one that is watched."""
        self.notice = ""
        """What was last told that is the state of no file."""
        self.stopping = False
        self.window_open = False
        self._rows: dict[int, int] = {}
        self._watch: Watch | None = None
        self._job: BackgroundJob | None = None

    @property
    def busy(self) -> bool:
        """Whether a folder is watched."""
        return self._job is not None

    def count(self, state: str) -> int:
        """How many of the rows are in a state."""
        return sum(item.state == state for item in self.items)

    def begin(
        self,
        folder: Path,
        preset: Preset,
        output: Mapping[str, Any],
        options: WatchOptions,
        *,
        subfolders: bool = False,
    ) -> None:
        """Watch a folder. output: fields of ``plan.Output``. What is wrong with them is told by ``failed``."""
        limits, bench, home = self._session.memory.settings.local_limits, self.bench, self._home
        allowed = DecodeLimits(limits.max_bytes, limits.max_pixels, limits.min_side)

        def source(_progress: Progress) -> Iterator[object]:
            from catchlight.service.watch.plan import watch_journal, watch_journals, watch_plan
            from catchlight.service.watch.watch import Watch

            journal = watch_journal(watch_journals(home), watch_plan(folder, preset, output, subfolders=subfolders))
            try:
                watch = Watch(journal, bench, allowed, options, home.root)
                yield _WatchBegun(watch)
                yield from watch.events()
            finally:
                journal.close()

        self.folder, self.notice, self.stopping = folder, "", False
        self.items, self._rows = [], {}
        self.doing.clear()
        job = self._session.jobs.follow(tr("Watched folder"), source)
        self._job = job
        job.told.connect(self._heard)
        job.finished.connect(lambda _none: self._ended(None))
        job.failed.connect(self._ended)
        job.cancelled.connect(lambda: self._ended(None))
        self.reset.emit()
        self.changed.emit()

    def stop(self) -> None:
        """Watch no more. What is at work is called off, and done when the folder is watched again."""
        if self._watch is not None:
            self._watch.cancel()
            self.stopping = True
            self.changed.emit()

    def _heard(self, news: TaskProgress | BatchItem | RunNotice | _WatchBegun | object) -> None:
        if isinstance(news, BatchItem):
            row = self._row(news)
            self.items[row] = replace(news, number=row)
            self.doing.pop(row, None)
            self.item_changed.emit(row)
            self.changed.emit()
        elif isinstance(news, TaskProgress):
            place = self._rows.get(news.number)
            if place is not None:
                self.doing[place] = news
                self.item_changed.emit(place)
        elif isinstance(news, RunNotice):
            self.notice = tell_or_keep(parse(news.message))
            self.changed.emit()
        elif isinstance(news, _WatchBegun):
            self._watch = news.watch
            self.changed.emit()

    def _row(self, item: BatchItem) -> int:
        """The row of a file; a new one at the end where it has none."""
        row = self._rows.get(item.number)
        if row is None:
            row = self._rows[item.number] = len(self.items)
            self.items.append(replace(item, number=row))
            self.reset.emit()
        return row

    def _ended(self, error: CatchlightError | None) -> None:
        self._job = self._watch = None
        self.stopping = False
        self.doing.clear()
        self.reset.emit()
        self.changed.emit()
        if error is not None:
            self.failed.emit(error)
