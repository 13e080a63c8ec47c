"""The profile picture jobs of this window: asked for, followed over broken connections and restarts, cancelled, retried."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Iterator
from dataclasses import replace

from pydantic import ValidationError
from PySide6.QtCore import QObject, QTimer, Signal

from catchlight.client.job_backend import JobBackends
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.core.retry import TRANSIENT_CODES, RetryPolicy
from catchlight.gui.app.window_memory import KEPT_JOBS, JobNote, Memory
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue, Source
from catchlight.gui.jobs.profile_feed import (
    GenerationIds,
    JobUpdate,
    ProfileJobRequest,
    SourcePicture,
    listen_task,
    request_task,
)
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.wording.i18n import tr
from catchlight.operations.profile_picture.params import ProfilePictureParams

RECONNECTING = RetryPolicy(first=1.0, longest=15.0)
"""Waits between two attempts to reach a server that has gone away; there is no last one."""

log = logging.getLogger(__name__)


class ProfileJobs(QObject):
    """Newest last. They go on whatever tab or picture is shown, and are found again after the program was closed."""

    added = Signal(object)
    changed = Signal(object)
    """A ProfileJob."""
    not_cancelled = Signal(object)
    """The CatchlightError for which a job could not be called off; it goes on."""

    def __init__(self, places: JobBackends, jobs: JobQueue, memory: Memory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places = places
        self._jobs = jobs
        self._memory = memory
        self._sent: GenerationIds = {}
        self._followers: dict[ProfileJob, BackgroundJob] = {}
        self._owed: set[ProfileJob] = set()
        """Whose calling off has not reached the server; it is said again at the first word from there."""
        self.entries: list[ProfileJob] = []

    @property
    def address(self) -> str | None:
        """Where the next job goes."""
        return self._places.address

    @property
    def active(self) -> list[ProfileJob]:
        return [entry for entry in self.entries if entry.active]

    def make(self, supply: SourcePicture, params: ProfilePictureParams) -> ProfileJob:
        """Ask for the pictures at the place that is chosen now."""
        asked = ProfileJobRequest(self._places.address, secrets.token_hex(16), params, supply=supply)
        return self._begin(ProfileJob(asked, supply.name))

    def retry(self, entry: ProfileJob) -> ProfileJob:
        """Ask again: a new job, unless it is not known whether the first asking has arrived."""
        request = secrets.token_hex(16) if entry.job else entry.asked.request
        self._drop(entry)
        return self._begin(ProfileJob(replace(entry.asked, request=request), entry.name))

    def look_again(self, entry: ProfileJob) -> None:
        """Listen again to a job that could not be reached."""
        if entry not in self._followers:
            entry.problem = None
            self._listen(entry)
            self._tell(entry)

    def cancel(self, entry: ProfileJob) -> None:
        """Call the job off where it runs; one that is not there yet, as soon as it is."""
        entry.cancelling = True
        if entry.job:
            self._call_off(entry)
        self._tell(entry)

    def resume(self) -> None:
        """Take up what was under way when the program was closed, and what ended last."""
        notes = self._memory.state.profile_jobs
        for number, note in enumerate(notes):
            if note.ended and number + 1 < len(notes):
                continue
            try:
                params = ProfilePictureParams.model_validate_json(json.dumps(note.parameters))
            except ValidationError as fault:
                log.warning("The job %s of another version is not taken up: %s", note.job, fault)
                continue
            entry = ProfileJob(
                ProfileJobRequest(note.address, note.request, params, note.generation), note.name, note.job
            )
            entry.told = note.ended
            if note.job:
                self.entries.append(entry)
                self._listen(entry)
                self.added.emit(entry)
            else:
                self._begin(entry)

    # Inside

    def _begin(self, entry: ProfileJob) -> ProfileJob:
        self.entries.append(entry)
        self._follow(entry, request_task(self._places.at, entry.asked, self._sent))
        self.added.emit(entry)
        return entry

    def _listen(self, entry: ProfileJob) -> None:
        self._follow(entry, listen_task(self._places.at, entry.address, entry.job, entry.heard))

    def _follow(self, entry: ProfileJob, source: Source) -> None:
        follower = self._jobs.follow(tr("Profile picture"), source)
        self._followers[entry] = follower
        follower.told.connect(lambda news: self._heard(entry, news))
        follower.finished.connect(lambda _none: self._ended(entry))
        follower.failed.connect(lambda error: self._failed(entry, error))
        follower.cancelled.connect(lambda: self._ended(entry))

    def _heard(self, entry: ProfileJob, news: JobUpdate) -> None:
        new = news.job != entry.job or news.generation not in ("", entry.asked.generation)
        if news.generation:
            entry.asked = replace(entry.asked, generation=news.generation)
        entry.take(news)
        if new or not entry.active:
            self._note()
        if entry.cancelling and entry.active and entry.job and (new or entry in self._owed):
            self._call_off(entry)
        self.changed.emit(entry)

    def _ended(self, entry: ProfileJob) -> None:
        self._followers.pop(entry, None)
        self._note()

    def _failed(self, entry: ProfileJob, error: CatchlightError) -> None:
        self._followers.pop(entry, None)
        if error.code in TRANSIENT_CODES and entry.job:
            entry.lose()
            wait = RECONNECTING.wait(entry.lost)
            QTimer.singleShot(round(wait * 1000), self, lambda: self._try_again(entry))
        else:
            entry.break_off(error)
            self._note()
        self.changed.emit(entry)

    def _try_again(self, entry: ProfileJob) -> None:
        if entry in self.entries and entry not in self._followers:
            self._listen(entry)

    def _call_off(self, entry: ProfileJob) -> None:
        places, address, job = self._places, entry.address, entry.job
        self._owed.discard(entry)

        def source(progress: Progress) -> Iterator[object]:
            places.at(address).cancel(job)
            return iter(())

        calling = self._jobs.follow(tr("Cancel"), source)
        calling.failed.connect(lambda error: self._not_called_off(entry, error))

    def _not_called_off(self, entry: ProfileJob, error: CatchlightError) -> None:
        if error.code in TRANSIENT_CODES and entry.active:
            self._owed.add(entry)
            return
        entry.cancelling = False
        self._tell(entry)
        if entry.active:
            self.not_cancelled.emit(error)

    def _drop(self, entry: ProfileJob) -> None:
        self.entries.remove(entry)
        self._owed.discard(entry)
        follower = self._followers.pop(entry, None)
        if follower is not None:
            follower.cancel()

    def _tell(self, entry: ProfileJob) -> None:
        entry.changed.emit()
        self.changed.emit(entry)

    def _note(self) -> None:
        """Remember what is to be taken up at the next start."""
        notes = [
            JobNote(
                job=entry.job,
                address=entry.address,
                name=entry.name,
                request=entry.asked.request,
                generation=entry.asked.generation,
                parameters=entry.asked.params.model_dump(mode="json", by_alias=True, exclude_defaults=True),
                ended=entry.seen is not None and entry.seen.ended,
            )
            for entry in self.entries
            if entry.asked.generation
        ]
        self._memory.keep(profile_jobs=tuple(notes[-KEPT_JOBS:]))
        memory = self._memory
        self._jobs.submit("", lambda progress: memory.save(), lane="files", visible=False)
