"""Batches of clients as a server has them: taken in, looked at, fetched, called off, and forgotten."""

from __future__ import annotations

import hashlib
import logging
import secrets
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import DigestMismatch, ImageTooLarge, StorageFault, UnknownEntry
from catchlight.core.messages import Message
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.batch_jobs.check_plan import check_plan
from catchlight.service.batch_jobs.wire import BatchRequest, SentFile
from catchlight.service.editor import EngineSource
from catchlight.service.selection.notifier import EventListener, JobNotifier
from catchlight.service.wire import Decoder, engine_limits
from catchlight.service.work.work_queue import WorkItem, WorkQueue
from catchlight.store.batch_jobs.batch_events import NumberedBatchEvent
from catchlight.store.batch_jobs.batch_job import BatchDetails, BatchSummary, NewFile
from catchlight.store.batch_jobs.batch_store import BatchStore
from catchlight.store.batch_jobs.event_log import CHANNEL, BatchEventLog
from catchlight.store.batch_jobs.uploads import Uploads
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.database.database import Database, Subscription
from catchlight.store.settings.resource_limits import BatchLimits

_LOOK_SECONDS = 0.25
"""How often events of other processes are looked for, while somebody listens."""
_DELETED_AT_ONCE = 8
"""Blobs; a driver of fsspec keeps at least as many connections."""
_ORPHAN_AGE = timedelta(hours=6)
"""So old a blob without a row is left over: its row is written within minutes."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class BatchParts:
    """What a server judges batches by. engine: gives what paints, or raises why there is none."""

    catalogue: Catalogue
    decoder: Decoder
    engine: EngineSource
    limits: BatchLimits


class BatchJobs:
    """The batches of a database. Several processes may share it. Every call may block, and raises StorageFault."""

    def __init__(self, database: Database, blobs: Blobs, queue: WorkQueue, parts: BatchParts) -> None:
        self._store, self._uploads, self._log = BatchStore(database), Uploads(database), BatchEventLog(database)
        self._blobs, self._queue, self._parts = blobs, queue, parts
        self._database, self._notifier = database, JobNotifier()
        self._subscription: Subscription | None = None
        self._stopping = threading.Event()
        self._watcher: threading.Thread | None = None

    def start(self) -> None:
        """Tell listeners of events from now on."""
        if self._database.shared:
            self._subscription = self._database.listen(
                CHANNEL, lambda batch: self._notifier.ring([batch]), self._notifier.ring_all
            )
            return
        self._watcher = threading.Thread(target=self._watch, name="batch-events", daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._watcher is not None:
            self._watcher.join()
        if self._subscription is not None:
            self._subscription.close()

    def create(self, client: str | None, request: str | None, body: BatchRequest) -> BatchDetails:
        """Begin a batch, or find the one that was begun under the same name of a request. client: name of its token.

        Raises what ``check_plan`` raises, QueueFull, and InvalidRequest where the request has asked for something else before.
        """
        plan = body.plan
        check_plan(plan, self._parts.catalogue, self._parts.engine, self._parts.decoder)
        wish = hashlib.sha256(body.model_dump_json().encode()).hexdigest()
        files = self._new_files(body.files)
        batch, ready = self._store.create(
            client, request, wish, plan.model_dump_json(), files, self._parts.limits.queue
        )
        self._defer(client, ready)
        return self._store.batch(batch)

    def owner(self, batch: str) -> str | None:
        """Name of the token that the batch belongs to. Raises UnknownEntry ``unknown_batch``."""
        return self._store.client_of(batch)

    def batches(self, client: str | None, limit: int = 200) -> tuple[BatchSummary, ...]:
        """The newest of a client, or of all, newest first."""
        return self._store.batches(client, limit)

    def batch(self, batch: str) -> BatchDetails:
        """Raises UnknownEntry ``unknown_batch``."""
        return self._store.batch(batch)

    def expected_bytes(self, batch: str, sha256: str) -> int:
        """Bytes of the file of that digest. Raises UnknownEntry ``unknown_file`` where the batch has none."""
        return self._uploads.expected_bytes(batch, sha256)

    def keep(self, batch: str, sha256: str, data: bytes | bytearray) -> None:
        """A file of a batch has come. May come again.

        Raises DigestMismatch for bytes of another digest, UnknownEntry ``unknown_file`` for those that none needs.
        """
        self._uploads.expected_bytes(batch, sha256)
        if hashlib.sha256(data).hexdigest() != sha256:
            raise DigestMismatch(
                Message("The bytes that came have another digest than {digest}; send the file again.", digest=sha256)
            )
        client = self._store.client_of(batch)
        known = self._uploads.key(client, sha256)
        key = known or f"upload-{secrets.token_hex(16)}.bin"
        if known is None:
            self._blobs.put(key, bytes(data))
        new, ready = self._uploads.keep(client, sha256, key, len(data))
        if known is None and not new:
            self._blobs.delete(key)
        self._defer(client, ready)

    def retry(self, batch: str, numbers: Sequence[int]) -> BatchDetails:
        """Try failed files again; others stay as they are. Raises UnknownEntry ``unknown_batch``."""
        self._defer(self._store.client_of(batch), self._store.retry(batch, frozenset(numbers)))
        return self._store.batch(batch)

    def result_bytes(self, batch: str, number: int) -> int:
        """Size of a result. Raises UnknownEntry ``unknown_batch``, ``unknown_result``."""
        return self._store.result(batch, number)[1].bytes

    def result(self, batch: str, number: int) -> bytes:
        """The bytes of a result. Raises UnknownEntry ``unknown_batch``, ``unknown_result``."""
        key, _ = self._store.result(batch, number)
        try:
            return self._blobs.get(key)
        except KeyError:
            raise UnknownEntry("result", f"{batch}/{number}") from None  # deleted meanwhile

    def delete(self, batch: str) -> None:
        """Call a batch off and forget it, with all that was sent for it and made of it. Raises UnknownEntry."""
        client = self._store.client_of(batch)
        gone = self._store.delete(batch)
        self._queue.cancel([WorkItem("batch_file", entry, client) for entry in gone.entries])
        self._delete_blobs(gone.keys)

    def listening(self, entry: str, ring: EventListener) -> AbstractContextManager[None]:
        """While it lasts ``ring`` is called, on any thread, whenever the batch has told something."""
        return self._notifier.listening(entry, ring)

    def new_events(self, entry: str, after: int) -> tuple[tuple[NumberedBatchEvent, ...], bool]:
        """The events after number ``after``, and whether no file is left to be done. Raises UnknownEntry."""
        return self._log.read(entry, after)

    def sweep(self) -> int:
        """Forget batches that nobody uses any more, and blobs that no row has; gives how many batches."""
        stale = self._store.stale(self._parts.limits.keep_days)
        for batch in stale:
            self.delete(batch)
        oldest = datetime.now(UTC) - _ORPHAN_AGE
        old = [blob.key for blob in self._blobs.list() if blob.changed < oldest]
        known = self._store.keys() if old else frozenset()
        self._delete_blobs([key for key in old if key not in known])
        return len(stale)

    def _new_files(self, files: Mapping[int, SentFile]) -> list[NewFile]:
        """The files of a batch. Those of one digest are the same bytes, of which the greatest size that is said counts."""
        limits = engine_limits(self._parts.decoder.limits)
        sizes: dict[str, int] = {}
        for file in files.values():
            sizes[file.sha256] = max(file.bytes, sizes.get(file.sha256, 0))
        return [
            NewFile(number, file.name, file.sha256, size, _refusal(file.name, size, limits))
            for number, file in files.items()
            for size in (sizes[file.sha256],)
        ]

    def _defer(self, client: str | None, entries: Sequence[str]) -> None:
        if entries:
            self._queue.defer([WorkItem("batch_file", entry, client) for entry in entries])

    def _delete_blobs(self, keys: Sequence[str]) -> None:
        """Several at once: a store across a network takes its time for each, and is idle meanwhile. Raises StorageFault."""
        with ThreadPoolExecutor(_DELETED_AT_ONCE, "batch-blobs") as threads:
            for _ in threads.map(self._blobs.delete, keys):
                pass

    def _watch(self) -> None:
        """Ring for batches that have told something, whichever process of this computer it was."""
        heard: dict[str, int] = {}
        while not self._stopping.wait(_LOOK_SECONDS):
            listened = self._notifier.listened
            if not listened:
                heard.clear()
                continue
            try:
                last = self._log.last(listened)
            except StorageFault as fault:
                _LOG.warning("%s", fault.message)
                continue
            self._notifier.ring(batch for batch, number in last.items() if heard.get(batch) != number)
            heard = last


def _refusal(name: str, size: int, limits: DecodeLimits) -> tuple[str, str] | None:
    """Code and sentence for a file that is too large to be sent. size: in bytes."""
    try:
        limits.check_bytes(size, name or "file")
    except ImageTooLarge as fault:
        return fault.code, fault.message
    return None
