"""Whether the owner of a job lives is told by boot, process and start, not by a clock that may be set."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import Home
from catchlight.store.database.database import Database
from catchlight.store.jobs import lease_rule, owners
from catchlight.store.jobs.leases import Leases
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.owners import life_of, this_owner
from catchlight.store.jobs.schema import open_jobs

pytestmark = pytest.mark.skipif(
    not owners._boot(), reason="this system tells no id of its boot: leases go by the clock"
)
WISH = ProfilePictureParams(sizes=(32,))
NAMED = "from catchlight.store.jobs.owners import this_owner; print(this_owner(), flush=True); input()"


@pytest.fixture
def other() -> str:
    """The owner's name of a process that has ended."""
    ran = subprocess.run([sys.executable, "-c", NAMED], input="\n", capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.fixture
def database(home: Home) -> Iterator[Database]:
    """A file: at a database that machines share, nobody's process is asked after."""
    with closing(open_jobs(home.jobs)) as opened:
        yield opened


def test_a_process_is_alive_until_it_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", NAMED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        name = process.stdout.readline().strip()
        assert life_of(name) == "alive"
        process.communicate("\n")
    assert life_of(name) == "dead"


def test_the_same_number_of_another_process_or_boot_is_no_life() -> None:
    host, boot, pid, start, rest = this_owner().split("/")
    assert life_of(this_owner()) == "unknown"  # this process has its lease to say so
    assert life_of("/".join((host, boot, pid, str(int(start) + 1), rest))) == "dead"
    assert life_of("/".join((host, "another-boot", pid, start, rest))) == "dead"


@pytest.mark.parametrize("owner", ["", "studio-4711-ab12cd34", "elsewhere/b/1/2/ab", "///", "owner-1"])
def test_of_another_machine_or_an_older_program_only_the_lease_tells(owner: str) -> None:
    assert life_of(owner) == "unknown"


def test_a_dead_process_s_job_is_free_at_once_whatever_its_lease(database: Database, other: str) -> None:
    job = JobStore(database).submit("gen_1", "source", WISH, 10)
    assert Leases(database, other, lease=1e6).take() is not None
    taken = Leases(database, this_owner()).take()
    assert taken is not None
    assert taken.job == job


def test_a_living_process_keeps_its_job_when_the_clock_is_set(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    JobStore(database).submit("gen_1", "source", WISH, 10)
    heir, moments = Leases(database, this_owner()), [time.time()]
    with subprocess.Popen(
        [sys.executable, "-c", NAMED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        keeper = Leases(database, process.stdout.readline().strip())
        claim = keeper.take()
        assert claim is not None
        monkeypatch.setattr(lease_rule.time, "time", lambda: moments[0])
        for jump in (7200, -86400, 1e6):
            moments[0] += jump
            assert heir.take() is None
            keeper.hold(claim)
        hung = time.monotonic()
        monkeypatch.setattr(lease_rule.time, "monotonic", lambda: hung)
        moments[0] += 3600
        assert heir.take() is None
        hung += heir.lease + 1  # and nobody has renewed it in the meantime
        assert heir.take() is not None
        process.communicate("\n")


def test_names_are_never_alike() -> None:
    assert this_owner() != this_owner()
    assert re.fullmatch(r"[^/]*/[0-9a-f-]+/\d+/\d+/[0-9a-f]{8}", this_owner())
