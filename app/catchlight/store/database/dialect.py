"""Where SQLite and PostgreSQL differ: the clock, rows that are there already, the columns of a table, DDL of a new column.

All else is written once, in SQLAlchemy's terms. JSON is kept as text on both: PostgreSQL's ``json`` keeps the order of keys and
takes every character that JSON can write, which ``jsonb`` does not. ``SELECT ... FOR UPDATE`` says nothing on SQLite, where
whoever writes holds the whole file.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from sqlalchemy import Column, Connection, Insert, Table, text
from sqlalchemy.dialects import postgresql, sqlite


def is_postgres(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def read_clock(connection: Connection) -> float:
    """Seconds since 1970: by the clock of the database's machine, or of this one where the database is a file."""
    if not is_postgres(connection):
        return time.time()
    # Not now(), which stands still during a transaction that has waited for a lock.
    return float(connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp())").scalar_one())


def insert_if_absent(connection: Connection, table: Table, values: Mapping[str, object]) -> bool:
    """Insert a row unless one with its key is there, or another transaction inserts it just now; whether it was inserted."""
    make = postgresql.insert if is_postgres(connection) else sqlite.insert
    query: Insert = make(table).values(values).on_conflict_do_nothing()
    return connection.execute(query, execution_options={"preserve_rowcount": True}).rowcount == 1


def list_columns(connection: Connection, table: str) -> frozenset[str]:
    """Names of a table's columns; empty where there is no such table."""
    if is_postgres(connection):
        query = (
            "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(:table) AND attnum > 0 AND NOT attisdropped"
        )
    else:
        query = "SELECT name FROM pragma_table_info(:table)"
    return frozenset(connection.execute(text(query), {"table": table}).scalars())


def add_column(connection: Connection, table: str, column: Column[object], default: str | None = None) -> None:
    """``ALTER TABLE ... ADD COLUMN`` in the words of the database. default: a literal of SQL, for the rows that are there."""
    kind = column.type.compile(connection.dialect)
    rest = "" if default is None else f" DEFAULT {default}"
    rest += "" if column.nullable else " NOT NULL"
    connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column.name} {kind}{rest}")
