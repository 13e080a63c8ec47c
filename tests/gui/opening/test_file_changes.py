"""A file that another program replaces while it is open."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from catchlight.gui.document.document import OpenDocument
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import Stage, wait


def save(file: Path, colour: str) -> None:
    Image.new("RGB", (120, 100), colour).save(file)


@pytest.fixture
def opened(stage: Stage, tmp_path: Path) -> OpenDocument:
    """A red picture."""
    file = tmp_path / "a.png"
    save(file, "red")
    stage.do("adjust")  # a tab that needs no face
    stage.session.open_paths([file])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded and stage.session.jobs.idle)
    assert stage.session.current is not None
    return stage.session.current


def turn_to(stage: Stage) -> None:
    """The window gets the focus."""
    QApplication.instance().applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)  # type: ignore[union-attr]
    wait(lambda: stage.session.jobs.idle)


def colour_of(document: OpenDocument) -> list[int]:
    assert document.current is not None
    pixel: list[int] = document.current.picture.pixels[50, 50].tolist()
    return pixel


def test_a_replaced_file_is_told_once_and_opened_anew_beside_what_was_done(stage: Stage, opened: OpenDocument) -> None:
    session, banner = stage.session, stage.window.banner
    turn_to(stage)
    assert banner.problem is None
    assert opened.path is not None
    save(opened.path, "blue")
    os.utime(opened.path, (1, 1))
    turn_to(stage)
    assert banner.problem is not None
    assert banner.problem.title == "The file has changed on disk"
    banner.dismiss()  # keeps what is seen
    turn_to(stage)
    assert banner.problem is None
    os.utime(opened.path, (2, 2))
    turn_to(stage)
    banner._button.click()
    wait(lambda: session.current is not opened and session.current is not None and session.current.loaded)
    assert session.current is not None
    assert (opened.title, session.current.title) == ("a.png (before)", "a.png")
    assert colour_of(session.current) == [0, 0, 255]
    opened.sleep()
    session.show(opened)
    assert colour_of(opened) == [255, 0, 0]
    session.close(opened)
    session.open_paths([session.documents[0].path or Path()])
    wait(lambda: session.jobs.idle)
    assert len(session.documents) == 1


def test_a_sleeping_picture_whose_file_was_replaced_is_not_shown_as_the_other(
    stage: Stage, opened: OpenDocument
) -> None:
    assert opened.path is not None
    save(opened.path, "blue")
    opened.sleep()
    stage.session.show(opened)
    wait(lambda: stage.window.banner.problem is not None)
    assert stage.window.banner.problem is not None
    assert stage.window.banner.problem.text == "a.png has changed on disk since it was opened. Open it anew."
    assert not opened.loaded


def test_a_file_that_is_away_has_not_changed(stage: Stage, opened: OpenDocument) -> None:
    assert opened.path is not None
    opened.path.unlink()
    turn_to(stage)
    assert stage.window.banner.problem is None
