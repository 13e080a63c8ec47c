"""The watched folder of this program: it is watched whatever window shows it. Knows no widget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.core.translation import parse
from catchlight.gui.app.session import Session
from catchlight.gui.runs.picture_run import PictureRun
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.paths import Home
from catchlight.service.batch.intake import RunNotice
from catchlight.service.batch.messages import EditorFactory, TaskProgress
from catchlight.service.presets.preset import Preset
from catchlight.store.batches.item import BatchItem

if TYPE_CHECKING:
    from catchlight.service.watch.options import WatchOptions
    from catchlight.service.watch.watch import Watch


@dataclass(frozen=True)
class _WatchBegun:
    """The first word of a watch: its controls."""

    watch: Watch


class Watching(PictureRun):
    """One folder at a time. Its rows are what has come in this go, in its order; what has arrived and is not done when it ends is
    done when the folder is watched again."""

    def __init__(self, session: Session, home: Home, bench: EditorFactory | None = None) -> None:
        super().__init__(session, home, bench)
        self.folder: Path | None = None
        """The one that is watched."""
        self.notice = ""
        """What was last told that is the state of no file."""
        self.stopping = False
        self._rows: dict[int, int] = {}
        self._watch: Watch | None = None

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
        allowed, bench, home, open_files = self._limits(), self.bench, self._home, self._open_files

        def source(_progress: Progress) -> Iterator[object]:
            from catchlight.service.watch.plan import watch_journal, watch_journals, watch_plan
            from catchlight.service.watch.watch import Watch

            journal = watch_journal(watch_journals(home), watch_plan(folder, preset, output, subfolders=subfolders))
            try:
                watch = Watch(journal, bench, allowed, options, home.root, open_files)
                yield _WatchBegun(watch)
                yield from watch.events()
            finally:
                journal.close()

        self.folder, self.notice, self.stopping = folder, "", False
        self.items, self._rows = [], {}
        self.doing.clear()
        self._follow(tr("Watched folder"), source)
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
        self._watch, self.stopping = None, False
        super()._ended(error)
