"""What has arrived in a watched folder, in the journal of its batch: nothing is taken twice, and nothing that came is lost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.sqlite import insert

from catchlight.core.files.naming import decode_path, encode_path
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import ARRIVALS, FILES, Journal, item_of

Version = tuple[int, int]
"""Of a file: its bytes, and nanoseconds of its last change."""
Standing = Literal["new", "passed", "refused", "taken"]
"""new: not dealt with in this version. passed: never to be done, or the same picture as another. refused: it was no picture."""


class ArrivalLedger:
    """The arrivals of a journal. Every change is on the disk when the call returns; all raise StorageFault."""

    def __init__(self, journal: Journal[Any]) -> None:
        self._database = journal.database

    def settled(self) -> dict[Path, Version]:
        """The version of each file that was dealt with."""
        with self._database.read() as connection:
            rows = connection.execute(select(ARRIVALS)).all()
        return {decode_path(row.path): (row.size, row.modified) for row in rows}

    def take(self, path: Path, version: Version, content: str, name: str) -> tuple[BatchItem, bool]:
        """The file of that content among those to be done: a new one, or the one that it was taken as before, unless that one
        has failed. The second value says whether it is new. content: sha256; name: what {name} stands for.
        """
        alike = select(FILES).where(FILES.c.content == content, FILES.c.state != "failed").limit(1)
        with self._database.write() as connection:
            self._note(connection, path, version)
            known = connection.execute(alike).one_or_none()
            if known is not None:
                return item_of(known._asdict(), ()), False
            values = {"state": "waiting", "source": encode_path(path), "name": name, "content": content}
            return self._add(connection, values), True

    def standing(self, path: Path, version: Version) -> Standing:
        """What became of a file as it lies there now."""
        name = encode_path(path)
        seen = select(ARRIVALS.c.size, ARRIVALS.c.modified).where(ARRIVALS.c.path == name)
        last = select(FILES.c.content).where(FILES.c.source == name).order_by(FILES.c.number.desc()).limit(1)
        with self._database.read() as connection:
            known = connection.execute(seen).one_or_none()
            row = connection.execute(last).one_or_none()
        if known is None or tuple(known) != tuple(version):
            return "new"
        if row is None:
            return "passed"
        return "taken" if row.content else "refused"

    def refuse(self, path: Path, version: Version, name: str, code: str, message: str) -> BatchItem:
        """A file that is no picture, among those that failed."""
        values = {"state": "failed", "source": encode_path(path), "name": name, "code": code, "message": message}
        with self._database.write() as connection:
            self._note(connection, path, version)
            return self._add(connection, values)

    def pass_over(self, present: Iterable[tuple[Path, Version]]) -> None:
        """Files that are never to be taken as they are."""
        with self._database.write() as connection:
            for path, version in present:
                self._note(connection, path, version)

    @staticmethod
    def _add(connection: Connection, values: dict[str, Any]) -> BatchItem:
        last = connection.execute(select(func.max(FILES.c.number))).scalar_one()
        number = 0 if last is None else last + 1
        row = connection.execute(FILES.insert().values(number=number, **values).returning(FILES)).one()
        return item_of(row._asdict(), ())

    @staticmethod
    def _note(connection: Connection, path: Path, version: Version) -> None:
        values = {"size": version[0], "modified": version[1]}
        row = insert(ARRIVALS).values(path=encode_path(path), **values)
        connection.execute(row.on_conflict_do_update(index_elements=["path"], set_=values))
