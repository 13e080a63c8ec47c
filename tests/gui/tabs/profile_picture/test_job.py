"""A job with its steps, their pictures and files, that outlives the tab, the window and the server."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.edit_backend import EditBackend
from catchlight.gui.canvas.qt_images import pixels_of
from catchlight.gui.jobs.steps_line import StepsLine
from catchlight.gui.jobs.steps_panel import share_of
from catchlight.gui.tabs.profile_picture.tab import ProfilePictureTab
from catchlight.operations.profile_picture.params import DELIVERED, FETCHED, NAMES
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.generations import Generations
from PySide6.QtGui import QGuiApplication

from tests.gui.app.test_looks import unnamed
from tests.gui.conftest import SAMPLE, Stage, wait
from tests.gui.tabs.profile_picture.doing import choose_sizes, make, shown
from tests.selections import REFUSED, Watched
from tests.server.conftest import running


def test_the_panel_shows_every_step_and_the_files(tab: ProfilePictureTab, stage: Stage, home: Home) -> None:
    choose_sizes(tab, 128, 64)
    assert not tab.job.isVisible()
    entry = make(tab)
    assert tab.job.isVisible()
    assert not tab.make_button.isEnabled(), "one job of a picture at a time"
    line = stage.window.findChild(StepsLine)
    assert line is not None
    wait(lambda: entry.stage == "running")
    assert line.isVisible()
    wait(lambda: not entry.active)
    assert not line.isVisible()
    assert tab.make_button.isEnabled()
    rows = tab.job.steps.rows
    assert [row.state for row in rows.values()] == ["done"] * 7
    assert all(row.said.text().endswith(" s") for row in rows.values())
    assert [name for name, row in rows.items() if row.image is not None] == list(NAMES[:-1])
    assert tab.job.delivered.isVisible()
    assert tab.job.delivered.folder_button.isVisible()
    tab.job.delivered.copy_all()
    locations = QGuiApplication.clipboard().text().splitlines()
    assert [Path(location).is_file() for location in locations] == [True, True]
    assert all(Path(location).is_relative_to(home.delivered) for location in locations)
    assert unnamed(tab) == []


def test_what_a_step_made_is_seen_on_the_canvas(tab: ProfilePictureTab) -> None:
    choose_sizes(tab, 64)
    entry = make(tab)
    wait(lambda: not entry.active)
    tab.job.steps.rows["matting"].button.click()
    scene = tab.scene()
    assert scene is not None
    assert np.array_equal(scene.after.pixels, pixels_of(entry.pictures["matting"]))
    tab.job.steps.rows["matting"].button.click()
    again = tab.scene()
    assert again is not None
    assert again.before is not None


@pytest.mark.parametrize(("language", "last"), [("en", "Uploading ○"), ("zh", "交付 ○")])
def test_the_bottom_bar_names_all_steps_where_there_is_room(
    tab: ProfilePictureTab, stage: Stage, watched: Watched, language: str, last: str
) -> None:
    stage.window.dialogs.choose_looks("light", language, 1.0)
    stage.window.resize(1400, 900)
    again = shown(stage)
    choose_sizes(again, 64)
    watched.open.clear()
    line = stage.window.findChild(StepsLine)
    assert line is not None
    seen: list[str] = []
    entry = make(again)
    entry.changed.connect(lambda: seen.append(line.shown))
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    wait(lambda: line.width() >= line.sizeHint().width())
    assert last.split()[0] in line.shown
    assert any(last in said for said in seen)
    line.setFixedWidth(line.minimumSizeHint().width())
    wait(lambda: line.shown.startswith(last.split()[0]))
    assert "·" in line.shown
    watched.open.set()
    wait(lambda: not entry.active)


def test_a_job_goes_on_under_another_tab_and_says_its_end(
    tab: ProfilePictureTab, stage: Stage, watched: Watched
) -> None:
    watched.open.clear()
    choose_sizes(tab, 64)
    entry = make(tab)
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    stage.do("id_photo")
    stage.session.open_sample()
    line = stage.window.findChild(StepsLine)
    assert line is not None
    assert line.isVisible()
    assert "Uploading" in line.shown
    watched.open.set()
    wait(lambda: not entry.active)
    problem = stage.window.banner.problem
    assert problem is not None
    assert (problem.good, problem.action, problem.target) == (True, "folder", entry.folder)
    line.click()
    assert stage.window.tab is tab


def test_a_failure_says_why_and_is_tried_again(tab: ProfilePictureTab, stage: Stage, watched: Watched) -> None:
    watched.faults.append(REFUSED)
    choose_sizes(tab, 64)
    entry = make(tab)
    wait(lambda: not entry.active)
    assert "could not be delivered" in tab.job.state.text()
    assert tab.job.steps.rows["uploading"].state == "failed"
    assert tab.job.retry_button.isVisible()
    assert not tab.job.cancel_button.isVisible()
    stage.do("retry_profile")
    again = tab.job.entry
    assert again is not None
    assert again is not entry
    wait(lambda: not again.active)
    assert again.stage == "completed"
    assert not tab.job.retry_button.isVisible()


def test_cancel_calls_the_job_off(
    tab: ProfilePictureTab, stage: Stage, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = threading.Event()
    cancel = LocalSelections.cancel

    def cancelled(selections: LocalSelections, job: str) -> None:
        cancel(selections, job)
        told.set()

    monkeypatch.setattr(LocalSelections, "cancel", cancelled)
    watched.open.clear()
    choose_sizes(tab, 64)
    entry = make(tab)
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    stage.do("cancel_profile")
    assert not tab.job.cancel_button.isEnabled()
    wait(told.is_set)  # the window asks for it on a thread of its own
    watched.open.set()
    wait(lambda: not entry.active)
    assert "cancelled" in tab.job.state.text()
    assert watched.manifests == []


def test_a_job_is_found_again_by_the_next_start(
    tab: ProfilePictureTab, watched: Watched, new_stage: Callable[..., Stage]
) -> None:
    watched.open.clear()
    choose_sizes(tab, 64)
    entry = make(tab)
    wait(lambda: entry.step is not None and entry.step.name == "uploading")
    job = entry.job
    watched.open.set()
    again = new_stage(target=watched.target)
    assert again.session.profile_jobs is not None
    again.session.profile_jobs.resume()
    again.do("profile_picture")
    found = again.window.tab_called("profile_picture")
    assert isinstance(found, ProfilePictureTab)
    assert found.job.entry is not None
    assert found.job.entry.job == job
    wait(lambda: found.job.entry is not None and found.job.entry.stage == "completed")
    assert len(watched.manifests) == 1
    assert found.job.delivered.isVisible()


def test_a_server_makes_them_and_its_going_away_is_said(
    new_stage: Callable[..., Stage], watched: Watched, home: Home, catalogue: Catalogue, portraits: Portraits
) -> None:
    editor = LocalEditor(portraits, catalogue)
    places = EditBackend(editor, OPERATIONS)
    stage = new_stage(places=places)
    stage.session.open_paths([SAMPLE])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    stage.do("profile_picture")
    tab = shown(stage)
    far = Generations(home.root / "far")
    jobs = LocalSelections(home.root / "far-jobs", far, portraits, catalogue, watched.target)
    watched.open.clear()
    with running(editor, far, catalogue, selections=jobs) as server:
        assert stage.window.place is not None
        stage.window.place.use_server(server.url)
        wait(lambda: places.address is not None)
        choose_sizes(tab, 64)
        entry = make(tab)
        wait(lambda: entry.step is not None and entry.step.name == "uploading")
        assert server.url.removeprefix("http://") in tab.job.title.text()
        assert tab.job.steps.rows["matting"].image is not None
    wait(lambda: entry.lost > 0)
    watched.open.set()
    assert "does not answer" in tab.job.state.text()
    assert tab.job.cancel_button.isVisible()
    assert entry.active
    line = stage.window.findChild(StepsLine)
    assert line is not None
    assert "does not answer" in line.accessibleName()
    far.close()


def test_the_share_of_a_step_runs_from_nothing_to_all() -> None:
    total = 1.0
    assert share_of("fetching", 0.0) == 0.0
    assert share_of("fetching", FETCHED / total) == pytest.approx(1.0)
    assert share_of("normalizing", FETCHED / total) == pytest.approx(0.0)
    assert share_of("uploading", 1 - DELIVERED / 2) == pytest.approx(0.5)
