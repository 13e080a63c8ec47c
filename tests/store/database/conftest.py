"""Tables that grow from version to version, as those of older and newer programs do."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.store import generation_schema, tokens
from catchlight.store.batch_jobs import schema as batch_schema
from catchlight.store.database.dialect import add_column
from catchlight.store.database.schema import Migration, Schema
from catchlight.store.idempotency import request_keys
from catchlight.store.jobs import schema as job_schema
from catchlight.store.work import schema as work_schema
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table

OURS = (
    batch_schema.SCHEMA, generation_schema.SCHEMA, job_schema.SCHEMA, request_keys.SCHEMA, tokens.SCHEMA, work_schema.SCHEMA,
)  # fmt: skip
"""All that lies in the database of a lab."""


def _add_length(connection: Connection) -> None:
    add_column(connection, "notes", Column("length", Integer))


def _measure(connection: Connection) -> None:
    connection.exec_driver_sql("UPDATE notes SET length = length(text)")


MIGRATIONS: tuple[Migration, ...] = (_add_length, _measure)


@dataclass(frozen=True)
class Program:
    """A version of a program, with the table of notes as that one knows it."""

    schema: Schema
    notes: Table


def program(version: int, compatible: int | None = None) -> Program:
    """The program that makes notes of this version, 1 to 3."""
    tables = MetaData()
    more = [] if version == 1 else [Column("length", Integer)]
    notes = Table("notes", tables, Column("id", Integer, primary_key=True), Column("text", String), *more)
    return Program(Schema(tables, MIGRATIONS[: version - 1], name="notes", compatible=compatible), notes)
