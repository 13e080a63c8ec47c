"""The ID photo tab: search, guides, options, verdict."""

from __future__ import annotations

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.canvas.measured_guides import CHIN, CROWN, EYES, bands_of, point_of
from catchlight.gui.id_documents.card import DocumentCard
from catchlight.gui.id_documents.search import OWN_SIZE, SUBTITLE, DocumentSearch
from catchlight.gui.id_documents.words import names_country
from catchlight.gui.widgets.theme import build
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel
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
    tab = stage.id_photo
    tab.swatches._buttons["transparent"].click()
    stage.make_id_photo()
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


def test_the_documents_own_background_comes_first_and_a_choice_stays_with_its_document(stage: Stage) -> None:
    stage.open_sample()
    tab = stage.id_photo
    assert tab.swatches.value == "document"
    tab.search.chosen.emit("us_visa")
    tab.swatches._buttons["blue"].click()
    tab.search.chosen.emit("fr_passport")
    assert (tab.swatches.value, tab.swatches.colour) == ("document", QColor("#DCE3EA"))
    tab.search.chosen.emit(OWN_SIZE)
    assert (tab.swatches.value, tab.swatches.colour) == ("document", QColor("#FFFFFF"))
    tab.swatches._buttons["transparent"].click()
    tab.search.chosen.emit("us_visa")
    assert tab.swatches.value == "blue"
    stage.session.memory.save()
    kept = stage.session.memory._read()
    assert kept.backgrounds == {"us_visa": "blue", OWN_SIZE: "transparent"}


def test_a_default_photo_of_the_window_is_a_file_that_the_upload_takes(stage: Stage) -> None:
    stage.open_sample()
    stage.id_photo.search.chosen.emit("us_visa")
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    assert document.current is not None
    file = document.current.file
    assert file is not None
    assert (file.media_type, len(file.data) <= 240_000) == ("image/jpeg", True)
    assert document.current.details["notes"] == []
    assert not stage.id_photo._told.isVisibleTo(stage.window)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_file_that_the_upload_does_not_take_is_told(language: str, stage: Stage) -> None:
    stage.window.dialogs.choose_looks("dark", language, 1.0)
    stage.open_sample()
    stage.id_photo.search.chosen.emit("us_visa")
    stage.id_photo.swatches._buttons["transparent"].click()
    stage.make_id_photo()
    told = stage.id_photo._told
    assert told.isVisibleTo(stage.window)
    assert told.text().startswith("The upload takes JPEG" if language == "en" else "上传要求 JPEG，而此文件为 PNG。")


def card_of(entry: str, catalogue: Catalogue, qtbot: QtBot) -> list[str]:
    """Every text that the card of a document shows, rules and sources unfolded."""
    row = catalogue.documents.get(entry)
    assert row is not None
    card = DocumentCard(build("dark"))
    qtbot.addWidget(card)
    card.show()
    card.show_document(row)
    card.more.set_open(True)
    return [shown.text() for shown in card.findChildren(QLabel) if shown.isVisibleTo(card)]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("fr_passport", ["A", "A: authority's own text read 2026-11", "light blue, light grey; not white"]),
        ("fr_passport", ["Head 32–36 mm  ·  head without hair", "No head covering"]),
        ("kr_passport", ["B", "B: secondary sources agree"]),
        ("eg_passport", ["C", "C: size only"]),
        ("us_visa", ["Upload 600–1200 × 600–1200 px  ·  JPEG  ·  ≤ 240 kB"]),
        ("us_passport", ["no glasses  ·  at most 6 months old  ·  edits refused"]),
        ("sg_passport", ["Upload exactly 400 × 514 px  ·  JPEG / PNG  ·  ≤ 2048 kB"]),
        ("us_passport_online", ["Head 50–69 %  ·  head with hair", "Upload JPEG / PNG / HEIC  ·  54–10240 kB"]),
        ("in_evisa", ["Upload ≥ 350 × 350 px  ·  JPEG  ·  10–1024 kB"]),
        ("kr_keta", ["Upload ≤ 700 × 700 px  ·  JPEG  ·  ≤ 100 kB"]),
        ("za_passport", ["mouth closed  ·  at most a month old"]),
    ],
)
def test_a_card_tells_the_rules(entry: str, said: list[str], catalogue: Catalogue, qtbot: QtBot) -> None:
    shown = [text.replace("\u00a0", " ") for text in card_of(entry, catalogue, qtbot)]
    assert [text for text in said if text not in shown] == []


def test_a_card_says_who_takes_the_photo(catalogue: Catalogue, qtbot: QtBot) -> None:
    sweden = " ".join(card_of("se_passport", catalogue, qtbot))
    assert "The authority takes this photo itself. The police take the photo when you apply" in sweden
    assert "An approved studio must take this photo" in " ".join(card_of("de_passport", catalogue, qtbot))
    assert "takes this photo" not in " ".join(card_of("us_passport", catalogue, qtbot))


def test_a_card_of_an_upload_shows_no_millimetres(catalogue: Catalogue, qtbot: QtBot) -> None:
    shown = " ".join(card_of("nz_passport", catalogue, qtbot)).replace("\u00a0", " ")
    assert "1500 × 2000 px  ·  file to upload, no print" in shown
    assert " mm" not in shown.replace("35 × 45 mm", "")


def test_every_source_is_listed_with_its_date_and_kind(catalogue: Catalogue, qtbot: QtBot) -> None:
    row = catalogue.documents.get("fr_passport")
    assert row is not None
    shown = [text.replace("\u200b", "") for text in card_of("fr_passport", catalogue, qtbot)]
    assert "https://passeport.ants.gouv.fr/Vos-demarches/Photographie-d-identite · 2024-09-30 · authority" in shown
    assert all(any(source.text in text for text in shown) for source in row.sources)
    assert "Source: passeport.ants.gouv.fr (2024-09-30) and 3 more" in shown


def test_the_list_says_how_sure_a_document_is_and_who_takes_its_photo(catalogue: Catalogue, qtbot: QtBot) -> None:
    search = DocumentSearch(catalogue.documents, (), build("dark"))
    qtbot.addWidget(search)
    search.field.setText("swedish passport")
    subtitle = search.list.item(0).data(SUBTITLE)
    assert subtitle.endswith("35 × 45 mm · authority's own text read 2026-11 · The authority takes this photo itself")


def test_an_upload_is_measured_in_pixels_and_shares(stage: Stage) -> None:
    stage.open_sample()
    tab = stage.id_photo
    tab.search.chosen.emit("in_evisa")
    wait(lambda: tab._guides.measured is not None and bool(tab._guides.measured.upload))
    for _ in range(2):
        measured = tab._guides.measured if tab._shows_frame else tab._result_guides.measured
        assert measured is not None
        assert measured.size == "600 × 600 px"
        assert measured.length(measured.height_mm / 2) == "50 %"
        stage.make_id_photo()
    tab.search.chosen.emit("us_passport")
    wait(lambda: tab._guides.measured is not None and not tab._guides.measured.upload)
    assert tab._guides.measured is not None
    assert (tab._guides.measured.size, tab._guides.measured.length(4)) == ("50.8 × 50.8 mm", "4.0 mm")
