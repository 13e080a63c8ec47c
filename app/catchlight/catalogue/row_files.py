"""Rows that are a file each: read from several folders, checked, the later folder over the earlier."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, Self, TypeVar

from pydantic import ValidationError

from catchlight.catalogue.rows import CatalogueFault, read_json
from catchlight.core.messages import Message


class HasId(Protocol):
    """What every such row is: a pydantic model with an id."""

    @property
    def id(self) -> str: ...

    @classmethod
    def model_validate(cls, obj: object, /) -> Self: ...


R = TypeVar("R", bound=HasId)


def rows_of(kind: str, model: type[R], folders: Sequence[Path]) -> dict[str, R]:
    """The files ``<kind>/<id>.json`` of all folders by id; a later folder overrides. Raises CatalogueFault."""
    found: dict[str, R] = {}
    for folder in folders:
        for file in sorted((folder / kind).glob("*.json")):
            try:
                row = model.model_validate(read_json(file))
            except ValidationError as fault:
                first = fault.errors()[0]
                where = ".".join(str(part) for part in first["loc"])
                raise CatalogueFault(
                    Message("{file}, {where}: {why}", file=str(file), where=where, why=first["msg"])
                ) from fault
            if row.id != file.stem:
                raise CatalogueFault(
                    Message("{file}: the id {id!r} must be the file's name", file=str(file), id=row.id)
                )
            found[row.id] = row
    return found
