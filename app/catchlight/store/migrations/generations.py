"""Migrations of the store of generations."""

from __future__ import annotations

from sqlalchemy import Connection


def _to_2(connection: Connection) -> None:
    """Whose a generation is, where the clients of a service have tokens of their own."""
    connection.exec_driver_sql("ALTER TABLE generations ADD COLUMN owner VARCHAR")
    connection.exec_driver_sql("CREATE INDEX by_owner ON generations (owner, id)")


def _to_3(connection: Connection) -> None:
    """What clearing up asks for without reading the rows, and when that was begun last."""
    connection.exec_driver_sql("DROP INDEX by_result")
    for name, columns in (("result", "result, id"), ("file", "file"), ("created", "created"), ("size", "id, bytes")):
        connection.exec_driver_sql(f"CREATE INDEX generations_by_{name} ON generations ({columns})")
    connection.exec_driver_sql("CREATE TABLE sweeps (name VARCHAR NOT NULL PRIMARY KEY, begun FLOAT NOT NULL)")


MIGRATIONS = (_to_2, _to_3)
