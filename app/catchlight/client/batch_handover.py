"""Handing the files of a journal over to a server, or finding the batch there that was begun before."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catchlight.client.batches import RemoteBatches
from catchlight.core.errors import CatchlightError, InvalidRequest, StorageFault, UnsupportedImage
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.batch.plan import BatchPlan, ResultFormat
from catchlight.service.batch_jobs.wire import MOST_FILES, BatchRequest, SentFile, SentFormat
from catchlight.service.export_size import parse_size
from catchlight.service.files.reading import check_file
from catchlight.service.presets.preset import Preset
from catchlight.store.batch_jobs.batch_job import BatchDetails
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.server_batches import ServerBatches

_LONGEST_NAME = 200


@dataclass(frozen=True)
class RemoteBatch:
    """A batch on the server; None where no file can be read. faults: why files of the journal are not in it, by number."""

    job: BatchDetails | None
    faults: dict[int, CatchlightError]


def hand_over(
    server: RemoteBatches,
    journal: Journal[BatchPlan],
    items: Sequence[BatchItem],
    limits: DecodeLimits,
    progress: Progress,
) -> RemoteBatch:
    """The batch that does ``items``: the one that is noted in the journal, failed files of it tried again, else a new one.

    limits: of files that are read here. Raises InvalidRequest for too many files, StorageFault, Cancelled, the server's
    refusal, and ServerUnreachable.
    """
    noted = ServerBatches(journal)
    known = noted.find(server.address)
    if known is not None and known.batch is not None:
        found = _found(server, noted, known.batch, progress)
        if found is not None:
            return _gone_on_with(server, found, items, progress)
    files, faults = _files(items, limits, progress)
    if not files:
        return RemoteBatch(None, faults)
    if len(files) > MOST_FILES:
        raise InvalidRequest(
            Message("A server takes {most} files at once. Do them in several batches, a folder each.", most=MOST_FILES)
        )
    wish = _wish(journal.plan, files)
    # The digest is a part of the name: files that were changed since are another batch.
    digest = hashlib.sha256(wish.model_dump_json().encode()).hexdigest()[:32]
    request = f"{secrets.token_hex(16)}-{digest}"
    if known is not None and known.request.endswith(f"-{digest}"):
        request = known.request
    noted.begin(server.address, request)
    job = server.create(wish, request, progress)
    noted.note(server.address, job.batch_id)
    return RemoteBatch(job, faults)


def read_sent(source: Path, sha256: str) -> bytes:
    """The bytes of a file that was handed over. Raises StorageFault, also where it is another one by now."""
    with disk(Message("read {path}", path=display_name(source))):
        data = source.read_bytes()
    if hashlib.sha256(data).hexdigest() != sha256:
        raise StorageFault(
            Message("{name} was changed since the batch was begun. Begin a new one.", name=display_name(source.name))
        )
    return data


def _found(server: RemoteBatches, noted: ServerBatches, batch: str, progress: Progress) -> BatchDetails | None:
    try:
        return server.batch(batch, progress)
    except CatchlightError as fault:
        if fault.code != "unknown_batch":
            raise
    noted.forget(server.address)  # it was there too long, or somebody has deleted it
    return None


def _gone_on_with(
    server: RemoteBatches, job: BatchDetails, items: Sequence[BatchItem], progress: Progress
) -> RemoteBatch:
    """What failed there is wanted again, or its end was never noted here: it is tried again."""
    states = {outcome.number: outcome.state for outcome in job.outcomes}
    failed = [item.number for item in items if states.get(item.number) == "failed"]
    if failed:
        job = server.retry(job.batch_id, failed, progress)
    said = Message(
        "It could not be read when the batch was begun. Try it again when the others are done: --resume --retry-failed."
    )
    return RemoteBatch(job, {item.number: StorageFault(said) for item in items if item.number not in states})


def _files(
    items: Sequence[BatchItem], limits: DecodeLimits, progress: Progress
) -> tuple[dict[int, SentFile], dict[int, CatchlightError]]:
    """The files with their digests, and why others cannot be read; by number."""
    files, faults = dict[int, SentFile](), dict[int, CatchlightError]()
    for item in items:
        progress.check()
        try:
            check_file(item.source, limits)
            with disk(Message("read {path}", path=display_name(item.source))), item.source.open("rb") as file:
                size, digest = os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest()
        except CatchlightError as fault:
            faults[item.number] = fault
            continue
        if size == 0:
            faults[item.number] = _empty(item.source)
            continue
        name = display_name(item.source.name)[-_LONGEST_NAME:]
        files[item.number] = SentFile(name=name, sha256=digest, bytes=size)
    return files, faults


def _empty(source: Path) -> CatchlightError:
    return UnsupportedImage(Message("{name} is empty (0 bytes).", name=display_name(source.name)))


def _wish(plan: Any, files: Mapping[int, SentFile]) -> BatchRequest:
    fields = {name: getattr(plan.output, name) for name in ResultFormat.model_fields}
    if plan.output.size is not None:
        fields["size"] = parse_size(plan.output.size).text
    preset: Preset = plan.preset
    return BatchRequest(name=preset.name, steps=preset.steps, output=SentFormat(**fields), files=dict(files))
