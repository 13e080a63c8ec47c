"""Delivered files: a small picture, size and location of each, to be copied, and the folder to be opened."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.document.film_strip import frame_thumbnail
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.tabs.tab import empty, share_row
from catchlight.gui.widgets.labels import OneLine, label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.store.jobs.events import Delivered


class DeliveredList(QWidget):
    """Hidden while nothing is delivered."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._folder: str | None = None
        self._shown: tuple[Delivered, ...] = ()
        self.folder_button = QPushButton(tr("Open folder"))
        self.folder_button.setIcon(theme.icons("folder"))
        self.folder_button.setToolTip(tr("Show the delivered files in the system's own window"))
        self.folder_button.clicked.connect(self.open_folder)
        self.copy_button = QPushButton(tr("Copy locations"))
        self.copy_button.setIcon(theme.icons("paste"))
        self.copy_button.setToolTip(tr("Copy where all the files lie, one in a line"))
        self.copy_button.clicked.connect(self.copy_all)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(1))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        column.addWidget(label(tr("Files"), "section"))
        column.addLayout(share_row(self.folder_button, self.copy_button, spacing=theme.px(2)))
        column.addLayout(self._rows)
        self.hide()

    def show_job(self, entry: ProfileJob) -> None:
        files = entry.files
        self._folder = entry.folder
        self.folder_button.setVisible(entry.folder is not None)
        self.setVisible(bool(files))
        if files == self._shown:
            return
        self._shown = files
        empty(self._rows)
        for file in files:
            self._rows.addWidget(self._row(file, entry))

    def open_folder(self) -> None:
        """The system's file manager at the folder; nothing where the files lie elsewhere."""
        if self._folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder))

    def copy_all(self) -> None:
        """The locations, one in a line, to the clipboard."""
        _copy("\n".join(file.location for file in self._shown))

    def _row(self, file: Delivered, entry: ProfileJob) -> QWidget:
        theme, row = self._theme, QWidget()
        picture = QLabel()
        side = theme.px(10)
        picture.setPixmap(
            frame_thumbnail(entry.delivered.get(file.location), side, theme, False, self.devicePixelRatioF())
        )
        copy = QToolButton()
        copy.setProperty("role", "flat")
        copy.setIcon(theme.icons("paste"))
        copy.setToolTip(tr("Copy the location"))
        copy.setAccessibleName(tr("Copy the location of {size} pixels", size=file.size))
        copy.clicked.connect(lambda: _copy(file.location))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(f"{file.size} × {file.size} px"))
        words.addWidget(OneLine(file.location, "small"))
        line = share_row(spacing=theme.px(2))
        line.addWidget(picture)
        line.addLayout(words, 1)
        line.addWidget(copy)
        row.setLayout(line)
        return row


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
