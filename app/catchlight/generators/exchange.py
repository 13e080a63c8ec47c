"""Requests to an engine over HTTP: no redirect, no proxy, no more than 64 MB, and an end within a second of a cancel."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.generators.address import EngineAddress
from catchlight.imagine.errors import EngineFault, shorten_words
from catchlight.imaging.io import codec
from catchlight.imaging.io.sniff import sniff
from catchlight.imaging.picture import ByteImage

T = TypeVar("T")

MOST_BYTES = 64_000_000
"""Of one answer."""
MOST_PIXELS = 40_000_000
CONNECT_SECONDS = 10.0
LOOK_SECONDS = 0.1
"""How often somebody who waits looks whether it is still wanted."""
CANCEL_SECONDS = 5.0
"""What an engine gets to be told that its work is not wanted any more."""
_TAKEN = ("image/png", "image/jpeg", "image/webp")


class Exchange:
    """An open connection to one engine. name: as the user calls it. timeout: seconds without any sign of life."""

    def __init__(self, name: str, client: httpx.AsyncClient) -> None:
        self.name = name
        self._client = client

    async def json(
        self, method: str, path: str, *, missing: Any = None, accept: tuple[int, ...] = (200,), **sent: Any
    ) -> Any:
        """The JSON of an answer. missing: what a 404 stands for, where it is no fault. Raises EngineFault."""
        status, content, kind = await self._send(method, path, **sent)
        if status == 404 and missing is not None:
            return missing
        if status not in accept:
            raise self.refused(status, content)
        if "html" in kind:
            raise self._is_website()
        try:
            return json.loads(content)
        except (ValueError, RecursionError) as fault:
            raise EngineFault(
                Message("{engine} answers, but not as such an engine does.", engine=self.name), "engine_refused"
            ) from fault

    async def status(self, method: str, path: str, **sent: Any) -> int:
        """The status alone, whatever it is."""
        return (await self._send(method, path, **sent))[0]

    async def data(self, path: str, **sent: Any) -> bytes:
        """The bytes of an answer. Raises EngineFault."""
        status, content, kind = await self._send("GET", path, **sent)
        if status != 200:
            raise self.refused(status, content)
        if "html" in kind:
            raise self._is_website()
        return content

    async def _send(self, method: str, path: str, **sent: Any) -> tuple[int, bytes, str]:
        """Status, body and type of an answer, whatever the status but a redirect."""
        try:
            async with self._client.stream(method, path, **sent) as answer:
                if answer.is_redirect:
                    raise EngineFault(
                        Message(
                            "{engine} sends elsewhere, and Catchlight does not follow. Use the engine's own address.",
                            engine=self.name,
                        ),
                        "engine_refused",
                    )
                content = bytearray()
                async for part in answer.aiter_bytes():
                    content += part
                    if len(content) > MOST_BYTES:
                        raise EngineFault(
                            Message(
                                "{engine} answers with more than {limit} MB, which no window needs.",
                                engine=self.name,
                                limit=MOST_BYTES // 1_000_000,
                            ),
                            "engine_refused",
                        )
                return answer.status_code, bytes(content), answer.headers.get("Content-Type", "")
        except (httpx.HTTPError, httpx.InvalidURL) as fault:
            raise self._fault(fault) from fault

    def refused(self, status: int, content: bytes) -> EngineFault:
        """An answer that is none, in the engine's own words where it has some."""
        said = _words_of(content)
        if status in (401, 403):
            return EngineFault(
                Message(
                    "{engine} wants a token: set CATCHLIGHT_ENGINE_TOKEN, or keep one with catchlight engines add --token.",
                    engine=self.name,
                ),
                "engine_refused",
            )
        return EngineFault(
            Message("{engine} refuses ({status}): {said}", engine=self.name, status=status, said=said or "-"),
            "engine_refused",
        )

    def _is_website(self) -> EngineFault:
        return EngineFault(
            Message("{engine} answers with a web page: another program runs at this address.", engine=self.name),
            "engine_refused",
        )

    def _fault(self, fault: Exception) -> EngineFault:
        if isinstance(fault, httpx.ConnectError | httpx.ConnectTimeout):
            return EngineFault(
                Message("{engine} does not answer. Start it, or check its address.", engine=self.name),
                "engine_unreachable",
            )
        if isinstance(fault, httpx.TimeoutException):
            return EngineFault(
                Message(
                    "{engine} gave no sign of life for too long. Try again when it has less to do, or raise its timeout.",
                    engine=self.name,
                ),
                "engine_timeout",
            )
        return EngineFault(
            Message("The connection to {engine} broke off. Nothing was lost; try again.", engine=self.name),
            "engine_unreachable",
        )


@asynccontextmanager
async def connect(name: str, found: EngineAddress, timeout: float, token: str | None) -> AsyncIterator[Exchange]:
    """A connection to the address that was judged, whatever its name stands for meanwhile. timeout: seconds without a sign of
    life."""
    headers = {"Host": found.host_header} | ({"Authorization": f"Bearer {token}"} if token else {})
    verify: Any = httpx.create_ssl_context(trust_env=False) if found.scheme == "https" else False

    async def name_host(request: httpx.Request) -> None:
        if found.scheme == "https":
            request.extensions["sni_hostname"] = found.host  # the certificate is the name's, not the number's

    async with httpx.AsyncClient(
        base_url=found.base,
        headers=headers,
        timeout=httpx.Timeout(timeout, connect=min(CONNECT_SECONDS, timeout)),
        trust_env=False,
        follow_redirects=False,
        verify=verify,
        event_hooks={"request": [name_host]},
    ) as client:
        yield Exchange(name, client)


def run_watched(work: Callable[[], Coroutine[Any, Any, T]], progress: Progress) -> T:
    """The result of ``work`` in a loop of its own. On a cancel its task is cancelled, in which it tells the engine; then raises
    Cancelled."""

    async def watched() -> T:
        task = asyncio.ensure_future(work())
        while not task.done():
            await asyncio.wait({task}, timeout=LOOK_SECONDS)
            if progress.cancelled and not task.done():
                task.cancel()
                await asyncio.wait({task}, timeout=CANCEL_SECONDS)
                raise Cancelled
        return task.result()

    progress.check()
    return asyncio.run(watched())


def tell(progress: Progress, fraction: float, step: str) -> None:
    """Report from within ``run_watched``, which alone ends the work on a cancel: raised here, it would reach no engine."""
    with contextlib.suppress(Cancelled):
        progress.report(fraction, step)


def read_answer(name: str, data: bytes) -> ByteImage:
    """The picture in an answer: PNG, JPEG or WebP, HxWx3. Raises EngineFault ``engine_refused`` for anything else."""
    try:
        if sniff(data) not in _TAKEN:
            raise EngineFault(Message("{engine} answers with no picture.", engine=name), "engine_refused")
        return codec.decode(data, codec.DecodeLimits(MOST_BYTES, MOST_PIXELS, 1), name).rgb8
    except EngineFault:
        raise
    except CatchlightError as fault:
        raise EngineFault(
            Message("{engine} answers with a picture that cannot be read: {why}", engine=name, why=fault.message),
            "engine_refused",
        ) from fault


def decode_base64(name: str, text: Any) -> bytes:
    """The bytes of a picture as base64, with or without a data URL's head. Raises EngineFault ``engine_refused``."""
    try:
        if isinstance(text, str) and text:
            return base64.b64decode(text.partition(",")[2] if text.startswith("data:") else text, validate=True)
    except ValueError:
        pass
    raise EngineFault(Message("{engine} answers with no picture.", engine=name), "engine_refused")


def _words_of(content: bytes) -> str:
    """What an engine says of a refusal: a message of its JSON, else its text; never markup."""
    try:
        body: Any = json.loads(content[:200_000])
    except (ValueError, RecursionError):
        text = content[:2000].decode("utf-8", "replace")
        return "" if "<" in text else shorten_words(text)
    for key in ("message", "detail", "error", "errors"):
        found = body.get(key) if isinstance(body, Mapping) else None
        if isinstance(found, Mapping):
            found = found.get("message")
        if isinstance(found, str) and found:
            return shorten_words(found)
    return ""
