"""The kiosk's screens in its languages: nothing is left in English, nothing is cut off, and Arabic runs from right to left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.id_documents.words import document_size
from catchlight.gui.kiosk.looks import Comfort
from catchlight.gui.kiosk.overlays import build_overlay
from catchlight.gui.kiosk.screens.document import DocumentScreen, find_documents
from catchlight.gui.kiosk.widgets.buttons import big_button
from catchlight.gui.kiosk.widgets.fitting import FittingArea, FootLayout
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, Language
from catchlight.kiosk.config.model import Screens, Shop
from catchlight.kiosk.flow.state import OverlayId, SessionState
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget

from tests.gui.kiosk.conftest import CONFIG
from tests.gui.kiosk.doubles import Machine
from tests.gui.kiosk.shown_screens import SCREENS, show

OpenKiosk = Callable[..., KioskWindow]
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
NAMES = {
    *("Catchlight", "USB", "QR", "PIN", "Wi", "Fi", "EUR", "mm", "px", "ICAO", "OCI", "PAN", "K", "AB", "kiosk"),
    *("English", "Español", "Français", "Deutsch", "Português", "CD", "anna", "example", "org", "com"),
}
"""What is written in Latin letters in every language."""
WORD = re.compile(r"[^\W\d_]+")
LATIN = re.compile(r"[A-Za-z]")


@pytest.fixture
def machine(machine: Machine) -> Machine:
    """In every language, with all documents."""
    config = CONFIG.model_copy(update={"shop": Shop(price=600, digital=100), "screens": Screens(large_text=True)})
    return machine.with_parts(config=config, languages=tuple(KIOSK_LANGUAGES))


def words_of(window: QWidget) -> Iterator[str]:
    """All that can be read or is read aloud."""
    for widget in filter(QWidget.isVisible, window.findChildren(QWidget)):
        yield widget.accessibleName()
        yield widget.accessibleDescription()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QLineEdit):
            yield widget.placeholderText()


def test_nothing_on_any_screen_is_left_in_english(machine: Machine, open_kiosk: OpenKiosk) -> None:
    """In Hindi, whose letters are not those of English; the catalogues of all languages have the same texts."""
    window, said, left = open_kiosk(machine.parts), set(), {}
    for state in SCREENS:
        show(window, state, "hi")
        assert window.screen_shown is not None
        for text in {*words_of(window), window.screen_shown.prompt, window.screen_shown.help}:
            said.add(text)
            if {word for word in WORD.findall(text) if LATIN.match(word)} - NAMES and not (
                state.screen == "hand_over" and len(text) < 6
            ):
                left[text] = f"{state.screen} {state.overlay}"
    assert len(said) > 200
    assert left == {}


@pytest.mark.parametrize("language", ["de", "ar"])
def test_nothing_is_cut_off_on_a_small_screen_with_large_text(
    machine: Machine, open_kiosk: OpenKiosk, language: str
) -> None:
    window = open_kiosk(machine.parts, (1280, 800))
    cut = []
    for state in SCREENS:
        show(window, state, language)
        assert (window.width(), window.height()) == (1280, 800), state
        for label in window.findChildren(QLabel):
            if label.isVisible() and label.wordWrap() and label.heightForWidth(label.width()) > label.height() + 1:
                cut.append((state.screen, label.text()))
        for button in window.findChildren(QAbstractButton):
            if button.isVisible() and button.text() and button.sizeHint().width() > button.width() + 1:
                cut.append((state.screen, button.text()))
    assert cut == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)], ids=["on its side", "upright"])
@pytest.mark.parametrize("language", ["ar", "de", "en", "es", "pt", "fr", "hi", "zh"])
def test_no_screen_and_nothing_over_it_is_moved_by_finger_with_every_comfort(
    machine: Machine, open_kiosk: OpenKiosk, language: str, size: tuple[int, int]
) -> None:
    """Lists within a screen may be; screens, helps and questions are seen whole."""
    window = open_kiosk(machine.parts, size)
    window.comfort = Comfort(high_contrast=True, large_text=True, low=True)
    moved = []
    for state in SCREENS:
        show(window, state, language)
        moved += [
            (state, "screen", beyond(area)) for area in window.findChildren(FittingArea, options=DIRECT) if beyond(area)
        ]
        overlays: Sequence[OverlayId] = (state.overlay,) if state.overlay else ("help", "stop")
        for overlay in overlays:
            window.desk.state = replace(window.desk.state, overlay=overlay)
            assert window.screen_shown is not None
            window._cover(build_overlay(window.screen_shown, window.desk, window.looks))
            assert window.overlay is not None
            QApplication.processEvents()
            moved += [
                (state, overlay, beyond(area)) for area in window.overlay.findChildren(FittingArea) if beyond(area)
            ]
    assert moved == []


def beyond(area: FittingArea) -> int:
    """Pixels of its content that are not to be seen, 0 where all are."""
    return max(0, area.widget().height() - area.viewport().height())


def test_in_arabic_the_way_on_is_at_the_left(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts)
    window.resize(1920, 1080)  # whatever the font, there is room for both buttons side by side
    places = {}
    for language in ("en", "ar"):
        show(window, SessionState(screen="document"), language)
        screen = window.screen_shown
        assert isinstance(screen, DocumentScreen)
        assert screen.search_button is not None
        places[language] = screen.search_button.geometry().center().x() < screen.width() / 2
    assert places == {"en": False, "ar": True}


def test_a_country_is_found_by_its_name_in_the_language_with_or_without_marks(
    qapp: QApplication, catalogue: Catalogue
) -> None:
    language = Language(qapp)
    try:
        language.use("es")
        for typed in ("Japón", "japon"):
            assert {row.country for row in find_documents(list(catalogue.documents), typed)} == {"JP"}
        assert find_documents(list(catalogue.documents), "Germany")[0].country == "DE", "English is understood as well"
    finally:
        language.use("en")


@pytest.mark.parametrize(
    ("code", "size"), [("en", "50.8 × 50.8 mm"), ("de", "50,8 × 50,8 mm"), ("ar", "\u206650.8 × 50.8 mm\u2069")]
)
def test_the_size_of_a_photo_is_written_as_the_language_writes_numbers(
    qapp: QApplication, catalogue: Catalogue, code: str, size: str
) -> None:
    language = Language(qapp)
    try:
        language.use(code)
        assert document_size(catalogue.documents.get("us_passport")) == size
    finally:
        language.use("en")


def test_buttons_stand_below_each_other_where_their_words_are_too_long(qapp: QApplication) -> None:
    window = QWidget()
    foot = FootLayout(16)
    back, forth = (
        big_button("Back", "", qapp.processEvents),
        big_button("Go on to the next screen", "", qapp.processEvents),
    )
    foot.addWidget(back)
    foot.addWidget(forth)
    column = QVBoxLayout(window)
    column.addLayout(foot)
    window.resize(800, 400)
    window.show()
    assert back.y() == forth.y()
    assert forth.width() > back.width()
    window.resize(forth.sizeHint().width() + 40, 400)
    QApplication.processEvents()
    assert back.y() > forth.y()
    assert back.width() == forth.width()
    back.hide()
    QApplication.processEvents()
    assert forth.geometry().bottom() == foot.contentsRect().bottom(), "at the foot of its place"
    window.close()


def test_content_is_moved_only_where_it_cannot_be_lower(qapp: QApplication) -> None:
    content = QWidget()
    column = QVBoxLayout(content)
    label = QLabel("word " * 200)
    label.setWordWrap(True)
    column.addWidget(label)
    area = FittingArea()
    area.exchange(content)
    area.resize(900, 600)
    area.show()
    QApplication.processEvents()
    assert content.height() == area.viewport().height()
    area.resize(200, 100)
    QApplication.processEvents()
    assert content.height() >= label.heightForWidth(label.width())
    assert area.verticalScrollBar().maximum() > 0
    area.close()
