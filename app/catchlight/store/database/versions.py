"""Which version the tables in a PostgreSQL database have: made, migrated or refused, by one process at a time."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import Column, Connection, Integer, MetaData, Row, String, Table, func, insert, select, text, update

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.store.database.dialect import list_columns
from catchlight.store.database.schema import Schema

VERSIONS = Table(
    "catchlight_schemas",
    MetaData(),
    Column("name", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("compatible", Integer),
)
"""Which version the tables of each schema have, and the oldest version of the program's that may still use them."""
LOCK_SECONDS = 3
"""How long a migration waits for a table at a time: while it waits, everybody else waits behind it."""


def lock_number(name: str) -> int:
    """An advisory lock's 64 bit key from a name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


def prepare_tables(connection: Connection, schema: Schema, place: str) -> None:
    """Make the schema's tables, or bring them to its version, within the transaction. place: how the database is named.

    Raises StorageFault: a database that cannot be written to, is not in UTF-8 or not ours, tables of a newer program that this
    one may not use, and tables that lack columns. Raises SQLAlchemyError, also where others hold the tables for too long.
    """
    check_writable(connection, place)
    _check_encoding(connection, place)
    connection.execute(select(func.pg_advisory_xact_lock(lock_number(VERSIONS.name))))
    found = None
    if list_columns(connection, VERSIONS.name):
        found = connection.execute(select(VERSIONS).where(VERSIONS.c.name == schema.name)).one_or_none()
    if found is None:
        _create(connection, schema, place)
    elif found.version < schema.version:
        _migrate(connection, schema, found.version)
    elif found.version > schema.version:
        _check_compatible(schema, found, place)
    _check_columns(connection, schema, place)


def check_writable(connection: Connection, place: str) -> None:
    """Raises StorageFault at a stand-by, and where the database was made read-only."""
    query = text("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool")
    if connection.execute(query).scalar_one():
        raise StorageFault(
            Message(
                "The database {path} can only be read: it is a stand-by, or was made read-only. Name the server that is written "
                "to.",
                path=place,
            )
        )


def _check_encoding(connection: Connection, place: str) -> None:
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        raise StorageFault(
            Message(
                "The database {path} keeps text in {encoding}. Make one in UTF-8: createdb --encoding UTF8 --template template0.",
                path=place,
                encoding=encoding,
            )
        )


def _create(connection: Connection, schema: Schema, place: str) -> None:
    taken = sorted(name for name in schema.tables.tables if list_columns(connection, name))
    if taken:
        raise StorageFault(
            Message(
                "The database {path} has tables of others named {names}. Make a database for Catchlight alone.",
                path=place,
                names=taken,
            )
        )
    VERSIONS.create(connection, checkfirst=True)
    schema.tables.create_all(connection, checkfirst=False)
    connection.execute(insert(VERSIONS).values(name=schema.name, version=schema.version, compatible=schema.compatible))


def _migrate(connection: Connection, schema: Schema, version: int) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # rows in plenty take their time
    for migrate in schema.migrations[version - 1 :]:
        migrate(connection)
    mine = VERSIONS.c.name == schema.name
    connection.execute(update(VERSIONS).where(mine).values(version=schema.version, compatible=schema.compatible))


def _check_compatible(schema: Schema, found: Row[Any], place: str) -> None:
    if found.compatible is None or found.compatible > schema.version:
        raise StorageFault(
            Message(
                "The tables of {name} in {path} have version {version}; this Catchlight knows version {known}. Update the "
                "program.",
                name=schema.name,
                path=place,
                version=found.version,
                known=schema.version,
            )
        )


def _check_columns(connection: Connection, schema: Schema, place: str) -> None:
    for name, table in schema.tables.tables.items():
        lacking = sorted({column.name for column in table.columns} - list_columns(connection, name))
        if lacking:
            raise StorageFault(
                Message(
                    "The table {name} in {path} lacks {columns}. Restore the database from a backup.",
                    name=name,
                    path=place,
                    columns=lacking,
                )
            )
