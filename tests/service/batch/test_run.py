"""Batches with real worker processes: what is done, what fails alone, what a kill leaves, and what another run makes of it."""

from __future__ import annotations

import csv
import io
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.core.errors import CatchlightError
from catchlight.core.files.logbook import log_file
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.paths import Home
from catchlight.service.batch.messages import TaskProgress
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.process_file import run_steps
from catchlight.service.batch.report import report
from catchlight.service.batch.run import BatchRun, Tally
from catchlight.service.batch.worker_context import LocalEditorFactory
from catchlight.service.batch.worker_processes import WorkerStartError
from catchlight.service.editor import Editor
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.journals import Journals

from tests.doubles import eventually
from tests.service.batch.benches import Echo, NoStart
from tests.service.batch.conftest import make_pictures

Begin = Callable[..., Journal[BatchPlan]]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def echo(tmp_path: Path) -> Echo:
    return Echo(tmp_path / "log")


def began(echo: Echo) -> Counter[str]:
    """How often each file was begun."""
    return Counter(echo.log.read_text().split()) if echo.log.exists() else Counter()


def test_a_file_whose_process_died_is_tried_once_more_with_no_other_at_work(
    begin: Begin, tmp_path: Path, echo: Echo
) -> None:
    journal = begin(make_pictures(tmp_path / "in", ["fragile.jpg", "a.jpg", "b.jpg", "c.jpg"]))
    run, alongside = BatchRun(journal, echo, DecodeLimits(), 2), []
    for event in run.events():
        if isinstance(event, Tally) and began(echo)["fragile.jpg"] == 2:
            alongside.append(event.working)
    assert {item.state for item in journal.items()} == {"done"}
    assert began(echo)["fragile.jpg"] == 2
    assert began(echo).total() == 5
    assert max(alongside) <= 1
    assert echo.log.read_text().split()[-1] == "fragile.jpg"


def finish(journal: Journal[BatchPlan], bench: object, jobs: int = 2) -> list[BatchItem]:
    list(BatchRun(journal, bench, DecodeLimits(), jobs).events())  # type: ignore[arg-type]
    return journal.items()


def test_every_file_is_done_and_a_bad_one_stops_no_other(begin: Begin, tmp_path: Path, echo: Echo) -> None:
    names = ["a.jpg", "faceless.jpg", "b.jpg", "broken.jpg", "deadly.jpg", "c.jpg", "torn.jpg", "absent.jpg"]
    sources = make_pictures(tmp_path / "in", names)
    sources[6].write_bytes(sources[6].read_bytes()[:300])
    sources[7].unlink()
    journal = begin(sources, media_type="image/webp")
    run = BatchRun(journal, echo, DecodeLimits(), 2)
    events = list(run.events())
    items = {item.source.name: item for item in journal.items()}
    assert {name for name, item in items.items() if item.state == "done"} == {"a.jpg", "b.jpg", "c.jpg"}
    codes = {name: item.code for name, item in items.items() if item.state == "failed"}
    assert codes == {
        "faceless.jpg": "no_face",
        "broken.jpg": "internal_error",
        "deadly.jpg": "internal_error",
        "torn.jpg": "unsupported_image",
        "absent.jpg": "storage_fault",
    }
    assert "code -9" in str(items["deadly.jpg"].message)
    assert began(echo)["deadly.jpg"] == 2
    assert "ZeroDivisionError" not in str(items["broken.jpg"].message)
    assert "ZeroDivisionError" in log_file().read_text()
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a.webp", "b.webp", "c.webp"]
    assert codec.sniff((tmp_path / "out" / "a.webp").read_bytes()) == "image/webp"
    assert journal.state == "finished"
    tallies = [event for event in events if isinstance(event, Tally)]
    assert (tallies[-1].done, tallies[-1].failed, tallies[-1].fraction) == (3, 5, 1.0)
    assert any(isinstance(event, TaskProgress) for event in events)
    rows = list(csv.DictReader(io.StringIO(report(journal.items()).decode("utf-8-sig"))))
    assert [(Path(row["file"]).name, row["state"], row["error"]) for row in rows][1] == (
        "faceless.jpg",
        "failed",
        "no_face",
    )
    assert rows[0]["output"] == str(tmp_path / "out" / "a.webp")
    assert journal.retry() == 5
    assert journal.state == "open"
    assert [item.state for item in journal.items()].count("waiting") == 5


def test_a_pause_begins_no_further_file_and_a_cancel_keeps_what_is_finished(
    begin: Begin, tmp_path: Path, echo: Echo
) -> None:
    journal = begin(make_pictures(tmp_path / "in", [f"{number}.jpg" for number in range(5)]))
    slow = Echo(echo.log, 0.3)
    run = BatchRun(journal, slow, DecodeLimits(), 1)
    paused_for = 0
    for event in run.events():
        if isinstance(event, BatchItem) and event.state == "done":
            run.pause()
        if isinstance(event, Tally) and event.paused and event.done == 1 and event.working == 0:
            paused_for += 1
            if paused_for == 3:
                assert event.seconds_left is not None
                run.resume()
        if isinstance(event, TaskProgress) and event.fraction > 0 and len(began(echo)) == 2 and event.number == 1:
            run.cancel()
    assert [item.state for item in journal.items()] == ["done"] + ["waiting"] * 4
    assert journal.state == "open"
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["0.png"]
    assert all(item.state == "done" for item in finish(journal, echo))
    assert began(echo)["0.jpg"] == 1


def test_workers_that_cannot_start_are_said_and_lose_no_file(begin: Begin, tmp_path: Path) -> None:
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg"]))
    with pytest.raises(WorkerStartError, match="code 7"):
        finish(journal, NoStart(), jobs=1)
    assert [item.state for item in journal.items()] == ["waiting"]


def test_kill_in_the_middle_and_resume_loses_nothing_and_repeats_nothing(
    begin: Begin, tmp_path: Path, echo: Echo, home: Home
) -> None:
    names = [f"p{number}.jpg" for number in range(16)]
    journal = begin(make_pictures(tmp_path / "in", names))
    slow = Echo(echo.log, 0.1)
    program = (
        "from pathlib import Path; from catchlight.imaging.io.codec import DecodeLimits\n"
        "from catchlight.store.batches.journal import Journal; from catchlight.service.batch.run import BatchRun\n"
        "from catchlight.service.batch.plan import BatchPlan\n"
        "from tests.service.batch.benches import Echo\n"
        "if __name__ == '__main__':\n"
        f"  journal = Journal(Path({str(journal.path)!r}), BatchPlan)\n"
        f"  list(BatchRun(journal, Echo(Path({str(echo.log)!r}), 0.1), DecodeLimits(), 2).events())\n"
    )
    script = tmp_path / "killed.py"
    script.write_text(program)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    process = subprocess.Popen([sys.executable, str(script)], cwd=ROOT, env=environment)
    try:
        assert eventually(lambda: journal.counts().get("done", 0) >= 3, 60)
        time.sleep(random.random() * 0.2)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = {item.source.name for item in journal.items() if item.state == "done"}
    assert 3 <= len(done) < len(names)
    unfinished = Journals(home.batches, BatchPlan).unfinished()
    assert unfinished is not None
    assert unfinished.id == journal.id
    before = began(echo)
    items = finish(unfinished, slow)
    assert [item.state for item in items] == ["done"] * len(names)
    written = sorted(file.name for file in (tmp_path / "out").iterdir())
    assert written == sorted(name.replace(".jpg", ".png") for name in names)
    again = {name for name, count in began(echo).items() if count > 1}
    assert not again & done
    assert len(again) <= 2 + sum(before.values()) - len(done)
    assert Journals(home.batches, BatchPlan).unfinished() is None


def test_results_are_those_of_single_edits(begin: Begin, tmp_path: Path, home: Home, sample_bytes: bytes) -> None:
    source = tmp_path / "anna.png"
    source.write_bytes(sample_bytes)
    journal = begin([source])
    bench = LocalEditorFactory(home.root)
    items = finish(journal, bench, jobs=1)
    assert items[0].state == "done", items[0].message
    assert items[0].output is not None
    editor: Editor = bench(1)
    picture = codec.decode(sample_bytes, name="anna.png")
    single, verdict, notes = run_steps(editor, journal.plan.preset, picture, [[]], Progress())
    assert verdict is None
    assert notes == ()
    made, alone = codec.decode(items[0].output.read_bytes()), codec.decode(single.file.data)
    assert made.digest == alone.digest
    without = {"steps": {0: {"made"}}}
    assert made.record.model_dump(exclude=without) == alone.record.model_dump(exclude=without)


def test_journals_of_ended_batches_are_forgotten_and_open_ones_kept(
    begin: Begin, tmp_path: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.store.batches.journals.KEPT", 1)
    sources = make_pictures(tmp_path / "in", ["a.jpg"])
    first = begin(sources)
    for _ in range(3):
        begin(sources).end("finished")
    Journals(home.batches, BatchPlan).forget_old()
    states = [Journal(path, BatchPlan).state for path in home.batches.glob("*.sqlite3")]
    assert sorted(states) == ["finished", "open"]
    assert first.path.exists()


def test_a_folder_that_cannot_be_written_is_said(begin: Begin, tmp_path: Path, echo: Echo) -> None:
    (tmp_path / "file").write_bytes(b"")
    journal = begin(make_pictures(tmp_path / "in", ["a.jpg"]), folder=tmp_path / "file" / "below")
    with pytest.raises(CatchlightError, match="Could not create"):
        finish(journal, echo)
