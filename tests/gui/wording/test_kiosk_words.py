"""The languages of a kiosk: their direction, numbers and money, the names of documents, and whether fonts can draw them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.id_documents.words import country_of, document_title
from catchlight.gui.wording import i18n
from catchlight.gui.wording.fonts import font_for, missing_letters, shown_languages
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, LANGUAGES, Language
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QWidget

NO_FONT = "\u0378"
"""Not assigned to any character, so no font has it."""


@pytest.fixture
def language(qapp: QApplication) -> Iterator[Language]:
    chosen = Language(qapp)
    yield chosen
    chosen.use("en")


@pytest.mark.parametrize("code", KIOSK_LANGUAGES)
def test_arabic_alone_runs_from_right_to_left(language: Language, code: str) -> None:
    language.use(code)
    wanted = Qt.LayoutDirection.RightToLeft if code == "ar" else Qt.LayoutDirection.LeftToRight
    assert QWidget().layoutDirection() == wanted
    language.use("en")
    assert QWidget().layoutDirection() == Qt.LayoutDirection.LeftToRight


@pytest.mark.parametrize(
    ("code", "money"),
    [("en", "€1,500.50"), ("de", "1.500,50 €"), ("fr", "1 500,50 €"), ("hi", "€1,500.50")],
)
def test_money_is_written_as_the_language_does(language: Language, code: str, money: str) -> None:
    language.use(code)
    assert " ".join(QLocale().toCurrencyString(1500.5, "€").split()) == money


@pytest.mark.parametrize("code", KIOSK_LANGUAGES)
def test_numbers_have_european_digits_in_every_language(language: Language, code: str) -> None:
    language.use(code)
    assert QLocale().zeroDigit() == "0"


@pytest.mark.parametrize("code", [code for code in KIOSK_LANGUAGES if code not in LANGUAGES])
def test_every_document_has_a_name_of_its_own_in_the_language(
    language: Language, catalogue: Catalogue, code: str
) -> None:
    english = {row.id: document_title(row) for row in catalogue.documents}
    language.use(code)
    names = {row.id: document_title(row) for row in catalogue.documents}
    assert len(set(names.values())) == len(names)
    assert [key for key, name in names.items() if name == english[key]] == []
    assert {country_of(row) for row in catalogue.documents if row.country not in ("CN", "ICAO", "EU")} == {""}


def test_a_document_in_a_verdict_is_named_in_the_language(language: Language) -> None:
    language.use("de")
    assert i18n.tell("The face is turned 41 degrees to the side; at most 30 can be used. Take a picture in which the person "
                     "looks at the camera.") == (
        "Das Gesicht ist 41 Grad zur Seite gedreht; höchstens 30 sind verwendbar. Machen Sie ein Foto, auf dem die Person in "
        "die Kamera blickt."
    )  # fmt: skip


def test_a_language_without_letters_in_the_fonts_is_left_out_and_staff_are_told(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    if {"ar", "zh", "hi"} - set(shown_languages(list(KIOSK_LANGUAGES), qapp.font()).codes):
        pytest.skip("needs the fonts of the languages (fonts-noto-core, fonts-noto-cjk)")
    assert missing_letters(f"a{NO_FONT}\n", qapp.font()) == {NO_FONT}
    monkeypatch.setitem(KIOSK_LANGUAGES, "hi", f"हिन्दी{NO_FONT}")
    shown = shown_languages(["de", "hi", "ar"], qapp.font())
    assert shown.codes == ("de", "ar")
    assert shown.left_out == {
        "hi": "hi is not offered: no font here has its characters, such as U+0378. Install fonts-noto-core."
    }


def test_chinese_is_drawn_in_its_own_forms_where_there_is_a_font_of_it(qapp: QApplication) -> None:
    if "Noto Sans CJK SC" not in QFontDatabase.families():
        pytest.skip("needs Noto Sans CJK (fonts-noto-cjk)")
    assert font_for("zh", qapp.font()).families()[-1] == "Noto Sans CJK SC"
    assert font_for("de", qapp.font()).families() == qapp.font().families()
