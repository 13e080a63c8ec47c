"""The ID photo tab: search, guides, options, verdict."""

from __future__ import annotations

import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.gui.document_search import OWN_SIZE, DocumentSearch
from catchlight.gui.document_words import names_country
from catchlight.gui.measured import CHIN, CROWN, EYES, bands_of, point_of
from catchlight.gui.theme import build
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import Stage, wait


@pytest.mark.parametrize(
    ("typed", "found"),
    [("japan", "jp_passport"), ("日本", "jp_passport"), ("UK", "uk_passport"), ("英国护照", "uk_passport")],
)
def test_a_document_is_found_by_its_country(
    typed: str, found: str, catalogue: Catalogue, qtbot: QtBot, qapp: QApplication
) -> None:
    search = DocumentSearch(catalogue.documents, (), build("dark"))
    qtbot.addWidget(search)
    search.show()
    chosen: list[str] = []
    search.chosen.connect(chosen.append)
    search.field.setText(typed)
    assert found in search.found[:3]
    assert search.found[-1] == OWN_SIZE
    qtbot.keyClick(search.field, Qt.Key.Key_Down)
    assert search.list.hasFocus() or search.list.currentRow() == 0
    qtbot.keyClick(search.list, Qt.Key.Key_Return)
    assert chosen == [search.found[0]]
    assert not search.list.isVisible()


def test_what_was_used_last_comes_first(catalogue: Catalogue, qtbot: QtBot, qapp: QApplication) -> None:
    search = DocumentSearch(catalogue.documents, ("us_visa",), build("dark"))
    qtbot.addWidget(search)
    search.open()
    assert search.found[0] == "us_visa"


@pytest.mark.parametrize(
    ("label", "country", "named"),
    [
        ("UK passport", "United Kingdom", True),
        ("German passport", "Germany", True),
        ("Turkish passport", "Türkiye", True),
        ("Passport", "Peru", False),
        ("Passport", "Pakistan", False),
    ],
)
def test_a_country_is_said_only_where_the_label_lacks_it(label: str, country: str, named: bool) -> None:
    assert names_country(label, country) is named


def test_limits_become_bands_on_the_picture(catalogue: Catalogue) -> None:
    passport = catalogue.documents.get("us_passport")
    assert passport is not None
    bands = bands_of(passport, {CROWN: 8.0, CHIN: 38.0, EYES: 21.0})
    assert bands[EYES] == pytest.approx((50.8 - 35, 50.8 - 28))
    assert bands[CHIN] == (33, 43)
    assert bands[CROWN] == (3, 13)
    unsure = next(row for row in catalogue.documents if not row.verified)
    assert bands_of(unsure, {CROWN: 8.0, CHIN: 38.0}) == {}


def test_dragging_a_line_moves_the_frame_and_reset_brings_it_back(stage: Stage, qtbot: QtBot) -> None:
    stage.open_sample()
    tab, canvas, document = stage.id_photo, stage.window.canvas, stage.session.current
    assert document is not None
    assert tab.planner.plans is not None
    before = tab.planner.plans.framing
    view = canvas.viewport_now
    x, y = view.to_view(*point_of(before, CROWN))
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    qtbot.mouseMove(canvas, QPoint(round(x), round(y) - 15))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y) - 15))
    assert tab.params_for(document).crown_y == pytest.approx(before.crown[1] - 15 / view.step, abs=1.5)
    wait(lambda: tab.planner.plans is not None and tab.planner.plans.framing is not before)
    assert (
        tab.planner.plans.framing.head_mm != before.head_mm
        or tab.planner.plans.framing.corners[0][1] < before.corners[0][1]
    )
    assert tab.lines.spins[CROWN].value() > 0.3
    tab.lines.reset.click()
    assert tab.params_for(document).crown_y is None
    assert tab.lines.spins[CROWN].value() == 0


def test_lines_move_by_numbers_and_never_cross(stage: Stage) -> None:
    stage.open_sample()
    tab, document = stage.id_photo, stage.session.current
    assert document is not None
    assert tab.planner.plans is not None
    tab.lines.spins[CHIN].setValue(15)
    params = tab.params_for(document)
    assert params.chin_y is not None
    assert params.chin_y > point_of(tab.planner.plans.framing, EYES)[1]


def test_the_last_of_many_changes_wins(stage: Stage) -> None:
    stage.open_sample()
    tab = stage.id_photo
    for spec in ("us_passport", "jp_passport", "cn_visa", "uk_passport"):
        tab.search.chosen.emit(spec)
    wait(lambda: tab.planner.plans is not None and tab.planner.plans.framing.document.id == "uk_passport")
    measured = tab._guides.measured
    assert measured is not None
    assert (measured.width_mm, measured.height_mm) == (35, 45)


def test_a_colour_leaves_the_result_on_the_canvas_and_shows_there_at_once(stage: Stage) -> None:
    stage.open_sample()
    stage.make_id_photo()
    tab = stage.id_photo
    assert tab.scene() is None
    tab.swatches._buttons["white"].click()
    assert tab.scene() is None
    assert tab.ground() is not None
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    assert document.current is not None
    assert document.current.details["background"] == "#ffffff"
    assert not document.current.picture.has_alpha


def test_the_verdict_lists_every_check_with_its_source(stage: Stage) -> None:
    stage.open_sample()
    stage.make_id_photo()
    wait(lambda: stage.id_photo.verdict.rows is not None, 5)
    document, rows = stage.session.current, stage.id_photo.verdict.rows
    assert document is not None
    assert document.current is not None
    checks = document.current.details["verdict"]["checks"]
    assert rows is not None
    assert rows.count() == len(checks)
    spoken = [rows.item(number).data(Qt.ItemDataRole.AccessibleTextRole) for number in range(rows.count())]
    assert any("Source:" in text for text in spoken)
    wait(lambda: rows.height() >= rows.sizeHintForRow(0) * rows.count() * 0.6, 5)
    stage.do("undo")
    assert not stage.id_photo.verdict.isVisibleTo(stage.window)


def test_guides_can_be_switched_off(stage: Stage) -> None:
    stage.open_sample()
    assert stage.id_photo.overlay() is not None
    stage.do("guides")
    assert stage.id_photo.overlay() is None
    assert not stage.session.memory.state.guides
