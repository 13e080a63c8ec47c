"""The dialog of fitting points: dragged, touched, moved with keys, seen on a person, kept in the style book."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from catchlight.clothing.reference import piece
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.style_book.anchor_edit import PLACES
from catchlight.gui.style_book.anchor_editor import AnchorEditor
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.imaging.picture import Picture
from catchlight.paths import Home
from catchlight.store.style_book import StyleBook
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPointingDevice
from PySide6.QtTest import QTest

from tests.clothing.reference import doubles
from tests.gui.conftest import Stage, wait


@pytest.fixture
def book(home: Home) -> Iterator[StyleBook]:
    made = StyleBook(home.style_book)
    yield made
    made.close()


class Shown:
    """Renders nothing but remembers what it was asked for; refuses a garment whose hem is high."""

    def __init__(self) -> None:
        self.hems: list[float] = []

    def __call__(self, picture: Picture) -> Work:
        def work(_progress: Progress) -> QImage:
            hem = piece.read_piece(picture).anchors.hem
            self.hems.append(hem)
            if hem < 120:
                raise UnusablePicture(Message("It ends too close below the chin."), code="reference_unsuited")
            image = QImage(30, 40, QImage.Format.Format_RGB32)
            image.fill(Qt.GlobalColor.darkGreen)
            return image

        return work


@pytest.fixture
def shown() -> Shown:
    return Shown()


@pytest.fixture
def editor(stage: Stage, shown: Shown, book: StyleBook) -> AnchorEditor:
    """Of a piece of the style book."""
    made = piece.make_piece(doubles.garment(), "a" * 64)
    entry = book.add(made, "Red top", ["team"])
    photo = PhotoChoice(made, entry.name, entry.id)
    dialog = AnchorEditor(stage.session, photo, shown, stage.window.theme, stage.window)
    dialog.open()
    wait(lambda: shown.hems)
    return dialog


def at(editor: AnchorEditor, place: str) -> QPoint:
    return editor.canvas.to_view(place).toPoint()


def drag(editor: AnchorEditor, place: str, across: int, down: int) -> None:
    start, button = at(editor, place), Qt.MouseButton.LeftButton
    QTest.mousePress(editor.canvas, button, Qt.KeyboardModifier.NoModifier, start)
    for step in (1, 2):
        QTest.mouseMove(editor.canvas, start + QPoint(across * step // 2, down * step // 2))
    QTest.mouseRelease(editor.canvas, button, Qt.KeyboardModifier.NoModifier, start + QPoint(across, down))


def test_a_point_follows_the_pointer_and_its_twin_mirrors_it(editor: AnchorEditor) -> None:
    left, right = at(editor, "left_collar"), at(editor, "right_collar")
    drag(editor, "left_collar", -24, 10)
    assert (at(editor, "left_collar") - left - QPoint(-24, 10)).manhattanLength() <= 2
    assert (at(editor, "right_collar") - right - QPoint(24, 10)).manhattanLength() <= 2
    editor.mirror.click()
    drag(editor, "left_collar", 12, 0)
    assert (at(editor, "right_collar") - right - QPoint(24, 10)).manhattanLength() <= 2
    editor.undo_button.click()
    editor.undo_button.click()
    assert (at(editor, "left_collar"), at(editor, "right_collar")) == (left, right)
    assert not editor.save_button.isEnabled()
    QTest.keyClick(editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert editor.edit.changed


def test_every_point_has_a_name_and_is_moved_with_the_arrow_keys(editor: AnchorEditor) -> None:
    handles = editor.canvas.handles
    names = [handles[place].accessibleName() for place in PLACES]
    assert names[:3] == ["Left point of the collar", "Right point of the collar", "Pit of the neck"]
    assert len(set(names)) == 6
    hem = handles["hem"]
    hem.setFocus()
    assert "Hem" in editor.hint.text()
    before = editor.edit.anchors.hem
    QTest.keyClick(hem, Qt.Key.Key_Up)
    assert editor.edit.anchors.hem == before - 1
    QTest.keyClick(hem, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert editor.edit.anchors.hem < before - 3
    assert hem.accessibleDescription().endswith(f"{round(editor.edit.anchors.hem)} down")


def test_a_finger_finds_larger_handles(editor: AnchorEditor) -> None:
    finger = QTest.createTouchDevice(QPointingDevice.DeviceType.TouchScreen)
    small, start = editor.canvas.radius, at(editor, "pit")
    off = start + QPoint(0, editor.canvas.radius + 6)
    for act, place in (("press", off), ("move", off + QPoint(0, 12)), ("release", off + QPoint(0, 12))):
        touch = QTest.touchEvent(editor.canvas, finger)
        getattr(touch, act)(0, place, editor.canvas)
        touch.commit()
    assert editor.canvas.touched
    assert editor.canvas.radius > 1.5 * small
    assert (at(editor, "pit") - start - QPoint(0, 12)).manhattanLength() <= 2
    drag(editor, "hem", 0, -20)
    assert editor.canvas.radius == small


def test_the_person_is_shown_in_it_and_refusals_are_told(editor: AnchorEditor, shown: Shown) -> None:
    wait(lambda: not editor.live.busy)
    assert not editor.preview.pixmap().isNull()
    editor.edit.move("hem", 0, 110)
    editor.canvas.moved.emit()
    editor.canvas.settled.emit()
    wait(lambda: not editor.live.busy)
    assert shown.hems[-1] == 110
    assert "too close below the chin" in editor.trouble.text()
    count = len(shown.hems)
    editor.edit.move("hem", 0, 10)
    editor.canvas.moved.emit()
    editor.canvas.settled.emit()
    assert "hem must lie below" in editor.trouble.text()
    assert not editor.save_button.isEnabled()
    assert len(shown.hems) == count, "what cannot be laid is not asked for"


def test_saved_points_are_the_style_book_s(editor: AnchorEditor, book: StyleBook) -> None:
    before = book.find("Red top")
    done: list[PhotoChoice] = []
    editor.corrected.connect(done.append)
    drag(editor, "hem", 0, -30)
    hem = editor.edit.anchors.hem
    editor.save_button.click()
    wait(lambda: done)
    after = book.find("Red top")
    assert (after.tags, after.created) == (before.tags, before.created)
    assert after.id == done[0].piece != before.id
    assert piece.read_piece(book.picture(after)).anchors.hem == pytest.approx(hem, abs=0.001)
    assert len(book.entries()) == 1
    assert not book.path(before).exists()


def test_closing_it_changes_nothing(editor: AnchorEditor, book: StyleBook) -> None:
    before = book.find("Red top")
    drag(editor, "hem", 0, -30)
    editor.reject()
    assert book.find("Red top") == before


def test_a_garment_that_is_in_no_book_is_only_handed_on(stage: Stage) -> None:
    photo = PhotoChoice(piece.make_piece(doubles.garment(), "a" * 64), "top.png")
    editor = AnchorEditor(stage.session, photo, None, stage.window.theme, stage.window)
    editor.open()
    done: list[PhotoChoice] = []
    editor.corrected.connect(done.append)
    assert not editor.preview.isVisible()
    editor.canvas.nudge("hem", 0, -1, far=True)
    editor.save_button.click()
    assert done[0].piece == ""
    assert piece.read_piece(done[0].picture).anchors.hem < 268
    assert QPointF(editor.canvas.to_view("hem")).y() > 0
