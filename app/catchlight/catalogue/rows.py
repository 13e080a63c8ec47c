"""How catalogue files are read: a validated row type, the shipped file, and the user's folder over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from catchlight.core.files.strict_json import MalformedJson, parse_json
from catchlight.core.messages import Message

MOST_BYTES = 20_000_000
"""Of a catalogue's file; the largest that is shipped has a fiftieth of it."""


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


class Validated(Protocol):
    """What is read from a file of its own: a pydantic model."""

    @classmethod
    def model_validate(cls, obj: object, /) -> Self: ...


ModelT = TypeVar("ModelT", bound=Validated)


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
        if file.stat().st_size > MOST_BYTES:
            raise CatalogueFault(Message("{file} is far too large for rows of a catalogue", file=str(file)))
        return parse_json(file.read_bytes())
    except OSError as fault:
        raise CatalogueFault(
            Message("{file} cannot be read ({why})", file=str(file), why=str(fault.strerror))
        ) from fault
    except MalformedJson as fault:
        raise CatalogueFault(Message("{file} is not valid JSON: {why}", file=str(file), why=fault.message)) from fault


def read_model(model: type[ModelT], file: Path) -> ModelT:
    """What a JSON file holds, checked. Raises CatalogueFault that names file and field."""
    try:
        return model.model_validate(read_json(file))
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CatalogueFault(
            Message("{file}, {where}: {why}", file=str(file), where=where, why=first["msg"])
        ) from fault


def table(row: type[R], name: str, folders: Sequence[Path], skipped: list[Message] | None = None) -> Table[R]:
    """Rows of ``name`` (``documents.json``) over several folders: a later folder overrides by id and adds.

    Each file is a JSON list of rows. A folder without the file is passed over. skipped: what is wrong in another folder than the
    first is put there, and the row or the file left out; raises CatalogueFault for the first, and for all without it.
    """
    merged: dict[str, R] = {}
    for number, folder in enumerate(folders):
        file = folder / name
        if file.is_file():
            with leaving_out(skipped if number else None):
                entries = read_json(file)
                if not isinstance(entries, list):
                    raise CatalogueFault(Message("{file} must hold a list of rows", file=str(file)))
                for place, entry in enumerate(entries, 1):
                    with leaving_out(skipped if number else None):
                        valid = _row(row, file, place, entry)
                        merged[valid.id] = valid
    return Table(list(merged.values()))


@contextmanager
def leaving_out(skipped: list[Message] | None) -> Iterator[None]:
    """What is wrong inside is put into ``skipped``; raised where that is None."""
    try:
        yield
    except CatalogueFault as fault:
        if skipped is None:
            raise
        skipped.append(fault.message)


def _row(row: type[R], file: Path, number: int, entry: object) -> R:
    """One row of a file. Raises CatalogueFault."""
    try:
        return row.model_validate(entry)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CatalogueFault(
            Message(
                "{file}, row {number}, {where}: {why}", file=str(file), number=number, where=where, why=first["msg"]
            )
        ) from fault
