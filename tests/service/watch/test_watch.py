"""Watched folders with real worker processes: nothing lost, nothing twice, nothing half, whatever is killed or full."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from catchlight.core.errors import InvalidRequest, StorageFault
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.intake.folder_scan import WaitTimes
from catchlight.intake.whole import check_whole
from catchlight.paths import Home
from catchlight.service.batch.intake import RunNotice
from catchlight.service.batch.messages import TaskProgress
from catchlight.service.batch.run import Tally
from catchlight.service.presets.preset import Preset
from catchlight.service.watch.options import WatchOptions
from catchlight.service.watch.plan import WatchPlan, single_step, watch_journal, watch_journals, watch_plan
from catchlight.service.watch.watch import Watch
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import BatchBusy, Journal

from tests.doubles import eventually
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import make_pictures

ROOT = Path(__file__).resolve().parents[3]
QUICK = WaitTimes(still=0.2, bad=0.6)
ONCE = WatchOptions(once=True, jobs=1, times=QUICK, retry_seconds=0.2)
KILLED = """
from pathlib import Path
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.paths import Home
from catchlight.service.watch.watch import Watch
from catchlight.service.watch.plan import watch_journals
from tests.service.batch.benches import Echo
from tests.service.watch.test_watch import ONCE

if __name__ == "__main__":
    journal = watch_journals(Home(Path({home!r}))).find(lambda journal: True)
    for event in Watch(journal, Echo(Path({log!r}), 0.2), DecodeLimits(), ONCE).events():
        pass
"""


@pytest.fixture(name="preset")
def _preset() -> Preset:
    return single_step("Warm", "adjust", {"adjustmentPrompt": "warmer"})


@pytest.fixture
def opened(home: Home, preset: Preset, tmp_path: Path) -> Iterator[Callable[..., Journal[WatchPlan]]]:
    """Gives the journal of a watch of ``in`` into ``out``; further values are fields of its Output."""
    with contextlib.ExitStack() as stack:

        def begun(**output: Any) -> Journal[WatchPlan]:
            (tmp_path / "in").mkdir(exist_ok=True)
            wish = {"folder": tmp_path / "in" / "out", "taken": "number", "media_type": "image/png"} | output
            journal = watch_journal(watch_journals(home), watch_plan(tmp_path / "in", preset, wish))
            stack.callback(journal.close)
            return journal

        yield begun


def drain(
    journal: Journal[WatchPlan], log: Path, options: WatchOptions = ONCE, seconds: float = 0.0
) -> list[BatchItem | RunNotice]:
    watch = Watch(journal, Echo(log, seconds), DecodeLimits(), options)
    return [event for event in watch.events() if isinstance(event, BatchItem | RunNotice)]


def began(log: Path) -> Counter[str]:
    return Counter(log.read_text().split()) if log.exists() else Counter()


def results(tmp_path: Path) -> list[str]:
    return sorted(file.name for file in (tmp_path / "in" / "out").iterdir())


def test_all_is_done_bad_ones_are_told_and_a_second_go_does_nothing_twice(
    opened: Callable[..., Journal[WatchPlan]], tmp_path: Path
) -> None:
    folder, log = tmp_path / "in", tmp_path / "log"
    make_pictures(folder, ["a.jpg", "faceless.jpg", "b.jpg"])
    (folder / "torn.jpg").write_bytes((folder / "a.jpg").read_bytes()[:-30])
    (folder / "text.jpg").write_text("no picture")
    (folder / "half.jpg.part").write_bytes(b"1")
    shutil.copy(folder / "a.jpg", folder / "z copy of a.jpg")
    events = drain(opened(), log)
    ended = {item.source.name: item.state for item in events if isinstance(item, BatchItem)}
    assert ended == {
        "a.jpg": "done", "b.jpg": "done", "faceless.jpg": "failed", "text.jpg": "failed", "torn.jpg": "failed"
    }  # fmt: skip
    notices = [event.message for event in events if isinstance(event, RunNotice)]
    assert notices == ["z copy of a.jpg is the same picture as a.jpg, which was taken already."]
    assert results(tmp_path) == ["a.png", "b.png"]
    for file in (folder / "out").iterdir():
        check_whole(file.read_bytes())
    journal = opened()
    assert drain(journal, log) == []
    os.utime(folder / "a.jpg")
    (folder / "torn.jpg").write_bytes(make_pictures(tmp_path / "more", ["1", "2", "3", "torn.jpg"])[3].read_bytes())
    assert [item.source.name for item in drain(journal, log) if isinstance(item, BatchItem)] == ["torn.jpg"] * 2
    assert began(log) == {"a.jpg": 1, "b.jpg": 1, "faceless.jpg": 1, "torn.jpg": 1}


def test_names_that_collide_are_numbered(opened: Callable[..., Journal[WatchPlan]], tmp_path: Path) -> None:
    folder, log = tmp_path / "in", tmp_path / "log"
    first, second = make_pictures(tmp_path / "card", ["a.jpg", "b.jpg"])
    folder.mkdir()
    shutil.copy(first, folder / "a.jpg")
    watch = Watch(opened(), Echo(log), DecodeLimits(), WatchOptions(jobs=1, times=QUICK))
    for event in watch.events():
        if isinstance(event, BatchItem) and event.state == "done" and event.number == 0:
            shutil.copy(second, folder / "a.jpg")  # another card of the same camera
            shutil.copy(make_pictures(tmp_path / "card", ["1", "2", "A.JPG"])[2], folder / "A.JPG")
        if isinstance(event, Tally) and event.done == 3:
            watch.cancel()
    assert {name.lower() for name in results(tmp_path)} == {"a.png", "a_2.png", "a_3.png"}
    assert len(results(tmp_path)) == 3


def test_only_new_leaves_what_lay_there_but_not_what_a_kill_left(
    opened: Callable[..., Journal[WatchPlan]], tmp_path: Path
) -> None:
    folder, log, options = (
        tmp_path / "in",
        tmp_path / "log",
        WatchOptions(once=True, only_new=True, jobs=1, times=QUICK),
    )
    make_pictures(folder, ["old.jpg"])
    journal = opened()
    assert drain(journal, log, options) == []
    journal.end("open")  # as a kill leaves it
    make_pictures(folder, ["old.jpg", "new.jpg"][1:])
    (folder / "new.jpg").write_bytes(make_pictures(tmp_path / "more", ["1", "2"])[1].read_bytes())
    drain(journal, log, options)
    assert results(tmp_path) == ["new.png"]


def test_a_kill_loses_nothing_and_doubles_nothing(
    opened: Callable[..., Journal[WatchPlan]], home: Home, tmp_path: Path
) -> None:
    names, log = [*(f"p{number}.jpg" for number in range(6)), "p6.DNG", "p7.DNG"], tmp_path / "log"
    make_pictures(tmp_path / "in", [*names, "p6.jpg", "p7.jpg"])
    journal = opened()
    script = tmp_path / "killed.py"
    script.write_text(KILLED.format(home=str(home.root), log=str(log)))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    process = subprocess.Popen([sys.executable, str(script)], cwd=ROOT, env=environment)
    try:
        assert eventually(lambda: journal.counts().get("done", 0) >= 2, 60)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = {item.source.name for item in journal.items() if item.state == "done"}
    assert 2 <= len(done) < 8
    drain(journal, log)
    assert results(tmp_path) == [f"p{number}.png" for number in range(8)]
    assert began(log).keys() == set(names)
    assert [item.state for item in journal.items()] == ["done"] * 8
    assert not {name for name, count in began(log).items() if count > 1} & done


def test_a_raw_file_and_its_jpeg_are_done_once(opened: Callable[..., Journal[WatchPlan]], tmp_path: Path) -> None:
    folder, log, journal = tmp_path / "in", tmp_path / "log", opened()
    make_pictures(folder, ["a.JPG", "a.DNG", "b.jpg"])
    (folder / "notes.txt").write_text("words")
    events = drain(journal, log)
    assert [event.message for event in events if isinstance(event, RunNotice)] == [
        "notes.txt is no picture and is passed over."
    ]
    assert began(log) == {"a.DNG": 1, "b.jpg": 1}
    assert drain(journal, log) == []  # nor after a restart
    make_pictures(tmp_path / "late", ["1", "2", "3", "b.DNG"])
    shutil.copy(tmp_path / "late" / "b.DNG", folder)
    (notice,) = drain(journal, log)
    assert isinstance(notice, RunNotice)
    assert notice.message == "b.DNG is the raw file of b.jpg, which was taken already."
    assert drain(journal, log) == []
    assert results(tmp_path) == ["a.png", "b.png"]
    assert journal.counts() == {"done": 2}


def test_a_jpeg_that_comes_first_is_passed_over_for_its_raw_file(
    opened: Callable[..., Journal[WatchPlan]], tmp_path: Path
) -> None:
    folder, log = tmp_path / "in", tmp_path / "log"
    jpeg, raw = make_pictures(tmp_path / "card", ["b.jpg", "b.DNG"])
    make_pictures(folder, ["1", "2", "a.DNG"])
    for name in ("1", "2"):
        (folder / name).unlink()
    watch = Watch(opened(), Echo(log), DecodeLimits(), WatchOptions(jobs=1, times=QUICK))
    for event in watch.events():
        if isinstance(event, BatchItem) and event.state == "done" and event.source.name == "a.DNG":
            shutil.copy(jpeg, folder)
            threading.Timer(2 * QUICK.still, shutil.copy, (raw, folder)).start()
        if isinstance(event, BatchItem) and event.state == "done" and event.source.name.startswith("b"):
            watch.cancel()
    assert began(log) == {"a.DNG": 1, "b.DNG": 1}


def test_the_jpeg_of_a_raw_file_that_cannot_be_read_is_taken(
    opened: Callable[..., Journal[WatchPlan]], tmp_path: Path
) -> None:
    make_pictures(tmp_path / "in", ["a.JPG"])
    (tmp_path / "in" / "a.DNG").write_bytes(b"torn")
    drain(opened(), tmp_path / "log")
    assert began(tmp_path / "log") == {"a.JPG": 1}


def test_with_once_a_disk_that_refuses_ends_it(opened: Callable[..., Journal[WatchPlan]], tmp_path: Path) -> None:
    make_pictures(tmp_path / "in", ["a.jpg"])
    out = tmp_path / "blocked"
    out.write_text("")
    with pytest.raises(StorageFault, match="Could not create"):
        drain(opened(folder=out), tmp_path / "log")
    out.unlink()
    drain(opened(folder=out), tmp_path / "log")
    assert [file.name for file in out.iterdir()] == ["a.png"]


def test_with_once_a_folder_that_goes_away_ends_it(opened: Callable[..., Journal[WatchPlan]], tmp_path: Path) -> None:
    make_pictures(tmp_path / "in", ["a.jpg"])
    journal = opened(folder=tmp_path / "out")
    shutil.rmtree(tmp_path / "in")
    with pytest.raises(StorageFault, match="cannot be read"):
        drain(journal, tmp_path / "log")


def test_a_disk_that_refuses_is_told_and_waited_for(opened: Callable[..., Journal[WatchPlan]], tmp_path: Path) -> None:
    """A file in the place of the output folder refuses as a full or read-only disk does, for root too."""
    make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"])
    log, out = tmp_path / "log", tmp_path / "blocked"
    journal = opened(folder=out)
    told: list[str] = []
    options = WatchOptions(jobs=1, times=QUICK, retry_seconds=0.2)
    watch = Watch(journal, Echo(log, 0.3), DecodeLimits(), options)
    free = threading.Timer(0.7, out.unlink)
    try:
        for event in watch.events():
            if isinstance(event, TaskProgress) and not told and out.is_dir():
                shutil.rmtree(out)
                out.write_text("")
            if isinstance(event, RunNotice):
                told.append(event.message)
                if free.ident is None:
                    free.start()
            if isinstance(event, Tally) and event.done == 2:
                watch.cancel()
    finally:
        free.join()
    assert len(told) == 2, told
    assert told[0].startswith("Could not write")  # the result at work
    assert told[1].startswith("Could not create")  # every try after it
    assert all(sentence.endswith("It is tried again.") for sentence in told)
    assert sorted(file.name for file in out.iterdir()) == ["a.png", "b.png"]
    assert [item.state for item in journal.items()] == ["done", "done"]


def test_a_second_watch_of_the_same_is_refused(opened: Callable[..., Journal[WatchPlan]], tmp_path: Path) -> None:
    make_pictures(tmp_path / "in", ["a.jpg"])
    with opened().held(), pytest.raises(BatchBusy):
        drain(opened(), tmp_path / "log")
    assert not (tmp_path / "log").exists()


def test_results_are_never_taken_for_pictures(preset: Preset, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="the watched folder itself"):
        watch_plan(tmp_path, preset, {"folder": tmp_path})
    with pytest.raises(InvalidRequest, match="There is no folder"):
        watch_plan(tmp_path / "absent", preset, {"folder": tmp_path})
