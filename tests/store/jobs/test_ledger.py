"""The list of jobs: whose a job is, and which of a picture's jobs is the last."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs

WISH = ProfilePictureParams(sizes=(32,))


@pytest.fixture
def ledger(tmp_path: Path) -> JobStore:
    return JobStore(open_jobs(tmp_path / "jobs"))


def test_a_job_knows_its_picture_and_a_picture_its_last_job(ledger: JobStore) -> None:
    first = ledger.submit("gen_a", "source", WISH, 100)
    other = ledger.submit("gen_b", "source", WISH, 100)
    assert ledger.generation_of(first) == "gen_a"
    assert ledger.generation_of(other) == "gen_b"
    assert ledger.generation_of("job_that_is_none") is None
    assert ledger.newest("gen_a") == first
    assert ledger.newest("gen_b") == other
    assert ledger.newest("gen_c") is None
