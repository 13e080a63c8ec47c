"""Labels in the few styles that the window has."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget


def label(text: str, role: str = "", *, wrap: bool = False) -> QLabel:
    """role: title, section, muted, small or badge, as in the style sheet."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    if role:
        made.setProperty("role", role)
    if wrap:
        made.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        made.setSizePolicy(policy)
    return made


class OneLine(QLabel):
    """A name or an address in one line, its middle left out where there is no room."""

    def __init__(self, text: str, role: str = "") -> None:
        super().__init__()
        self._whole = text
        if role:
            self.setProperty("role", role)
        self.setToolTip(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)

    def show_text(self, text: str) -> None:
        self._whole = text
        self.setToolTip(text)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def _fit(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, self.width()))


def warning_label(text: str = "") -> QLabel:
    """For what stands in the way; hidden until there is something to say."""
    made = label(text, wrap=True)
    made.setProperty("state", "fail")
    if not text:
        made.hide()
    return made


def break_between_parts(text: str) -> str:
    """The same, broken into lines only between parts that two spaces and a dot part: a number stays with its unit."""
    return "  ·  ".join(part.replace(" ", "\u00a0") for part in text.split("  ·  "))


def rule() -> QFrame:
    line = QFrame()
    line.setProperty("role", "rule")
    return line


def restyle(widget: QWidget) -> None:
    """Let the style sheet see a changed property."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
