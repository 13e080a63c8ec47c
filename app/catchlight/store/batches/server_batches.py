"""Which batch of which server does the files of a journal: after any kill the same one is gone on with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from catchlight.store.batches.journal import SERVERS, Journal


@dataclass(frozen=True)
class ServerBatch:
    """A batch on a server. request: the name under which it is asked for; batch: its id there, None where there is none."""

    address: str
    request: str
    batch: str | None


class ServerBatches:
    """The batches of a journal, one a server. Every change is on the disk when the call returns; all raise StorageFault."""

    def __init__(self, journal: Journal[Any]) -> None:
        self._database = journal.database

    def all(self) -> tuple[ServerBatch, ...]:
        with self._database.read() as connection:
            rows = connection.execute(select(SERVERS).order_by(SERVERS.c.address)).all()
        return tuple(ServerBatch(row.address, row.request, row.batch) for row in rows)

    def find(self, address: str) -> ServerBatch | None:
        """The batch at a server."""
        return next((found for found in self.all() if found.address == address), None)

    def begin(self, address: str, request: str) -> None:
        """A batch is about to be asked for under this name."""
        with self._database.write() as connection:
            connection.execute(SERVERS.delete().where(SERVERS.c.address == address))
            connection.execute(SERVERS.insert().values(address=address, request=request, batch=None))

    def note(self, address: str, batch: str) -> None:
        """The server has told the id."""
        with self._database.write() as connection:
            connection.execute(update(SERVERS).where(SERVERS.c.address == address).values(batch=batch))

    def forget(self, address: str) -> None:
        """The server knows nothing of it any more; that the files were handed to it is still known."""
        with self._database.write() as connection:
            connection.execute(update(SERVERS).where(SERVERS.c.address == address).values(batch=None))
