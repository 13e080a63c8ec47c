"""Profile pictures by jobs, whoever does them: the interface, and the jobs of this computer behind it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnknownEntry
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.operations.profile_picture.run import resolve_background
from catchlight.portrait.portrait import Portraits
from catchlight.service.delivery.deliver import DeliveryTarget
from catchlight.service.selection.job_steps import JobResources
from catchlight.service.selection.notifier import EventListener, JobNotifier
from catchlight.service.selection.workers import Workers
from catchlight.service.signing import Signing
from catchlight.service.work.work_queue import WorkItem, WorkQueue
from catchlight.store.database.database import Subscription
from catchlight.store.generation import Generation
from catchlight.store.ids import is_generation_id
from catchlight.store.jobs.events import NumberedEvent
from catchlight.store.jobs.job import Job
from catchlight.store.jobs.leases import Leases
from catchlight.store.jobs.ledger import CHANNEL, JobStore
from catchlight.store.jobs.owners import this_owner
from catchlight.store.jobs.schema import open_jobs
from catchlight.store.settings.resource_limits import JobLimits

_LOOK_SECONDS = 0.1
_PATIENCE = 5.0
"""Seconds after which a waiting listener looks by itself, should nobody have rung."""


class Selections(Protocol):
    """What a window or a program needs: the same on this computer and across the network. Every call may block."""

    def store(self, picture: Picture, data: bytes) -> str:
        """Keep a picture (``data``: its file), so that jobs can name it; gives the generation's id."""
        ...

    def submit(
        self,
        generation: str,
        params: ProfilePictureParams,
        request: str | None = None,
        progress: Progress | None = None,
    ) -> str:
        """Ask for the pictures of a generation; the id of its job, which may be under way already.

        request: a name for this asking; asked again under it, the job is the same, also when it has ended meanwhile.
        progress: cancelling it ends the asking (Cancelled); whether there is a job then is not known.
        Raises UnknownEntry, QueueFull, InvalidRequest, which is also said of a job under way with another wish.
        """
        ...

    def events(self, job: str, after: int = 0, progress: Progress | None = None) -> Iterator[NumberedEvent]:
        """What the job tells, each event once and in order, from the one after number ``after`` to its end.

        progress: cancelling it ends the listening (Cancelled), not the job.
        """
        ...

    def job(self, job: str) -> Job:
        """State, steps with their seconds, deliveries. Raises UnknownEntry."""
        ...

    def step_picture(self, job: str, step: str) -> bytes:
        """What a finished step made, at most 256 px, PNG or JPEG. Raises UnknownEntry."""
        ...

    def cancel(self, job: str) -> None:
        """Call the job off; it ends with the error ``cancelled``. Raises UnknownEntry."""
        ...


class Library(Protocol):
    """What jobs need of the store of generations."""

    def find(self, entry: str) -> Generation: ...

    def data(self, entry: str) -> bytes: ...

    def upload(self, picture: Picture, data: bytes) -> Generation: ...


class LocalSelections:
    """The jobs of one folder. Several processes may share it; each job is done by one of them at a time."""

    def __init__(
        self,
        folder: Path,
        library: Library,
        portraits: Portraits,
        catalogue: Catalogue,
        target: Callable[[], DeliveryTarget],
        limits: JobLimits | None = None,
        lease: float = 10.0,
        signing: Signing | None = None,
        database: str = "",
        queue: WorkQueue | None = None,
    ) -> None:
        """Opens the list of jobs; nothing is done before ``start``. Raises StorageFault.

        database: the URL of the one that several machines share; empty: a file in the folder. queue: hands the jobs to the
        workers of a lab; None: they are done here.
        """
        self._limits = limits or JobLimits()
        self._library, self._catalogue = library, catalogue
        self._database = open_jobs(folder, database)
        self.notices = self._database.notices
        self.ledger = JobStore(self._database)
        self._bell = JobNotifier()
        self._queue = queue
        self._heard: Subscription | None = None
        self._workers: Workers | None = None
        if queue is None:
            bench = JobResources(library, portraits, catalogue, target, signing)
            claims = Leases(self._database, this_owner(), lease)
            count, days = self._limits.workers, self._limits.keep_days
            self._workers = Workers(self.ledger, claims, bench, self._bell, count, days)

    def start(self) -> None:
        """Do jobs from now on: those that come, and those that a stopped or killed process has left.

        Where a lab does them: hear from now on what becomes of them.
        """
        if self._workers is not None:
            self._workers.start()
        if self._database.shared:
            self._heard = self._database.listen(CHANNEL, lambda job: self._bell.ring([job]), self._bell.ring_all)

    def leave(self) -> None:
        """Take no more jobs and park what runs, without waiting for it."""
        self._bell.ring_all()
        if self._workers is not None:
            self._workers.leave()

    def stop(self, seconds: float = 5.0) -> bool:
        """``leave``, and wait; whether all could be parked within so many seconds of the first ``leave``."""
        self._bell.ring_all()
        if self._heard is not None:
            self._heard.close()
            self._heard = None
        return self._workers is None or self._workers.stop(seconds)

    def close(self) -> None:
        """After ``stop``."""
        self._database.close()

    def listening(self, job: str, ring: EventListener) -> AbstractContextManager[None]:
        """While it lasts ``ring`` is called, on any thread, whenever the job may have told something."""
        return self._bell.listening(job, ring)

    def new_events(self, entry: str, after: int) -> tuple[tuple[NumberedEvent, ...], bool]:
        """The events of a job after number ``after``, and whether it had ended before they were read: then nothing comes after
        them. Raises UnknownEntry ``unknown_job``."""
        ended = self.ledger.ended(entry)
        return self.ledger.events(entry, after), ended

    def store(self, picture: Picture, data: bytes) -> str:
        return self._library.upload(picture, data).id

    def submit(
        self,
        generation: str,
        params: ProfilePictureParams,
        request: str | None = None,
        progress: Progress | None = None,
        client: str | None = None,
    ) -> str:
        """client: whose the job is, where the clients of a service have tokens of their own."""
        if progress is not None:
            progress.check()
        found = self.generation(generation)
        resolve_background(params, self._catalogue)
        job = self.ledger.submit(generation, self._origin(found), params, self._limits.queue, request, client)
        if self._queue is not None:
            self._queue.defer([WorkItem("selection", job, client)])
        elif self._workers is not None:
            self._workers.wake()
        return job

    def generation(self, entry: str) -> Generation:
        """What a job would be made of. Raises UnknownEntry."""
        if not is_generation_id(entry):
            raise UnknownEntry("generation", entry[:80])
        return self._library.find(entry)

    def events(self, job: str, after: int = 0, progress: Progress | None = None) -> Iterator[NumberedEvent]:
        progress = progress or Progress()
        rung = threading.Event()
        with self.listening(job, rung.set):
            while True:
                rung.clear()
                ended = self.ledger.ended(job)  # before the events: the last one may come just now
                news = self.ledger.events(job, after)
                for told in news:
                    after = told.number
                    yield told
                    if told.terminal:
                        return
                if ended and not news:
                    return  # who asks for more than there was has all of it
                waited = 0.0
                while waited < _PATIENCE and not rung.wait(_LOOK_SECONDS):
                    progress.check()
                    waited += _LOOK_SECONDS

    def job(self, job: str) -> Job:
        return self.ledger.job(job)

    def step_picture(self, job: str, step: str) -> bytes:
        return self.ledger.picture(job, step)

    def cancel(self, job: str) -> None:
        self.ledger.cancel(job)
        if self._queue is not None:
            self._queue.cancel([WorkItem("selection", job)])
        elif self._workers is not None:
            self._workers.cancel(job)
        self._bell.ring([job])

    def _origin(self, generation: Generation) -> str:
        """Digest of the picture that a generation goes back to, through all the edits between."""
        seen = set[str]()
        while generation.parent is not None and generation.id not in seen:
            seen.add(generation.id)
            try:
                generation = self._library.find(generation.parent)
            except UnknownEntry:
                break  # deleted meanwhile
        return generation.source or generation.result
