"""The choices of an export: format, quality, size, metadata, name."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QWidget,
)

from catchlight.core.files.naming import FIELDS
from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.dialogs.file_controls import FileControls, spin_with_nothing
from catchlight.gui.finding.terms import call_also
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.export import LOSSY, ExportRequest

FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WebP", "image/tiff": "TIFF", "image/avif": "AVIF"}
TRANSPARENT = ("image/png", "image/webp", "image/tiff")
"""Formats that keep a transparent background whole."""


class ExportForm(QWidget):
    """Knows what is chosen; writes nothing."""

    changed = Signal()
    """Something that makes another file."""
    renamed = Signal()
    """The pattern of the name."""
    folder_wanted = Signal()

    def __init__(
        self, media_type: str | None, last: ExportChoices, theme: Theme, profile: str = "", *, several: bool = False
    ) -> None:
        """media_type: the format that is offered first. profile: name of the picture's own colour space. several: pictures are
        meant that may each keep the format that they have: None.
        """
        super().__init__()
        self._theme = theme
        self._last = last
        self.format = QComboBox()
        if several:
            self.format.addItem(tr("As each picture has it"), None)
        for kind, name in FORMATS.items():
            self.format.addItem(name, kind)
        self.format.setCurrentIndex(max(0, self.format.findData(media_type)))
        self._offered = self.format.currentData()
        self.quality = QSlider(Qt.Orientation.Horizontal)
        self.quality.setRange(30, 100)
        self.quality.setValue(last.quality)
        self._quality_text = QLabel()
        self._quality_text.setMinimumWidth(self.fontMetrics().horizontalAdvance("100"))
        self._quality_text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._file = FileControls(last, theme, profile)
        self.size_row, self.dpi = self._file.size_row, self._file.dpi
        self.sharpen, self.colours = self._file.sharpen, self._file.colours
        self.kilobytes = spin_with_nothing(tr("Any"), 1, 40_000, "kB", theme)
        self.metadata = Switch(theme)
        self.metadata.setChecked(last.metadata)
        self.pattern = QLineEdit(last.pattern)
        self._folder = label("", "muted")
        for control, terms in (
            (self.size_row, tr("resize scale")),
            (self.dpi, tr("dpi ppi resolution")),
            (self.kilobytes, tr("file size limit")),
        ):
            call_also(control, terms)
        self._arrange()
        for signal in (
            self.format.currentIndexChanged,
            self.quality.valueChanged,
            *self._file.changes,
            self.kilobytes.valueChanged,
            self.metadata.toggled,
        ):
            signal.connect(self._on_changed)
        self.pattern.textChanged.connect(self.renamed)
        self._show_quality()

    def wish(self) -> ExportRequest:
        """What is chosen; no media type where each picture keeps its own."""
        kilobytes, dpi = self.kilobytes.value(), self._file.chosen_dpi
        return ExportRequest(
            self.format.currentData() or "",
            self.quality.value(),
            self.metadata.isChecked(),
            max_kilobytes=kilobytes if kilobytes > self.kilobytes.minimum() else None,
            colour_space=self.colours.chosen,
            size=self.size_row.chosen(),
            dpi=None if dpi is None else float(dpi),
            sharpen=self._file.chosen_sharpening,
        )

    def choices(self, folder: str) -> ExportChoices:
        """For the next time. A format that was offered and not chosen says nothing of other pictures."""
        kind = self.format.currentData()
        return ExportChoices(
            folder=folder,
            quality=self.quality.value(),
            metadata=self.metadata.isChecked(),
            pattern=self.pattern.text(),
            media_type=self._last.media_type if kind == self._offered else kind,
            **self._file.choices(),
        )

    def show_folder(self, folder: str) -> None:
        room = self._theme.px(70)
        self._folder.setText(self.fontMetrics().elidedText(folder, Qt.TextElideMode.ElideMiddle, room))
        self._folder.setToolTip(folder)

    def _on_changed(self, _value: object = None) -> None:
        self._show_quality()
        self.changed.emit()

    def _show_quality(self) -> None:
        kind = self.format.currentData()
        lossy = kind is None or kind in LOSSY
        self.quality.setEnabled(lossy)
        self._quality_text.setEnabled(lossy)
        self._quality_text.setText(str(self.quality.value()) if lossy else "–")

    def _arrange(self) -> None:
        quality = QHBoxLayout()
        quality.setSpacing(self._theme.px(2))
        quality.addWidget(self.quality, 1)
        quality.addWidget(self._quality_text)
        fields = ", ".join(f"{{{name}}}" for name in FIELDS)
        rows: list[tuple[str, QWidget, str]] = [
            (tr("Format"), self.format, tr("Type of the file")),
            (tr("Quality"), self.quality, tr("Higher is better and larger; only for JPEG, WebP and AVIF")),
            *self._file.rows(),
            (tr("File at most"), self.kilobytes, tr("Quality is lowered until the file fits")),
            (tr("Keep metadata"), self.metadata, tr("Camera data and the edit record; the location is never written")),
            (tr("Name"), self.pattern, tr("Words in braces are filled in: {fields}").replace("{fields}", fields)),
        ]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._theme.px(5))
        grid.setVerticalSpacing(self._theme.px(1.5 if self._theme.large else 2))
        grid.setColumnStretch(1, 1)
        for number, (title, widget, help_text) in enumerate(rows):
            widget.setAccessibleName(title)
            widget.setToolTip(help_text)
            caption = QLabel(title)
            caption.setBuddy(widget)
            caption.setToolTip(help_text)
            grid.addWidget(caption, number, 0)
            if widget is self.quality:
                grid.addLayout(quality, number, 1)
            else:
                place = Qt.AlignmentFlag.AlignLeft if isinstance(widget, Switch) else Qt.AlignmentFlag(0)
                grid.addWidget(widget, number, 1, place)
        browse = QPushButton(tr("Change…"))
        browse.setToolTip(tr("Choose the folder"))
        browse.setAccessibleName(tr("Choose the folder"))
        browse.clicked.connect(self.folder_wanted)
        where = QHBoxLayout()
        where.addWidget(self._folder, 1)
        where.addWidget(browse)
        grid.addWidget(QLabel(tr("Folder")), len(rows), 0)
        grid.addLayout(where, len(rows), 1)
