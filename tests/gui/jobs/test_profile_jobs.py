"""Profile picture jobs as the window follows them: here and on a server, over breaks, restarts, retries."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.client.job_backend import JobBackends
from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.jobs.profile_feed import SourcePicture
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.jobs.profile_jobs import ProfileJobs
from catchlight.operations.operation import File
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from catchlight.service.lazy import LazySelections
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.settings.settings_file import SettingsFile
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import SAMPLE, wait
from tests.selections import REFUSED, Studio, studio
from tests.server import conftest as servers
from tests.server.conftest import Running, listen, running

WISH = ProfilePictureParams(sizes=(48, 32), background_style="studio_navy")


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        yield made


@dataclass
class Starts:
    """Starts and ends of the program over one home. ``places`` is of the last start."""

    start: Callable[[], ProfileJobs]
    end: Callable[[], None]
    places: EditBackend


@pytest.fixture
def program(
    qapp: QApplication, home: Home, studio: Studio, portraits: Portraits, catalogue: Catalogue
) -> Iterator[Starts]:
    ends: list[Callable[[], None]] = []

    def start() -> ProfileJobs:
        queue = JobQueue()
        memory = Memory(SettingsFile(home.settings), home.root / "window.json")
        late = LazySelections(lambda: studio.process(start=False))
        starts.places = EditBackend(LocalEditor(portraits, catalogue), OPERATIONS)
        jobs = ProfileJobs(JobBackends(late, starts.places), queue, memory)

        def end() -> None:
            wait(lambda: not [job for job in queue.running if job.title == ""])
            queue.close()
            memory.save()
            assert late.close(10)

        ends.append(end)
        return jobs

    def stop() -> None:
        ends.pop()()

    starts = Starts(start, stop, EditBackend(LocalEditor(portraits, catalogue), OPERATIONS))
    yield starts
    studio.watched.open.set()
    while ends:
        stop()


Far = Callable[..., contextlib.AbstractContextManager[Running]]


@pytest.fixture
def far(studio: Studio, portraits: Portraits, catalogue: Catalogue) -> Far:
    """A server over the test's home, with these jobs."""
    editor = LocalEditor(portraits, catalogue)
    return lambda jobs, **options: running(editor, studio.generations, catalogue, selections=jobs, **options)


def supply(generation: str | None = None) -> SourcePicture:
    return SourcePicture("sample", "astronaut.png", lambda: File(SAMPLE.read_bytes(), "image/png"), generation)


def seen_steps(entry: ProfileJob) -> list[str]:
    """Every step that was seen at work, as it goes on."""
    seen: list[str] = []
    entry.changed.connect(lambda: seen.append(entry.step.name) if entry.step and entry.step.name not in seen else None)
    return seen


def test_a_job_here_shows_every_step_and_its_files(program: Starts, home: Home) -> None:
    jobs = program.start()
    entry = jobs.make(supply(), WISH)
    assert (entry.stage, [step.state for step in entry.steps]) == ("asking", ["waiting"] * 7)
    seen = seen_steps(entry)
    fractions: list[float] = []
    entry.changed.connect(lambda: fractions.append(entry.fraction))
    wait(lambda: not entry.active)
    assert entry.stage == "completed"
    assert set(seen) <= set(NAMES)
    assert fractions == sorted(fractions)
    assert all(step.state == "done" and step.seconds is not None for step in entry.steps)
    assert set(entry.pictures) == set(NAMES) - {"uploading"}
    assert [picture.size for picture in entry.files] == [48, 32]
    assert [entry.delivered[picture.location].width() for picture in entry.files] == [48, 32]
    assert entry.folder is not None
    assert Path(entry.folder).is_relative_to(home.delivered)


def test_a_refused_delivery_can_be_asked_for_again(program: Starts, studio: Studio) -> None:
    studio.watched.faults.append(REFUSED)
    jobs = program.start()
    first = jobs.make(supply(), WISH)
    wait(lambda: not first.active)
    assert (first.stage, first.retryable) == ("failed", True)
    assert first.step is not None
    assert (first.step.name, first.step.state) == ("uploading", "failed")
    assert first.fault is not None
    assert first.fault.code == "delivery_failed"
    second = jobs.retry(first)
    wait(lambda: not second.active)
    assert second.stage == "completed"
    assert second.job != first.job
    assert jobs.entries == [second]
    assert len(studio.generations.page(10).generations) == 1, "the picture was stored once"


def test_cancelling_ends_the_job_where_it_runs(
    program: Starts, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, cancel = threading.Event(), LocalSelections.cancel
    monkeypatch.setattr(LocalSelections, "cancel", lambda self, job: (cancel(self, job), said.set()))
    studio.watched.open.clear()
    jobs = program.start()
    entry = jobs.make(supply(), WISH)
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    jobs.cancel(entry)
    wait(said.is_set)  # it goes there on a thread of its own, and the delivery must not be done before
    studio.watched.open.set()
    wait(lambda: not entry.active)
    assert entry.fault is not None
    assert (entry.fault.code, entry.retryable) == ("cancelled", True)
    assert studio.watched.manifests == []


def test_what_was_under_way_is_found_again_after_a_restart(program: Starts, studio: Studio) -> None:
    studio.watched.open.clear()
    jobs = program.start()
    entry = jobs.make(supply(), WISH)
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    studio.watched.open.set()
    program.end()
    again = program.start()
    again.resume()
    (found,) = again.entries
    assert (found.job, found.name) == (entry.job, "astronaut.png")
    wait(lambda: not found.active)
    assert found.stage == "completed"
    assert len(studio.watched.manifests) == 1
    assert found.asked.params == WISH
    program.end()
    last = program.start()
    last.resume()
    assert [found.job for found in last.entries] == [entry.job]
    wait(lambda: last.entries[0].stage == "completed")
    assert [picture.size for picture in last.entries[0].files] == [48, 32]


def test_a_picture_that_cannot_be_used_is_refused_in_words(program: Starts) -> None:
    jobs = program.start()
    entry = jobs.make(SourcePicture("grey", "grey.png", lambda: File(b"no picture", "image/png")), WISH)
    wait(lambda: not entry.active)
    assert entry.stage == "failed"
    assert entry.fault is not None
    assert entry.fault.code == "unsupported_image"
    assert not entry.retryable


def test_a_server_that_goes_away_in_the_middle_is_waited_for(
    program: Starts, studio: Studio, far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = program.start()
    studio.watched.open.clear()
    distant = studio.process(start=False)
    with far(distant, token="secret") as server:
        port = int(server.url.rpartition(":")[2])
        program.places.use_server(program.places.find_server(server.url, "secret"))
        entry = jobs.make(supply("gen_of_this_computer"), WISH)
        wait(lambda: entry.step is not None and entry.step.name == "uploading")
        assert entry.address == server.url
    studio.watched.open.set()
    wait(lambda: entry.lost > 0)
    assert entry.active
    monkeypatch.setattr(servers, "listen", lambda host, _port: listen(host, port))
    with far(studio.process(start=False), token="secret"):
        wait(lambda: not entry.active)
    assert entry.stage == "completed"
    assert entry.lost == 0
    assert entry.folder is None, "what a server delivers does not lie on this computer"
    assert entry.delivered
    assert len(studio.watched.manifests) == 1


def test_a_cancel_that_finds_no_server_is_said_again_when_it_is_back(
    program: Starts, studio: Studio, far: Far, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancel = LocalSelections.cancel

    def cancelled(selections: LocalSelections, job: str) -> None:
        cancel(selections, job)
        studio.watched.open.set()

    monkeypatch.setattr(LocalSelections, "cancel", cancelled)
    jobs = program.start()
    studio.watched.open.clear()
    distant = studio.process(start=False)
    with far(distant) as server:
        port = int(server.url.rpartition(":")[2])
        program.places.use_server(program.places.find_server(server.url))
        entry = jobs.make(supply(), WISH)
        wait(lambda: entry.step is not None and entry.step.name == "uploading")
    wait(lambda: entry.lost > 0)
    jobs.cancel(entry)
    monkeypatch.setattr(servers, "listen", lambda host, _port: listen(host, port))
    with far(studio.process(start=False)):
        wait(lambda: not entry.active)
    assert entry.fault is not None
    assert (entry.fault.code, entry.retryable) == ("cancelled", True)
    assert studio.watched.manifests == []


def test_a_refused_cancel_is_told_and_the_job_goes_on(
    program: Starts, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_selections: LocalSelections, _job: str) -> None:
        raise StorageFault("The store is read only.")

    monkeypatch.setattr(LocalSelections, "cancel", refused)
    jobs = program.start()
    told: list[CatchlightError] = []
    jobs.not_cancelled.connect(told.append)
    studio.watched.open.clear()
    entry = jobs.make(supply(), WISH)
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    jobs.cancel(entry)
    wait(lambda: bool(told))
    assert (told[0].code, entry.cancelling, entry.active) == (StorageFault.code, False, True)
    studio.watched.open.set()
    wait(lambda: not entry.active)
    assert entry.stage == "completed"


def test_an_asking_that_no_server_hears_can_be_repeated_as_the_same(program: Starts, studio: Studio, far: Far) -> None:
    jobs = program.start()
    with far(studio.process(start=False)) as server:
        program.places.use_server(program.places.find_server(server.url))
    entry = jobs.make(supply(), WISH)
    wait(lambda: not entry.active)
    assert entry.fault is not None
    assert (entry.fault.code, entry.retryable, entry.job) == ("server_unreachable", True, "")
    again = jobs.retry(entry)
    assert again.asked.request == entry.asked.request
    wait(lambda: not again.active)
