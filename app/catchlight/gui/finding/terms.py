"""Other terms that people look for something by: the command palette finds it by them, too."""

from __future__ import annotations

from PySide6.QtCore import QObject

_TERMS = "terms"


def call_also(named: QObject, terms: str) -> None:
    """terms: the field's other terms for a command, a control, or what stands below the title of a section."""
    named.setProperty(_TERMS, terms)


def terms_of(named: QObject) -> str:
    """What was given; empty where nothing was."""
    return str(named.property(_TERMS) or "")
