"""Words in the user's language: one JSON dictionary per language, keyed by the English sentence."""

from __future__ import annotations

import json

from PySide6.QtCore import QCoreApplication, QLocale, QObject, QTranslator

from catchlight.paths import resources

CONTEXT = "catchlight"
LANGUAGES = {"en": "English", "zh": "简体中文"}


def tr(text: str, **values: object) -> str:
    """``text`` in the language of the window, with ``{names}`` filled in."""
    translated = QCoreApplication.translate(CONTEXT, text)
    return translated.format(**values) if values else translated


def dictionary(language: str) -> dict[str, str]:
    """English sentence to sentence, what the catalogue says of documents included; empty for English."""
    words: dict[str, str] = {}
    if language == "zh":
        rows = json.loads((resources() / "catalogue" / "documents.json").read_text(encoding="utf-8"))
        words |= {row["label"]: row["labelZh"] for row in rows}
    if language != "en":
        for name in (f"documents.{language}.json", f"{language}.json"):
            file = resources() / "i18n" / name
            if file.is_file():
                words |= json.loads(file.read_text(encoding="utf-8"))
    return words


def system_language() -> str:
    """The language of the system where the program speaks it, else English."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


class Dictionary(QTranslator):
    """Looks sentences up in a dictionary; what it does not know stays English."""

    def __init__(self, words: dict[str, str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words

    def isEmpty(self) -> bool:
        return not self._words

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        """A null string for what is not known, so that Qt's own words stay; the stub does not know of null."""
        return self._words.get(text)  # type: ignore[return-value]


class Language:
    """The installed language of the application."""

    def __init__(self, application: QCoreApplication) -> None:
        self._application = application
        self._installed: Dictionary | None = None
        self.code = "en"

    def use(self, code: str) -> None:
        """``en``, ``zh`` or ``system``; windows made after this speak it."""
        code = system_language() if code == "system" else code
        if self._installed is not None:
            self._application.removeTranslator(self._installed)
            self._installed = None
        words = dictionary(code)
        if words:
            self._installed = Dictionary(words, self._application)
            self._application.installTranslator(self._installed)
        self.code = code
        QLocale.setDefault(QLocale(QLocale.Language.Chinese if code == "zh" else QLocale.Language.English))


def is_chinese() -> bool:
    """Whether catalogue rows are shown by their Chinese label."""
    return QLocale().language() == QLocale.Language.Chinese


def label_of(row: object) -> str:
    """Label of a catalogue row in the language of the window."""
    chinese = getattr(row, "label_zh", "")
    return str(chinese if chinese and is_chinese() else getattr(row, "label", ""))
