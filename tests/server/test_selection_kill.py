"""A server killed without warning: its jobs go on after the next start, and nothing is delivered twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from catchlight.client.selection import RemoteSelections
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import Home
from catchlight.store.jobs.events import Completed, NumberedEvent, Progressed

from tests.doubles import eventually

ROOT = Path(__file__).resolve().parents[2]
WISH = ProfilePictureParams(sizes=(48, 32))
LEASE = 3.0
"""Seconds: a process that lives must find a moment to renew it on the busiest machine, and tests wait until it runs out."""


class Process:
    """One server process over the test's home."""

    def __init__(self, home: Home) -> None:
        command = [sys.executable, "-m", "tests.service_process", str(home.root), "0", "--lease", str(LEASE)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> float:
        """Seconds that an orderly stop took."""
        began = time.monotonic()
        self._process.terminate()
        self._process.wait(15)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return time.monotonic() - began


@pytest.fixture
def processes(home: Home) -> Iterator[list[Process]]:
    home.root.mkdir(parents=True)
    started: list[Process] = []
    yield started
    for process in started:
        if process._process.poll() is None:
            process.kill()


def manifests(home: Home) -> list[str]:
    log = home.root / "manifests.log"
    return log.read_text().split() if log.exists() else []


@pytest.mark.parametrize("moment", ["uploading", "any"])
@pytest.mark.sampled(1)
def test_a_killed_server_s_job_goes_on_under_its_id(
    home: Home, processes: list[Process], sample: Picture, sample_bytes: bytes, moment: str
) -> None:
    pause = home.root / "pause"
    if moment == "uploading":
        pause.touch()
    processes.append(Process(home))
    first = RemoteSelections(processes[0].address, retries=RetryPolicy(3))
    job = first.submit(first.store(sample, sample_bytes), WISH)
    heard: list[NumberedEvent] = []
    wanted = "uploading" if moment == "uploading" else "normalizing"
    for told in first.events(job):
        heard.append(told)
        if isinstance(told.event, Progressed) and told.event.step == wanted:
            break
    processes[0].kill()
    pause.unlink(missing_ok=True)
    processes.append(Process(home))
    second = RemoteSelections(processes[1].address, retries=RetryPolicy(3))
    heard += second.events(job, heard[-1].number)
    assert [one.number for one in heard] == list(range(1, len(heard) + 1))
    assert isinstance(heard[-1].event, Completed)
    fractions = [one.event.fraction for one in heard if isinstance(one.event, Progressed)]
    assert fractions == sorted(fractions)
    assert second.job(job).attempts == 2
    assert manifests(home) == [f"{job}/manifest.json"]
    folder = home.delivered / job
    assert {file.name for file in folder.iterdir()} == {"manifest.json", "square-48.png", "square-32.png"}


def test_of_two_servers_one_takes_over_what_the_other_was_at(
    home: Home, processes: list[Process], sample: Picture, sample_bytes: bytes
) -> None:
    """The survivor is there all the time; it takes the job when the dead one's lease has run out, and not before."""
    pause = home.root / "pause"
    pause.touch()
    processes.append(Process(home))
    one = RemoteSelections(processes[0].address, retries=RetryPolicy(3))
    job = one.submit(one.store(sample, sample_bytes), WISH)
    assert eventually(lambda: one.job(job).step == "uploading", 30)
    processes.append(Process(home))
    other = RemoteSelections(processes[1].address, retries=RetryPolicy(3))
    time.sleep(1.2 * LEASE)
    assert other.job(job).attempts == 1
    processes[0].kill()
    pause.unlink()
    told = list(other.events(job))
    assert isinstance(told[-1].event, Completed)
    assert other.job(job).attempts == 2
    assert manifests(home) == [f"{job}/manifest.json"]


def test_an_orderly_stop_parks_the_job_quickly(
    home: Home, processes: list[Process], sample: Picture, sample_bytes: bytes
) -> None:
    processes.append(Process(home))
    first = RemoteSelections(processes[0].address, retries=RetryPolicy(3))
    job = first.submit(first.store(sample, sample_bytes), WISH)
    assert eventually(lambda: first.job(job).state == "running", 30)
    assert processes[0].stop() < 10
    processes.append(Process(home))
    second = RemoteSelections(processes[1].address, retries=RetryPolicy(3))
    assert isinstance(list(second.events(job))[-1].event, Completed)
    assert second.job(job).attempts == 1
    assert manifests(home) == [f"{job}/manifest.json"]
