"""Migrations of the journals of batches."""

from __future__ import annotations

from sqlalchemy import Connection, text

from catchlight.core.files.naming import name_key


def _to_2(connection: Connection) -> None:
    """Verdicts, and keys that tell names apart as the least discerning file system does."""
    connection.exec_driver_sql("ALTER TABLE files ADD COLUMN output_key VARCHAR")
    connection.exec_driver_sql("ALTER TABLE files ADD COLUMN verdict VARCHAR")
    connection.exec_driver_sql("CREATE UNIQUE INDEX files_output_key ON files (output_key)")
    named = connection.exec_driver_sql("SELECT number, output FROM files WHERE output IS NOT NULL").all()
    for number, output in named:
        values = {"key": name_key(output), "number": number}
        connection.execute(text("UPDATE files SET output_key = :key WHERE number = :number"), values)


def _to_3(connection: Connection) -> None:
    """What was found when a file was read."""
    connection.exec_driver_sql("ALTER TABLE files ADD COLUMN notes JSON")


def _to_4(connection: Connection) -> None:
    """Files that come one after the other, and what has become of each that arrived."""
    for column in ("source", "name", "content"):
        connection.exec_driver_sql(f"ALTER TABLE files ADD COLUMN {column} VARCHAR")
    connection.exec_driver_sql("CREATE INDEX ix_files_content ON files (content)")
    connection.exec_driver_sql(
        "CREATE TABLE arrivals (path VARCHAR NOT NULL PRIMARY KEY, size BIGINT NOT NULL, modified BIGINT NOT NULL)"
    )


def _to_5(connection: Connection) -> None:
    """The servers that the files were handed to."""
    connection.exec_driver_sql(
        "CREATE TABLE servers (address VARCHAR NOT NULL PRIMARY KEY, request VARCHAR NOT NULL, batch VARCHAR)"
    )


MIGRATIONS = (_to_2, _to_3, _to_4, _to_5)
