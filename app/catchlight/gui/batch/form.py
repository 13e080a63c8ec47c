"""The choices of a batch: which preset, into which folder, under which names, in which format, how many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from catchlight.core.files.naming import FIELDS, file_name
from catchlight.gui.app.window_memory import BatchChoices
from catchlight.gui.batch.place_box import PlaceBox
from catchlight.gui.dialogs.export_form import FORMATS
from catchlight.gui.dialogs.file_controls import FileControls
from catchlight.gui.widgets.form import WheelFilter, give_room
from catchlight.gui.widgets.labels import OneLine, label, restyle
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.io import codec
from catchlight.service.batch.plan import TELLING
from catchlight.service.export import LEAST_QUALITY, LOSSY
from catchlight.service.presets.preset import Preset
from catchlight.service.presets.preset_library import PresetFile
from catchlight.service.presets.shipped_presets import find_shipped


class BatchForm(QWidget):
    """Knows what is chosen; does nothing."""

    changed = Signal()
    folder_wanted = Signal()
    presets_wanted = Signal()

    def __init__(
        self,
        last: BatchChoices,
        most_jobs: int,
        theme: Theme,
        servers: Callable[[], Sequence[str]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """servers: gives the addresses of those that may do the files; None: this computer does."""
        super().__init__(parent)
        self._theme = theme
        self._locked = False
        self._wanted = last.preset
        self._example = Path(tr("portrait") + ".jpg")
        self.folder: Path | None = Path(last.folder) if last.folder else None
        self.preset_box = QComboBox()
        self.preset_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.pattern = QLineEdit(last.pattern)
        self.format = QComboBox()
        self.format.addItem(tr("As the last step makes it"), None)
        for kind, name in FORMATS.items():
            self.format.addItem(name, kind)
        self.format.setCurrentIndex(max(0, self.format.findData(last.media_type)))
        self.quality = QSlider(Qt.Orientation.Horizontal)
        self.quality.setRange(LEAST_QUALITY, 100)
        self.quality.setValue(last.quality)
        self._quality_text = label("")
        self._file = FileControls(last, theme)
        self.size_row, self.dpi = self._file.size_row, self._file.dpi
        self.sharpen, self.colours = self._file.sharpen, self._file.colours
        self.taken = QComboBox()
        for key, said in (
            ("number", tr("Add a number")),
            ("refuse", tr("Leave that picture out")),
            ("replace", tr("Replace what is there")),
        ):
            self.taken.addItem(said, key)
        self.taken.setCurrentIndex(max(0, self.taken.findData(last.taken)))
        self.jobs = QSpinBox()
        self.jobs.setRange(1, max(most_jobs, 1))
        self.jobs.setValue(min(last.jobs or most_jobs, most_jobs))
        give_room(self.jobs, theme)
        self.place = None if servers is None else PlaceBox(servers, last.server)
        self.steps = label("", "small", wrap=True)
        self.preview = label("", "small", wrap=True)
        self._arrange()
        for signal in (
            self.preset_box.currentIndexChanged,
            self.pattern.textChanged,
            self.format.currentIndexChanged,
            self.quality.valueChanged,
            *self._file.changes,
            self.taken.currentIndexChanged,
            self.jobs.valueChanged,
            *(() if self.place is None else (self.place.currentIndexChanged,)),
        ):
            signal.connect(self._on_changed)
        self._on_changed()

    # What is chosen

    @property
    def preset(self) -> Preset | None:
        found = self.preset_box.currentData()
        return found if isinstance(found, Preset) else None

    @property
    def server(self) -> str | None:
        """Address of the server that does the files; None: this computer does."""
        return None if self.place is None else self.place.server

    @property
    def is_telling(self) -> bool:
        """Whether the pattern tells one result from another."""
        return any(word in self.pattern.text() for word in TELLING)

    def choices(self) -> BatchChoices:
        """For the next time."""
        return BatchChoices(
            preset=self.preset.name if self.preset is not None else self._wanted,
            folder=str(self.folder) if self.folder is not None else "",
            pattern=self.pattern.text(),
            media_type=self.format.currentData(),
            quality=self.quality.value(),
            taken=self.taken.currentData(),
            jobs=self.jobs.value() if self.jobs.value() != self.jobs.maximum() else None,
            server=self.server or "",
            **self._file.choices(),
        )

    def output(self) -> dict[str, Any]:
        """Fields of ``plan.Output``."""
        chosen, size = self.choices(), self.size_row.chosen()
        return {
            "folder": self.folder,
            "pattern": chosen.pattern,
            "media_type": chosen.media_type,
            "quality": chosen.quality,
            "size": None if size is None else size.text,
            "dpi": chosen.dpi,
            "sharpen": chosen.sharpen,
            "color_space": chosen.colour_space,
            "taken": chosen.taken,
        }

    # What is shown

    def show_presets(self, entries: Sequence[PresetFile], said: Sequence[str]) -> None:
        """What can be chosen; said: the steps of each in words."""
        wanted = self.preset.name if self.preset is not None else self._wanted
        shipped = find_shipped(wanted)
        names = [wanted] if shipped is None else [wanted, shipped.label, shipped.label_zh]  # kept in another language
        self.preset_box.blockSignals(True)
        self.preset_box.clear()
        for entry, words in zip(entries, said, strict=True):
            if entry.preset is not None:
                self.preset_box.addItem(entry.name, entry.preset)
                self.preset_box.setItemData(self.preset_box.count() - 1, words, Qt.ItemDataRole.ToolTipRole)
        self.preset_box.setPlaceholderText(tr("No preset yet"))
        place = max(self.preset_box.findText(name) for name in names)
        self.preset_box.setCurrentIndex(max(0, place) if self.preset_box.count() else -1)
        self.preset_box.blockSignals(False)
        self._on_changed()

    def choose_preset(self, name: str) -> None:
        """Take that preset, also when it is only listed later."""
        self._wanted = name
        self.preset_box.setCurrentIndex(self.preset_box.findText(name))

    def show_folder(self, folder: Path) -> None:
        self.folder = folder
        self._on_changed()

    def show_example(self, file: Path) -> None:
        """A file of the batch, for the preview of names."""
        self._example = file
        self._on_changed()

    def show_servers(self) -> None:
        """Offer the servers that are known by now; without one there is nothing to choose."""
        if self.place is not None:
            self.place.refresh()
            for widget in (self.place, self._captions[self.place]):
                widget.setVisible(self.place.count() > 1)

    def lock(self, locked: bool, *, busy: bool) -> None:
        """Let nothing be changed that belongs to a batch which has begun; only who does what is left of it, unless ``busy``."""
        self._locked = locked
        for control in self._controls:
            control.setEnabled(not locked)
        if self.place is not None:
            self.place.setEnabled(not busy)
        self._enable_by_choice()

    def _enable_by_choice(self) -> None:
        kind = self.format.currentData()
        self.quality.setEnabled(not self._locked and (kind is None or kind in LOSSY))
        self.jobs.setEnabled(not self._locked and self.server is None)

    def _on_changed(self, _value: object = None) -> None:
        kind = self.format.currentData()
        lossy = kind is None or kind in LOSSY
        self._enable_by_choice()
        self._quality_text.setText(str(self.quality.value()) if lossy else "–")
        self.where.show_text(str(self.folder) if self.folder is not None else tr("No folder chosen"))
        tip = self.preset_box.itemData(self.preset_box.currentIndex(), Qt.ItemDataRole.ToolTipRole)
        self.steps.setText(str(tip or tr("Save the steps of a picture first (Ctrl+Shift+S).")))
        values = {
            "name": self._example.stem,
            "number": 1,
            "date": date.today().isoformat(),
            "width": "W",
            "height": "H",
        }
        suffix = codec.EXTENSIONS[kind] if kind else self._example.suffix
        name = file_name(self.pattern.text(), values | {"document": ""}, suffix)
        self.preview.setText(
            tr("For example {file}", file=name) if self.is_telling else tr("Write {name} or {number} into it")
        )
        self.preview.setProperty("state", "" if self.is_telling else "fail")
        restyle(self.preview)
        self.changed.emit()

    def _make_rows(self) -> list[tuple[str, str, QWidget, QWidget | None]]:
        """Title and help of each choice, its control, and what stands beside that."""
        fields = ", ".join(f"{{{name}}}" for name in FIELDS)
        self.where = OneLine("", "small")
        browse = QPushButton(tr("Change…"))
        browse.setToolTip(tr("Choose the folder of the results"))
        browse.setAccessibleName(tr("Choose the folder of the results"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self.folder_wanted)
        manage = QPushButton(tr("Presets…"))
        manage.setToolTip(tr("See, import, rename and delete presets"))
        manage.setAutoDefault(False)
        manage.clicked.connect(self.presets_wanted)
        self.quality.setAccessibleName(tr("Quality"))
        self._controls = (
            self.preset_box, manage, browse, self.pattern, self.format, self.quality, self.taken, self.jobs,
            self.size_row, self.dpi, self.sharpen, self.colours,
        )  # fmt: skip
        rows: list[tuple[str, str, QWidget, QWidget | None]] = [
            (tr("Preset"), tr("The steps that are done to every picture"), self.preset_box, manage),
            (tr("Folder"), tr("Where the results go; the originals stay where and as they are"), self.where, browse),
            (tr("Name"), tr("Words in braces are filled in: {fields}").replace("{fields}", fields), self.pattern, None),
            (tr("Format"), tr("Type of the files"), self.format, None),
            (
                tr("Quality"),
                tr("Higher is better and larger; only for JPEG, WebP and AVIF"),
                self.quality,
                self._quality_text,
            ),
            *((title, help_text, control, None) for title, control, help_text in self._file.rows()),
            (
                tr("If the name is taken"),
                tr("What happens where a file of that name is there already"),
                self.taken,
                None,
            ),
            (tr("At once"), tr("So many pictures are worked on at the same time"), self.jobs, None),
        ]
        if self.place is not None:
            tip = tr("Who does the pictures. A server gets copies of them, and the results come back into the folder.")
            rows.insert(1, (tr("Done by"), tip, self.place, None))
        return rows

    def _arrange(self) -> None:
        theme = self._theme
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(2))
        grid.setVerticalSpacing(theme.px(1))
        grid.setColumnStretch(0, 1)
        calm, place = WheelFilter(self), 0
        self._captions: dict[QWidget, QWidget] = {}
        below: dict[QWidget, QWidget] = {self.preset_box: self.steps, self.pattern: self.preview}
        for title, help_text, control, further in self._make_rows():
            caption = self._captions[control] = label(title, "section")
            caption.setToolTip(help_text)
            caption.setBuddy(control)
            control.setToolTip(help_text)
            control.setAccessibleName(title)
            for part in (self.size_row.unit, self.size_row.value) if control is self.size_row else (control,):
                part.installEventFilter(calm)
            grid.addWidget(caption, place, 0, 1, 2)
            grid.addWidget(control, place + 1, 0, 1, 1 if further is not None else 2)
            if further is not None:
                grid.addWidget(further, place + 1, 1)
            if control in below:
                grid.addWidget(below[control], place + 2, 0, 1, 2)
            grid.setRowMinimumHeight(place + 3, theme.px(2))
            place += 4
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addStretch(1)
