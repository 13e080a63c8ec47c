"""The choices of a print: paper, size, border, and the printer's profile."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.app.window_memory import PrintChoices
from catchlight.gui.colour.choices import IntentBox, ProfileRow, grid_of
from catchlight.gui.tabs.print_sheet.papers import paper_choice
from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.print.one_picture import Orientation, PagePlan

OWN = "own"


class PrintForm(QWidget):
    """Knows what is chosen; prints nothing. The sides of the size keep the picture's shape."""

    changed = Signal()
    profile_wanted = Signal()

    def __init__(self, size: tuple[int, int], last: PrintChoices, catalogue: Catalogue, theme: Theme) -> None:
        """size: width and height of the picture in pixels."""
        super().__init__()
        self._aspect = size[1] / size[0]
        self._theme = theme
        self._catalogue = catalogue
        self.file = last.profile
        self.paper = paper_choice(catalogue, last.paper, self)
        self.paper.addItem(tr("Another size…"), OWN)
        self.paper.setCurrentIndex(max(0, self.paper.findData(last.paper)))
        first, second = last.own_paper
        self.paper_sides = (self._length(first, 50, 2000), self._length(second, 50, 2000))
        self.orientation = QComboBox()
        for name, key in (
            (tr("As the picture lies"), "auto"),
            (tr("Portrait"), "portrait"),
            (tr("Landscape"), "landscape"),
        ):
            self.orientation.addItem(name, key)
        self.orientation.setCurrentIndex(self.orientation.findData(last.orientation))
        self.fitting = QComboBox()
        self.fitting.addItem(tr("As large as fits"), "fit")
        self.fitting.addItem(tr("A chosen size"), "chosen")
        self.fitting.setCurrentIndex(self.fitting.findData("fit" if last.width_mm is None else "chosen"))
        width = last.width_mm or 150.0
        self.width_mm = self._length(width, 10, 2000)
        self.height_mm = self._length(width * self._aspect, 10, 2000)
        self.border = self._length(last.border_mm, 0, 100)
        self.profile = ProfileRow(theme, tr("None: sRGB is sent"))
        self.profile.show_file(last.profile)
        self.forget = self.profile.add_button(
            theme.icons("close"),
            tr("No profile"),
            tr("No profile: send sRGB, and let the printer bring it to its colours"),
        )
        self.intent = IntentBox(last.intent)
        self.black_point = Switch(theme)
        self.black_point.setChecked(last.black_point)
        self._arrange()
        self._connect()
        self._show_parts()

    def _arrange(self) -> None:
        theme = self._theme
        self._own = self._pair(*self.paper_sides, tr("Width of the paper"), tr("Height of the paper"))
        self._sides = self._pair(self.width_mm, self.height_mm, tr("Width of the picture"), tr("Height of the picture"))
        paper: list[tuple[str, QWidget, str]] = [
            (tr("Paper"), self.paper, tr("Size of the paper; inch papers are exact inches")),
            (tr("Size of the paper"), self._own, tr("Width and height in millimetres")),
            (tr("Orientation"), self.orientation, tr("Which way the paper lies")),
            (tr("Border"), self.border, tr("What stays white all around, in millimetres")),
            (tr("Picture"), self.fitting, tr("It lies in the middle of the paper")),
            (tr("Size of the picture"), self._sides, tr("Width and height on paper; one follows the other")),
        ]
        colour: list[tuple[str, QWidget, str]] = [
            (tr("Printer profile"), self.profile, tr("An ICC file of the printer with this paper, for RGB")),
            (tr("Rendering intent"), self.intent, tr("What happens to colours that the printer cannot print")),
            (
                tr("Black point compensation"),
                self.black_point,
                tr("The darkest tone of the picture becomes the darkest of the print"),
            ),
        ]
        self._hint = label(
            tr("Catchlight converts the colours: switch off colour management in the printer's own settings."),
            "small",
            wrap=True,
        )
        self._grids = grid_of(paper, theme), grid_of(colour, theme)
        shown = paper if theme.large else (*paper, *colour)
        captions = [self.fontMetrics().horizontalAdvance(title) for title, _, _ in shown]
        for grid in self._grids:
            grid.setColumnMinimumWidth(0, max(captions))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        column.addLayout(self._grids[0])
        heading = label(tr("Colours"), "section")
        heading.setContentsMargins(0, theme.px(2), 0, 0)
        column.addWidget(heading)
        column.addLayout(self._grids[1])
        column.addWidget(self._hint)

    def _connect(self) -> None:
        self.paper.currentIndexChanged.connect(self._emit)
        self.fitting.currentIndexChanged.connect(self._emit)
        self.orientation.currentIndexChanged.connect(self._emit)
        self.intent.currentIndexChanged.connect(self._emit)
        self.black_point.toggled.connect(self._emit)
        for spin in (*self.paper_sides, self.border):
            spin.valueChanged.connect(self._emit)
        self.width_mm.valueChanged.connect(lambda value: self._follow(self.height_mm, value * self._aspect))
        self.height_mm.valueChanged.connect(lambda value: self._follow(self.width_mm, value / self._aspect))
        self.profile.wanted.connect(self.profile_wanted)
        self.forget.clicked.connect(lambda: self.take_profile(""))

    def take_profile(self, file: str) -> None:
        """Use the profile in a file that was tried, or none."""
        self.file = file
        self.profile.show_file(file)
        self._emit()

    def show_width(self, width_mm: float) -> None:
        """What the picture has now, to start from when a size is chosen."""
        for spin, value in ((self.width_mm, width_mm), (self.height_mm, width_mm * self._aspect)):
            spin.blockSignals(True)
            spin.setValue(value)
            spin.blockSignals(False)

    def choices(self) -> PrintChoices:
        chosen = self.fitting.currentData() == "chosen"
        orientation: Orientation = self.orientation.currentData()
        first, second = (spin.value() for spin in self.paper_sides)
        return PrintChoices(
            paper=self.paper.currentData(),
            own_paper=(first, second),
            orientation=orientation,
            width_mm=self.width_mm.value() if chosen else None,
            border_mm=self.border.value(),
            profile=self.file,
            intent=self.intent.intent,
            black_point=self.black_point.isChecked(),
        )

    def plan(self) -> PagePlan:
        choices = self.choices()
        found = self._catalogue.papers.get(choices.paper)
        paper = choices.own_paper if found is None else (found.width_mm, found.height_mm)
        return PagePlan(paper, choices.orientation, choices.width_mm, choices.border_mm)

    def _follow(self, other: QDoubleSpinBox, value: float) -> None:
        other.blockSignals(True)
        other.setValue(value)
        other.blockSignals(False)
        self._emit()

    def _emit(self, _value: object = None) -> None:
        self._show_parts()
        self.changed.emit()

    def _show_parts(self) -> None:
        """Only what counts now."""
        for grid, row, shown in (
            (0, 1, self.paper.currentData() == OWN),
            (0, 5, self.fitting.currentData() == "chosen"),
            (1, 1, bool(self.file)),
            (1, 2, bool(self.file)),
        ):
            for column in (0, 1):
                item = self._grids[grid].itemAtPosition(row, column)
                widget = item.widget() if item is not None else None
                if widget is not None:
                    widget.setVisible(shown)
        self._hint.setVisible(bool(self.file))
        self.forget.setVisible(bool(self.file))

    def _length(self, value: float, low: float, high: float) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(low, high)
        spin.setDecimals(1)
        spin.setSuffix(" mm")
        spin.setKeyboardTracking(False)
        spin.setValue(value)
        spin.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        give_room(spin, self._theme)
        return spin

    def _pair(self, first: QDoubleSpinBox, second: QDoubleSpinBox, name: str, other: str) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._theme.px(2))
        for spin, said in ((first, name), (second, other)):
            spin.setAccessibleName(said)
            spin.setToolTip(said)
            row.addWidget(spin, 1)
        row.insertWidget(1, label("×", "muted"))
        holder.setFocusProxy(first)
        return holder
