"""A whole lab of real processes: two servers, two workers, one database, and one of the workers killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from catchlight.client.selection import RemoteSelections
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import Home
from catchlight.store.jobs.events import Completed, NumberedEvent
from catchlight.store.jobs.schema import JOBS, open_jobs
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile
from catchlight.store.settings.storage import Delivery

WISH = ProfilePictureParams(sizes=(48,))
Begin = Callable[..., "Member"]


class Member:
    """A server or a worker as it is started from the command line."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "catchlight", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self, how: int = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@pytest.fixture
def begin(postgres_url: str, tmp_path: Path, home: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    monkeypatch.setenv("CATCHLIGHT_DATABASE", postgres_url)
    monkeypatch.setenv("CATCHLIGHT_PICTURES", f"file://{tmp_path}/pictures")
    settings = Settings(delivery=Delivery(address=str(tmp_path / "delivered")))
    SettingsFile(home.settings).save(settings)
    begun: list[Member] = []

    def start(*arguments: str) -> Member:
        begun.append(Member(*arguments))
        return begun[-1]

    yield start
    for member in begun:
        member.end(signal.SIGKILL)


def owner_of(url: str, job: str) -> int:
    """Process id of the worker that is at a job."""
    database = open_jobs(Path(), url)
    try:
        with database.read() as connection:
            row = connection.execute(JOBS.select().where(JOBS.c.id == job)).one()
    finally:
        database.close()
    return int(str(row.owner).split("/")[2])


@pytest.mark.slow
def test_a_job_outlives_its_worker_and_is_told_by_every_server(
    begin: Begin, postgres_url: str, sample: Picture, sample_bytes: bytes
) -> None:
    servers = [begin("serve", "--port", "0") for _ in range(2)]
    workers = [begin("work", "--metrics-port", "0"), begin("work", "--kinds", "selection")]
    first, second = (RemoteSelections(server.line().split()[-1], retries=RetryPolicy(5)) for server in servers)
    metrics = workers[0].line().split()[-1]
    assert workers[0].line() == "Catchlight works on selection, batch_file"
    assert workers[1].line() == "Catchlight works on selection"
    job = first.submit(first.store(sample, sample_bytes), WISH)
    heard: list[NumberedEvent] = []
    for told in second.events(job):
        heard.append(told)
        if len(heard) == 3:
            killed = owner_of(postgres_url, job)
            os.kill(killed, signal.SIGKILL)
    assert [told.number for told in heard] == list(range(1, len(heard) + 1))
    assert isinstance(heard[-1].event, Completed)
    assert list(first.events(job, heard[4].number)) == heard[5:]
    assert second.job(job).attempts == 2
    for worker in workers:
        if worker.process.pid == killed:
            assert worker.end() == -signal.SIGKILL
        else:
            if worker is workers[0]:
                assert "catchlight_workers_wanted 1.0" in httpx.get(metrics, trust_env=False).text
            assert worker.end() == 0
    for server in servers:
        assert server.end() == 0
