"""Migrations of the list of jobs."""

from __future__ import annotations

from sqlalchemy import Connection


def _to_2(connection: Connection) -> None:
    """A job's request becomes a row of its own, since several requests may have one job.

    Files of version 1 come in three forms: jobs that know no requests, jobs with a column of them, which stays and is read no
    more, and jobs with the table already.
    """
    connection.exec_driver_sql(
        "CREATE TABLE IF NOT EXISTS requests (generation VARCHAR NOT NULL, name VARCHAR NOT NULL, job VARCHAR NOT NULL, "
        "PRIMARY KEY (generation, name))"
    )
    connection.exec_driver_sql("CREATE INDEX IF NOT EXISTS ix_requests_job ON requests (job)")
    if any(row.name == "request" for row in connection.exec_driver_sql("PRAGMA table_info(jobs)")):
        connection.exec_driver_sql(
            "INSERT OR IGNORE INTO requests SELECT generation, request, id FROM jobs WHERE request IS NOT NULL"
        )


def _to_3(connection: Connection) -> None:
    """Whose a job is, where the clients of a service have tokens of their own."""
    connection.exec_driver_sql("ALTER TABLE jobs ADD COLUMN client VARCHAR")


MIGRATIONS = (_to_2, _to_3)
