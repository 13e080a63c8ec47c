"""The choices of an export: format, quality, size, metadata, name."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QWidget,
)

from catchlight.core.files.naming import FIELDS
from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.finding.terms import call_also
from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.service.export import LOSSY, ExportRequest
from catchlight.service.export_size import LEAST, ExportSize, SizeUnit

FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WebP", "image/tiff": "TIFF", "image/avif": "AVIF"}
_USUAL: dict[SizeUnit, float] = {"longest": 2048, "width": 1600, "height": 1600, "percent": 50, "cm": 20}
TRANSPARENT = ("image/png", "image/webp", "image/tiff")
"""Formats that keep a transparent background whole."""


class SizeRow(QWidget):
    """What a size is said in, and the number."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.unit = QComboBox()
        self.unit.setAccessibleName(tr("Unit of the size"))
        self.unit.setToolTip(tr("What the size is said in"))
        self.unit.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.unit.setMinimumContentsLength(8)
        for name, unit in (
            (tr("All pixels"), None),
            (tr("Longer side"), "longest"),
            (tr("Width"), "width"),
            (tr("Height"), "height"),
            (tr("Per cent"), "percent"),
            (tr("On paper"), "cm"),
        ):
            self.unit.addItem(name, unit)
        self.value = QDoubleSpinBox()
        self.value.setKeyboardTracking(False)
        self.value.setGroupSeparatorShown(True)
        self.value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.value.setAccessibleName(tr("Size"))
        self.value.setToolTip(tr("On paper: centimetres of the longer side"))
        give_room(self.value, theme)
        self._values = dict(_USUAL)
        """The number of each unit, kept while another is chosen."""
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(2))
        row.addWidget(self.unit, 1)
        row.addWidget(self.value, 1)
        self.setFocusProxy(self.unit)
        self.unit.currentIndexChanged.connect(self._show)
        self.value.valueChanged.connect(self._take)
        self._show()

    def chosen(self) -> ExportSize | None:
        """None for all pixels."""
        unit: SizeUnit | None = self.unit.currentData()
        return None if unit is None else ExportSize(unit, self.value.value())

    def choose(self, unit: SizeUnit | None, value: float = 0) -> None:
        """Say a size, as a person would."""
        self.unit.setCurrentIndex(0 if unit is None else self.unit.findData(unit))
        if unit is not None:
            self.value.setValue(value)

    def _take(self, value: float) -> None:
        self._values[self.unit.currentData()] = value
        self.changed.emit()

    def _show(self, _index: int = 0) -> None:
        unit: SizeUnit | None = self.unit.currentData()
        self.value.setVisible(unit is not None)
        if unit is not None:
            self.value.blockSignals(True)
            self.value.setDecimals(1 if unit == "cm" else 0)
            self.value.setRange(LEAST[unit], {"percent": 100, "cm": 500}.get(unit, 20_000))
            self.value.setSuffix({"percent": " %", "cm": " cm"}.get(unit, " px"))
            self.value.setValue(self._values[unit])
            self.value.blockSignals(False)
        self.changed.emit()


class ExportForm(QWidget):
    """Knows what is chosen; writes nothing."""

    changed = Signal()
    """Something that makes another file."""
    renamed = Signal()
    """The pattern of the name."""
    folder_wanted = Signal()

    def __init__(
        self, media_type: str, last: ExportChoices, theme: Theme, profile: str = "", parent: QWidget | None = None
    ) -> None:
        """media_type: the format that is offered first. profile: name of the source's colour space where it is not sRGB."""
        super().__init__(parent)
        self._theme = theme
        self.format = QComboBox()
        for kind, name in FORMATS.items():
            self.format.addItem(name, kind)
        self.format.setCurrentIndex(max(0, self.format.findData(media_type)))
        self.quality = QSlider(Qt.Orientation.Horizontal)
        self.quality.setRange(30, 100)
        self.quality.setValue(last.quality)
        self._quality_text = QLabel()
        self._quality_text.setMinimumWidth(self.fontMetrics().horizontalAdvance("100"))
        self._quality_text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.size_row = SizeRow(theme)
        self.size_row.choose(last.size_unit, last.size)
        self.dpi = self._spin(tr("As it is"), 9, 4800, "dpi")
        self.dpi.setValue(self.dpi.minimum() if last.dpi is None else last.dpi)
        self.sharpen = QComboBox()
        self.sharpen.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.sharpen.setMinimumContentsLength(8)
        for name, medium in (
            (tr("None"), None),
            (tr("For a screen"), "screen"),
            (tr("For matte paper"), "matte"),
            (tr("For glossy paper"), "glossy"),
        ):
            self.sharpen.addItem(name, medium)
        self.sharpen.setCurrentIndex(max(0, self.sharpen.findData(last.sharpen)))
        self.kilobytes = self._spin(tr("Any"), 1, 40_000, "kB")
        self.colours = QComboBox(self)
        if profile:
            self.colours.addItem(tr("{profile}, as the source", profile=profile), False)
        self.colours.addItem("sRGB", True)
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
            self.size_row.changed,
            self.dpi.valueChanged,
            self.sharpen.currentIndexChanged,
            self.kilobytes.valueChanged,
            self.colours.currentIndexChanged,
            self.metadata.toggled,
        ):
            signal.connect(self._on_changed)
        self.pattern.textChanged.connect(self.renamed)
        self._show_quality()

    def wish(self) -> ExportRequest:
        """What is chosen."""
        kilobytes, dpi = self.kilobytes.value(), self.dpi.value()
        return ExportRequest(
            self.format.currentData(),
            self.quality.value(),
            self.metadata.isChecked(),
            max_kilobytes=kilobytes if kilobytes > self.kilobytes.minimum() else None,
            srgb=self.colours.count() > 1 and bool(self.colours.currentData()),
            size=self.size_row.chosen(),
            dpi=float(dpi) if dpi > self.dpi.minimum() else None,
            sharpen=self.sharpen.currentData(),
        )

    def choices(self, folder: str) -> ExportChoices:
        """For the next time."""
        wish = self.wish()
        size = {} if wish.size is None else {"size_unit": wish.size.unit, "size": wish.size.value}
        return ExportChoices(
            folder=folder,
            quality=wish.quality,
            metadata=wish.metadata,
            pattern=self.pattern.text(),
            dpi=None if wish.dpi is None else round(wish.dpi),
            sharpen=wish.sharpen,
            **size,
        )

    def show_folder(self, folder: str) -> None:
        room = self._theme.px(70)
        self._folder.setText(self.fontMetrics().elidedText(folder, Qt.TextElideMode.ElideMiddle, room))
        self._folder.setToolTip(folder)

    def _on_changed(self, _value: object = None) -> None:
        self._show_quality()
        self.changed.emit()

    def _show_quality(self) -> None:
        lossy = self.format.currentData() in LOSSY
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
            (tr("Size"), self.size_row, tr("In pixels, per cent, or centimetres at the density below; never enlarged")),
            (
                tr("Density"),
                self.dpi,
                tr("Pixels per inch that the file says; for a size in centimetres 300 where none is chosen"),
            ),
            (
                tr("Sharpening"),
                self.sharpen,
                tr("For where the picture is looked at, by its size and density; do it last, and only once"),
            ),
            (tr("File at most"), self.kilobytes, tr("Quality is lowered until the file fits")),
            (
                tr("Colours"),
                self.colours,
                tr("Colour space of the file; sRGB for the web and for programs that know no other"),
            ),
            (tr("Keep metadata"), self.metadata, tr("Camera data and the edit record; the location is never written")),
            (tr("Name"), self.pattern, tr("Words in braces are filled in: {fields}").replace("{fields}", fields)),
        ]
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(self._theme.px(5))
        grid.setVerticalSpacing(self._theme.px(1.5 if self._theme.large else 3))
        grid.setColumnStretch(1, 1)
        self.colours.setEnabled(self.colours.count() > 1)
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

    def _spin(self, nothing: str, low: int, high: int, unit: str) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(low, high)
        spin.setSpecialValueText(nothing)
        spin.setSuffix(f" {unit}")
        spin.setKeyboardTracking(False)
        spin.setGroupSeparatorShown(True)
        give_room(spin, self._theme)
        return spin
