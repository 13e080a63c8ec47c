"""The bytes that clients bring for their batches: each file once, whatever batches of theirs it is in."""

from __future__ import annotations

from sqlalchemy import select, update

from catchlight.core.errors import UnknownEntry
from catchlight.store.batch_jobs.batch_job import entry_of
from catchlight.store.batch_jobs.batch_store import touch
from catchlight.store.batch_jobs.schema import BATCH_FILES, UPLOADS
from catchlight.store.database.database import Database

_FILES = BATCH_FILES.c


class Uploads:
    """Which files have come. All methods raise StorageFault."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def expected_bytes(self, batch: str, sha256: str) -> int:
        """How many bytes the file of that digest has. Raises UnknownEntry ``unknown_file`` where the batch has none."""
        query = select(_FILES.bytes).where(_FILES.batch == batch, _FILES.sha256 == sha256).limit(1)
        with self._database.read() as connection:
            found = connection.execute(query).scalar_one_or_none()
        if found is None:
            raise UnknownEntry("file", sha256[:64])
        return int(found)

    def key(self, client: str | None, sha256: str) -> str | None:
        """The key of the blob; None where the file has not come."""
        mine = (UPLOADS.c.client == (client or "")) & (UPLOADS.c.sha256 == sha256)
        with self._database.read() as connection:
            return connection.execute(select(UPLOADS.c.key).where(mine)).scalar_one_or_none()

    def keep(self, client: str | None, sha256: str, key: str, size: int) -> tuple[bool, tuple[str, ...]]:
        """A file has come and lies under ``key``. Gives whether it is kept as that, not as one that came before, and the entries
        of all its client's files that wait for somebody now.
        """
        owner = client or ""
        mine = (UPLOADS.c.client == owner) & (UPLOADS.c.sha256 == sha256)
        alike = (_FILES.client == owner) & (_FILES.sha256 == sha256)
        with self._database.write() as connection:
            self._database.lock(connection, f"client/{owner}")
            used = sorted(connection.execute(select(_FILES.batch).where(alike).distinct()).scalars())
            for batch in used:
                self._database.lock(connection, batch)
            new = bool(used) and connection.execute(select(UPLOADS.c.key).where(mine)).one_or_none() is None
            if new:
                connection.execute(UPLOADS.insert().values(client=owner, sha256=sha256, key=key, bytes=size))
            connection.execute(update(BATCH_FILES).where(alike, _FILES.state == "missing").values(state="waiting"))
            waiting = select(_FILES.batch, _FILES.number).where(alike, _FILES.state == "waiting")
            entries = tuple(entry_of(row.batch, row.number) for row in connection.execute(waiting))
            touch(self._database, connection, used)
        return new, entries

    def lose(self, client: str | None, sha256: str) -> None:
        """The blob is gone: the file has to come again."""
        owner = client or ""
        with self._database.write() as connection:
            self._database.lock(connection, f"client/{owner}")
            connection.execute(UPLOADS.delete().where(UPLOADS.c.client == owner, UPLOADS.c.sha256 == sha256))
