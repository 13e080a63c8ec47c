"""The export dialog: format, quality, size, file size, metadata, a name from a pattern; nothing is overwritten silently."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from catchlight.engine import codec
from catchlight.engine.errors import CatchlightError
from catchlight.engine.progress import Progress
from catchlight.gui.ask import Ask
from catchlight.gui.document import Document, Step
from catchlight.gui.export_file import LOSSY, Wish, Written, written
from catchlight.gui.form import give_room
from catchlight.gui.i18n import tr
from catchlight.gui.jobs import Job
from catchlight.gui.memory import ExportChoices
from catchlight.gui.naming import FIELDS, file_name, free_path
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.switch import Switch
from catchlight.gui.text import label, rule
from catchlight.gui.theme import Theme
from catchlight.service.files import write_atomic

FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WebP", "image/tiff": "TIFF", "image/avif": "AVIF"}
ESTIMATE_MS = 250


class ExportDialog(QDialog):
    """Writes one step of a document."""

    saved = Signal(object)
    """Path of the file that was written."""

    def __init__(
        self, session: Session, document: Document, step: Step, ask: Ask, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._document = document
        self._step = step
        self._ask = ask
        self._theme = theme
        self._job: Job | None = None
        self._ready: tuple[Wish, Written] | None = None
        self._last = session.memory.state.export
        self._folder = Path(self._last.folder) if self._last.folder else self._first_folder()
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ESTIMATE_MS)
        self._timer.timeout.connect(self._estimate)
        self._build()
        self._changed()

    def _first_folder(self) -> Path:
        path = self._document.path
        return path.parent if path is not None and not self._document.sample else Path.home()

    # Building

    def _build(self) -> None:
        theme = self._theme
        self.format = QComboBox()
        for media_type, name in FORMATS.items():
            self.format.addItem(name, media_type)
        own = self._step.file.media_type if self._step.file is not None else self._step.picture.metadata.media_type
        if self._step.picture.has_alpha and own not in ("image/png", "image/webp", "image/tiff"):
            own = "image/png"
        self.format.setCurrentIndex(max(0, self.format.findData(own)))
        self.quality = QSlider(Qt.Orientation.Horizontal)
        self.quality.setRange(30, 100)
        self.quality.setValue(self._last.quality)
        self._quality_text = QLabel()
        self._quality_text.setMinimumWidth(self.fontMetrics().horizontalAdvance("100"))
        self.longest = self._spin(tr("All pixels"), 15, 20_000, "px")
        self.kilobytes = self._spin(tr("Any"), 1, 40_000, "kB")
        self.metadata = Switch(theme)
        self.metadata.setChecked(self._last.metadata)
        self.pattern = QLineEdit(self._last.pattern)
        self._folder_text = label("", "muted")
        browse = QPushButton(tr("Change…"))
        browse.setToolTip(tr("Choose the folder"))
        browse.setAccessibleName(tr("Choose the folder"))
        browse.clicked.connect(self._browse)
        self.replace = Switch(theme)
        rows: list[tuple[str, QWidget, str]] = [
            (tr("Format"), self.format, tr("Type of the file")),
            (tr("Quality"), self.quality, tr("Higher is better and larger; only for JPEG, WebP and AVIF")),
            (tr("Longer side"), self.longest, tr("Pixels of the longer side; never enlarged")),
            (tr("File at most"), self.kilobytes, tr("Quality is lowered until the file fits")),
            (tr("Keep metadata"), self.metadata, tr("Camera data and the edit record; the location is never written")),
            (tr("Name"), self.pattern, tr("Words in braces are filled in: {fields}").replace("{fields}", _fields())),
        ]
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(5))
        grid.setVerticalSpacing(theme.px(3))
        grid.setColumnStretch(1, 1)
        for number, (title, widget, help_text) in enumerate(rows):
            self._name(widget, title, help_text)
            caption = QLabel(title)
            caption.setBuddy(widget)
            caption.setToolTip(help_text)
            grid.addWidget(caption, number, 0)
            if widget is self.quality:
                line = QHBoxLayout()
                line.addWidget(widget, 1)
                line.addWidget(self._quality_text)
                grid.addLayout(line, number, 1)
            else:
                place = Qt.AlignmentFlag.AlignLeft if isinstance(widget, Switch) else Qt.AlignmentFlag(0)
                grid.addWidget(widget, number, 1, place)
        where = QHBoxLayout()
        where.addWidget(self._folder_text, 1)
        where.addWidget(browse)
        grid.addWidget(QLabel(tr("Folder")), len(rows), 0)
        grid.addLayout(where, len(rows), 1)
        self._replace_row = QWidget()
        line = QHBoxLayout(self._replace_row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.replace)
        line.addWidget(label(tr("Replace the file that has this name")), 1)
        self._name(
            self.replace, tr("Replace the file that has this name"), tr("Otherwise a number is added to the name")
        )
        self._target = label("", "section", wrap=True)
        self._estimate_text = label("", "muted", wrap=True)
        self._trouble = label("", wrap=True)
        self._trouble.setProperty("state", "fail")
        self._trouble.hide()
        self.save_button = QPushButton(tr("Export"))
        self.save_button.setProperty("role", "primary")
        self.save_button.setDefault(True)
        self.save_button.setToolTip(tr("Write the file"))
        self.save_button.clicked.connect(self.save)
        cancel = QPushButton(tr("Cancel"))
        cancel.setToolTip(tr("Close without writing"))
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(label(tr("Export"), "title"))
        column.addLayout(grid)
        column.addWidget(rule())
        for widget in (self._target, self._replace_row, self._estimate_text, self._trouble):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(buttons)
        self.setMinimumWidth(theme.px(135))
        self.format.currentIndexChanged.connect(self._changed)
        self.quality.valueChanged.connect(self._changed)
        self.longest.valueChanged.connect(self._changed)
        self.kilobytes.valueChanged.connect(self._changed)
        self.metadata.toggled.connect(self._changed)
        self.replace.toggled.connect(self._show_target)
        self.pattern.textChanged.connect(self._show_target)

    def _spin(self, nothing: str, low: int, high: int, unit: str) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(low, high)
        spin.setSpecialValueText(nothing)
        spin.setSuffix(f" {unit}")
        spin.setKeyboardTracking(False)
        spin.setGroupSeparatorShown(True)
        give_room(spin, self._theme)
        return spin

    def _name(self, widget: QWidget, title: str, help_text: str) -> None:
        widget.setAccessibleName(title)
        widget.setToolTip(help_text)

    # State

    def wish(self) -> Wish:
        """What is chosen."""
        longest, kilobytes = self.longest.value(), self.kilobytes.value()
        return Wish(
            self.format.currentData(),
            self.quality.value(),
            self.metadata.isChecked(),
            longest if longest > self.longest.minimum() else None,
            kilobytes if kilobytes > self.kilobytes.minimum() else None,
        )

    def target(self) -> Path:
        """Where the file will be written: never over another one unless that was asked for."""
        path = self._wanted()
        return path if self.replace.isChecked() else free_path(path)

    def _wanted(self) -> Path:
        step = self._step
        values = {
            "name": Path(self._document.name).stem,
            "document": step.details.get("document", ""),
            "width": step.picture.width,
            "height": step.picture.height,
            "date": date.today().isoformat(),
            "number": f"{self._document.index + 1}",
        }
        return self._folder / file_name(self.pattern.text(), values, codec.EXTENSIONS[self.format.currentData()])

    def _changed(self, _value: object = None) -> None:
        lossy = self.format.currentData() in LOSSY
        self.quality.setEnabled(lossy)
        self._quality_text.setText(str(self.quality.value()) if lossy else "–")
        self._ready = None
        self._show_target()
        self._estimate_text.setText(tr("Measuring the file…"))
        self._timer.start()

    def _show_target(self, _value: object = None) -> None:
        self._folder_text.setText(
            self.fontMetrics().elidedText(str(self._folder), Qt.TextElideMode.ElideMiddle, self._theme.px(70))
        )
        self._folder_text.setToolTip(str(self._folder))
        self._target.setText(self.target().name)
        self._replace_row.setVisible(self._wanted().exists())

    def _browse(self) -> None:
        folder = self._ask.folder(self, tr("Choose the folder"), str(self._folder))
        if folder is not None:
            self._folder = folder
            self._show_target()

    # Work

    def _estimate(self) -> None:
        """Write the file in memory to say how large it is."""
        if self._job is not None:
            self._job.cancel()
        step, wish = self._step, self.wish()
        job = self._session.jobs.submit(
            tr("Export"), lambda progress: written(step, wish, progress), lane="files", visible=False
        )
        self._job = job
        job.finished.connect(lambda made: self._estimated(job, wish, made))
        job.failed.connect(lambda error: self._failed(job, error))

    def _estimated(self, job: Job, wish: Wish, made: Written) -> None:
        if job is not self._job:
            return
        self._ready = (wish, made)
        self._trouble.hide()
        self.save_button.setEnabled(True)
        parts = [f"{made.width} × {made.height} px", size_text(len(made.data))]
        if made.quality is not None and made.quality != wish.quality:
            parts.append(tr("quality {quality}", quality=made.quality))
        if made.unchanged:
            parts.append(tr("exactly the file that was measured"))
        self._estimate_text.setText("  ·  ".join(parts))

    def _failed(self, job: Job, error: CatchlightError) -> None:
        if job is not self._job:
            return
        problem = problem_of(error)
        self._trouble.setText(f"{problem.title}. {problem.text}")
        self._trouble.show()
        self._estimate_text.setText("")
        self.save_button.setEnabled(False)

    def save(self) -> None:
        """Write the file and close."""
        path, step, wish, ready, replace = self.target(), self._step, self.wish(), self._ready, self.replace.isChecked()

        def work(progress: Progress) -> Path:
            made = ready[1] if ready is not None and ready[0] == wish else written(step, wish, progress)
            place = path
            while True:
                try:
                    write_atomic(place, made.data, replace=replace)
                    return place
                except FileExistsError:
                    place = free_path(path)

        memory = self._session.memory
        memory.keep(
            export=ExportChoices(
                folder=str(self._folder), quality=wish.quality, metadata=wish.metadata, pattern=self.pattern.text()
            )
        )
        job = self._session.jobs.submit(tr("Writing {name}", name=path.name), work, lane="files")
        self._job = job
        self.save_button.setEnabled(False)
        job.finished.connect(self._saved)
        job.failed.connect(lambda error: self._failed(job, error))

    def _saved(self, path: Path) -> None:
        self._session.save_memory()
        self.saved.emit(path)
        self.accept()

    def done(self, result: int) -> None:
        self._timer.stop()
        if self._job is not None and result != QDialog.DialogCode.Accepted:
            self._job.cancel()
        self._job = None
        super().done(result)


def size_text(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} kB"


def _fields() -> str:
    return ", ".join(f"{{{name}}}" for name in FIELDS)
