"""Labels in the few styles that the window has."""

from __future__ import annotations

from PySide6.QtCore import Qt
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


def trouble() -> QLabel:
    """For what stands in the way; hidden until there is something to say."""
    made = label("", wrap=True)
    made.setProperty("state", "fail")
    made.hide()
    return made


def unbroken(text: str) -> str:
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
