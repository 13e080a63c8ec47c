"""Backgrounds of one's own: a paper in a brand colour, and a picture from a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QPushButton, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument, folder_of
from catchlight.gui.opening.read_file import read_task
from catchlight.gui.tabs.headshot.state import HeadshotState
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.drop_button import DropButton
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.choices import BRAND, OWN_PICTURE


class OwnBackground(QWidget):
    """Two buttons under the cards of backgrounds."""

    wished = Signal(object)
    """A HeadshotState before another background."""

    def __init__(
        self, session: Session, ask: SystemDialogs, wish: Callable[[], HeadshotState], theme: Theme, window: QWidget
    ) -> None:
        """wish: what the tab has now. window: what dialogs belong to."""
        super().__init__()
        self._session, self._ask, self._wish, self._window = session, ask, wish, window
        self.document: OpenDocument | None = None
        """The one that is shown: a picture is looked for beside it."""
        self.brand_button = QPushButton(tr("Brand colour…"))
        self.picture_button = DropButton(tr("Own picture…"))
        if not theme.large:  # words alone fill the row
            self.brand_button.setIcon(theme.icons("picker"))
            self.picture_button.setIcon(theme.icons("photo"))
        self.brand_button.setToolTip(tr("A paper in any colour; the preview follows"))
        self.brand_button.clicked.connect(self.ask_colour)
        self.picture_button.setToolTip(tr("A background of your own: press, or drop a picture here"))
        self.picture_button.clicked.connect(lambda: self.ask_picture())
        self.picture_button.dropped.connect(self.take_picture)
        self.setLayout(share_row(self.brand_button, self.picture_button, spacing=theme.px(2)))

    def ask_picture(self) -> None:
        """Ask for a file."""
        chosen = self._ask.pictures(self._window, str(folder_of(self.document)))
        if chosen:
            self.take_picture(chosen[0])

    def take_picture(self, file: Path) -> None:
        """Read a file in the background and have it behind the person."""
        job = self._session.jobs.submit(
            tr("Opening {name}", name=file.name),
            read_task(file, self._session.memory.settings.local_limits),
            lane="files",
        )
        job.finished.connect(lambda step: self._have(step.picture))
        job.failed.connect(self._session.report)

    def ask_colour(self) -> None:
        """Ask for a colour; the preview follows, and comes back where none is taken."""
        before = self._wish()
        dialog = QColorDialog(QColor(before.brand), self._window)
        dialog.setWindowTitle(tr("Brand colour"))

        def show(colour: QColor) -> None:
            self.wished.emit(replace(self._wish(), brand=colour.name().upper()).on(BRAND))

        dialog.currentColorChanged.connect(show)
        dialog.accepted.connect(lambda: show(dialog.selectedColor()))
        dialog.rejected.connect(lambda: self.wished.emit(before))
        dialog.open()

    def _have(self, picture: Picture) -> None:
        self.wished.emit(replace(self._wish(), picture=picture).on(OWN_PICTURE))
