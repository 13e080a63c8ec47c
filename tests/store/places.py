"""Where a store of generations may lie: on one computer, or in a lab."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from catchlight.store.blobs.fsspec_store import FsspecBlobs
from catchlight.store.database.postgresql import PostgresDatabase
from catchlight.store.generation_schema import METADATA, SCHEMA
from catchlight.store.generations import Generations
from catchlight.store.settings.resource_limits import StoreLimits

from tests.simulators.s3 import S3Server


class Place(Protocol):
    by_digest: bool
    """Whether equal pictures are kept once."""

    def open(self, limits: StoreLimits | None = None, **more: Any) -> Generations:
        """A further store at the place, as another process has it."""
        ...

    def pictures(self) -> list[str]:
        """Names of all that lies there."""
        ...


class Computer:
    """SQLite and a folder."""

    by_digest = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, limits: StoreLimits | None = None, **more: Any) -> Generations:
        return Generations(self.folder, limits, **more)

    def pictures(self) -> list[str]:
        return sorted(file.name for file in (self.folder / "pictures").iterdir())


class Lab:
    """PostgreSQL and S3."""

    by_digest = True

    def __init__(self, database: str, s3: S3Server, folder: Path) -> None:
        """folder: stays empty."""
        self.url, self.s3, self.folder, self.prefix = database, s3, folder, s3.make_place()

    def open(self, limits: StoreLimits | None = None, **more: Any) -> Generations:
        return Generations(self.folder, limits, database=self.database(), blobs=self.blobs(), **more)

    def pictures(self) -> list[str]:
        return sorted(self.s3.objects(self.prefix))

    def database(self) -> PostgresDatabase:
        return PostgresDatabase(self.url, SCHEMA)

    def blobs(self) -> FsspecBlobs:
        return FsspecBlobs(self.prefix, self.s3.options)

    def clear(self) -> None:
        """Forget all rows, for the next test."""
        database = self.database()
        with database.write() as connection:
            for table in METADATA.sorted_tables:
                connection.execute(table.delete())
        database.close()
