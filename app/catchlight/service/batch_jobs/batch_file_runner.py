"""Does the files of clients' batches: from the bytes that came to a result that lies ready to be fetched."""

from __future__ import annotations

import hashlib
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress

from catchlight.core.errors import StorageFault, UnknownEntry
from catchlight.core.progress import Cancelled, Progress
from catchlight.service.batch.failures import failure_told
from catchlight.service.batch.process_file import FileMaker, MadeFile
from catchlight.service.batch_jobs.check_plan import joining_pictures
from catchlight.service.batch_jobs.turns import Turns
from catchlight.service.batch_jobs.wire import SentPlan
from catchlight.service.editor import Editor
from catchlight.service.signing import Signing
from catchlight.service.wire import Decoder, SentPicture
from catchlight.service.work.work_queue import WorkItem, WorkKind
from catchlight.store.batch_jobs.batch_events import FileResult
from catchlight.store.batch_jobs.batch_store import BatchStore
from catchlight.store.batch_jobs.file_leases import FileLease, FileLeases
from catchlight.store.batch_jobs.uploads import Uploads
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.database.database import Database
from catchlight.store.jobs.lease_renewal import renewed_lease
from catchlight.store.jobs.lease_rule import LeaseLost

_KEPT_PLANS = 2
_LOG = logging.getLogger(__name__)


class BatchFileRunner:
    """The worker of the kind ``batch_file``. Thread safe: several files may be done at once."""

    def __init__(
        self,
        database: Database,
        blobs: Blobs,
        owner: str,
        editor: Editor,
        decoder: Decoder,
        signing: Signing | None = None,
        lease: float = 10.0,
    ) -> None:
        """owner: a name that no other process has. editor: does the steps, and records nothing. lease: seconds after which
        another may take over what this process has left.
        """
        self._store, self._uploads = BatchStore(database), Uploads(database)
        self._leases = FileLeases(database, owner, lease)
        self._blobs, self._editor, self._decoder, self._signing = blobs, editor, decoder, signing
        self._turns = Turns()
        self._lock = threading.Lock()
        self._makers: OrderedDict[str, FileMaker] = OrderedDict()

    @property
    def kind(self) -> WorkKind:
        return "batch_file"

    def waiting(self) -> Sequence[WorkItem]:
        return [WorkItem("batch_file", entry, client) for entry, client in self._leases.free()]

    def run(self, entry: str, progress: Progress) -> None:
        alone = self._leases.died_under(entry)
        with self._turns.taken(alone, progress):
            claim = self._leases.take(entry)
            if claim is None:
                return
            if not claim.alone or alone:
                self._do(claim, progress)
                return
            self._leases.give_back(claim)  # a process has died under it just now
        self.run(entry, progress)

    def _do(self, claim: FileLease, progress: Progress) -> None:
        try:
            with renewed_lease(self._leases.lease, lambda: self._leases.renew(claim), progress.cancel):
                data = self._data(claim)
                if data is None:
                    self._leases.give_back(claim, "missing")
                else:
                    self._end(claim, data, progress)
        except LeaseLost:
            _LOG.info("The file %s was called off, or went to another process; it is left alone.", claim.entry)
        except StorageFault:
            with suppress(StorageFault, LeaseLost):  # else the lease runs out
                self._leases.give_back(claim)
            raise

    def _end(self, claim: FileLease, data: bytes, progress: Progress) -> None:
        """Do the file and note what has become of it. Raises LeaseLost, StorageFault."""
        began = time.monotonic()
        try:
            maker = self._maker(claim.batch)
        except UnknownEntry:  # deleted meanwhile
            raise LeaseLost(claim.entry) from None
        try:
            picture = self._decoder.decode(SentPicture(data, claim.name or "file", claim.name), progress)
            made = maker.make(picture, progress)
        except Cancelled:
            self._leases.give_back(claim)
        except Exception as fault:  # noqa: BLE001 - the border of a file: whatever goes wrong in it is its own end
            self._leases.fail(claim, *failure_told(fault), time.monotonic() - began)
        else:
            self._keep(claim, made, time.monotonic() - began)

    def _data(self, claim: FileLease) -> bytes | None:
        """The bytes that came; None where they are gone or damaged, which is noted: they have to come again."""
        key = self._uploads.key(claim.client, claim.sha256)
        if key is not None:
            try:
                data = self._blobs.get(key)
            except KeyError:
                data = b""
            if hashlib.sha256(data).hexdigest() == claim.sha256:
                return data
            _LOG.warning("The bytes of %s are gone or damaged; they have to be sent again.", claim.entry)
            self._uploads.lose(claim.client, claim.sha256)
        return None

    def _maker(self, batch: str) -> FileMaker:
        with self._lock:
            known = self._makers.get(batch)
            if known is not None:
                self._makers.move_to_end(batch)
                return known
        plan = SentPlan.model_validate_json(self._store.plan_of(batch))
        joining = [joining_pictures(step, self._decoder) for step in plan.preset.steps]
        made = FileMaker(self._editor, plan.preset, plan.output, self._signing, joining)
        with self._lock:
            self._makers[batch] = made
            while len(self._makers) > _KEPT_PLANS:
                self._makers.popitem(last=False)
        return made

    def _keep(self, claim: FileLease, made: MadeFile, seconds: float) -> None:
        """Raises LeaseLost, StorageFault."""
        key = f"result-{secrets.token_hex(16)}.bin"
        sha256 = hashlib.sha256(made.data).hexdigest()
        result = FileResult(sha256=sha256, bytes=len(made.data), suffix=made.suffix, facts=made.facts)
        self._leases.renew(claim)
        self._blobs.put(key, made.data)
        try:
            self._leases.complete(claim, key, result, seconds)
        except LeaseLost:
            self._blobs.delete(key)
            raise
