"""Batches on another machine: handed over, brought their files, followed, and their results fetched."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence

import httpx
from pydantic import ValidationError

from catchlight.client.connection import ServerConnection
from catchlight.client.errors import ServerUnreachable
from catchlight.client.job_events import JobEvents, follow_events
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.service.batch_jobs.wire import BatchRequest, BatchRetry
from catchlight.store.batch_jobs.batch_events import NumberedBatchEvent, read_batch_event
from catchlight.store.batch_jobs.batch_job import BatchDetails, BatchList, BatchSummary

RETRIES = RetryPolicy(attempts=60, longest=5.0)
"""Some four minutes: a batch waits for a server that is started anew, and for a balancer that looks for another one."""
_FEW = RetryPolicy(attempts=3)
_BATCHES = "/batches"


class RemoteBatches:
    """The batches of a server. Thread safe. Raises the server's own errors, and ServerUnreachable.

    Every request may be sent again: through a balancer it may have reached a server that then died.
    """

    def __init__(self, address: str, token: str | None = None, retries: RetryPolicy = RETRIES) -> None:
        """address: as people write it. Raises InvalidRequest where it is none."""
        self._server = ServerConnection(address, token, retries)
        self.address = self._server.address

    def create(self, wish: BatchRequest, request: str, progress: Progress) -> BatchDetails:
        """Hand a batch over; asked again under the same name of the request it is the same one."""
        body = wish.model_dump_json(by_alias=True)
        headers = {"Idempotency-Key": request, "Content-Type": "application/json"}
        return self._job(lambda client: client.post(_BATCHES, content=body, headers=headers), progress)

    def batch(self, batch: str, progress: Progress) -> BatchDetails:
        """Raises ``unknown_batch``."""
        return self._job(lambda client: client.get(f"{_BATCHES}/{batch}"), progress)

    def batches(self) -> tuple[BatchSummary, ...]:
        """Those of the token, or all, the newest first."""
        try:
            return BatchList.model_validate_json(
                self._server.answer(lambda client: client.get(_BATCHES)).content
            ).batches
        except ValidationError as fault:
            raise self._server.no_catchlight() from fault

    def retry(self, batch: str, numbers: Sequence[int], progress: Progress) -> BatchDetails:
        """Try failed files again."""
        body = BatchRetry(numbers=tuple(numbers)).model_dump(mode="json", by_alias=True)
        return self._job(lambda client: client.post(f"{_BATCHES}/{batch}/retry", json=body), progress)

    def bring(self, batch: str, sha256: str, data: bytes, progress: Progress) -> None:
        """The bytes of a file."""
        headers = {"Content-Type": "application/octet-stream"}
        path = f"{_BATCHES}/{batch}/pictures/{sha256}"
        self._answer(lambda client: client.put(path, content=data, headers=headers), progress)

    def result(self, batch: str, number: int, sha256: str, progress: Progress) -> bytes:
        """The bytes of a result; fetched again where others than those of the digest came."""

        def fetch() -> bytes:
            found = self._answer(
                lambda client: client.get(f"{_BATCHES}/{batch}/files/{number}/result"), progress
            ).content
            if hashlib.sha256(found).hexdigest() != sha256:
                said = Message("A result arrived damaged from {address}. Go on with --resume.", address=self.address)
                raise Transient(ServerUnreachable(said))
            return found

        return _FEW.call(fetch, progress.check)

    def delete(self, batch: str) -> None:
        """Forget the batch there, with all that was sent and made; it may be gone already."""
        try:
            self._server.answer(lambda client: client.delete(f"{_BATCHES}/{batch}"), retries=_FEW)
        except CatchlightError as fault:
            if fault.code != "unknown_batch":
                raise

    def events(self, batch: str, after: int, progress: Progress) -> Iterator[NumberedBatchEvent]:
        """What the batch tells after event ``after``, each event once and in order, until no file is left to be done.

        progress: cancelling it ends the listening (Cancelled).
        """

        def listen(client: httpx.AsyncClient) -> JobEvents[NumberedBatchEvent]:
            path = f"{_BATCHES}/{batch}/events"
            return JobEvents(client, self.address, path, batch, after, self._server.retries, _numbered)

        yield from follow_events(self._server.stream, listen, progress)

    def _answer(self, ask: Callable[[httpx.Client], httpx.Response], progress: Progress) -> httpx.Response:
        return self._server.answer(ask, check=progress.check)

    def _job(self, ask: Callable[[httpx.Client], httpx.Response], progress: Progress) -> BatchDetails:
        try:
            return BatchDetails.model_validate_json(self._answer(ask, progress).content)
        except ValidationError as fault:
            raise self._server.no_catchlight() from fault


def _numbered(number: int, data: str) -> NumberedBatchEvent:
    return NumberedBatchEvent(number, read_batch_event(data))
