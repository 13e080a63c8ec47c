"""A batch of this computer done by a server: the same results, names, reports and promises, whoever is killed."""

from __future__ import annotations

import csv
import io
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.batch_crew import TRANSFERS, RemoteCrew
from catchlight.client.batches import RemoteBatches
from catchlight.core.errors import CatchlightError
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.paths import Home
from catchlight.service.batch.messages import TaskProgress
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.report import report
from catchlight.service.batch.run import BatchRun
from catchlight.service.editor import Editor
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.journals import Journals
from catchlight.store.batches.server_batches import ServerBatches

from tests.batch_service import batch_service
from tests.doubles import EchoEditor, GatedEditor, eventually
from tests.server.conftest import Running, Start
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import begin, make_pictures, preset

Begin = Callable[..., Journal[BatchPlan]]
Served = Callable[..., Running]
ROOT = Path(__file__).resolve().parents[2]
FEW = RetryPolicy(attempts=3, first=0.01, longest=0.05)
__all__ = ["begin", "preset"]


@pytest.fixture
def served(tmp_path: Path, catalogue: Catalogue, start: Start) -> Iterator[Served]:
    """A server in another home."""
    with ExitStack() as stack:

        def started(editor: Editor) -> Running:
            return start(batches=stack.enter_context(batch_service(Home(tmp_path / "server"), editor, catalogue)))

        yield started


@pytest.fixture
def echo(tmp_path: Path) -> Echo:
    return Echo(tmp_path / "log")


def run_on(address: str, journal: Journal[BatchPlan], jobs: int = 4) -> BatchRun:
    crew = partial(RemoteCrew, RemoteBatches(address, None, FEW), DecodeLimits())
    return BatchRun(journal, Echo(Path("nowhere")), DecodeLimits(), jobs, crew=crew)


def finish(address: str, journal: Journal[BatchPlan]) -> dict[str, BatchItem]:
    list(run_on(address, journal).events())
    return {item.source.name: item for item in journal.items()}


def test_a_server_does_what_this_computer_does(begin: Begin, served: Served, tmp_path: Path, echo: Echo) -> None:
    names = ["pass-a.jpg", "faceless.jpg", "b.jpg", "b again.jpg", "broken.jpg", "torn.jpg", "absent.jpg", "empty.jpg"]
    sources = make_pictures(tmp_path / "in", names)
    sources[3].write_bytes(sources[2].read_bytes())
    sources[5].write_bytes(sources[5].read_bytes()[:300])
    sources[6].unlink()
    sources[7].write_bytes(b"")
    fields = {
        "media_type": "image/webp",
        "longest": 40,
        "color_space": "display_p3",
        "pattern": "{number}-{name}-{width}",
    }
    here, there = (begin(sources, folder=tmp_path / place, **fields) for place in ("here", "there"))
    service = served(echo(1))
    events = list(run_on(service.url, there).events())
    list(BatchRun(here, echo, DecodeLimits(), 1).events())

    def told(journal: Journal[BatchPlan]) -> list[tuple[object, ...]]:
        rows = csv.DictReader(io.StringIO(report(journal.items()).decode("utf-8-sig")))
        facts = ("file", "state", "error", "message", "verdict", "notes")
        return [(*(row[name] for name in facts), Path(row["output"]).name) for row in rows]

    assert told(there) == told(here)
    assert [row[1] for row in told(there)] == ["done", "failed", "done", "done", "failed", "failed", "failed", "failed"]
    assert {file.name: file.read_bytes() for file in (tmp_path / "there").iterdir()} == {
        file.name: file.read_bytes() for file in (tmp_path / "here").iterdir()
    }
    assert there.state == "finished"
    assert {event.step for event in events if isinstance(event, TaskProgress)} >= {"sending", "working", "receiving"}
    assert service.client.get("/batches").json() == {"batches": []}


def test_what_failed_is_tried_again_at_the_server(begin: Begin, served: Served, tmp_path: Path, echo: Echo) -> None:
    (source,) = make_pictures(tmp_path / "in", ["faceless.jpg"])
    journal, service = begin([source]), served(echo(1))
    assert finish(service.url, journal)["faceless.jpg"].code == "no_face"
    assert journal.retry() == 1
    assert finish(service.url, journal)["faceless.jpg"].code == "no_face"
    assert echo.log.read_text().split() == ["faceless.jpg"] * 2


def test_a_run_that_is_called_off_is_gone_on_with_where_it_was(begin: Begin, served: Served, tmp_path: Path) -> None:
    editor = GatedEditor()
    service = served(editor)
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg", "b.jpg", "c.jpg"]))
    run = run_on(service.url, journal, jobs=1)
    for event in run.events():
        if isinstance(event, TaskProgress) and event.step == "working":
            run.cancel()
    assert [item.state for item in journal.items()] == ["waiting"] * 3
    assert [found.address for found in ServerBatches(journal).all()] == [service.url]
    editor.gate.set()
    (batch,) = service.client.get("/batches").json()["batches"]
    assert eventually(lambda: service.client.get(f"/batches/{batch['batchId']}").json()["done"] == 1)
    assert {item.state for item in finish(service.url, journal).values()} == {"done"}
    assert len(editor.requests) == 3


def test_a_batch_that_the_server_has_forgotten_is_begun_anew(begin: Begin, served: Served, tmp_path: Path) -> None:
    editor = EchoEditor()
    service, journal = served(editor), begin(make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"]))
    noted = ServerBatches(journal)
    noted.begin(service.url, "a request of before")
    noted.note(service.url, f"batch_{'0' * 32}")
    assert {item.state for item in finish(service.url, journal).values()} == {"done"}


def test_a_file_that_changed_after_it_was_handed_over_fails(begin: Begin, served: Served, tmp_path: Path) -> None:
    editor = GatedEditor()
    service = served(editor)
    sources = make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"])
    journal = begin(sources)
    for event in (run := run_on(service.url, journal, jobs=1)).events():
        if isinstance(event, TaskProgress) and event.step == "working":
            sources[1].write_bytes(sources[0].read_bytes())
            editor.gate.set()
    assert not run.cancelled
    (first, second) = journal.items()
    assert (first.state, second.state, second.code) == ("done", "failed", "storage_fault")
    assert "was changed since the batch was begun" in str(second.message)


def test_a_server_that_is_not_there_or_refuses_ends_the_run_and_loses_nothing(
    begin: Begin, start: Start, tmp_path: Path
) -> None:
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg"]))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{closed.getsockname()[1]}"
    for address, code in ((nowhere, "server_unreachable"), (start(token="correct-horse").url, "unauthorized")):
        with pytest.raises(CatchlightError) as told:
            finish(address, journal)
        assert told.value.code == code
    assert (journal.items()[0].state, journal.state) == ("waiting", "open")


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A program of the tests' in a process, killed at the end."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with subprocess.Popen(
        [sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as begun:
        try:
            yield begun
        finally:
            begun.kill()


CLIENT = """
import sys
from functools import partial
from pathlib import Path
from catchlight.client.batch_crew import RemoteCrew
from catchlight.client.batches import RemoteBatches
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.run import BatchRun
from catchlight.store.batches.journal import Journal
crew = partial(RemoteCrew, RemoteBatches(sys.argv[2]), DecodeLimits())
list(BatchRun(Journal(Path(sys.argv[1]), BatchPlan), None, DecodeLimits(), 4, crew=crew).events())
"""


@pytest.mark.slow
def test_whoever_is_killed_nothing_is_lost_and_nothing_done_twice(
    begin: Begin, tmp_path: Path, home: Home, echo: Echo
) -> None:
    names = [f"p{number}.jpg" for number in range(24)]
    journal = begin(make_pictures(tmp_path / "in", names))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    serve = ("-m", "tests.batch_service", str(tmp_path / "server"), port, str(echo.log), "0.1")

    def done() -> int:
        return journal.counts().get("done", 0)

    with process(*serve) as first:
        assert first.stdout is not None
        address = first.stdout.readline().strip()
        with process("-c", CLIENT, str(journal.path), address) as client:
            assert eventually(lambda: done() >= 3, 60)
            first.send_signal(signal.SIGKILL)
            first.wait()
            with process(*serve) as second:
                before = done()
                assert eventually(lambda: done() >= before + 3, 60)
                client.send_signal(signal.SIGKILL)
                client.wait()
                unfinished = Journals(home.batches, BatchPlan).unfinished()
                assert unfinished is not None
                assert unfinished.id == journal.id
                items = finish(address, unfinished)
                assert RemoteBatches(address).batches() == ()
                second.terminate()
    assert {item.state for item in items.values()} == {"done"}
    written = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert written == sorted(name.replace(".jpg", ".png") for name in names)
    began = Counter(echo.log.read_text().split())
    assert set(began) == set(names)
    assert sum(began.values()) <= len(names) + 1  # only what the killed server was at is done again
    left = list((tmp_path / "server" / "batch-jobs" / "batch-files").iterdir())
    assert len(left) <= TRANSFERS + 1  # what the killed server had put and not noted yet goes with the sweep
