"""The program is killed, and started again: everything that was finished is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.brushes.edits import BrushEdit, HandStroke
from catchlight.gui.app.application import Recovery, begin
from catchlight.gui.opening.pasting import delete_stale_copies
from catchlight.gui.recovery import stroke_drafts
from catchlight.gui.recovery.open_list import OpenList, OpenListFile, OpenPicture
from catchlight.gui.recovery.recovery import MOST_TRIES
from catchlight.gui.recovery.stroke_drafts import StrokeDraft, limit_strokes
from catchlight.gui.recovery.tab_drafts import Drafts
from catchlight.gui.tabs.adjust.tab import AdjustTab
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.io import codec
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import Home

from tests.gui.conftest import SAMPLE, Stage, wait

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(home: Home) -> Iterator[Start]:
    """Starts the real program in a process of its own, without a display, over the test's home."""
    started: list[subprocess.Popen[str]] = []

    def run(scene: str, *pictures: Path) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.gui.window_process", scene, str(home.root), *map(str, pictures)],
            env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, cwd=Path(__file__).parents[3],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


PATIENCE = 180.0
"""Seconds after which a scene that has not ended yet never will."""


def said(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The line that a scene ends with."""
    assert process.stdout is not None
    watch = threading.Timer(PATIENCE, process.kill)
    watch.start()
    line = process.stdout.readline()
    watch.cancel()
    assert line, process.communicate()[1]
    found: dict[str, Any] = json.loads(line)
    return found


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()  # SIGKILL: nothing of the program runs after it
    process.communicate()


def closed(process: subprocess.Popen[str]) -> None:
    """Closed like a user does it."""
    _, errors = process.communicate("close\n", timeout=60)
    assert process.returncode == 0, errors


@pytest.fixture
def pictures(tmp_path: Path) -> list[Path]:
    """Two that have no pixels, and so no history, in common; small, for what is analysed meanwhile is not looked at."""
    anna, bert = tmp_path / "anna.png", tmp_path / "bert.png"
    sample = codec.decode(SAMPLE.read_bytes())
    small = np.ascontiguousarray(sample.pixels[::2, ::2])
    for file, pixels in ((anna, small), (bert, small[:, ::-1])):
        file.write_bytes(codec.encode(sample.with_(pixels=np.ascontiguousarray(pixels)), "image/png"))
    return [anna, bert]


def test_killed_at_work_and_started_again_everything_is_there(start: Start, pictures: list[Path], home: Home) -> None:
    process = start("working", *pictures)
    assert said(process) == {"written": True}
    killed(process)
    again = start("looking")
    found = said(again)
    assert found["said"] == "Your pictures are open again"
    assert [picture["name"] for picture in found["pictures"]] == ["anna.png", "bert.png", "Pasted picture"]
    anna, bert, pasted = found["pictures"]
    assert anna["tree"] == [[None, None], ["adjust", 0], ["adjust", 0], ["adjust", 0]]
    assert anna["index"] == 2
    assert anna["undo"]
    assert [picture["strokes"] for picture in found["pictures"]] == [[40.0], [], []]
    assert bert["tree"] == [[None, None], ["adjust", 0]]
    assert bert["index"] == 1
    assert pasted["pixel"] == [0x33, 0x66, 0x99]
    assert found["current"] == "bert.png"
    assert found["tab"] == "adjust"
    assert found["contrast"] == 30
    # Killed once more while it only looks: nothing wears off.
    killed(again)
    third = start("looking")
    assert said(third)["pictures"] == found["pictures"]
    # Closed as it should be: nothing comes back, and no copy of a pasted picture stays.
    closed(third)
    assert not list(home.open.glob("*.json"))
    assert not list(home.pasted.iterdir())


def test_killed_in_the_middle_of_an_edit_what_was_made_before_is_there(start: Start, pictures: list[Path]) -> None:
    process = start("cut_off", pictures[0])
    made = said(process)["made"]
    killed(process)
    assert made
    again = start("looking")
    (anna,) = said(again)["pictures"]
    assert anna["tree"][:2] == [[None, None], ["adjust", 0]]
    closed(again)


def test_only_old_copies_that_nobody_has_open_are_tidied_away(tmp_path: Path) -> None:
    old, open_one, new = (tmp_path / name for name in ("old.png", "open.png", "new.png"))
    for file in (old, open_one, new):
        file.write_bytes(b"png")
    for file in (old, open_one):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    delete_stale_copies(tmp_path, {open_one})
    assert sorted(tmp_path.iterdir()) == [new, open_one]


def test_two_windows_keep_lists_of_their_own(tmp_path: Path) -> None:
    first, second = OpenListFile(tmp_path / "open"), OpenListFile(tmp_path / "open")
    assert first.claim() == second.claim() == []
    first.write(OpenList(pictures=(OpenPicture(path="/a.jpg"),)))
    second.write(OpenList(pictures=(OpenPicture(path="/b.jpg"),)))
    assert OpenListFile(tmp_path / "open").claim() == []
    second.release(keep=False)
    first.release(keep=True)
    assert [entry.pictures[0].path for entry in OpenListFile(tmp_path / "open").claim()] == ["/a.jpg"]


def test_lists_of_several_crashes_are_kept_until_they_are_written_anew(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    for number, name in ((1, "/a.jpg"), (3, "/b.jpg")):
        state = OpenList(pictures=(OpenPicture(path=name),))
        (folder / f"window-{number}.json").write_text(state.model_dump_json())
    (folder / "window-2.json").write_text("{damaged")
    crashed = OpenListFile(folder)
    assert len(crashed.claim()) == 2
    crashed.release(keep=True)  # before anything was written
    slot = OpenListFile(folder)
    found = slot.claim()
    assert {entry.pictures[0].path for entry in found} == {"/a.jpg", "/b.jpg"}
    slot.write(OpenList(pictures=tuple(picture for entry in found for picture in entry.pictures)))
    assert len(list(folder.glob("*.json"))) == 1
    slot.release(keep=True)
    assert len(OpenListFile(folder).claim()[0].pictures) == 2


def recovered(stage: Stage, home: Home) -> Recovery:
    recovery = Recovery(stage.session, home, Drafts(stage.desk), stage.desk)
    stage.desk.recovery = recovery
    begin(stage.session, stage.store, [], recovery)
    return recovery


def left_behind(home: Home, *pictures: OpenPicture, tries: int = 0) -> None:
    home.open.mkdir(parents=True)
    state = OpenList(pictures=pictures, tries=tries)
    (home.open / "window-1.json").write_text(state.model_dump_json())


def test_pictures_that_end_the_program_again_and_again_are_not_opened_by_themselves(
    stage: Stage, home: Home, pictures: list[Path]
) -> None:
    left_behind(home, OpenPicture(path=str(pictures[0])), tries=MOST_TRIES)
    recovered(stage, home)
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.title == "The pictures of last time were not opened"
    assert str(pictures[0]) not in [str(document.path) for document in stage.session.documents]
    assert str(pictures[0]) in stage.session.memory.settings.recent_files


def test_what_is_not_there_any_more_is_named(stage: Stage, home: Home, pictures: list[Path]) -> None:
    gone = OpenPicture(path=str(pictures[0].with_name("gone.png")), name="gone.png")
    left_behind(home, gone, OpenPicture(path=str(pictures[1]), trail=(None, "gen_unknown"), position=1))
    told: list[Problem] = []
    stage.session.problem.connect(told.append)
    recovered(stage, home)
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)
    assert [document.name for document in stage.session.documents] == ["bert.png"]
    assert stage.session.documents[0].index == 0
    (problem,) = told  # the banner takes it away again after some seconds, which a busy machine may need for the rest
    assert "gone.png" in problem.text


def test_a_preference_opens_the_last_pictures_after_a_good_end_too(
    new_stage: Callable[..., Stage], home: Home, pictures: list[Path]
) -> None:
    stage = new_stage()
    recovered(stage, home)
    stage.session.memory.set(reopen=True)
    stage.session.open_paths(pictures)
    stage.session.close(stage.session.documents[0])  # the sample of the first start
    wait(lambda: shown(stage))
    stage.do("adjust")
    assert isinstance(stage.window.tab, AdjustTab)
    stage.window.tab.sliders.sliders[("contrast",)].track.setValue(30)
    stage = new_stage()
    recovered(stage, home)
    assert [document.name for document in stage.session.documents] == ["anna.png", "bert.png"]
    assert stage.window.banner.problem is None
    tab = stage.window.tab
    assert isinstance(tab, AdjustTab)
    wait(lambda: isinstance(draft := tab.draft(), AdjustParams) and draft.settings.contrast == 30)


def shown(stage: Stage) -> bool:
    current = stage.session.current
    return current is not None and current.loaded and stage.session.jobs.idle


def test_pictures_of_a_disk_that_is_away_stay_in_the_list(
    new_stage: Callable[..., Stage], home: Home, pictures: list[Path], tmp_path: Path
) -> None:
    away = tmp_path / "away"
    away.mkdir()
    lists = [OpenPicture(path=str(away / "a.png"), name="a.png", position=1), OpenPicture(path=str(pictures[1]))]
    lists.append(OpenPicture(path=str(away / "c.png"), name="c.png"))
    left_behind(home, *lists)
    stage = new_stage()
    stage.session.memory.set(reopen=True)
    recovered(stage, home)
    problem = stage.window.banner.problem
    assert problem is not None
    assert problem.text.startswith("Catchlight ended without being closed.")
    assert "2 pictures of the last session are not there now." in problem.text
    assert "a.png, c.png" in problem.text
    wait(lambda: shown(stage))
    (away / "a.png").write_bytes(pictures[0].read_bytes())
    stage = new_stage()  # closes the one before
    recovered(stage, home)
    assert [document.path for document in stage.session.documents] == [away / "a.png", pictures[1]]
    wait(lambda: shown(stage))
    (away / "c.png").write_bytes(pictures[0].read_bytes())
    stage.session.open_paths([away / "c.png"])
    stage = new_stage()
    recovered(stage, home)
    assert [document.path for document in stage.session.documents] == [away / "a.png", pictures[1], away / "c.png"]
    assert stage.window.banner.problem is None


def test_missing_pictures_of_a_crash_outlive_a_window_that_forgets_its_own(
    new_stage: Callable[..., Stage], home: Home, pictures: list[Path]
) -> None:
    gone = pictures[0].with_name("gone.png")
    left_behind(home, OpenPicture(path=str(gone), name="gone.png"))
    stage = new_stage()
    recovered(stage, home)
    stage.session.open_paths([pictures[1]])
    stage = new_stage()
    gone.write_bytes(pictures[0].read_bytes())
    recovered(stage, home)
    assert [document.path for document in stage.session.documents] == [gone]


def test_missing_pictures_are_forgotten_at_a_click(new_stage: Callable[..., Stage], home: Home, tmp_path: Path) -> None:
    gone = tmp_path / "gone.png"
    left_behind(home, OpenPicture(path=str(gone), name="gone.png"))
    stage = new_stage()
    recovered(stage, home)
    stage.window.banner._button.click()
    new_stage()
    assert not list(home.open.glob("*.json"))


def test_strokes_that_were_not_applied_are_there_after_a_restart(
    new_stage: Callable[..., Stage], home: Home, pictures: list[Path]
) -> None:
    stage = new_stage()
    stage.session.memory.set(reopen=True)
    recovered(stage, home)
    stage.session.open_paths(pictures[:1])
    wait(lambda: shown(stage))
    stage.do("hand_burn")
    assert isinstance(stage.window.tab, EditTab)
    stage.window.tab.hand.draft.paint(HandStroke(points=((40.0, 50.0), (90.0, 50.0)), radius=12.0))
    assert stage.window.unapplied.may_end()
    assert not stage.answers.asked, "nothing is lost by closing"
    stage = new_stage()
    recovered(stage, home)
    wait(lambda: shown(stage))
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    assert tab.is_by_hand
    wait(lambda: tab.apply_button.isEnabled())
    stage.session.memory.set(reopen=False)
    stage.window.unapplied.may_end()
    assert len(stage.answers.asked) == 1
    assert [stroke.points[0] for edit in tab.hand.draft.edits for stroke in edit.strokes] == [(40.0, 50.0)]


def test_strokes_of_a_crash_on_a_picture_that_was_not_looked_at_are_asked_about(
    stage: Stage, home: Home, pictures: list[Path]
) -> None:
    stroke = HandStroke(points=((40.0, 50.0), (90.0, 50.0)), radius=12.0)
    draft = StrokeDraft(edits=(BrushEdit(tool="burn", strokes=(stroke,)),))
    waiting = OpenPicture(path=str(pictures[1]), name="bert.png", strokes=(draft,))
    left_behind(home, OpenPicture(path=str(pictures[0])), waiting)
    recovered(stage, home)
    wait(lambda: shown(stage))
    stage.window.unapplied.may_end()
    (asked,) = stage.answers.asked
    assert "bert.png" in asked


def test_strokes_are_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stroke_drafts, "MOST_POINTS", 5)
    stroke = HandStroke(points=((1.0, 1.0), (2.0, 2.0), (3.0, 3.0)), radius=2.0)
    draft = StrokeDraft(edits=(BrushEdit(tool="burn", strokes=(stroke,)),))
    assert limit_strokes([(draft,), (), (draft,)], first=2) == [(), (), (draft,)]


def test_strokes_of_another_version_cost_no_picture(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    strokes = [{"edits": [{"tool": "smudge", "strokes": []}]}]
    (folder / "window-1.json").write_text(json.dumps({"pictures": [{"path": "/a.jpg", "strokes": strokes}]}))
    (found,) = OpenListFile(folder).claim()
    assert found.pictures == (OpenPicture(path="/a.jpg"),)
