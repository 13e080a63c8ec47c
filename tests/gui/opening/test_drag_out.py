"""What is dragged out of the window arrives as a file: an original as its own, a result as it would be exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.opening.drag_out import DragOut
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.crop.params import CropParams
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from tests.gui.conftest import SAMPLE, Stage, wait


@pytest.fixture
def dragged(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files that were handed over, in place of the system's drag."""
    found: list[Path] = []

    def take(_self: DragOut, data: QMimeData, small: QPixmap) -> None:
        assert not small.isNull()
        found.extend(Path(url.toLocalFile()) for url in data.urls())

    monkeypatch.setattr(DragOut, "_exec", take)
    return found


def pull(rows: QListWidget, row: int, *, let_go: bool = False) -> None:
    """Press on a row and move away from it."""
    place = rows.visualItemRect(rows.item(row)).center()
    rows.scrollToItem(rows.item(row))
    place = rows.visualItemRect(rows.item(row)).center()
    view = rows.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=place)
    for step in (3, 30):
        QTest.mouseMove(view, place - QPoint(step, 0))
        QApplication.processEvents()
    if let_go:
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=place)


def test_an_original_goes_as_its_own_file_and_a_step_as_it_would_be_exported(stage: Stage, dragged: list[Path]) -> None:
    stage.open_sample()
    pull(stage.window.film_strip.rows, 0)
    wait(lambda: dragged == [SAMPLE])
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    pull(stage.window.history.list, 1)
    wait(lambda: len(dragged) == 2)
    made = codec.decode(dragged[1].read_bytes(), codec.DecodeLimits(40_000_000))
    assert dragged[1].name.startswith("astronaut_")
    step = document.steps[1]
    assert (made.width, made.height) == (step.picture.width, step.picture.height)
    assert np.array_equal(made.pixels, step.held.borrowed().picture.pixels)
    pull(stage.window.film_strip.rows, 0)
    wait(lambda: len(dragged) == 3)
    assert dragged[2].read_bytes() == dragged[1].read_bytes(), "the strip gives the step that is shown"


def test_a_picture_that_sleeps_or_was_not_looked_at_goes_as_it_is_shown(
    new_stage: Callable[..., Stage], dragged: list[Path], tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.png" for number in range(2)]
    for number, file in enumerate(files):
        pixels = np.random.default_rng(number).integers(0, 256, (150, 240, 3), np.uint8)
        file.write_bytes(codec.encode(Picture(pixels), "image/png"))
    stage = new_stage()
    stage.session.open_paths(files)
    wait(lambda: len(stage.session.documents) == 2 and stage.session.jobs.idle)
    documents = stage.session.documents
    stage.session.show(documents[1])
    wait(lambda: documents[1].loaded and stage.session.jobs.idle)
    stage.session.run("crop", CropParams(x=0, y=0, width=200, height=100), "cut", document=documents[1])
    wait(lambda: len(documents[1].steps) == 2 and stage.session.jobs.idle)
    stage.session.show(documents[0])
    wait(lambda: documents[0].loaded and stage.session.jobs.idle)
    documents[1].sleep()
    assert documents[1].current is None
    pull(stage.window.film_strip.rows, 1)
    wait(lambda: len(dragged) == 1)
    assert codec.decode(dragged[0].read_bytes()).width == 200
    documents[1].undo()
    wait(lambda: documents[1].index == 0)
    pull(stage.window.film_strip.rows, 1)
    wait(lambda: dragged[1:] == [files[1]])
    documents[1].redo()
    wait(lambda: documents[1].index == 1)
    stage.session.resume_points.save()
    stage = new_stage()
    stage.session.open_paths(files)
    wait(lambda: len(stage.session.documents) == 2 and stage.session.jobs.idle)
    assert not stage.session.documents[1].steps
    pull(stage.window.film_strip.rows, 1)
    wait(lambda: len(dragged) == 3)
    assert codec.decode(dragged[2].read_bytes()).width == 200


def test_who_lets_go_at_once_drags_nothing(stage: Stage, dragged: list[Path]) -> None:
    stage.open_sample()
    stage.make_id_photo()
    pull(stage.window.history.list, 1, let_go=True)
    wait(lambda: stage.session.jobs.idle)
    assert dragged == []
    assert stage.window.banner.problem is None


def test_the_window_does_not_open_what_was_dragged_from_it(stage: Stage) -> None:
    stage.open_sample()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(SAMPLE))])
    frame = stage.window.drop_frame
    event = QDragEnterEvent(
        QPoint(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(stage.window, event)
    assert frame.isVisible(), "from outside it is welcome"
