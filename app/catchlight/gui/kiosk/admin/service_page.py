"""A test picture, the logs on a stick, another PIN, a new start, and the way to the desktop."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.gui.kiosk.admin.parts import AdminParts
from catchlight.gui.kiosk.admin.work import AdminWork
from catchlight.gui.widgets.labels import label
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.kiosk.supervision.logs import export_logs

_HEIGHT = 320
"""Pixels of the test picture."""


class ServicePage(QWidget):
    """The last three ask for something that the page around it does."""

    pin_asked = Signal()
    restart_asked = Signal()
    leave_asked = Signal()

    def __init__(self, parts: AdminParts, work: AdminWork) -> None:
        super().__init__()
        self._parts, self._work = parts, work
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.picture.setAccessibleName(tr("Test picture"))
        self.said = label("", wrap=True)
        self.picture_button = self._row_button(tr("Take a test picture"), self.take_picture)
        self.picture_button.setVisible(parts.take_picture is not None)
        self.logs_button = self._row_button(tr("Copy the logs to a stick"), self.copy_logs)
        self.pin_button = self._row_button(tr("Change the PIN"), self.pin_asked.emit)
        self.restart_button = self._row_button(tr("Restart the kiosk"), self.restart_asked.emit)
        self.leave_button = self._row_button(tr("Leave for the desktop"), self.leave_asked.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 16, 0)
        column.setSpacing(12)
        for button, told in (
            (self.picture_button, tr("It is shown here and not kept.")),
            (self.logs_button, tr("Logs, receipts of wipes, counts and settings; no pictures, no PIN.")),
            (self.pin_button, ""),
            (self.restart_button, tr("It is back within a few seconds.")),
            (self.leave_button, tr("The PIN is asked for once more.")),
        ):
            row = QHBoxLayout()
            row.setSpacing(24)
            row.addWidget(button)
            row.addWidget(label(told, "muted", wrap=True), 1)
            column.addLayout(row)
        column.addWidget(self.said)
        column.addWidget(self.picture)
        column.addStretch()
        work.busy_changed.connect(self._enable)

    def take_picture(self) -> None:
        """Take one with the camera and show it."""
        take = self._parts.take_picture
        if take is not None:
            self._say(tr("Taking a picture …"))
            self._work.run(take, self._show, self._say)

    def copy_logs(self) -> None:
        """Write all logs into one file on the stick that is in."""
        self._say(tr("Copying …"))
        self._work.run(
            self._export,
            lambda file: self._say(tr("Written: {name}. The stick can be taken out.", name=file.name)),
            self._say,
        )

    def _export(self) -> Path:
        drive = self._parts.drive()
        if drive is None:
            raise StorageFault(Message("No stick is in. Put one in, and try again."))
        facts = {
            "counts": dict(self._parts.counters.total()),
            "health": {part.part: [part.status, part.message, part.since] for part in self._parts.health.parts()},
        }
        return export_logs(self._parts.log_folders, drive, self._parts.config(), facts, datetime.now(UTC))

    def _show(self, data: bytes) -> None:
        image = QImage.fromData(data)
        if image.isNull():
            self._say(tr("The camera gave no picture that can be shown."))
            return
        self._say(tr("{width} × {height} pixels", width=image.width(), height=image.height()))
        self.picture.setPixmap(
            QPixmap.fromImage(image.scaledToHeight(_HEIGHT, Qt.TransformationMode.SmoothTransformation))
        )

    def hideEvent(self, event: object) -> None:
        """A test picture does not outlive the look at it."""
        self.picture.clear()
        self.said.clear()

    def _row_button(self, text: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "wide")
        button.clicked.connect(lambda _checked=False: do())
        return button

    def _say(self, text: str) -> None:
        self.said.setText(tell_or_keep(text))

    def _enable(self, busy: bool) -> None:
        for button in (self.picture_button, self.logs_button):
            button.setEnabled(not busy)
