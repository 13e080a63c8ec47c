"""RemoteEditor: runs edits on another machine by the eight paths of the service."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any

import httpx

from catchlight.client import transfer
from catchlight.client.address import address_of
from catchlight.client.certificates import trust
from catchlight.client.errors import ServerUnreachable, refusal, unreachable
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Operation
from catchlight.service.editor import EditRequest, EditResult

POLL_SECONDS = 0.05
"""How often cancelling is looked for while the server works."""
CONNECT_SECONDS = 5.0
WORK_SECONDS = 600.0
"""The longest that an edit may take between two bytes from the server."""
_SENT, _WORKED, _RECEIVED = 0.25, 0.85, 0.97
"""How far an edit is when the picture is there, when the server has done its work, when the result is back."""


class RemoteEditor:
    """The Editor across the network: blocks, raises the server's own errors, and ServerUnreachable.

    Cancelling closes the connection, which the server takes as the end of the edit. The results' ids are the server's.
    """

    def __init__(self, address: str, operations: Mapping[str, Operation[Any]], token: str | None = None) -> None:
        """address: as people write it. Raises InvalidRequest where it is none."""
        self.address = address_of(address)
        self._operations = operations
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        progress.report(0.0, "sending")
        return asyncio.run(self._watched(request, progress))

    def check(self) -> str:
        """Version of the program that answers at the address. Raises ServerUnreachable, and ``unauthorized``."""
        try:
            with httpx.Client(
                headers=self._headers, timeout=CONNECT_SECONDS, trust_env=False, verify=trust(self.address)
            ) as client:
                answer = client.get(f"{self.address}/health")
                if answer.status_code != 200:
                    raise refusal(answer, self.address)
                return str(answer.json()["version"])
        except httpx.HTTPError as fault:
            raise unreachable(fault, self.address) from fault
        except (ValueError, KeyError, TypeError) as fault:
            raise ServerUnreachable(
                Message("What answers at {address} is not Catchlight. Check the address.", address=self.address)
            ) from fault

    async def _watched(self, request: EditRequest, progress: Progress) -> EditResult:
        """The edit as a task that ends at once when it is cancelled."""
        task = asyncio.create_task(self._edit(request, progress))
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

    async def _edit(self, request: EditRequest, progress: Progress) -> EditResult:
        operation = self._operations[request.operation]
        body = await asyncio.to_thread(transfer.body_of, request, operation)
        timeout = httpx.Timeout(WORK_SECONDS, connect=CONNECT_SECONDS)
        async with httpx.AsyncClient(
            base_url=self.address, headers=self._headers, timeout=timeout, trust_env=False, verify=trust(self.address)
        ) as client:
            answer = await client.send(
                client.build_request(
                    "POST",
                    operation.path,
                    params=transfer.query_of(request, operation),
                    content=body.pieces(progress.part(0.0, _SENT)),
                    headers={"Content-Type": "application/json", "Content-Length": str(body.length)},
                ),
                stream=True,
            )
            try:
                progress.report(_WORKED, "receiving")
                data = await transfer.read_response(answer, progress.part(_WORKED, _RECEIVED))
            finally:
                await answer.aclose()
            if answer.status_code != 200:
                raise refusal(answer, self.address, data)
            file, generation = self._result(data)
            decoding = asyncio.create_task(self._picture(client, file, generation))
            try:
                details = await self._details(client, generation)  # comes while the picture is decoded
                picture = await decoding
            finally:
                decoding.cancel()
        progress.report(1.0, "done")
        return EditResult(picture, file, details, generation)

    def _result(self, data: bytes) -> tuple[File, str]:
        try:
            body = json.loads(data)
            return transfer.file_of(body["image"]), str(body["generationId"])
        except (ValueError, KeyError, TypeError) as fault:
            raise ServerUnreachable(
                Message("{address} sent no result that can be read. Check the address.", address=self.address)
            ) from fault

    async def _details(self, client: httpx.AsyncClient, generation: str) -> dict[str, Any]:
        """What the server measured."""
        answer = await client.get(f"/generations/{generation}")
        if answer.status_code != 200:
            raise refusal(answer, self.address)
        found: dict[str, Any] = answer.json().get("details", {})
        return found

    async def _picture(self, client: httpx.AsyncClient, file: File, generation: str) -> Picture:
        """The result as a picture; of a document (PDF) the server's small picture of it."""
        if file.media_type in codec.EXTENSIONS:
            return await asyncio.to_thread(codec.decode, file.data, codec.STORE_LIMITS)
        answer = await client.get(f"/generations/{generation}/image", params={"thumbnail": "true"})
        if answer.status_code != 200:
            raise refusal(answer, self.address)
        return codec.decode(answer.content, codec.STORE_LIMITS)
