"""What the window shows while there is no picture: the invitation, a picture that is read, one that cannot be."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from tests.gui.conftest import SAMPLE, Stage, wait


def at_the_middle(stage: Stage) -> QWidget | None:
    """The widget that is on top in the middle of the stage."""
    middle = stage.window.stage.rect().center() + QPoint(0, 4)
    return stage.window.stage.childAt(middle)


def said(stage: Stage) -> list[str]:
    return [word.text() for word in stage.window.empty.findChildren(QLabel) if word.isVisible() and word.text()]


def offered(stage: Stage) -> list[str]:
    return [button.text() for button in stage.window.empty.findChildren(QPushButton) if button.isVisible()]


def test_the_invitation_is_seen_and_pressed_also_after_another_view_was_shown(stage: Stage) -> None:
    for key in ("hair", "print_sheet", "hair"):
        stage.do(key)
        QApplication.processEvents()
    top = at_the_middle(stage)
    assert top is not None
    assert top is stage.window.empty or stage.window.empty.isAncestorOf(top)
    assert said(stage)[0] == "Drop a picture here"
    assert offered(stage) == ["Open…", "Open the sample"]
    assert stage.window.view_bar._zoom.text() == "", "there is nothing to zoom"
    stage.window.empty.findChildren(QPushButton)[1].click()
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)
    assert not stage.window.empty.isVisible()
    assert stage.window.view_bar._zoom.text().endswith(" %")


def test_a_message_stays_on_top_when_another_view_is_shown(stage: Stage, tmp_path: Path) -> None:
    torn = tmp_path / "torn.png"
    torn.write_bytes(b"no picture at all")
    stage.window.open_paths([torn])
    wait(lambda: stage.window.banner.problem is not None)
    assert said(stage) == ["This picture cannot be shown", "torn.png"]
    assert "Open…" in offered(stage)
    banner = stage.window.banner
    for key in ("print_sheet", "hair"):
        stage.do(key)
        QApplication.processEvents()
        top = stage.window.stage.childAt(banner.geometry().center())
        assert top is banner or (top is not None and banner.isAncestorOf(top)), key


def test_while_a_picture_is_read_its_name_is_said_and_nothing_flashes_before(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, decode = threading.Event(), codec.decode

    def slowly(*given: Any, **named: Any) -> Picture:
        gate.wait(30)
        return decode(*given, **named)

    monkeypatch.setattr(codec, "decode", slowly)
    stage.window.open_paths([Path(shutil.copy(SAMPLE, tmp_path / "large.png"))])
    QApplication.processEvents()
    assert not stage.window.empty.isVisible(), "not at once"
    wait(stage.window.empty.isVisible)
    assert said(stage) == ["Opening large.png"]
    assert offered(stage) == []
    gate.set()
    wait(lambda: not stage.window.empty.isVisible())
    assert stage.session.current is not None
    assert stage.session.current.loaded


@pytest.mark.parametrize("key", ["hair", "headshot", "id_photo", "face_expression", "profile_picture"])
def test_a_tab_that_needs_a_face_says_that_there_is_none(stage: Stage, tmp_path: Path, key: str) -> None:
    import cv2

    file = tmp_path / "helmet.png"
    sample = cv2.imread(str(SAMPLE))
    assert sample is not None
    cv2.imwrite(str(file), sample[330:, 250:])
    stage.do(key)
    stage.window.open_paths([file])

    def told() -> bool:
        words = [word.text() for word in stage.window.tabs.findChildren(QLabel) if word.isVisible()]
        return any("No face" in text for text in words)

    wait(told)
    stage.do("apply")
    wait(lambda: stage.session.jobs.idle)
    assert stage.session.current is not None
    assert len(stage.session.current.steps) == 1


def test_what_went_wrong_with_one_picture_is_not_said_of_the_next(stage: Stage, tmp_path: Path) -> None:
    torn, empty = tmp_path / "torn.png", tmp_path / "empty"
    torn.write_bytes(SAMPLE.read_bytes()[:3000])
    empty.mkdir()
    banner = stage.window.banner
    stage.session.open_paths([torn])
    wait(lambda: banner.problem is not None)
    stage.session.open_paths([SAMPLE])
    assert banner.problem is None
    assert not banner.isVisible()
    stage.session.open_paths([torn, empty])
    assert banner.problem is not None
    assert banner.problem.text == str(empty)


def test_a_notice_says_nothing_twice() -> None:
    said = sentence_of(UnusablePicture("No face was found. Use a picture in which the face is seen.", code="no_face"))
    assert said == "No face was found. Use a picture in which the face is seen."
