"""Batches of clients with their parts: what a server keeps of them, and what does their files."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.models.registry import Models
    from catchlight.server.process.pool import EditPool
    from catchlight.service.batch_jobs.batch_file_runner import BatchFileRunner
    from catchlight.service.batch_jobs.batch_jobs import BatchJobs
    from catchlight.service.decoding.processes import DecodingProcesses
    from catchlight.service.editor import EngineSource
    from catchlight.service.signing import Signing
    from catchlight.service.wire import Decoder
    from catchlight.service.work.local_queue import LocalQueue
    from catchlight.service.work.work_queue import WorkQueue
    from catchlight.store.blobs.blobs import Blobs
    from catchlight.store.database.database import Database

_STOP_SECONDS = 2.0
"""For a file that is inside a network when the server has stopped; its lease tells the next process."""


@dataclass(frozen=True)
class BatchStorage:
    """Where batches of clients lie."""

    database: Database
    blobs: Blobs

    def close(self) -> None:
        self.database.close()


@dataclass(frozen=True)
class BatchTools:
    """What batches of clients are judged and done with. decoding: processes for heavy files; signing: of results."""

    catalogue: Catalogue
    models: Models
    engine: EngineSource
    signing: Signing
    decoding: DecodingProcesses


def batch_storage(home: Home) -> BatchStorage:
    """Of the lab where there is one, else of this home. The caller closes it. Raises StorageFault."""
    from catchlight.store.batch_jobs.schema import open_batch_jobs
    from catchlight.store.blobs.opening import open_blobs

    storage = parts.storage(home)
    database = open_batch_jobs(home.batch_jobs, storage.database)
    for notice in database.notices:
        logging.getLogger(__name__).warning(notice)
    return BatchStorage(database, open_blobs(storage.pictures, storage.picture_options, home.batch_files))


def batch_file_runner(home: Home, storage: BatchStorage, tools: BatchTools) -> BatchFileRunner:
    """What does the files, with analyses of its own: those of the edits that somebody waits for are not displaced."""
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.batch.worker_context import KEPT_PORTRAITS
    from catchlight.service.batch_jobs.batch_file_runner import BatchFileRunner
    from catchlight.service.editor import LocalEditor
    from catchlight.store.jobs.owners import this_owner

    portraits = Portraits(tools.models, capacity=KEPT_PORTRAITS)
    editor = LocalEditor(portraits, tools.catalogue, tools.engine)
    return BatchFileRunner(storage.database, storage.blobs, this_owner(), editor, _decoder(home, tools), tools.signing)


class BatchService:
    """A server's batches of clients: what it answers by, and on one computer what does the files."""

    def __init__(self, jobs: BatchJobs, storage: BatchStorage, local: LocalQueue | None) -> None:
        """local: does the files in this process; None: the workers of a lab do."""
        self.jobs = jobs
        self._storage, self._local = storage, local

    def begin(self) -> None:
        """Do files from now on, with those that an earlier process has left."""
        if self._local is not None:
            self._local.start()

    def leave(self) -> None:
        """Begin no further file, and give back what is at work."""
        if self._local is not None:
            self._local.leave()

    def stop(self) -> bool:
        """After ``leave``: wait for what is at work as long as a server that stops may; whether it has ended."""
        return self._local is None or self._local.stop(_STOP_SECONDS)

    def close(self) -> None:
        """After ``stop``."""
        self._storage.close()


def open_batch_service(home: Home, tools: BatchTools, queue: WorkQueue | None, pool: EditPool) -> BatchService:
    """queue: of a lab; None: this process does the files, each begun only while an edit would find a free thread of ``pool``.

    The caller closes it. Raises StorageFault.
    """
    from catchlight.service.batch_jobs.batch_jobs import BatchJobs, BatchParts
    from catchlight.service.work.local_queue import LocalQueue

    limits = parts.settings(home).batches
    storage = batch_storage(home)
    local = None
    if queue is None:
        runner = batch_file_runner(home, storage, tools)
        queue = local = LocalQueue([runner], limits.workers, lambda: pool.taken < pool.workers)
    judged = BatchParts(tools.catalogue, _decoder(home, tools), tools.engine, limits)
    return BatchService(BatchJobs(storage.database, storage.blobs, queue, judged), storage, local)


def _decoder(home: Home, tools: BatchTools) -> Decoder:
    """As the service decodes what it is sent; no picture comes twice, so that none is kept."""
    from catchlight.service.wire import Decoder

    signing = tools.signing
    return Decoder(parts.settings(home).limits, kept=0, keeps_files=lambda: signing.on, processes=tools.decoding)
