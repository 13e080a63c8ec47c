"""Several processes over one list of jobs: each job is done by one of them, and by another when that one dies."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from catchlight.core.errors import StorageFault
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.store.database.database import Database
from catchlight.store.jobs.events import Completed, Failed, Progressed
from catchlight.store.jobs.job import Failure
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.jobs.leases import MOST_ATTEMPTS, Lease, Leases, StepResult
from catchlight.store.jobs.ledger import JobStore, cancellation
from catchlight.store.jobs.schema import open_jobs

from tests.selections import Studio

WISH = ProfilePictureParams(sizes=(32,))
DONE = StepResult("uploading", 0.1, None)


def taken(claims: Leases) -> Lease:
    claim = claims.take()
    assert claim is not None
    return claim


def test_a_job_is_taken_once_however_many_reach_for_it(database: Database, ledger: JobStore) -> None:
    jobs = {ledger.submit(f"gen_{number}", "source", WISH, 100) for number in range(30)}
    owners = [Leases(database, f"owner-{number}") for number in range(6)]

    def take_all(claims: Leases) -> list[str]:
        found = []
        while (claim := claims.take()) is not None:
            found.append(claim.job)
        return found

    with ThreadPoolExecutor(6) as pool:
        found = [job for one in pool.map(take_all, owners) for job in one]
    assert len(found) == 30
    assert set(found) == jobs


def test_the_oldest_job_comes_first(database: Database, ledger: JobStore) -> None:
    jobs = [ledger.submit(f"gen_{number}", "source", WISH, 100) for number in range(3)]
    claims = Leases(database, "one")
    assert [taken(claims).job for _ in jobs] == jobs


def test_a_job_is_taken_by_its_name_unless_it_is_somebody_s(database: Database, ledger: JobStore) -> None:
    first, second = (ledger.submit(f"gen_{number}", "source", WISH, 100) for number in range(2))
    claims = Leases(database, "one")
    claim = claims.take(second)
    assert claim is not None
    assert claim.job == second
    assert claims.take(second) is None
    assert claims.take("job_that_is_none") is None
    claims.complete(claim, [], DONE)
    assert claims.take(second) is None
    assert taken(claims).job == first


def test_a_job_that_ends_while_another_reaches_for_it_stays_ended(database: Database, ledger: JobStore) -> None:
    """The lease is over, its owner is not: whichever comes first, the other one changes nothing."""
    jobs = [ledger.submit(f"gen_{number}", "source", WISH, 100) for number in range(20)]
    late, heir = Leases(database, "late", lease=-1.0), Leases(database, "heir", lease=100.0)
    old = [claim for job in jobs if (claim := late.take(job)) is not None]

    def end(claim: Lease) -> bool:
        try:
            late.complete(claim, [], DONE)
        except LeaseLost:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        new = pool.map(lambda _: heir.take(), jobs)
        ended = [claim.job for claim, good in zip(old, pool.map(end, old), strict=True) if good]
    inherited = [claim.job for claim in new if claim is not None]
    assert sorted(ended + inherited) == sorted(jobs)
    assert {ledger.job(job).state for job in ended} <= {"completed"}
    assert {ledger.job(job).state for job in inherited} <= {"running"}


def test_events_are_numbered_without_gaps_whoever_writes_them(database: Database, ledger: JobStore) -> None:
    job = ledger.submit("gen_1", "source", WISH, 100)
    claims = Leases(database, "owner")
    claim = taken(claims)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(claims.advance, claim, NAMES[0], number / 40) for number in range(39)]:
            done.result()
        pool.submit(ledger.cancel, job).result()
    claims.fail(claim, cancellation(NAMES[0]))
    told = ledger.events(job)
    assert [event.number for event in told] == list(range(1, 42))
    assert [event.number for event in told if event.terminal] == [41]


def test_a_dead_owner_s_job_is_taken_over_and_begins_anew(database: Database, ledger: JobStore) -> None:
    job = ledger.submit("gen_1", "source", WISH, 100)
    dead, heir = Leases(database, "dead", lease=0.2), Leases(database, "heir")
    old = taken(dead)
    dead.advance(old, "matting", 0.7, StepResult("styling", 0.1, b"picture"))
    assert heir.take() is None
    time.sleep(0.25)
    new = taken(heir)
    assert (new.job, new.attempt) == (job, 2)
    assert ledger.job(job).steps[3].state == "waiting"
    heir.advance(new, "fetching", 0.0)
    assert ledger.job(job).fraction == 0.7
    last = ledger.events(job)[-1].event
    assert isinstance(last, Progressed)
    assert (last.step, last.fraction) == ("fetching", 0.7)


def test_who_wakes_up_too_late_changes_nothing(database: Database, ledger: JobStore) -> None:
    job = ledger.submit("gen_1", "source", WISH, 100)
    late, heir = Leases(database, "late", lease=0.1), Leases(database, "heir")
    old = taken(late)
    time.sleep(0.15)
    new = taken(heir)
    for write in (
        lambda: late.advance(old, "matting", 0.9),
        lambda: late.complete(old, [], DONE),
        lambda: late.fail(old, Failure(error="x", message="x", step="matting", retryable=True)),
        lambda: late.hold(old),
        lambda: late.park(old),
    ):
        with pytest.raises(LeaseLost):
            write()
    assert late.renew([old]) == (frozenset({job}), frozenset())
    heir.complete(new, [], DONE)
    assert isinstance(ledger.events(job)[-1].event, Completed)
    assert len(ledger.events(job)) == 2


def test_renewing_keeps_a_job_beyond_its_lease(database: Database, ledger: JobStore) -> None:
    ledger.submit("gen_1", "source", WISH, 100)
    owner, other = Leases(database, "owner", lease=0.3), Leases(database, "other")
    claim = taken(owner)
    for _ in range(4):
        time.sleep(0.15)
        assert owner.renew([claim]) == (frozenset(), frozenset())
        assert other.take() is None


def test_a_job_that_kills_its_process_again_and_again_is_given_up(database: Database, ledger: JobStore) -> None:
    job = ledger.submit("gen_1", "source", WISH, 100)
    claims = Leases(database, "owner", lease=0.0)
    for attempt in range(MOST_ATTEMPTS):
        assert taken(claims).attempt == attempt + 1
        time.sleep(0.01)
    assert claims.take() is None
    end = ledger.events(job)[-1].event
    assert isinstance(end, Failed)
    assert (end.error, end.retryable, end.step) == ("internal_error", True, NAMES[0])


def test_what_was_called_off_while_its_owner_was_dead_ends(database: Database, ledger: JobStore) -> None:
    job = ledger.submit("gen_1", "source", WISH, 100)
    claims = Leases(database, "owner", lease=0.2)
    taken(claims)
    ledger.cancel(job)
    assert ledger.job(job).state == "running"
    time.sleep(0.25)
    assert claims.take() is None
    end = ledger.events(job)[-1].event
    assert isinstance(end, Failed)
    assert end.error == "cancelled"


def test_two_processes_share_the_work_and_each_hears_of_the_other_s(
    studio: Studio, sample: Picture, sample_bytes: bytes
) -> None:
    one, other = studio.process(), studio.process()
    ids = [studio.generations.upload(sample, sample_bytes).id for _ in range(8)]
    jobs = [one.submit(entry, WISH) for entry in ids]
    for job in jobs:
        told = list(other.events(job))
        assert isinstance(told[-1].event, Completed)
        steps = [event.event.index for event in told if isinstance(event.event, Progressed)]
        assert steps == sorted(steps)  # whoever begins a job anew begins with its first step
        assert one.job(job).attempts == 1
    assert len(studio.watched.manifests) == len(set(studio.watched.manifests)) == 8


def test_a_list_of_jobs_from_a_newer_program_is_left_alone(studio: Studio) -> None:
    with closing(open_jobs(studio.home.jobs)) as database, database.write() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 99")
    with pytest.raises(StorageFault, match="newer"):
        open_jobs(studio.home.jobs)
