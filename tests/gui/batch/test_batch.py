"""The batch window: files in, a batch begun, paused, stopped, continued, also after a crash; never a frozen window."""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from catchlight.gui.batch.batches import Batches
from catchlight.gui.batch.window import BatchWindow
from catchlight.gui.runs.table import FILE, RESULT, STATE, TIME
from catchlight.imaging.io import codec
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import Home
from catchlight.service.batch.plan import BatchPlan, plan_of
from catchlight.service.presets.carry_over import AppliedStep, preset_of
from catchlight.service.presets.preset import Preset
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.journals import Journals
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QDialog

from tests.gui.conftest import Stage, wait
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import make_pictures
from tests.translations import texts_of

LONG = 240.0
"""Seconds for processes to start and work in, on a machine that has other things to do."""


def warm() -> Preset:
    return preset_of("Warm", [AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer"), (70, 80))])


def open_batch(stage: Stage, bench: Echo) -> BatchWindow:
    """The batch window, its processes with a quick editor, over one preset."""
    stage.window.presets.shelf.save(warm(), replace=True)
    batches = stage.window.presets.batches
    batches.bench = bench
    stage.do("batch")
    window = stage.window.presets.batch_window
    assert window is not None
    wait(lambda: window.form.preset is not None and stage.session.jobs.idle)
    return window


@pytest.fixture
def echo(tmp_path: Path) -> Echo:
    return Echo(tmp_path / "log")


def texts(window: BatchWindow, column: int) -> list[str]:
    model = window.files.model
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def fill(window: BatchWindow, batches: Batches, paths: list[Path], out: Path) -> None:
    count = len(batches.items)
    window.files.add(paths)
    wait(lambda: len(batches.items) > count)
    window.form.show_folder(out)


def test_what_a_folder_held_beside_its_pictures_is_told(stage: Stage, tmp_path: Path, echo: Echo) -> None:
    make_pictures(tmp_path / "in", ["a.jpg", "b.jfif", ".a.jpg", "a.jpg.xmp"])
    (tmp_path / "in" / "notes.txt").write_text("words")
    os.mkfifo(tmp_path / "in" / "p.jpg")
    window, batches = open_batch(stage, echo), stage.window.presets.batches
    window.files.add([tmp_path / "in"])
    wait(lambda: len(batches.items) == 2)
    assert window.files._count.text() == "Pictures: 2  ·  Left out of folders: 3"
    assert window.files._count.toolTip() == (
        "hidden, or of the system: 1  ·  no picture that can be read: 1  ·  no regular file: 1"
    )
    window.files.clear_button.click()
    assert (window.files._count.text(), window.files._count.toolTip()) == ("", "")


def test_a_folder_is_done_and_every_row_says_what_became_of_it(stage: Stage, tmp_path: Path, echo: Echo) -> None:
    make_pictures(tmp_path / "in", ["a.jpg", "b.jpg", "faceless.jpg"])
    window, batches = open_batch(stage, echo), stage.window.presets.batches
    assert window.missing() == "Add the pictures"
    assert not window.foot.start_button.isEnabled()
    stage.answers.chosen_folder = tmp_path / "in"
    window.files.folder_button.click()
    wait(lambda: len(batches.items) == 3)
    assert window.missing() == "Choose the folder of the results"
    window.form.show_folder(tmp_path / "out")
    window.form.pattern.setText("x")
    assert not window.foot.start_button.isEnabled()
    window.form.pattern.setText("{name}_warm")
    assert window.form.preview.text() == "For example a_warm.jpg"
    window.form.format.setCurrentIndex(window.form.format.findData("image/webp"))
    assert window.form.preview.text() == "For example a_warm.webp"
    window.form.colours.choose("display_p3")
    window.form.size_row.choose("percent", 95)
    window.form.dpi.setValue(254)
    window.foot.start_button.click()
    wait(lambda: not batches.busy, LONG)
    assert texts(window, FILE) == ["a.jpg", "b.jpg", "faceless.jpg"]
    assert texts(window, STATE) == ["Done", "Done", "Failed"]
    assert texts(window, RESULT)[:2] == ["a_warm.webp", "b_warm.webp"]
    assert "face" in texts(window, RESULT)[2]
    assert texts(window, TIME)[0].endswith(" s")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a_warm.webp", "b_warm.webp"]
    assert "2 of 3 done" in window.foot.said.text()
    assert "1 failed" in window.foot.said.text()
    stage.answers.saved = tmp_path / "report.csv"
    window.foot.report_button.click()
    wait(lambda: stage.session.jobs.idle and (tmp_path / "report.csv").exists())
    with (tmp_path / "report.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["state"] for row in csv.DictReader(file)] == ["done", "done", "failed"]
    window.foot.retry_button.click()
    wait(lambda: not batches.busy, LONG)
    assert echo.log.read_text().split().count("faceless.jpg") == 2
    made = codec.decode((tmp_path / "out" / "a_warm.webp").read_bytes())
    assert (made.width, made.height, made.dpi, made.metadata.profile) == (66, 76, 254, "Display P3")
    last = stage.session.memory.state.batch
    assert (last.pattern, last.size_unit, last.dpi, last.colour_space) == ("{name}_warm", "percent", 254, "display_p3")
    window.files.clear_button.click()
    assert texts(window, STATE) == ["Waiting"] * 3
    assert window.foot.start_button.isVisibleTo(window)
    window.files.clear_button.click()
    assert window.files.model.rowCount() == 0


def test_pause_stop_and_go_on(stage: Stage, tmp_path: Path, echo: Echo) -> None:
    sources = make_pictures(tmp_path / "in", [f"{number}.jpg" for number in range(6)])
    window, batches = open_batch(stage, Echo(echo.log, 0.2)), stage.window.presets.batches
    fill(window, batches, sources, tmp_path / "out")
    window.form.jobs.setValue(1)
    window.start()
    wait(lambda: batches.tally is not None and batches.tally.done >= 1, LONG)
    window.foot.pause_button.click()
    wait(lambda: batches.tally is not None and batches.tally.paused and batches.tally.working == 0)
    assert window.foot.pause_button.text() == "Go on"
    assert "paused" in window.foot.said.text()
    done = batches.tally.done if batches.tally is not None else 0
    assert done < 6
    assert not window.form.pattern.isEnabled()
    window.close()
    stage.do("batch")
    again = stage.window.presets.batch_window
    assert again is not None
    assert texts(again, STATE).count("Done") == done
    again.foot.pause_button.click()
    wait(lambda: batches.tally is not None and batches.tally.done > done, LONG)
    again.foot.stop_button.click()
    wait(lambda: not batches.busy, LONG)
    assert batches.unfinished
    assert again.foot.start_button.text() == "Go on"
    assert Journal(batches.journal, BatchPlan).state == "cancelled"  # type: ignore[arg-type]
    finished = [item.source.name for item in batches.items if item.state == "done"]
    again.foot.start_button.click()
    wait(lambda: batches.busy)
    wait(lambda: not batches.busy, LONG)
    assert texts(again, STATE) == ["Done"] * 6
    begun = echo.log.read_text().split()
    assert set(begun) == {f"{number}.jpg" for number in range(6)}
    assert {begun.count(name) for name in finished} == {1}
    assert len(list((tmp_path / "out").iterdir())) == 6


def test_a_batch_that_was_interrupted_is_offered_and_continued(
    new_stage: Callable[..., Stage], home: Home, tmp_path: Path, echo: Echo
) -> None:
    sources = make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"])
    plan = plan_of(sources, warm(), {"folder": tmp_path / "out"}, "2026-11-21")
    Journals(home.batches, BatchPlan).begin(plan).close()
    stage = new_stage()
    batches = stage.window.presets.batches
    wait(lambda: batches.interrupted is not None)
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.action == "batch"
    window = open_batch(stage, echo)
    assert window.notice.isVisibleTo(window)
    window.notice.continue_button.click()
    wait(lambda: batches.journal is not None and not batches.busy, LONG)
    assert texts(window, STATE) == ["Done", "Done"]
    assert not window.notice.isVisibleTo(window)
    assert Journals(home.batches, BatchPlan).unfinished() is None


def test_a_damaged_journal_is_told_where_it_is_kept(new_stage: Callable[..., Stage], home: Home) -> None:
    home.batches.mkdir(parents=True)
    (home.batches / "20261120-000000-abcdef.sqlite3").write_bytes(b"this is no database" * 100)
    stage = new_stage()
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.banner.problem is not None
    assert str(home.batches / "20261120-000000-abcdef.sqlite3.damaged-1") in stage.window.banner.problem.text


def test_a_batch_goes_on_in_a_window_of_another_language(stage: Stage, tmp_path: Path, echo: Echo) -> None:
    sources = make_pictures(tmp_path / "in", [f"{number}.jpg" for number in range(4)])
    window, batches = open_batch(stage, Echo(echo.log, 0.3)), stage.window.presets.batches
    fill(window, batches, sources, tmp_path / "out")
    window.start()
    wait(lambda: batches.tally is not None and batches.tally.done >= 1, LONG)
    stage.window.dialogs.choose_looks("light", "zh", 1.0)
    wait(lambda: stage.window.presets.batch_window is not None)
    wait(lambda: not batches.busy, LONG)
    found = stage.window.presets.batch_window
    assert found is not None
    assert found.windowTitle() == "批处理"
    assert texts(found, STATE) == [texts_of("zh")["Done"]] * 4
    assert len(list((tmp_path / "out").iterdir())) == 4


def test_files_are_dropped_taken_out_and_each_is_there_once(stage: Stage, tmp_path: Path, echo: Echo) -> None:
    sources = make_pictures(tmp_path / "in", ["a.jpg", "b.jpg"])
    window, batches = open_batch(stage, echo), stage.window.presets.batches
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "in")), QUrl.fromLocalFile(str(sources[0]))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.files.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, left, none))
    wait(lambda: len(batches.items) == 2)
    wait(lambda: window.files.thumbs.of(sources[1]) is not None)
    window.files.table.selectRow(0)
    assert window.files.remove_button.isEnabled()
    window.files.remove_button.click()
    assert texts(window, FILE) == ["b.jpg"]
    empty = tmp_path / "empty"
    empty.mkdir()
    window.files.add([empty])
    wait(lambda: window.foot.trouble.isVisibleTo(window))
    assert "no picture" in window.foot.trouble.text()


def test_closing_the_program_in_the_middle_leaves_a_batch_that_goes_on(
    new_stage: Callable[..., Stage], home: Home, tmp_path: Path, echo: Echo
) -> None:
    stage = new_stage()
    sources = make_pictures(tmp_path / "in", [f"{number}.jpg" for number in range(5)])
    window, batches = open_batch(stage, Echo(echo.log, 0.3)), stage.window.presets.batches
    fill(window, batches, sources, tmp_path / "out")
    window.form.jobs.setValue(1)
    window.start()
    wait(lambda: batches.tally is not None and batches.tally.done >= 1, LONG)
    begun = time.monotonic()
    stage.window.close()
    assert time.monotonic() - begun < 15
    found = Journals(home.batches, BatchPlan).unfinished()
    assert found is not None
    assert 1 <= found.counts()["done"] < 5
    found.close()


def test_every_control_has_a_name_and_a_help(stage: Stage, echo: Echo) -> None:
    from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QSlider, QTableView

    window = open_batch(stage, echo)
    stage.do("presets")
    for dialog in [window, *stage.window.findChildren(QDialog)]:
        for kind in (QAbstractButton, QComboBox, QLineEdit, QSlider, QTableView, QAbstractSpinBox):
            for control in dialog.findChildren(kind):
                if control.objectName().startswith("qt_") or not control.isVisibleTo(dialog):
                    continue
                assert control.accessibleName() or getattr(control, "text", str)(), control
                assert control.toolTip(), (control, control.accessibleName())
