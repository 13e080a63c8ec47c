"""Questions that only the user can answer: which file, which colour, yes or no. The only modal windows there are."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMessageBox, QWidget

from catchlight.gui.wording.i18n import tr
from catchlight.service.files.discovery import RAW_SUFFIXES, SUFFIXES


class SystemDialogs:
    """Asks with the dialogs of the system; tests put their own in its place."""

    def pictures(self, parent: QWidget, folder: str) -> list[Path]:
        """Files to open."""
        known = SUFFIXES | RAW_SUFFIXES
        both = sorted({*known, *(suffix.upper() for suffix in known)})  # some systems' dialogs tell case apart
        patterns = " ".join(f"*{suffix}" for suffix in both)
        chosen, _ = QFileDialog.getOpenFileNames(
            parent, tr("Open pictures"), folder, f"{tr('Pictures')} ({patterns});;{tr('All files')} (*)"
        )
        return [Path(name) for name in chosen]

    def file(self, parent: QWidget, title: str, folder: str, filters: str) -> Path | None:
        """One file that is no picture."""
        chosen, _ = QFileDialog.getOpenFileName(parent, title, folder, filters)
        return Path(chosen) if chosen else None

    def folder(self, parent: QWidget, title: str, folder: str) -> Path | None:
        chosen = QFileDialog.getExistingDirectory(parent, title, folder)
        return Path(chosen) if chosen else None

    def save_as(self, parent: QWidget, title: str, proposed: Path, filters: str) -> Path | None:
        """Where to write; the dialog itself asks before a file is replaced."""
        chosen, _ = QFileDialog.getSaveFileName(parent, title, str(proposed), filters)
        return Path(chosen) if chosen else None

    def line(self, parent: QWidget, title: str, caption: str, text: str) -> str | None:
        """A line of text, ``text`` at first; None where it was given up."""
        typed, agreed = QInputDialog.getText(parent, title, caption, QLineEdit.EchoMode.Normal, text)
        return typed if agreed else None

    def yes(self, parent: QWidget, title: str, text: str) -> bool:
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        return QMessageBox.question(parent, title, text, buttons) == QMessageBox.StandardButton.Yes
