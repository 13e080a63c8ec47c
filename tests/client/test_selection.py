"""Following a job from elsewhere: the same interface near and far, and connections that break."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.errors import ServerUnreachable
from catchlight.client.selection import RemoteSelections
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.selection.selections import LocalSelections, Selections
from catchlight.store.jobs.events import Completed, Failed, NumberedEvent, Progressed
from catchlight.store.jobs.job import QueueFull
from catchlight.store.settings.resource_limits import JobLimits

from tests.doubles import EchoEditor, eventually
from tests.selections import REFUSED, Studio, studio
from tests.server.conftest import running

HASTY = RetryPolicy(10, 0.02, 0.05)
WISH = ProfilePictureParams(sizes=(48, 32))


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        yield made


@pytest.fixture(params=["local", "remote"])
def selections(request: pytest.FixtureRequest, studio: Studio, catalogue: Catalogue) -> Iterator[Selections]:
    """The same jobs, near and far."""
    if request.param == "local":
        yield studio.process()
        return
    with far(studio, catalogue) as remote:
        yield remote


@contextlib.contextmanager
def far(
    studio: Studio, catalogue: Catalogue, limits: JobLimits | None = None, **options: Any
) -> Iterator[RemoteSelections]:
    jobs = studio.process(start=False, limits=limits)
    with running(EchoEditor(), studio.generations, catalogue, selections=jobs, **options) as service:
        yield RemoteSelections(service.url, options.get("token"), HASTY)


def end_of(told: list[NumberedEvent]) -> Completed | Failed:
    last = told[-1].event
    assert isinstance(last, Completed | Failed)
    return last


def test_a_job_from_picture_to_delivery(selections: Selections, sample: Picture, sample_bytes: bytes) -> None:
    generation = selections.store(sample, sample_bytes)
    job = selections.submit(generation, WISH)
    told = list(selections.events(job))
    assert [one.number for one in told] == list(range(1, len(told) + 1))
    steps = [one.event.step for one in told if isinstance(one.event, Progressed)]
    assert list(dict.fromkeys(steps)) == list(NAMES)
    end = end_of(told)
    assert isinstance(end, Completed)
    assert [picture.size for picture in end.pictures] == [48, 32]
    seen = selections.job(job)
    assert (seen.state, seen.pictures, seen.generation_id) == ("completed", end.pictures, generation)
    assert codec.decode(selections.step_picture(job, "styling"), codec.DecodeLimits(min_side=1)).width > 10
    assert list(selections.events(job, told[4].number)) == told[5:]
    assert list(selections.events(job, told[-1].number)) == []


def test_both_tell_the_same_of_a_job(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes
) -> None:
    with far(studio, catalogue) as remote:
        job = remote.submit(remote.store(sample, sample_bytes), WISH)
        told = list(remote.events(job))
        local = studio.process(start=False)
        assert list(local.events(job)) == told
        assert local.job(job) == remote.job(job)


def test_a_failed_delivery_is_told_and_the_retry_succeeds(
    selections: Selections, studio: Studio, sample: Picture, sample_bytes: bytes
) -> None:
    studio.watched.faults.append(REFUSED)
    generation = selections.store(sample, sample_bytes)
    end = end_of(list(selections.events(selections.submit(generation, WISH))))
    assert isinstance(end, Failed)
    assert (end.error, end.retryable, end.step) == ("delivery_failed", True, "uploading")
    assert isinstance(end_of(list(selections.events(selections.submit(generation, WISH)))), Completed)


def test_cancelling_the_job_ends_it_and_leaving_it_does_not(
    selections: Selections, studio: Studio, sample: Picture, sample_bytes: bytes
) -> None:
    studio.watched.open.clear()
    job = selections.submit(selections.store(sample, sample_bytes), WISH)
    assert studio.watched.reached.wait(20)
    progress = Progress()
    threading.Timer(0.3, progress.cancel).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        list(selections.events(job, progress=progress))
    assert time.monotonic() - began < 3
    assert selections.job(job).state == "running"
    selections.cancel(job)
    studio.watched.open.set()
    end = end_of(list(selections.events(job)))
    assert isinstance(end, Failed)
    assert end.error == "cancelled"


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda jobs: jobs.submit("gen_nothing", WISH), "unknown_generation"),
        (lambda jobs: jobs.job("job_nothing"), "unknown_job"),
        (lambda jobs: jobs.cancel("job_nothing"), "unknown_job"),
        (lambda jobs: jobs.step_picture("job_nothing", "matting"), "unknown_job"),
        (lambda jobs: list(jobs.events("job_nothing")), "unknown_job"),
    ],
)
def test_refusals_have_the_same_codes(selections: Selections, ask: Any, code: str) -> None:
    with pytest.raises(CatchlightError) as refused:
        ask(selections)
    assert refused.value.code == code
    assert len(refused.value.message) > 10


def test_a_full_queue_is_the_same_error(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes
) -> None:
    studio.watched.open.clear()
    with far(studio, catalogue, JobLimits(queue=1)) as remote:
        remote.submit(remote.store(sample, sample_bytes), WISH)
        with pytest.raises(QueueFull):
            remote.submit(remote.store(sample, sample_bytes), WISH)
        studio.watched.open.set()


def test_the_token_opens_the_jobs(studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes) -> None:
    with far(studio, catalogue, token="secret-token") as remote:
        job = remote.submit(remote.store(sample, sample_bytes), WISH)
        assert isinstance(end_of(list(remote.events(job))), Completed)
        with pytest.raises(CatchlightError) as refused:
            RemoteSelections(remote.address).submit("gen_x", WISH)
        assert refused.value.code == "unauthorized"


class Cutter:
    """A relay that breaks each connection after so many bytes have come back through it."""

    def __init__(self, address: str, limits: list[int]) -> None:
        self._host, _, port = address.removeprefix("http://").partition(":")
        self._port = int(port)
        self._limits = limits
        self.connections = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(0.1)
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(5)
        self._listening.close()

    def _accept(self) -> None:
        while not self._stop.is_set():
            with contextlib.suppress(TimeoutError):
                inward, _ = self._listening.accept()
                self.connections += 1
                left = self._limits.pop(0) if self._limits else 10**9
                thread = threading.Thread(target=self._relay, args=(inward, left))
                self._threads.append(thread)
                thread.start()

    def _relay(self, inward: socket.socket, left: int) -> None:
        with inward, socket.create_connection((self._host, self._port)) as outward:
            for one in (inward, outward):
                one.settimeout(0.02)
            while left > 0 and not self._stop.is_set():
                for source, sink in ((inward, outward), (outward, inward)):
                    with contextlib.suppress(TimeoutError):
                        data = source.recv(64)
                        if not data:
                            return
                        if source is outward:
                            data = data[:left]
                            left -= len(data)
                        sink.sendall(data)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers are asked again at once."""
    monkeypatch.setattr("catchlight.server.sse.RETRY_MILLISECONDS", 50)


@pytest.mark.usefixtures("hasty")
def test_broken_connections_lose_nothing_and_repeat_nothing(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes
) -> None:
    with far(studio, catalogue) as remote:
        job = remote.submit(remote.store(sample, sample_bytes), WISH)
        whole = list(remote.events(job))
        for limits in ([150, 420, 700, 300, 900, 610], [1, 250, 2, 480, 3], [500] * 6):
            cutter = Cutter(remote.address, list(limits))
            try:
                told = list(RemoteSelections(cutter.address, retries=HASTY).events(job))
            finally:
                cutter.close()
            assert told == whole
            assert cutter.connections > 1


@pytest.mark.usefixtures("hasty")
def test_asking_over_a_broken_connection_begins_one_job(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes
) -> None:
    with far(studio, catalogue) as remote:
        generation = remote.store(sample, sample_bytes)
        cutter = Cutter(remote.address, [40, 200, 40])
        try:
            job = RemoteSelections(cutter.address, retries=HASTY).submit(generation, WISH)
        finally:
            cutter.close()
        assert isinstance(end_of(list(remote.events(job))), Completed)
        assert eventually(lambda: len(studio.watched.manifests) == 1)
        assert studio.process(start=False).ledger.newest(generation) == job


@pytest.mark.usefixtures("hasty")
def test_a_server_that_never_answers_is_given_up_and_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    remote = RemoteSelections(address, retries=RetryPolicy(3, 0.02, 0.02))
    for ask in (
        lambda: list(remote.events("job_1")),
        lambda: remote.submit("gen_1", WISH),
        lambda: remote.job("job_1"),
        lambda: remote.cancel("job_1"),
    ):
        with pytest.raises(ServerUnreachable, match=address):
            ask()


def test_a_server_that_is_started_anew_is_found_again(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first server stops in the middle of the job; the second one, at the same address, goes on with it."""
    monkeypatch.setattr("catchlight.server.sse.RETRY_MILLISECONDS", 200)
    told: list[NumberedEvent] = []
    studio.watched.open.clear()
    with far(studio, catalogue) as first:
        job = first.submit(first.store(sample, sample_bytes), WISH)
        port = int(first.address.rpartition(":")[2])
        listener = threading.Thread(
            target=lambda: told.extend(RemoteSelections(first.address, retries=RetryPolicy(60)).events(job))
        )
        listener.start()
        assert studio.watched.reached.wait(20)
        threading.Timer(0.2, studio.watched.open.set).start()
    monkeypatch.setattr("tests.server.conftest.listen", lambda host, _: _listen(host, port))
    with far(studio, catalogue):
        listener.join(30)
    assert [one.number for one in told] == list(range(1, len(told) + 1))
    assert isinstance(end_of(told), Completed)
    fractions = [one.event.fraction for one in told if isinstance(one.event, Progressed)]
    assert fractions == sorted(fractions)


def _listen(host: str, port: int) -> socket.socket:
    from catchlight.server.process.listen import listen

    return listen(host, port)


def test_what_a_local_listener_leaves_behind_is_nothing(studio: Studio, sample: Picture, sample_bytes: bytes) -> None:
    jobs: LocalSelections = studio.process()
    job = jobs.submit(jobs.store(sample, sample_bytes), WISH)
    for _ in jobs.events(job):
        break
    list(jobs.events(job))
    assert jobs._bell._listeners == {}
