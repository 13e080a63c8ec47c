"""Migrations of the style book."""

from __future__ import annotations

from sqlalchemy import Connection


def _to_2(connection: Connection) -> None:
    """Garments beside hair: what was there before is hair."""
    connection.exec_driver_sql("ALTER TABLE pieces ADD COLUMN kind VARCHAR NOT NULL DEFAULT 'hair'")


MIGRATIONS = (_to_2,)
