"""Watching a folder: what arrives is done as a batch does it, until it is called off; a disk that refuses is waited for.

A raw file and the JPEG of the same shot are one picture, the raw file, though they arrive at different times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.kinds import is_raw
from catchlight.core.files.naming import MOST_BYTES, SPARE_BYTES, display_name, portable_stem
from catchlight.core.messages import Message
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.intake.folder_scan import FolderScan, Stamp
from catchlight.intake.watcher import ArrivedFile, FolderWatcher, ForeignFile, IntakeNews, RefusedFile, WatchNotice
from catchlight.service.batch.intake import Intake, RunNotice
from catchlight.service.batch.messages import EditorFactory
from catchlight.service.batch.run import BatchRun, Event, Tally
from catchlight.service.watch.options import WatchOptions
from catchlight.service.watch.plan import WatchPlan
from catchlight.store.batches.arrivals import ArrivalLedger
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal

_LOOK_SECONDS = 0.25


class Watch:
    """One go at a watched folder. ``events`` does the work; the other methods may be called from any thread."""

    def __init__(
        self,
        journal: Journal[WatchPlan],
        bench: EditorFactory,
        limits: DecodeLimits,
        options: WatchOptions,
        signs_with: Path | None = None,
        open_files: Callable[[], Sequence[Path]] = tuple,
    ) -> None:
        """signs_with, open_files: as of ``BatchRun``."""
        self.journal = journal
        self._bench = bench
        self._limits = limits
        self._options = options
        self._signs_with = signs_with
        self._open_files = open_files
        self._ledger = ArrivalLedger(journal)
        self._cancelled = threading.Event()
        self._run: BatchRun | None = None

    def cancel(self) -> None:
        """Call the files at work off and end. They are done when the folder is watched again."""
        self._cancelled.set()
        if self._run is not None:
            self._run.cancel()

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def events(self) -> Iterator[Event]:
        """Do what arrives, telling what happens; ends after ``cancel``, or with ``once`` when all is done.

        Raises BatchBusy, WorkerStartError, and StorageFault where the folder or the journal cannot be used at the start, with
        ``once`` also where a folder or a disk refuses later: nobody may be there who would free it.
        """
        plan = self.journal.plan
        settled = {path: Stamp(*version) for path, version in self._ledger.settled().items()}
        killed = self.journal.state == "open" and (settled or self.journal.counts())
        if self._options.only_new and not killed:
            settled |= self._pass_over(plan)
        self.journal.end("open")
        times = replace(self._options.times, pair=0.0) if self._options.once else self._options.times
        with FolderWatcher(
            plan.folder,
            self._limits,
            without=plan.output.folder,
            subfolders=plan.subfolders,
            times=times,
            poll=self._options.poll,
            settled=settled,
        ) as watcher:
            intake = _FolderIntake(watcher, self._ledger, once=self._options.once)
            yield from self._runs(intake)
        if not self.journal.counts().keys() & {"waiting", "writing"}:
            self.journal.end("finished")

    def _runs(self, intake: Intake) -> Iterator[Event]:
        """One run after the other, as long as a disk refuses."""
        told, tally = "", Tally(0, 0, 0, 0, 0.0)
        while not self.cancelled:
            run = self._run = BatchRun(
                self.journal,
                self._bench,
                self._limits,
                self._options.jobs,
                self._signs_with,
                intake,
                open_files=self._open_files,
            )
            if self.cancelled:
                run.cancel()
            try:
                for event in run.events():
                    tally = event if isinstance(event, Tally) else tally
                    if isinstance(event, BatchItem) and event.state == "done":
                        told = ""  # the disk takes again; the next refusal is told anew
                    yield event
                return
            except StorageFault as fault:
                if self._options.once:
                    raise
                if fault.message != told:
                    told = fault.message
                    yield RunNotice(Message("{fault} It is tried again.", fault=fault.message))
            until = time.monotonic() + self._options.retry_seconds
            while time.monotonic() < until and not self._cancelled.wait(_LOOK_SECONDS):
                yield tally  # whoever hears it may call it off

    def _pass_over(self, plan: WatchPlan) -> dict[Path, Stamp]:
        """What lies there is never taken as it is; gives it. Raises StorageFault."""
        scan = FolderScan(
            plan.folder, plan.output.folder, subfolders=plan.subfolders, times=self._options.times, settled={}
        )
        try:
            present = scan.present()
        except OSError as fault:
            said = Message(
                "The folder {path} cannot be read: {why}.",
                path=display_name(plan.folder),
                why=fault.strerror or str(fault),
            )
            raise StorageFault(said) from fault
        self._ledger.pass_over(present.items())
        return present


class _FolderIntake:
    """What a watcher has found, brought into the ledger before anybody works on it. What the disk refused to note is kept."""

    def __init__(self, watcher: FolderWatcher, ledger: ArrivalLedger, *, once: bool) -> None:
        self._watcher = watcher
        self._ledger = ledger
        self._once = once
        self._left: list[IntakeNews] = []

    @property
    def finished(self) -> bool:
        return self._once and self._watcher.settled

    def take(self) -> Iterable[BatchItem | RunNotice]:
        self._left += self._watcher.take()
        while self._left:
            news = self._left[0]
            made = self._entered(news)
            self._left.pop(0)
            if made is not None:
                yield made

    def _entered(self, news: IntakeNews) -> BatchItem | RunNotice | None:
        if isinstance(news, WatchNotice):
            if self._once and news.fault is not None:
                raise news.fault
            return RunNotice(news.message)
        if isinstance(news, ForeignFile):
            self._ledger.pass_over([(news.path, news.stamp)])
            return RunNotice(Message("{name} is no picture and is passed over.", name=display_name(news.path.name)))
        twin = self._twin(news)
        if twin is not None:
            self._ledger.pass_over([(news.path, news.stamp)])
            return _tell_late_raw(news.path, twin) if is_raw(news.path) else None
        if isinstance(news, ArrivedFile):
            item, fresh = self._ledger.take(news.path, news.stamp, news.sha256, _stem(news.path))
            if fresh:
                return item
            if item.source == news.path:
                return None  # the same file, touched or moved away and back
            said = Message(
                "{name} is the same picture as {other}, which was taken already.",
                name=display_name(news.path.name),
                other=display_name(item.source.name),
            )
            return RunNotice(said)
        fault = news.fault
        return self._ledger.refuse(news.path, news.stamp, _stem(news.path), fault.code, fault.message)

    def _twin(self, news: ArrivedFile | RefusedFile) -> Path | None:
        """The other file of the shot, where that was taken for both: a JPEG's raw file, unless it was no whole picture, or the
        JPEG of a raw file that came too late."""
        done = {"taken"} if is_raw(news.path) else {"taken", "passed"}
        return next((path for path, stamp in news.others if self._ledger.standing(path, stamp) in done), None)


def _tell_late_raw(path: Path, twin: Path) -> RunNotice:
    said = Message(
        "{name} is the raw file of {other}, which was taken already.",
        name=display_name(path.name),
        other=display_name(twin.name),
    )
    return RunNotice(said)


def _stem(path: Path) -> str:
    return portable_stem(path.stem, MOST_BYTES - SPARE_BYTES)
