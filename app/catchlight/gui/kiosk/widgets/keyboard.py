"""A keyboard on the screen: letters of the person's language to search with, or those of an address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.wording.i18n import isolate, tr

_QWERTY = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_LETTERS: Mapping[str, Sequence[str]] = {
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"),
    "es": ("qwertyuiop", "asdfghjklñ", "zxcvbnm"),
    "pt": ("qwertyuiop", "asdfghjklç", "zxcvbnmãé"),
    "ar": ("ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرىةوزظأإذ"),
    "hi": ("अआइईउऊएऐओऔ", "कखगघचछजझटठडढ", "तथदधनपफबभमयर", "लवशषसह्ािीुूेैोौं"),
}
"""Rows by language, as its usual keyboard has them; Latin ones without the marks that a search does not need."""
_ADDRESS = ("1234567890", *_QWERTY)
_SIGNS = ("@", ".", "_", "-", "+", ".com")


def letter_rows(language: str) -> Sequence[str]:
    """Rows of letters to search with; English ones where a language is written by other means than an alphabet."""
    return _LETTERS.get(language, _QWERTY)


class ScreenKeyboard(QWidget):
    """Emits what is typed. Its rows run from left to right for Latin letters, whatever the language of the screen."""

    typed = Signal(str)
    erased = Signal()

    def __init__(
        self, looks: KioskLooks, rows: Sequence[str], signs: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._looks = looks
        leftwards = rows[0][0] > "\u0590" and rows[0][0] < "\u0700"
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft if leftwards else Qt.LayoutDirection.LeftToRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.keys: dict[str, QPushButton] = {}
        for row in rows:
            column.addLayout(self._row(list(row)))
        last = QHBoxLayout()
        last.setSpacing(8)
        for sign in signs:
            last.addWidget(self._key(sign), 2)
        if not signs:
            last.addWidget(self._key(" ", tr("Space")), 6)
        erase = _EraseKey(looks)
        erase.clicked.connect(lambda _checked=False: self.erased.emit())
        erase.setAutoRepeat(True)
        self.keys["erase"] = erase
        last.addWidget(erase, 2)
        column.addLayout(last)

    @classmethod
    def for_search(cls, looks: KioskLooks, language: str) -> ScreenKeyboard:
        return cls(looks, letter_rows(language))

    @classmethod
    def for_address(cls, looks: KioskLooks) -> ScreenKeyboard:
        return cls(looks, _ADDRESS, _SIGNS)

    def _row(self, letters: Sequence[str]) -> QLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for letter in letters:
            row.addWidget(self._key(letter), 1)
        return row

    def _key(self, text: str, label: str = "") -> QPushButton:
        key = QPushButton(label or isolate(text.replace("&", "&&")))
        key.setProperty("role", "key")
        key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        key.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        key.setAccessibleName(label or text)
        key.clicked.connect(lambda _checked=False: self.typed.emit(text))
        self.keys[text] = key
        return key


class _EraseKey(QPushButton):
    """Takes the last letter away."""

    def __init__(self, looks: KioskLooks) -> None:
        super().__init__()
        self._icon = looks.theme.icons("backspace")
        self.setProperty("role", "key")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Delete the last letter"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = 36
        box = self.rect()
        self._icon.paint(QPainter(self), (box.width() - side) // 2, (box.height() - side) // 2, side, side)
