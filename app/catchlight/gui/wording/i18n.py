"""Words in the user's language, by the gettext catalogues of ``resources/i18n``, keyed by the English sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Qt, QTranslator
from PySide6.QtGui import QGuiApplication

from catchlight.core.translation import SOURCE, Translation, parse, translation

LANGUAGES = {"en": "English", "zh": "简体中文"}
"""The languages that the studio offers: those whose catalogue is complete. Any other that is there can be loaded."""
KIOSK_LANGUAGES = {
    **LANGUAGES,
    "es": "Español",
    "fr": "Français",
    "de": "Deutsch",
    "pt": "Português",
    "ar": "العربية",
    "hi": "हिन्दी",
}
"""Those that a kiosk offers, each by its own name: their catalogues have every text that a session can show."""
_LOCALES = {
    "en": "en_GB",
    "zh": "zh_CN",
    "es": "es_ES",
    "fr": "fr_FR",
    "de": "de_DE",
    "pt": "pt_PT",
    "ar": "ar_AE",
    "hi": "hi_IN",
}
"""Whose dates, numbers and money a language is shown with. Arabic with European digits (CLDR's ``latn``, as in the Emirates and
the Maghreb), so that numbers look the same in sentences, on the document and on the receipt."""

_words: Translation = translation(SOURCE)
"""Of the language in use; set by ``Language``."""


def tr(text: str, **values: object) -> str:
    """``text`` in the language of the window, with ``{names}`` filled in."""
    return _words.fill(_words.text(text), values)


def tr_counted(singular: str, plural: str, count: int, **values: object) -> str:
    """The form for ``count`` of a sentence in the language of the window, with ``{count}`` and other names filled in."""
    return _words.fill(_words.counted(singular, plural, count), {"count": count, **values})


def tell(said: str) -> str | None:
    """A sentence of the engine or of a server in the language of the window; None where it is not known there.

    In an English window the sentence itself. What is no ``Message`` any more, out of a record or over the network, is found in
    the catalogue again.
    """
    return _words.tell(parse(said)) if _words.language != SOURCE else str(said)


def tell_or_keep(said: str) -> str:
    """The same, or the English where it is not known."""
    return tell(said) or said


def system_language() -> str:
    """The language of the system where the program speaks it, else English."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


class QtWords(QTranslator):
    """Qt's own words (of its standard buttons and menus) by the same catalogue; what it does not know stays English."""

    def __init__(self, words: Translation, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        """A null string for what is not known, so that Qt's own words stay; the stub does not know of null."""
        told = self._words.text(text)
        return told if told != text else None  # type: ignore[return-value]


class Language:
    """The installed language of the application."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: QtWords | None = None
        self._turned = False
        self.code = "en"

    def use(self, code: str) -> None:
        """Code of a language, or ``system``; windows made after this speak it. Arabic turns the application right to left."""
        code = system_language() if code == "system" else code
        if self._installed is not None:
            self._application.removeTranslator(self._installed)
            self._installed = None
        global _words
        _words = translation(code)
        if code != SOURCE:
            self._installed = QtWords(_words, self._application)
            self._application.installTranslator(self._installed)
        self.code = code
        locale = QLocale(_LOCALES.get(code, code))
        QLocale.setDefault(locale)
        if isinstance(self._application, QGuiApplication):
            self._turn(locale.textDirection() == Qt.LayoutDirection.RightToLeft)

    def _turn(self, leftwards: bool) -> None:
        """Back again only where a language turned it: who starts Qt from the right (``-reverse``) keeps that."""
        if leftwards != self._turned and isinstance(self._application, QGuiApplication):
            auto, right_to_left = Qt.LayoutDirection.LayoutDirectionAuto, Qt.LayoutDirection.RightToLeft
            self._application.setLayoutDirection(right_to_left if leftwards else auto)
            self._turned = leftwards


def isolate(text: str) -> str:
    """A measure or a name in Latin letters as it stands, in a language that runs from right to left too (UAX #9, isolates)."""
    return f"\u2066{text}\u2069" if QLocale().textDirection() == Qt.LayoutDirection.RightToLeft else text


def is_chinese() -> bool:
    """Whether catalogue rows are shown by their Chinese label."""
    return QLocale().language() == QLocale.Language.Chinese


def label_of(row: object) -> str:
    """Label of a catalogue row in the language of the window."""
    chinese = getattr(row, "label_zh", "")
    return str(chinese) if chinese and is_chinese() else tr(str(getattr(row, "label", "")))
