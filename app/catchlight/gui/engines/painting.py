"""An engine at work for a tab: leave for the internet, variants one after another, and an end when the wish changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.engines.pane import ImaginePane
from catchlight.gui.engines.variants import PaintedWish, Variant, paint_variants, seed_of
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.wording.i18n import tr
from catchlight.imagine.port import Place
from catchlight.language.intents import Understanding
from catchlight.operations.edit.imagining.sentence import read_addition
from catchlight.operations.imagining.params import MOST_SEED
from catchlight.service.imagining.engines import Engines


class VariantPainting(QObject):
    """Fills a tray. One at a time; the tray's own buttons and the tab ask for it."""

    changed = Signal()
    """The tray shows something else."""

    def __init__(self, session: Session, pane: ImaginePane, ask: SystemDialogs, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._pane, self._ask = session, pane, ask
        self._job: BackgroundJob | None = None
        self._next = 0
        """How far the first seed of the next tray is from the wish's own, so that each has others."""
        self._operation = ""
        pane.stop_wanted.connect(self.stop)
        pane.chosen.connect(self.changed)

    @property
    def engine(self) -> str:
        """The id of the engine that is used; empty where none is, and while edits run on a server, which has its own."""
        engines, places = self._session.engines, self._session.places
        if engines is None or (places is not None and places.address is not None):
            return ""
        used = engines.used
        return "" if used is None else used.id

    @property
    def takes_words(self) -> bool:
        """Whether the engine that is used can make what it is told: a file of LaMa's shape fills gaps alone."""
        engines = self._session.engines
        used = None if engines is None or not self.engine else engines.used
        return used is not None and used.kind != "onnx"

    def begin(self, wished: PaintedWish, plain: ImagePyramid | None) -> None:
        """Paint variants of a wish. plain: what is made of it without an engine."""
        engines = self._session.engines
        row = None if engines is None else engines.used
        if engines is None or row is None or self._job is not None:
            return

        def place(_progress: Progress) -> Iterator[Place]:
            yield engines.place(row)

        def placed(where: Place) -> None:
            if where == "internet" and not self._may_leave(engines, row.id):
                return
            self._paint(engines, wished, plain)

        job = self._session.jobs.follow("", place)
        job.told.connect(placed)
        job.failed.connect(self._session.report)

    def _may_leave(self, engines: Engines, entry: str) -> bool:
        """Whether a person says, once in a session, that parts of pictures may go to the internet."""
        if engines.is_confirmed(entry):
            return True
        asked = tr(
            "{engine} is on the internet. The part of the picture around the mark, at most 1536 pixels wide, is sent there each "
            "time. Allow it until Catchlight is closed?",
            engine=entry,
        )
        if not self._ask.yes(self._pane.window(), tr("Onto the internet"), asked):
            return False
        engines.confirm(entry)
        return True

    def _paint(self, engines: Engines, wished: PaintedWish, plain: ImagePyramid | None) -> None:
        count = engines.store.load().variants
        params = wished.params
        params = params.model_copy(update={"imagine": True, "seed": (seed_of(params) + self._next) % (MOST_SEED + 1)})
        self._next += count
        self._operation = wished.operation
        self._pane.begin(count, plain)
        source = paint_variants(self._session.trials, engines, replace(wished, params=params), count)
        job = self._session.jobs.follow(tr("{engine} paints", engine=self.engine), source, visible=True)
        self._job = job
        job.told.connect(self._told)
        job.failed.connect(self._failed)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(lambda *_: self._ended(job))
        self.changed.emit()

    def stop(self) -> None:
        """No more variants; those that have come stay."""
        if self._job is not None:
            self._job.cancel()

    def drop(self) -> None:
        """The wish is another: nothing of the tray holds any more."""
        self.stop()
        self._job = None
        self._next = 0
        self._pane.clear()

    def _told(self, variant: Variant) -> None:
        if self._job is not None:
            self._pane.take(variant)
            self.changed.emit()

    def _failed(self, error: CatchlightError) -> None:
        self._session.report(error, operation=self._operation)

    def _ended(self, job: BackgroundJob) -> None:
        if job is self._job:
            self._job = None
            self._pane.end()
            self.changed.emit()


def is_imaginable(sentence: str, said: Understanding | None) -> bool:
    """Whether an engine can help with a sentence: something is taken away, added or replaced."""
    if said is not None:
        return any(intent.verb == "remove" for intent in said.intents)
    return bool(sentence.strip()) and read_addition(sentence) is not None
