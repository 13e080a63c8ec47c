"""RemoteEditor: runs edits and their previews on another machine by the eight paths of the service."""

from __future__ import annotations

import asyncio
import contextlib
import json
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import httpx

from catchlight.client import transfer
from catchlight.client.address import address_of
from catchlight.client.certificates import trust
from catchlight.client.errors import ServerUnreachable, refusal, refused, unreachable
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy, Transient
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Operation, Preview
from catchlight.service.editor import EditRequest, EditResult
from catchlight.service.preview_wire import PREVIEW, read_preview

T = TypeVar("T")

POLL_SECONDS = 0.05
"""How often cancelling is looked for while the server works."""
CONNECT_SECONDS = 5.0
WORK_SECONDS = 600.0
"""The longest that an edit may take between two bytes from the server."""
RETRIES = RetryPolicy(longest=4.0)
"""Half a minute at most: so long a server takes to start again, or another to see that it is gone."""
PREVIEW_ATTEMPTS = 3
"""Of a preview: by then another one is wanted."""
_SENT, _WORKED, _RECEIVED = 0.25, 0.85, 0.97
"""How far an edit is when the picture is there, when the server has done its work, when the result is back."""


class RemoteEditor:
    """The Editor across the network: blocks, raises the server's own errors, and ServerUnreachable.

    Cancelling closes the connection, which the server takes as the end of the edit. The results' ids are the server's.
    An edit has a name of its own (``Idempotency-Key``): a connection that breaks off, or a balancer without a server, is tried
    again, and the edit is done once all the same. One that was answered is never asked again.
    """

    def __init__(
        self,
        address: str,
        operations: Mapping[str, Operation[Any]],
        token: str | None = None,
        retries: RetryPolicy = RETRIES,
    ) -> None:
        """address: as people write it. retries: where the server is busy, has just been started, or has gone away.

        Raises InvalidRequest where the address is none."""
        self.address = address_of(address)
        self._operations = operations
        self._retries = retries
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._written = transfer.WrittenPictures()

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        progress.report(0.0, "sending")
        return asyncio.run(self._watched(lambda: self._edit(request, progress), progress))

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        progress.report(0.0, "sending")
        return asyncio.run(self._watched(lambda: self._preview(request, size, progress), progress))

    def check(self) -> str:
        """Version of the program that answers at the address. Raises ServerUnreachable, and ``unauthorized``."""
        try:
            with httpx.Client(
                headers=self._headers, timeout=CONNECT_SECONDS, trust_env=False, verify=trust(self.address)
            ) as client:
                answer = client.get(f"{self.address}/health")
                if answer.status_code != 200:
                    raise refusal(answer, self.address)
                if not self._headers:
                    self._check_open(client)
                return str(answer.json()["version"])
        except httpx.HTTPError as fault:
            raise unreachable(fault, self.address) from fault
        except (ValueError, KeyError, TypeError) as fault:
            raise ServerUnreachable(
                Message("What answers at {address} is not Catchlight. Check the address.", address=self.address)
            ) from fault

    def _check_open(self, client: httpx.Client) -> None:
        """Raises ``unauthorized`` where a token is wanted: of its health a server tells everybody."""
        answer = client.get(f"{self.address}/docs")
        if answer.status_code != 200:
            raise refusal(answer, self.address)

    async def _watched(self, work: Callable[[], Awaitable[T]], progress: Progress) -> T:
        """What is asked of the server as a task that ends at once when it is cancelled."""
        task = asyncio.ensure_future(work())
        try:
            while not (await asyncio.wait({task}, timeout=POLL_SECONDS))[0]:
                progress.check()
            return task.result()
        except httpx.HTTPError as fault:
            progress.check()
            raise unreachable(fault, self.address) from fault
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Cancelled, httpx.HTTPError, CatchlightError):
                await task

    def _client(self) -> httpx.AsyncClient:
        timeout = httpx.Timeout(WORK_SECONDS, connect=CONNECT_SECONDS)
        return httpx.AsyncClient(
            base_url=self.address, headers=self._headers, timeout=timeout, trust_env=False, verify=trust(self.address)
        )

    async def _edit(self, request: EditRequest, progress: Progress) -> EditResult:
        async with self._client() as client:
            named = {"Idempotency-Key": f"edit-{uuid.uuid4().hex}"}
            file, generation = self._result(await self._post(client, request, {}, named, self._retries, progress))
            decoding = asyncio.create_task(self._picture(client, file, generation))
            try:
                details = await self._details(client, generation)  # comes while the picture is decoded
                picture = await decoding
            finally:
                decoding.cancel()
        progress.report(1.0, "done")
        return EditResult(picture, file, details, generation)

    async def _preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        retries = replace(self._retries, attempts=min(self._retries.attempts, PREVIEW_ATTEMPTS))
        async with self._client() as client:
            data = await self._post(client, request, {PREVIEW: str(size)}, {}, retries, progress)
        try:
            return await asyncio.to_thread(read_preview, data)
        except (ValueError, KeyError, TypeError) as fault:
            raise self._unreadable() from fault

    async def _post(
        self,
        client: httpx.AsyncClient,
        request: EditRequest,
        more: Mapping[str, str],
        headers: Mapping[str, str],
        retries: RetryPolicy,
        progress: Progress,
    ) -> bytes:
        """The answer to an edit. more: what stands in the address besides the operation's own. Raises the server's refusal."""
        operation = self._operations[request.operation]
        body = await asyncio.to_thread(transfer.body_of, request, operation, self._written)

        async def once() -> bytes:
            answer = await client.send(
                client.build_request(
                    "POST",
                    operation.path,
                    params={**transfer.query_of(request, operation), **more},
                    content=body.pieces(progress.part(0.0, _SENT)),
                    headers={**headers, "Content-Type": "application/json", "Content-Length": str(body.length)},
                ),
                stream=True,
            )
            try:
                progress.report(_WORKED, "receiving")
                data = await transfer.read_response(answer, progress.part(_WORKED, _RECEIVED))
            finally:
                await answer.aclose()
            if answer.status_code != 200:
                raise refused(answer, self.address, data)
            return data

        return await self._repeated(once, retries)

    async def _repeated(self, ask: Callable[[], Awaitable[T]], retries: RetryPolicy) -> T:
        """What is asked until it is answered. A server that was never heard of is not waited for, nor one that is silent."""
        heard = False

        async def once() -> T:
            nonlocal heard
            try:
                return await ask()
            except Transient:
                heard = True
                raise
            except httpx.TransportError as fault:
                apart = isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout)
                if isinstance(fault, httpx.ReadTimeout) or (apart and not heard):
                    raise
                heard = True
                raise Transient(unreachable(fault, self.address)) from fault

        return await retries.call_async(once)

    async def _get(self, client: httpx.AsyncClient, path: str, **more: Any) -> httpx.Response:
        async def once() -> httpx.Response:
            answer = await client.get(path, **more)
            if answer.status_code != 200:
                raise refused(answer, self.address)
            return answer

        return await self._repeated(once, self._retries)

    def _result(self, data: bytes) -> tuple[File, str]:
        try:
            body = json.loads(data)
            return transfer.file_of(body["image"]), str(body["generationId"])
        except (ValueError, KeyError, TypeError) as fault:
            raise self._unreadable() from fault

    def _unreadable(self) -> ServerUnreachable:
        return ServerUnreachable(
            Message("{address} sent no result that can be read. Check the address.", address=self.address)
        )

    async def _details(self, client: httpx.AsyncClient, generation: str) -> dict[str, Any]:
        """What the server measured."""
        answer = await self._get(client, f"/generations/{generation}")
        found: dict[str, Any] = answer.json().get("details", {})
        return found

    async def _picture(self, client: httpx.AsyncClient, file: File, generation: str) -> Picture:
        """The result as a picture; of a document (PDF) the server's small picture of it."""
        if file.media_type in codec.EXTENSIONS:
            return await asyncio.to_thread(codec.decode, file.data, codec.STORE_LIMITS)
        answer = await self._get(client, f"/generations/{generation}/image", params={"thumbnail": "true"})
        return codec.decode(answer.content, codec.STORE_LIMITS)
