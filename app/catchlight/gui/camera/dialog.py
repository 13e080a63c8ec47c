"""The camera: live picture, countdown, and the taken portrait, which is used or taken again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.core.files.writing import write_atomic
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.camera.device import LatestFrame, pictures
from catchlight.gui.camera.preview import CameraPreview
from catchlight.gui.jobs.jobs import BackgroundJob, JobQueue
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, Metadata, Picture

COUNTDOWN = 3
"""Seconds from the button to the picture: time to look up."""


class CameraDialog(QDialog):
    """Emits the file of a portrait that was taken. The camera is let go when the dialog closes."""

    taken = Signal(Path)

    def __init__(
        self, sources: Sequence[int | Path], jobs: JobQueue, folder: Path, theme: Theme, parent: QWidget | None = None
    ) -> None:
        """sources: numbers of cameras. folder: where portraits are kept."""
        super().__init__(parent)
        self.setWindowTitle(tr("Camera"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._jobs = jobs
        self._folder = folder
        self._shutter = LatestFrame()
        self._follower: BackgroundJob | None = None
        self._shot: ByteImage | None = None
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._count)
        self.preview = CameraPreview(theme)
        self.choice = QComboBox()
        self.choice.setAccessibleName(tr("Camera"))
        self.choice.setToolTip(tr("Which camera takes the picture"))
        for number, source in enumerate(sources, 1):
            self.choice.addItem(tr("Camera {number}", number=number), source)
        self.mirror = self._switch(
            theme, tr("Mirror"), tr("Show it as a mirror does; the taken picture is not mirrored")
        )
        self.lines = self._switch(theme, tr("Guides"), tr("Lines for head and eyes"))
        self.wait = self._switch(theme, tr("Countdown"), tr("Three seconds between the button and the picture"))
        self.take_button = self._button(tr("Take the picture"), tr("Take the picture (Space)"), self.take, "primary")
        self.again_button = self._button(tr("Take it again"), tr("Throw this one away"), self._again, "")
        self.use_button = self._button(tr("Use this picture"), tr("Open it in the window"), self._use, "primary")
        self.take_button.setShortcut(Qt.Key.Key_Space)
        self._lay_out(theme)
        self.choice.currentIndexChanged.connect(self._begin)
        self._begin()

    def _lay_out(self, theme: Theme) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(theme.px(3))
        bar.addWidget(self.choice)
        for switch in (self.mirror, self.lines, self.wait):
            bar.addWidget(switch)
            bar.addWidget(label(switch.accessibleName()))
        bar.addStretch(1)
        for button in (self.again_button, self.take_button, self.use_button):
            bar.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(4),) * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(self.preview, 1)
        column.addLayout(bar)
        resize_dialog(self, theme.px(220), theme.px(160))

    # The camera

    def _begin(self, _index: int = 0) -> None:
        """Follow the chosen camera; the one before is let go."""
        self._end()
        source = self.choice.currentData()
        self._shot = None
        self._show_state()
        if source is None:
            self._fail(CatchlightError(Message("No camera was found. Connect one, then open this again.")))
            return
        self.preview.show_pixels(None, tr("Looking for the camera"))
        self._follower = self._jobs.follow(tr("Camera"), pictures(source, self._shutter))
        self._follower.told.connect(self._see)
        self._follower.failed.connect(self._fail)

    def _end(self) -> None:
        self._timer.stop()
        self.preview.countdown = 0
        if self._follower is not None:
            self._follower.cancel()
            self._follower = None
        self._shutter = LatestFrame()

    def _see(self, pixels: ByteImage) -> None:
        if self._shot is None:
            self.preview.show_pixels(pixels)
        self._shutter.shown.set()
        self.take_button.setEnabled(self._shot is None and not self._timer.isActive())

    def _fail(self, error: CatchlightError) -> None:
        self._timer.stop()
        self.preview.countdown = 0
        self.preview.show_pixels(None, tell_or_keep(error.message))
        self.take_button.setEnabled(False)

    # The picture

    def take(self) -> None:
        """At once, or after the countdown."""
        if self.wait.isChecked():
            self.preview.countdown = COUNTDOWN
            self.preview.update()
            self.take_button.setEnabled(False)
            self._timer.start()
        else:
            self._shoot()

    def _count(self) -> None:
        self.preview.countdown -= 1
        self.preview.update()
        if self.preview.countdown <= 0:
            self._timer.stop()
            self._shoot()

    def _shoot(self) -> None:
        self._shot = self._shutter.take()
        if self._shot is not None:
            self.preview.show_pixels(self._shot)
            self._show_state()

    def _again(self) -> None:
        self._shot = None
        self._show_state()

    def _use(self) -> None:
        """Write the picture and hand its file on; the dialog closes when it is there."""
        shot, folder = self._shot, self._folder
        assert shot is not None
        self.use_button.setEnabled(False)
        name = f"portrait-{datetime.now():%Y-%m-%d-%H%M%S}.png"

        def work(progress: Progress) -> Path:
            write_atomic(
                folder / name, codec.encode(Picture(shot, metadata=Metadata("image/png", name=name)), "image/png")
            )
            return folder / name

        job = self._jobs.submit(tr("Keeping the picture"), work, lane="files")
        job.finished.connect(self._used)
        job.failed.connect(self._not_kept)

    def _used(self, file: Path) -> None:
        self.taken.emit(file)
        self.close()

    def _not_kept(self, error: CatchlightError) -> None:
        """The picture stays, to be used when there is room: the next one from the camera would hide what is said."""
        self.preview.show_pixels(None, tell_or_keep(error.message))
        self._show_state()

    def _show_state(self) -> None:
        shot = self._shot is not None
        self.take_button.setVisible(not shot)
        self.take_button.setEnabled(False)
        self.again_button.setVisible(shot)
        self.use_button.setVisible(shot)
        self.use_button.setEnabled(shot)
        self.preview.guides = self.lines.isChecked() and not shot
        self.preview.mirrored = self.mirror.isChecked() and not shot
        self.preview.update()

    # Parts

    def _switch(self, theme: Theme, name: str, tip: str) -> Switch:
        made = Switch(theme)
        made.setAccessibleName(name)
        made.setToolTip(tip)
        made.setChecked(True)
        made.toggled.connect(lambda _on: self._show_switches())
        return made

    def _show_switches(self) -> None:
        if self._shot is None:
            self.preview.mirrored = self.mirror.isChecked()
            self.preview.guides = self.lines.isChecked()
            self.preview.update()

    def _button(self, text: str, tip: str, slot: object, role: str) -> QPushButton:
        made = QPushButton(text)
        made.setToolTip(tip)
        made.setAutoDefault(False)
        made.clicked.connect(slot)
        if role:
            made.setProperty("role", role)
        return made

    def closeEvent(self, event: QCloseEvent) -> None:
        self._end()
        event.accept()

    def reject(self) -> None:
        self.close()
