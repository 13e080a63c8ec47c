"""Migrations of the store of generations."""

from __future__ import annotations

from sqlalchemy import Connection


def _to_2(connection: Connection) -> None:
    """Whose a generation is, where the clients of a service have tokens of their own."""
    connection.exec_driver_sql("ALTER TABLE generations ADD COLUMN owner VARCHAR")
    connection.exec_driver_sql("CREATE INDEX by_owner ON generations (owner, id)")


MIGRATIONS = (_to_2,)
