"""A backup by PostgreSQL's own programs, restored, is gone on with as if nothing had happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.database.opening import open_database
from catchlight.store.generation_schema import SCHEMA
from catchlight.store.generations import Generations
from catchlight.store.jobs.events import Completed, Registered
from catchlight.store.jobs.leases import Leases, StepResult
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs
from catchlight.store.tokens import ClientTokens

from tests.simulators.postgres import PostgresServer

WISH = ProfilePictureParams(sizes=(32,))


@contextmanager
def generations(url: str, folder: Path) -> Iterator[Generations]:
    with closing(Generations(folder, database=open_database(url, folder, SCHEMA))) as opened:
        yield opened


def test_what_was_restored_is_gone_on_with(
    postgres: PostgresServer, postgres_url: str, another_url: str, tmp_path: Path, sample: Picture, sample_bytes: bytes
) -> None:
    with generations(postgres_url, tmp_path / "store") as store, closing(open_jobs(tmp_path, postgres_url)) as database:
        picture = store.upload(sample, sample_bytes)
        ledger = JobStore(database)
        job = ledger.submit(picture.id, "source", WISH, 10, "asking")
        assert Leases(database, "before").take() is not None
        with closing(ClientTokens(tmp_path, postgres_url)) as tokens:
            token = tokens.add("kiosk-7")
        backup = postgres.back_up(postgres_url)
        ledger.cancel(job)  # after the backup: not in it
    postgres.restore(backup, another_url)
    with generations(another_url, tmp_path / "store") as store:
        assert store.data(picture.id) == sample_bytes
    with closing(ClientTokens(tmp_path, another_url)) as tokens:
        assert tokens.find(token) is not None
    with closing(open_jobs(tmp_path, another_url)) as database:
        with psycopg.connect(another_url, autocommit=True) as connection:
            connection.execute("UPDATE jobs SET lease = 0")  # whoever had it before the fire is gone
        ledger, leases = JobStore(database), Leases(database, "after")
        assert ledger.submit(picture.id, "source", WISH, 10, "asking") == job
        claim = leases.take()
        assert claim is not None
        assert (claim.job, claim.attempt) == (job, 2)
        leases.complete(claim, [], StepResult("uploading", 0.1, None))
        first, last = ledger.events(job)
        assert isinstance(first.event, Registered)
        assert isinstance(last.event, Completed)
        assert (first.number, last.number) == (1, 2)
        assert ledger.submit("gen_new", "source", WISH, 10) != job  # numbers of rows go on where they were
