"""What disturbs the flow of work when it goes wrong: focus, messages, what the bar says, what is found by typing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.batch.batches import Batches
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.dialogs.banner import Banner, breakable
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.tabs.edit.tab import EditTab
from catchlight.gui.tabs.print_sheet.sheet_view import SheetPicture, SheetView
from catchlight.gui.widgets import theme
from catchlight.gui.wording.problems import Problem
from catchlight.print.sheet import Layout, Placement
from catchlight.service.batch.run import Tally
from catchlight.store.batches.item import BatchItem
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from tests.gui.conftest import Stage, wait

LONG = "/media/client/2026-11-27_Wedding_of_Ada_and_Charles/selected_pictures"


def test_after_apply_space_shows_the_picture_before(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.open_sample()
    tab = stage.window.tab
    button = stage.id_photo.apply_button
    document = stage.session.current
    assert document is not None
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert stage.window.focusWidget() is stage.window.canvas
    wait(lambda: len(document.steps) > 1)
    assert stage.window.focusWidget() is stage.window.canvas
    peeked: list[bool] = []
    monkeypatch.setattr(stage.window.canvas, "peek", peeked.append)
    QTest.keyClick(stage.window.focusWidget(), Qt.Key.Key_Space)
    assert peeked == [True, False]
    assert stage.window.tab is tab
    swatches, verdict = stage.id_photo.swatches, stage.id_photo.verdict
    assert verdict.isVisibleTo(stage.window)
    assert swatches.mapTo(stage.window, swatches.rect().bottomLeft()).y() <= verdict.mapTo(
        stage.window, verdict.rect().topLeft()
    ).y()  # fmt: skip


@pytest.mark.parametrize(("room", "scale"), [(700, 2.0), (700, 1.0), (1100, 1.0)])
def test_a_banner_cuts_nothing_off(qapp: QApplication, room: int, scale: float) -> None:
    over = QWidget()
    looks = theme.build("dark", scale)
    font = over.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    over.setFont(font)
    over.resize(room, 900)
    banner = Banner(looks, over)
    over.show()
    banner.say(Problem(f"Nothing can be written into {LONG}", "Choose another folder. " * 8, "folder"))
    QApplication.processEvents()
    for words in banner.findChildren(QLabel):
        if words.text():
            assert words.height() >= words.heightForWidth(words.width()), words.text()
            assert words.width() >= words.minimumSizeHint().width()
    button = banner.findChild(QPushButton)
    assert button is not None
    assert banner.rect().contains(button.geometry())
    assert button.width() >= button.sizeHint().width()
    over.close()


def test_a_path_can_be_broken_and_is_copied_as_it_is() -> None:
    assert breakable("short words stay") == "short words stay"
    assert breakable(LONG).replace("\u200b", "") == LONG
    assert "\u200b" in breakable(LONG)


def test_the_bar_says_that_cards_are_rendered(stage: Stage, draw_cards_of: Callable[..., None]) -> None:
    said: list[str] = []
    bar = stage.window.job_bar
    stage.session.stock.rendering.connect(lambda _done, _count: said.append(bar._name.text()))
    assert bar._name.text() == "Ready"
    bar.show_rendering(2, 12)
    assert bar._name.text() == "Rendering 3 of 12"
    bar.show_rendering(12, 12)
    assert bar._name.text() == "Ready"
    stage.open_sample()
    stage.do("adjust")
    renderers = stage.window.tab.findChildren(CardRenderer)
    wait(lambda: any(words.startswith("Rendering ") for words in said))
    for renderer in renderers:
        renderer.stop()
    assert bar._name.text() == "Ready"


def test_preferences_stay_open_when_the_looks_change(stage: Stage) -> None:
    stage.do("settings")
    (dialog,) = stage.window.findChildren(PreferencesDialog)
    dialog.theme.setCurrentIndex(dialog.theme.findData("light"))
    assert stage.window.theme.name == "light"
    (again,) = stage.window.findChildren(PreferencesDialog)
    assert again.isVisible()
    assert again.theme.currentData() == "light"
    again.reject()
    stage.desk.redress()
    assert not [one for one in stage.window.findChildren(PreferencesDialog) if one.isVisible()]


def test_the_palette_finds_commands_by_other_words_and_sentences(stage: Stage) -> None:
    stage.open_sample()
    stage.do("edit")
    tab = stage.window.tab
    assert isinstance(tab, EditTab)
    wait(lambda: tab.prompt.ready)
    palette = stage.window.palette_box

    def found(text: str) -> list[str]:
        stage.do("palette")
        palette.field.setText(text)
        return [palette.list.item(row).text() for row in range(palette.list.count())]

    assert "Cull" in found("rating")
    assert found("full screen")[0] == "Full screen"
    assert "Preferences" in found("language")
    assert "Say “whiten the teeth”" in found("whiten")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert tab.prompt.text == "whiten the teeth"
    assert found("qwxyz") == ["Nothing found"]


def test_the_end_of_a_batch_is_told_in_the_main_window(stage: Stage, tmp_path: Path) -> None:
    batches = stage.session.findChild(Batches)
    assert isinstance(batches, Batches)
    batches.items = [
        BatchItem(0, tmp_path / "a.jpg", state="done"),
        BatchItem(1, tmp_path / "b.jpg", state="failed"),
    ]
    batches.tally = Tally(1, 1, 0, 0, 1.0)
    batches._ended(None)
    told = stage.window.banner.problem
    assert told is not None
    assert (told.title, told.action, told.good) == ("The batch has ended", "batch", False)
    assert told.text == "1 of 2 pictures are done. 1 could not be done."


def test_a_delivered_job_is_told_once(stage: Stage) -> None:
    told: list[Problem] = []
    stage.session.problem.connect(told.append)
    tab = stage.window.tab_called("profile_picture")

    class Ended(ProfileJob):
        active = False
        stage = "completed"

    from catchlight.gui.jobs.profile_feed import ProfileJobRequest
    from catchlight.operations.profile_picture.params import ProfilePictureParams

    entry = Ended(ProfileJobRequest(None, "r", ProfilePictureParams(), "g"), "ada.jpg")
    for _ in range(2):
        tab._tell_end(entry)  # type: ignore[attr-defined]
    stage.desk.redress()
    stage.window.tab_called("profile_picture")._tell_end(entry)  # type: ignore[attr-defined]
    assert [one.title for one in told] == ["Profile pictures are delivered"]


def test_a_photo_much_larger_than_its_place_keeps_its_lines_on_the_sheet(qapp: QApplication) -> None:
    """Stripes finer than the screen's pixels become their mean, and no pattern."""
    stripes = np.zeros((1600, 1600, 3), np.uint8)
    stripes[:, ::2] = 255
    image = QImage(stripes.data, 1600, 1600, 4800, QImage.Format.Format_RGB888).copy()
    view = SheetView(theme.build("dark"))
    view.resize(400, 400)
    layout = Layout(100, 100, (Placement(10, 10, 80, 80, False, 0),), (1,), 1, 1, 1, False)
    view.show_layout(layout, [SheetPicture(image, QColor("white"))], "none")
    seen = view.grab().toImage()
    middle = [seen.pixelColor(x, 200).red() for x in range(150, 250)]
    assert max(middle) - min(middle) < 12
    assert 110 < sum(middle) / len(middle) < 145
