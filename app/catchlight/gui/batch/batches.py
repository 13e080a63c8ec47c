"""The batch of this program: it goes on whatever window shows it, and is found again after a crash. Knows no widget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.runs.picture_run import PictureRun
from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.gui.wording.problems import Problem, sentence_of
from catchlight.paths import Home
from catchlight.service.batch.messages import EditorFactory, TaskProgress
from catchlight.service.presets.preset import Preset
from catchlight.store.batches.item import BatchItem

if TYPE_CHECKING:
    from catchlight.service.batch.plan import BatchPlan
    from catchlight.service.batch.run import BatchRun, Tally
    from catchlight.store.batches.journal import Journal


@dataclass(frozen=True)
class InterruptedBatch:
    """A batch that a crash, or the end of the program, has left unfinished."""

    journal: Path
    done: int
    total: int
    folder: Path
    server: str | None = None
    """Address of the server that its files were handed to; None: this computer does them."""


@dataclass(frozen=True)
class _Search:
    """What was found after a crash, and what journals were damaged."""

    interrupted: InterruptedBatch | None
    notices: Sequence[str]


@dataclass(frozen=True)
class _Begun:
    """The first word of a run: its controls, and every file as the journal has it."""

    run: BatchRun
    items: Sequence[BatchItem]


class Batches(PictureRun):
    """Files, and a run over them."""

    def __init__(self, session: Session, home: Home, bench: EditorFactory | None = None) -> None:
        super().__init__(session, home, bench)
        self.tally: Tally | None = None
        self.interrupted: InterruptedBatch | None = None
        self.journal: Path | None = None
        """Of the run that is under way or has ended."""
        self._run: BatchRun | None = None

    @property
    def paused(self) -> bool:
        return self._run is not None and self._run.paused

    @property
    def stopping(self) -> bool:
        return self._run is not None and self._run.cancelled

    @property
    def unfinished(self) -> bool:
        """Whether the last run of this window ended before all files were done."""
        return not self.busy and self.journal is not None and any(item.state == "waiting" for item in self.items)

    def known_servers(self) -> Sequence[str]:
        """Addresses of servers that edits run on, or have run on, the newest first."""
        places = self._session.places
        now = (places.address,) if places is not None and places.address is not None else ()
        return list(dict.fromkeys((*now, *self._session.memory.state.servers)))

    # Files

    def add(self, sources: Sequence[Path]) -> None:
        """Further files, each once; not while a run is under way. Ends the look at a batch that is over."""
        if self.busy:
            return
        if self.journal is not None:
            self.clear()
        known = {item.source for item in self.items}
        new = [source for source in dict.fromkeys(sources) if source not in known]
        self._number([item.source for item in self.items] + new)

    def remove(self, numbers: Sequence[int]) -> None:
        gone = set(numbers)
        if not self.busy and self.journal is None:
            self._number([item.source for item in self.items if item.number not in gone])

    def clear(self) -> None:
        """No files, no batch; what was written stays."""
        if not self.busy:
            self.journal, self.tally = None, None
            self._number([])

    def renew(self) -> None:
        """The same files for another batch; what was written stays."""
        if not self.busy:
            self.journal, self.tally = None, None
            self._number([item.source for item in self.items])

    def _number(self, sources: Sequence[Path]) -> None:
        self.items = [BatchItem(number, source) for number, source in enumerate(sources)]
        self.doing.clear()
        self.reset.emit()
        self.changed.emit()

    # Runs

    def begin(self, preset: Preset, output: Mapping[str, Any], jobs: int | None, server: str | None = None) -> None:
        """Do a preset to the files. output: fields of ``plan.Output``. jobs: at once, on this computer. server: address of the
        one that does them. What is wrong with them is told by ``failed``."""
        sources, home, today = [item.source for item in self.items], self._home, date.today().isoformat()

        def opened() -> Journal[BatchPlan]:
            from catchlight.service.batch.plan import BatchPlan, plan_of
            from catchlight.store.batches.journals import Journals

            return Journals(home.batches, BatchPlan).begin(plan_of(sources, preset, output, today))

        self._run_over(opened, jobs, server)

    def go_on(self, journal: Path, jobs: int | None = None, retry: bool = False, server: str | None = None) -> None:
        """Go on with a batch that was stopped or interrupted; retry: its failures are tried again too. jobs, server: who does
        what is left of it, as for ``begin``."""

        def opened() -> Journal[BatchPlan]:
            from catchlight.service.batch.plan import BatchPlan
            from catchlight.store.batches.journal import Journal

            found = Journal(journal, BatchPlan)
            found.end("open")
            if retry:
                found.retry()
            return found

        self.interrupted = None
        self._run_over(opened, jobs, server)

    def _run_over(self, opened: Callable[[], Journal[BatchPlan]], jobs: int | None, server: str | None) -> None:
        allowed, bench, home = self._limits(), self.bench, self._home.root
        token, open_files = self._token(server), self._open_files

        def source(progress: Progress) -> Iterator[object]:
            from catchlight.service.batch.run import BatchRun

            journal = opened()
            try:
                if server is None:
                    run = BatchRun(journal, bench, allowed, jobs, home, open_files=open_files)
                else:
                    from catchlight.client.batch_crew import remote_run  # the network is slow to import
                    from catchlight.client.batches import RemoteBatches

                    run = remote_run(journal, bench, allowed, RemoteBatches(server, token), open_files=open_files)
                yield _Begun(run, journal.items())
                yield from run.events()
                if run.cancelled and journal.state == "open":
                    journal.end("cancelled")
            finally:
                journal.close()

        self._follow(tr("Batch"), source, delivers=True)
        self.changed.emit()

    def _token(self, server: str | None) -> str | None:
        """The token that a server has answered to since the program was started."""
        places = self._session.places
        return None if server is None or places is None else places.token_for(server)

    def pause(self) -> None:
        if self._run is not None:
            self._run.pause()
            self.changed.emit()

    def resume(self) -> None:
        if self._run is not None:
            self._run.resume()
            self.changed.emit()

    def stop(self) -> None:
        """Call the run off. What is finished stays, the rest can be done later."""
        if self._run is not None:
            self._run.cancel()
            self.changed.emit()

    def _heard(self, news: TaskProgress | BatchItem | _Begun | Tally) -> None:
        if isinstance(news, TaskProgress):
            self.doing[news.number] = news
            self.item_changed.emit(news.number)
        elif isinstance(news, BatchItem):
            self.doing.pop(news.number, None)
            self.items[news.number] = news
            self.item_changed.emit(news.number)
        elif isinstance(news, _Begun):
            self._run, self.journal = news.run, news.run.journal.path
            self.items = [replace(item, state="waiting") if item.state == "writing" else item for item in news.items]
            self.doing.clear()
            self.reset.emit()
            self.changed.emit()
        else:
            self.tally = news
            self.changed.emit()

    def _ended(self, error: CatchlightError | None) -> None:
        stopped, self._run = self.stopping, None
        super()._ended(error)
        if not stopped:
            self._tell_end(error)

    def _tell_end(self, error: CatchlightError | None) -> None:
        """Say in the main window how it ended: who has begun it does something else meanwhile."""
        done, failed = self.count("done"), self.count("failed")
        text = tr("{done} of {total} pictures are done.", done=done, total=len(self.items))
        if failed:
            text += " " + tr_counted("{count} could not be done.", "{count} could not be done.", failed)
        if error is not None:
            text = sentence_of(error)
        title = tr("The batch has ended") if error is None else tr("The batch was broken off")
        self._session.problem.emit(Problem(title, text, "batch", good=error is None and not failed))

    # After a crash

    def look_for_interrupted(self) -> BackgroundJob | None:
        """Ask on a worker whether a batch was interrupted; the job's ``finished`` comes after ``interrupted`` is set."""
        folder = self._home.batches
        if not folder.is_dir() or self.busy:
            return None

        def work(_progress: Progress) -> _Search:
            from catchlight.service.batch.plan import BatchPlan
            from catchlight.store.batches.journals import Journals
            from catchlight.store.batches.server_batches import ServerBatches

            journals = Journals(folder, BatchPlan)
            journal = journals.unfinished()
            if journal is None:
                return _Search(None, journals.notices)
            counts, plan = journal.counts(), journal.plan
            server = next((found.address for found in ServerBatches(journal).all()), None)
            journal.close()
            done, total = counts.get("done", 0), len(plan.sources)
            batch = InterruptedBatch(journal.path, done, total, plan.output.folder, server)
            return _Search(batch, journals.notices)

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(self._found)
        return job

    def _found(self, search: _Search) -> None:
        if search.notices:
            title = tr("Tidied up after an interrupted run")
            self._session.problem.emit(Problem(title, "\n".join(search.notices), good=True))
        if not self.busy:
            self.interrupted = search.interrupted
            self.changed.emit()

    def forget_interrupted(self) -> None:
        """Never offer it again; what it has written stays."""
        found, self.interrupted = self.interrupted, None
        if found is None:
            return
        token = self._token(found.server)

        def work(_progress: Progress) -> None:
            from catchlight.service.batch.plan import BatchPlan
            from catchlight.store.batches.journal import Journal

            journal = Journal(found.journal, BatchPlan)
            try:
                journal.end("cancelled")
                if found.server is not None:
                    from catchlight.client.batch_crew import forget_batch
                    from catchlight.client.batches import RemoteBatches

                    forget_batch(RemoteBatches(found.server, token), journal)
            finally:
                journal.close()

        self._session.jobs.submit("", work, lane="files", visible=False).failed.connect(self._session.report)
        self.changed.emit()
