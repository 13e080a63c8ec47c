"""Migrations of the list of jobs."""

from __future__ import annotations

from sqlalchemy import Connection

from catchlight.store.database.dialect import list_columns


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
    if "request" in list_columns(connection, "jobs"):
        connection.exec_driver_sql(
            "INSERT INTO requests SELECT generation, request, id FROM jobs WHERE request IS NOT NULL ON CONFLICT DO NOTHING"
        )


def _to_3(connection: Connection) -> None:
    """Whose a job is, where the clients of a service have tokens of their own."""
    connection.exec_driver_sql("ALTER TABLE jobs ADD COLUMN client VARCHAR")


def _to_4(connection: Connection) -> None:
    """The next job that waits is found without a look at those that have ended."""
    connection.exec_driver_sql("CREATE INDEX jobs_to_do ON jobs (id) WHERE state IN ('queued', 'running')")


MIGRATIONS = (_to_2, _to_3, _to_4)
