"""Help, keys, tour, about and preferences of the real window."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from catchlight.gui.app.application import offer_tour
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.guide.about import AboutDialog
from catchlight.gui.guide.help_pages import HelpDialog
from catchlight.gui.guide.shortcuts import ShortcutsDialog
from catchlight.gui.guide.tour import Tour, place_beside
from catchlight.gui.wording.problems import Problem
from catchlight.paths import resources
from catchlight.store.settings.settings import Settings
from pydantic import BaseModel
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QSpinBox, QWidget

from tests.gui.conftest import Stage, wait

W = TypeVar("W", bound=QWidget)


def the(stage: Stage, kind: type[W]) -> W:
    """The one widget of that kind that the window shows."""
    (found,) = [widget for widget in stage.window.findChildren(kind) if widget.isVisible()]
    return found


def test_help_opens_at_the_tab_and_finds_words(stage: Stage) -> None:
    stage.do("print_sheet")
    stage.do("help")
    dialog = the(stage, HelpDialog)
    assert "ruler" in dialog.text.toPlainText()
    dialog.search.setText("hats veils")
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Hair"]
    assert "headscarves" in dialog.text.toPlainText()
    dialog.search.setText("no such words at all")
    assert dialog.text.toPlainText() == "No page of the help holds these words."
    dialog.search.clear()
    assert dialog.list.count() > 8


def test_the_sheet_shows_the_keys_of_every_command_that_has_some(stage: Stage) -> None:
    stage.do("shortcuts")
    shown = {label.text() for label in the(stage, ShortcutsDialog).findChildren(QLabel)}
    for row in stage.window.command_table:
        if row.keys:
            assert row.text.rstrip("…") in shown, row.key
    assert {"Ctrl+K", "Hold Space", "Alt and wheel"} <= shown


def test_a_question_mark_opens_the_sheet(stage: Stage) -> None:
    assert stage.window.actions_by_key["shortcuts"].shortcut().toString() == "?"


def test_about_names_every_network_and_what_edits_do_not_do(stage: Stage) -> None:
    stage.do("about")
    told = the(stage, AboutDialog).text.toPlainText()
    for row in json.loads((resources() / "models" / "manifest.json").read_text(encoding="utf-8")):
        assert row["file"] in told
        assert row["licence"] in told
    assert "What is drawn is not photographed" in told
    assert str(stage.window.dialogs.home) in told


def test_the_tour_leads_to_what_its_words_say_and_is_remembered(stage: Stage) -> None:
    stage.do("tour")
    tour = the(stage, Tour)
    seen = []
    window = stage.window
    places = (window.top_bar, window.tabs, window.view_bar, window.history, window.top_bar.export)
    for place in places:
        seen.append(tour._frame.geometry())
        assert seen[-1].size() == place.size()
        assert seen[-1].topLeft() == place.mapTo(window, place.rect().topLeft())
        assert "card" not in tour._text.text(), "the tab of ID photos has none"
        assert stage.window.rect().contains(tour.geometry())
        assert not tour.geometry().intersects(tour._frame.geometry()) or tour.number == 1
        assert not stage.session.memory.state.toured
        QTest.mouseClick(tour.next, Qt.MouseButton.LeftButton)
    assert len({(place.x(), place.y()) for place in seen}) == len(places)
    assert stage.session.memory.state.toured
    assert not tour.isVisible()


def test_the_tour_cuts_no_words_off_where_text_is_large(stage: Stage) -> None:
    stage.window.dialogs.choose_looks("dark", "en", 2.0)
    stage.do("tour")
    tour = the(stage, Tour)
    for number in range(5):
        tour.go(number)
        QApplication.processEvents()
        words = tour._text
        assert words.height() >= words.heightForWidth(words.width()) > 0


def test_return_goes_on_in_the_tour_and_presses_the_button_that_has_the_focus(stage: Stage) -> None:
    stage.do("tour")
    tour = the(stage, Tour)
    QTest.keyClick(tour.next, Qt.Key.Key_Return)
    assert tour.number == 1
    tour.back.setFocus()
    QTest.keyClick(tour.back, Qt.Key.Key_Return)
    assert tour.number == 0
    tour.skip.setFocus()
    QTest.keyClick(tour.skip, Qt.Key.Key_Return)
    assert stage.session.memory.state.toured


def test_escape_ends_the_tour_and_the_window_goes_on(stage: Stage) -> None:
    stage.window.canvas.setFocus()
    stage.do("tour")
    tour = the(stage, Tour)
    QTest.keyClick(tour, Qt.Key.Key_Escape)
    assert stage.session.memory.state.toured
    assert stage.window.focusWidget() is stage.window.canvas
    stage.open_sample()
    stage.make_id_photo()


def test_the_tour_waits_until_what_went_wrong_has_been_read(stage: Stage, tmp_path: Path) -> None:
    bad = tmp_path / "no_picture.jpg"
    bad.write_bytes(b"these are words and no picture")
    stage.session.open_paths([bad])
    wait(lambda: stage.window.banner.isVisible())
    offer_tour(stage.desk)
    (tour,) = stage.window.findChildren(Tour)
    assert not tour.isVisible()
    assert not tour._frame.isVisible()
    stage.window.banner.dismiss()
    assert tour.isVisible()
    assert tour.number == 0
    tour.go(1)
    stage.window.banner.say(Problem("The disk is full", "Make room and try again."))
    assert not tour.isVisible()
    stage.window.banner.say(Problem("Written", good=True))
    assert tour.isVisible()
    assert tour.number == 1
    assert not stage.session.memory.state.toured
    tour.end()
    stage.window.banner.say(Problem("The disk is full", "Make room and try again."))
    stage.window.banner.dismiss()
    assert not tour.isVisible()


def test_who_asks_for_the_tour_sees_it_over_an_old_message(stage: Stage) -> None:
    stage.window.banner.say(Problem("The disk is full", "Make room and try again."))
    stage.do("tour")
    assert the(stage, Tour).number == 0
    assert not stage.window.banner.isVisible()


@pytest.mark.parametrize(
    "around", [QRect(0, 0, 1000, 40), QRect(700, 50, 300, 700), QRect(0, 700, 700, 100), QRect(0, 0, 300, 800)]
)
def test_words_lie_beside_their_place_and_inside_the_window(around: QRect) -> None:
    room, size = QSize(1000, 800), QSize(300, 100)
    found = QRect(place_beside(around, size, room, 10), size)
    assert not found.intersects(around)
    assert QRect(QPoint(0, 0), room).contains(found)


def test_preferences_have_a_control_for_every_setting(stage: Stage) -> None:
    stage.do("settings")
    dialog = the(stage, PreferencesDialog)
    shown = {f"{part}.{name}" for part, form in dialog.forms.items() for name in form.values()}
    wanted = {
        f"{name}.{field}"
        for name, part in vars(Settings()).items()
        if isinstance(part, BaseModel)
        for field in type(part).model_fields
    }
    page = {"imagining.engines", "imagining.use"}  # of the engines, which the button leads to
    pane = {
        "credentials.key",
        "credentials.chain",
        "credentials.trust_list",
        "display.screens",
    }  # chosen as files, by controls below the form
    assert wanted - shown - page - pane == {
        "delivery.options",
        "storage.database",
        "storage.pictures",
        "storage.picture_options",
    }, "what stands in the file alone, because it may hold passwords"


def test_a_changed_preference_holds_and_is_written(stage: Stage, new_stage: Callable[..., Stage]) -> None:
    stage.do("settings")
    dialog = the(stage, PreferencesDialog)
    largest = dialog.forms["local_limits"].control("max_bytes")
    assert isinstance(largest, QSpinBox)
    assert (largest.value(), largest.suffix()) == (1000, " MB")
    largest.setValue(12)
    kept = dialog.forms["store"].control("keep_days")
    assert isinstance(kept, QSpinBox)
    assert kept.text() == "For ever"
    kept.setValue(30)
    address = dialog.forms["delivery"].control("address")
    assert isinstance(address, QLineEdit)
    QTest.keyClicks(address, "s3://bucket/faces")
    QTest.keyClick(address, Qt.Key.Key_Return)
    settings = stage.session.memory.settings
    assert (settings.local_limits.max_bytes, settings.local_limits.max_pixels) == (12_000_000, 200_000_000)
    assert (settings.store.keep_days, settings.delivery.address) == (30, "s3://bucket/faces")
    file = stage.window.dialogs.home / "settings.json"
    wait(lambda: file.exists() and json.loads(file.read_text())["delivery"]["address"] == "s3://bucket/faces")
    again = new_stage()
    assert again.session.memory.settings.local_limits.max_bytes == 12_000_000
