"""Marks of pictures in folders where no sidecar could be written."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Integer, MetaData, String, Table, delete, select
from sqlalchemy.dialects.sqlite import insert

from catchlight.core.files.naming import encode_path
from catchlight.imaging.sidecar.mark import PictureMark
from catchlight.store.database.schema import Schema
from catchlight.store.database.sqlite import SqliteDatabase

_METADATA = MetaData()
_MARKS = Table(
    "marks",
    _METADATA,
    Column("path", String, primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("flag", String, nullable=False),
    Column("label", String, nullable=False),
)


class MarkStore:
    """A table by absolute path. Thread safe; every method raises StorageFault."""

    def __init__(self, folder: Path) -> None:
        """folder: made where it is missing."""
        self._database = SqliteDatabase(folder / "marks.db", Schema(_METADATA))

    def get(self, picture: Path) -> PictureMark | None:
        with self._database.read() as connection:
            row = connection.execute(select(_MARKS).where(_MARKS.c.path == _key(picture))).first()
        return None if row is None else PictureMark(row.rating, row.flag, row.label)

    def put(self, picture: Path, mark: PictureMark) -> None:
        values = {"rating": mark.rating, "flag": mark.flag, "label": mark.label}
        asked = insert(_MARKS).values(path=_key(picture), **values)
        with self._database.write() as connection:
            connection.execute(asked.on_conflict_do_update(index_elements=[_MARKS.c.path], set_=values))

    def forget(self, picture: Path) -> None:
        with self._database.write() as connection:
            connection.execute(delete(_MARKS).where(_MARKS.c.path == _key(picture)))

    def close(self) -> None:
        self._database.close()


def _key(picture: Path) -> str:
    return encode_path(picture.absolute())
