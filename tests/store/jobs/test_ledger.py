"""The list of jobs: whose a job is, and which of a picture's jobs is the last."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.jobs.job import Failure, QueueFull
from catchlight.store.jobs.ledger import JobStore, cancellation

WISH = ProfilePictureParams(sizes=(32,))


def test_a_job_knows_its_picture_and_a_picture_its_last_job(ledger: JobStore) -> None:
    first = ledger.submit("gen_a", "source", WISH, 100)
    other = ledger.submit("gen_b", "source", WISH, 100)
    assert ledger.generation_of(first) == "gen_a"
    assert ledger.generation_of(other) == "gen_b"
    assert ledger.generation_of("job_that_is_none") is None
    assert ledger.newest("gen_a") == first
    assert ledger.newest("gen_b") == other
    assert ledger.newest("gen_c") is None


def test_one_asking_is_one_job_however_many_servers_hear_it(ledger: JobStore) -> None:
    with ThreadPoolExecutor(6) as pool:
        found = set(pool.map(lambda _: ledger.submit("gen_a", "source", WISH, 100, "asking"), range(12)))
    (job,) = found
    assert [event.number for event in ledger.events(job)] == [1]
    assert ledger.under_way() == 1
    with pytest.raises(InvalidRequest, match="another wish"):
        ledger.submit("gen_a", "source", ProfilePictureParams(sizes=(64,)), 100)


def test_pictures_of_one_source_have_one_customer_however_they_come(ledger: JobStore) -> None:
    with ThreadPoolExecutor(6) as pool:
        jobs = list(pool.map(lambda number: ledger.submit(f"gen_{number}", "source", WISH, 100), range(12)))
    assert len({ledger.job(job).ext_customer_id for job in jobs}) == 1
    named = ledger.submit("gen_x", "source", ProfilePictureParams(sizes=(32,), ext_cust_id="anna"), 100)
    assert ledger.job(named).ext_customer_id == "anna"
    assert ledger.job(ledger.submit("gen_y", "source", WISH, 100)).ext_customer_id == "anna"


def test_beyond_the_limit_is_refused(ledger: JobStore) -> None:
    ledger.submit("gen_a", "source", WISH, 1)
    with pytest.raises(QueueFull, match="1 jobs"):
        ledger.submit("gen_b", "source", WISH, 1)


def test_a_job_that_nobody_is_at_is_called_off_at_once(ledger: JobStore) -> None:
    job = ledger.submit("gen_a", "source", WISH, 100)
    ledger.cancel(job)
    ledger.cancel(job)
    assert ledger.job(job).failure == Failure.model_validate(cancellation(None).model_dump())
    assert [event.number for event in ledger.events(job)] == [1, 2]


def test_what_has_ended_is_forgotten_in_time(ledger: JobStore) -> None:
    job = ledger.submit("gen_a", "source", WISH, 100, "asking")
    ledger.cancel(job)
    assert ledger.prune(1) == 0
    assert ledger.prune(-1) == 1
    with pytest.raises(UnknownEntry):
        ledger.events(job)
    assert ledger.submit("gen_a", "source", WISH, 100, "asking") != job
