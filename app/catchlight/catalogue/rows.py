"""How catalogue files are read: a validated row type, the shipped file, and the user's folder over it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from catchlight.core.messages import Message


class CatalogueFault(ValueError):
    """A catalogue file that does not fit its row type; the message names file, row and field."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Row(BaseModel):
    """A row of any catalogue: a stable id and a label in English and Chinese."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    label: str
    label_zh: str = ""


R = TypeVar("R", bound=Row)


class Table(Generic[R]):
    """Rows in file order, found by id."""

    def __init__(self, rows: Sequence[R]) -> None:
        self._rows = {row.id: row for row in rows}

    def __iter__(self) -> Iterator[R]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self._rows)

    def get(self, entry: str) -> R | None:
        return self._rows.get(entry)


def read_json(file: Path) -> Any:
    """What a JSON file holds. Raises CatalogueFault, also for a file that cannot be read."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as fault:
        raise CatalogueFault(
            Message("{file} cannot be read ({why})", file=str(file), why=str(fault.strerror))
        ) from fault
    except RecursionError as fault:
        raise CatalogueFault(Message("{file} is not valid JSON: it is nested too deep", file=str(file))) from fault
    except ValueError as fault:
        raise CatalogueFault(Message("{file} is not valid JSON: {why}", file=str(file), why=str(fault))) from fault


def table(row: type[R], name: str, folders: Sequence[Path]) -> Table[R]:
    """Rows of ``name`` (``documents.json``) over several folders: a later folder overrides by id and adds.

    Each file is a JSON list of rows. A folder without the file is passed over; raises CatalogueFault.
    """
    merged: dict[str, R] = {}
    for folder in folders:
        file = folder / name
        if not file.is_file():
            continue
        entries = read_json(file)
        if not isinstance(entries, list):
            raise CatalogueFault(Message("{file} must hold a list of rows", file=str(file)))
        for number, entry in enumerate(entries, 1):
            try:
                valid = row.model_validate(entry)
            except ValidationError as fault:
                first = fault.errors()[0]
                where = ".".join(str(part) for part in first["loc"])
                raise CatalogueFault(
                    Message(
                        "{file}, row {number}, {where}: {why}",
                        file=str(file),
                        number=number,
                        where=where,
                        why=first["msg"],
                    )
                ) from fault
            merged[valid.id] = valid
    return Table(list(merged.values()))
