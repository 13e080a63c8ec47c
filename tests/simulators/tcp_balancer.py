"""A balancer on a port of this machine: every connection goes to the next server that answers; it can refuse all for a while."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Sequence
from itertools import count
from typing import Any


class TcpBalancer:
    """Passes connections on, byte by byte. servers: gives the ports on this machine in use now."""

    def __init__(self, servers: Callable[[], Sequence[int]]) -> None:
        self._servers = servers
        self._turn = count()
        self._refusing = False
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="balancer", daemon=True)
        self._thread.start()
        self._listener = self._wait(asyncio.start_server(self._pass_on, "127.0.0.1", 0, backlog=512))
        self.port = int(self._listener.sockets[0].getsockname()[1])

    def refuse(self, refusing: bool) -> None:
        """From now on no connection is answered, and those that are open are cut; or again as before."""

        async def switch() -> None:
            self._refusing = refusing
            if refusing:
                for writer in list(self._open):
                    writer.transport.abort()

        self._wait(switch())

    def close(self) -> None:
        async def end() -> None:
            self._listener.close()
            for writer in list(self._open):
                writer.transport.abort()
            await asyncio.sleep(0)
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

        self._wait(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            connected = None if self._refusing else await self._connect()
            if connected is None:
                writer.transport.abort()
                return
            inner_reader, inner_writer = connected
            self._open.add(inner_writer)
            try:
                await asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))
            finally:
                self._open.discard(inner_writer)
                inner_writer.transport.abort()
        finally:
            self._open.discard(writer)
            writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """To the next server; the others are tried where that one is gone."""
        ports = list(self._servers())
        first = next(self._turn)
        for number in range(len(ports)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", ports[(first + number) % len(ports)])
        return None

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until one side ends; an end is passed on, a broken connection breaks the other."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        writer.transport.abort()
