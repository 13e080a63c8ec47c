"""What adapters over HTTP share: where the engine is, and a connection for as long as one call takes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from catchlight.core.progress import Progress
from catchlight.generators.address import EngineAddress
from catchlight.generators.exchange import Exchange, connect, run_watched
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined

T = TypeVar("T")


@dataclass(frozen=True)
class HttpEngine:
    """A Generator over HTTP; ``_ask`` and ``_paint`` are the adapter's own.

    place: looks the address up, once for each call, and raises where pictures may not go there. model: what the user chose, empty
    for the engine's own. graph: a workflow of the user's. timeout: seconds without a sign of life. token: for the engine alone.
    """

    name: str
    place: Callable[[], EngineAddress]
    model: str = ""
    graph: Path | None = None
    timeout: float = 120.0
    token: str | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def abilities(self, progress: Progress) -> Abilities:
        return self._connected(self._ask, progress)

    def generate(self, request: GenerationRequest, progress: Progress) -> Imagined:
        return self._connected(lambda exchange: self._paint(exchange, request, progress), progress)

    def _connected(self, work: Callable[[Exchange], Awaitable[T]], progress: Progress) -> T:
        found = self.place()

        async def connected() -> T:
            async with connect(self.name, found, self.timeout, self.token) as exchange:
                return await work(exchange)

        return run_watched(connected, progress)

    async def _ask(self, exchange: Exchange) -> Abilities:
        raise NotImplementedError

    async def _paint(self, exchange: Exchange, request: GenerationRequest, progress: Progress) -> Imagined:
        raise NotImplementedError
