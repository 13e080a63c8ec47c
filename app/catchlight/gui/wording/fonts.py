"""Fonts for the scripts of the languages, and which characters no font of this computer has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QTextLayout

from catchlight.core.messages import Message
from catchlight.core.translation import translation
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES

_FAMILIES: Mapping[str, Sequence[str]] = {
    "zh": (
        "Noto Sans CJK SC",
        "Noto Sans SC",
        "Source Han Sans SC",
        "Microsoft YaHei UI",
        "Microsoft YaHei",
        "PingFang SC",
    ),
    "ar": ("Noto Sans Arabic", "Noto Naskh Arabic", "Segoe UI", "Geeza Pro"),
    "hi": ("Noto Sans Devanagari", "Nirmala UI", "Kohinoor Devanagari", "Devanagari MT"),
}
"""Families for a language, best first: left to itself, fontconfig draws Chinese in the Japanese forms of its signs."""
_SHAPED = ("ar", "hi")
"""Languages whose letters join: Qt asks the first family for the rules of it."""
_PACKAGES: Mapping[str, str] = {"zh": "fonts-noto-cjk", "hi": "fonts-noto-core", "ar": "fonts-noto-core"}
"""Packages of Debian and Ubuntu that have the characters of a language."""
_OTHER_PACKAGE = "fonts-noto-core"
_UNSEEN = ("Cc", "Cf", "Z")
"""Unicode categories that are not drawn."""


@dataclass(frozen=True)
class ShownLanguages:
    """codes: languages that can be drawn here, in the order that was asked for. left_out: why the others cannot, for staff."""

    codes: tuple[str, ...]
    left_out: Mapping[str, Message]


def shown_languages(wanted: Sequence[str], font: QFont) -> ShownLanguages:
    """Which of the languages have all their characters in ``font`` or in what stands in for it. Raises FileNotFoundError for
    one without a catalogue."""
    left_out = {}
    for code in wanted:
        name = KIOSK_LANGUAGES.get(code, code)
        missing = missing_letters(translation(code).letters() | set(name), font_for(code, font))
        if missing:
            left_out[code] = Message(
                "{language} is not offered: no font here has its characters, such as {sample}. Install {package}.",
                language=code,
                sample=f"U+{ord(min(missing)):04X}",
                package=_PACKAGES.get(code, _OTHER_PACKAGE),
            )
    return ShownLanguages(tuple(code for code in wanted if code not in left_out), left_out)


def font_for(language: str, base: QFont) -> QFont:
    """``base`` together with the families for the script of a language, where there are any here."""
    known = set(QFontDatabase.families())
    own = [family for family in _FAMILIES.get(language, ()) if family in known]
    font = QFont(base)
    if own:
        latin = QFontInfo(base).family()
        font.setFamilies([*own, latin] if language in _SHAPED else [latin, *own])
    return font


def missing_letters(letters: Iterable[str], font: QFont) -> frozenset[str]:
    """The characters for which neither the font nor one that stands in for it has a glyph."""
    drawn = {letter for letter in letters if not unicodedata.category(letter).startswith(_UNSEEN)}
    if not drawn or not _has_no_glyph("".join(sorted(drawn)), font):
        return frozenset()
    return frozenset(letter for letter in drawn if _has_no_glyph(letter, font))


def _has_no_glyph(text: str, font: QFont) -> bool:
    """Whether a part of the text is drawn as the box of glyph 0."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return any(0 in run.glyphIndexes() for run in layout.glyphRuns())
