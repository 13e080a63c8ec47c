"""Rows that are a file each: read from several folders, checked, the later folder over the earlier."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from catchlight.catalogue.rows import CatalogueFault, Validated, leaving_out, read_model
from catchlight.core.messages import Message


class HasId(Validated, Protocol):
    """What every such row is: a pydantic model with an id."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=HasId)


def rows_of(kind: str, model: type[R], folders: Sequence[Path], skipped: list[Message] | None = None) -> dict[str, R]:
    """The files ``<kind>/<id>.json`` of all folders by id; a later folder overrides.

    skipped: what is wrong in another folder than the first is put there, and the file left out. Raises CatalogueFault for the
    first folder, and for all without it.
    """
    found: dict[str, R] = {}
    for number, folder in enumerate(folders):
        for file in sorted((folder / kind).glob("*.json")):
            with leaving_out(skipped if number else None):
                row = _row(model, file)
                found[row.id] = row
    return found


def _row(model: type[R], file: Path) -> R:
    """The row of a file. Raises CatalogueFault."""
    if not file.is_file():
        raise CatalogueFault(Message("{file} is no regular file", file=str(file)))
    row = read_model(model, file)
    if row.id != file.stem:
        raise CatalogueFault(Message("{file}: the id {id!r} must be the file's name", file=str(file), id=row.id))
    return row
