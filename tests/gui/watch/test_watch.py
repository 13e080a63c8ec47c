"""The watched folder in the window: chosen, watched with real processes, stopped, and watched on over another theme."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from catchlight.gui.watch import window as module
from catchlight.gui.watch.window import WatchWindow
from catchlight.intake.folder_scan import WaitTimes
from catchlight.operations.adjust.params import AdjustParams
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from PySide6.QtWidgets import QPushButton

from tests.gui.conftest import Stage, wait
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import make_pictures


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WatchOptions", partial(module.WatchOptions, times=WaitTimes(still=0.2, bad=0.5)))


def opened(stage: Stage, log: Path) -> WatchWindow:
    warm = AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (70, 80))
    stage.window.presets.shelf.save(preset_of("Warm", [warm]), replace=True)
    stage.window.arrivals.watching.bench = Echo(log)
    stage.do("watch_folder")
    window = stage.window.arrivals.watch_window
    assert window is not None
    wait(lambda: window.form.preset is not None)
    return window


def texts(window: WatchWindow, column: int) -> list[str]:
    model = window.arrivals.model
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def test_what_arrives_is_done_shown_and_gone_on_with(stage: Stage, tmp_path: Path) -> None:
    folder, out = tmp_path / "Hot", tmp_path / "Hot" / "out"
    make_pictures(folder, ["a.jpg", "faceless.jpg"])
    window, watching = opened(stage, tmp_path / "log"), stage.window.arrivals.watching
    presets = [window.form.preset_box.itemText(number) for number in range(window.form.preset_box.count())]
    assert presets == ["Warm", "ID photo: ICAO photo 35 × 45 mm"]
    assert window.foot.said.text() == "Choose the folder to watch"
    assert not window.foot.start_button.isEnabled()
    stage.answers.chosen_folder = folder
    window.source.folder_wanted.emit()
    stage.answers.chosen_folder = out
    window.form.folder_wanted.emit()
    window.form.jobs.setValue(1)
    window.foot.start_button.click()
    wait(lambda: watching.count("done") == 1 and watching.count("failed") == 1)
    more = make_pictures(tmp_path / "more", ["1", "2", "b.jpg"])[2]
    (folder / "b.jpg").write_bytes(more.read_bytes())
    (folder / "again.jpg").write_bytes(more.read_bytes())
    wait(lambda: watching.count("done") == 2 and watching.notice)
    assert "is the same picture as" in window.foot.notice.text()
    assert window.foot.said.text() == "2 done  ·  1 failed  ·  waiting for pictures"
    assert set(texts(window, 0)) >= {"a.jpg", "faceless.jpg"}
    assert sorted(texts(window, 1)) == ["Done", "Done", "Failed"]
    line = next(one for one in stage.window.findChildren(QPushButton) if one.accessibleName().startswith("Watching"))
    assert line.text() == "Watching Hot: 2 done  ·  1 failed"
    assert stage.session.memory.state.watch.folder == str(folder)
    stage.window.dialogs.choose_looks("light", "zh", 1.0)  # a new window over the same session
    again = stage.window.arrivals
    assert again.watching is watching
    assert watching.busy
    wait(lambda: again.watch_window is not None)
    assert again.watch_window is not None
    assert again.watch_window.arrivals.model.rowCount() == 3
    again.watch_window.foot.stop_button.click()
    wait(lambda: not watching.busy)
    assert len(list(out.iterdir())) == 2


def test_a_folder_that_cannot_be_watched_is_told(stage: Stage, tmp_path: Path) -> None:
    make_pictures(tmp_path / "in", ["a.jpg"])
    window = opened(stage, tmp_path / "log")
    window.source.show_folder(tmp_path / "in")
    window.form.show_folder(tmp_path / "in")
    window.start()
    wait(lambda: not stage.window.arrivals.watching.busy)
    assert "the watched folder itself" in window.foot.trouble.text()
    assert window.foot.start_button.isEnabled()
