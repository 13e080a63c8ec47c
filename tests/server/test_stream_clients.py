"""The stream of a slow job, heard by plain clients that read every event's data as JSON and know nothing of comments."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import PATH, ProfilePictureParams
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.server import sse
from catchlight.service.selection.selections import LocalSelections
from httpx_sse import ServerSentEvent, connect_sse

from tests.doubles import EchoEditor
from tests.selections import Studio, studio
from tests.server.conftest import Running, running

HELD_SECONDS = 3.5
JOBS = "/profile-picture/jobs"


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        made.watched.patience = 60.0
        yield made


@pytest.fixture
def generation(studio: Studio, sample: Picture, sample_bytes: bytes) -> str:
    return studio.generations.upload(sample, sample_bytes).id


@contextlib.contextmanager
def serving(made: Studio, catalogue: Catalogue) -> Iterator[tuple[Running, LocalSelections]]:
    jobs = made.process(start=False)
    with running(EchoEditor(), made.generations, catalogue, selections=jobs) as service:
        yield service, jobs


@contextlib.contextmanager
def held(made: Studio, seconds: float) -> Iterator[None]:
    """The delivery of the job waits so long before its first file."""
    made.watched.open.clear()

    def let_go() -> None:
        made.watched.reached.wait(60)
        time.sleep(seconds)
        made.watched.open.set()

    thread = threading.Thread(target=let_go)
    thread.start()
    try:
        yield
    finally:
        made.watched.open.set()
        thread.join()


def heard(
    service: Running, method: str, path: str, **request: Any
) -> tuple[list[ServerSentEvent], list[dict[str, Any]]]:
    """Every event that httpx-sse gives its user, each read as JSON."""
    with (
        httpx.Client(base_url=service.url, timeout=60, trust_env=False) as client,
        connect_sse(client, method, path, **request) as source,
    ):
        events = list(source.iter_sse())
    return events, [json.loads(event.data) for event in events]


def check(events: list[ServerSentEvent], told: list[dict[str, Any]], first: int) -> None:
    """Nothing but whole events, in order, the time for coming again with the first one."""
    assert [event.event for event in events] == [one["type"] for one in told]
    assert [int(event.id.rpartition(":")[2]) for event in events] == list(range(first, first + len(events)))
    assert events[0].retry == sse.RETRY_MILLISECONDS == 2000
    assert all(event.retry is None for event in events[1:])
    assert told[-1]["type"] == "completed"


def test_a_job_that_is_held_gives_plain_clients_nothing_but_its_events(
    studio: Studio, catalogue: Catalogue, generation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sse.COMMENT_SECONDS == 10
    monkeypatch.setattr(sse, "COMMENT_SECONDS", 1.0)
    with serving(studio, catalogue) as (service, jobs), held(studio, HELD_SECONDS):
        results: dict[str, tuple[list[ServerSentEvent], list[dict[str, Any]]]] = {}
        raw: list[bytes] = []

        def post() -> None:
            results["post"] = heard(service, "POST", PATH, json={"generationId": generation, "sizes": [32]})

        def late_get(job: str, last: int) -> None:
            results["get"] = heard(service, "GET", f"{JOBS}/{job}/events", headers={"Last-Event-ID": f"{job}:{last}"})

        def read_raw(job: str) -> None:
            with httpx.Client(base_url=service.url, timeout=60, trust_env=False) as client:
                raw.append(client.get(f"{JOBS}/{job}/events").content)

        posting = threading.Thread(target=post)
        began = time.monotonic()
        posting.start()
        assert studio.watched.reached.wait(60)
        job = jobs.ledger.newest(generation)
        assert job is not None
        last = jobs.ledger.events(job, 0)[-1].number
        others = [threading.Thread(target=late_get, args=(job, last)), threading.Thread(target=read_raw, args=(job,))]
        for thread in others:
            thread.start()
        for thread in (posting, *others):
            thread.join()
        assert time.monotonic() - began > HELD_SECONDS
    check(*results["post"], first=1)
    check(*results["get"], first=last + 1)
    assert results["post"][1][last:] == results["get"][1]
    (text,) = raw
    assert text.count(sse.COMMENT) >= 2
    assert sse.COMMENT + b"\n" not in text
    for frame in text.removesuffix(b"\n\n").split(b"\n\n"):
        assert sum(line.startswith(b"data: {") for line in frame.split(b"\n")) == 1


@pytest.mark.parametrize("pause", [0.05, 0.3])
def test_comments_before_the_first_event_carry_no_frame(
    studio: Studio, catalogue: Catalogue, generation: str, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that comes back while nothing happens hears comments first; the time for coming again waits for an event."""
    monkeypatch.setattr(sse, "COMMENT_SECONDS", pause)
    monkeypatch.setattr(sse, "_LOOK_SECONDS", pause / 2)
    with serving(studio, catalogue) as (service, jobs), held(studio, 2.0):
        job = jobs.submit(generation, ProfilePictureParams(sizes=(32,)))
        assert studio.watched.reached.wait(60)
        last = jobs.ledger.events(job, 0)[-1].number
        events, told = heard(service, "GET", f"{JOBS}/{job}/events", headers={"Last-Event-ID": f"{job}:{last}"})
    check(events, told, first=last + 1)
