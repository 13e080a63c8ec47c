"""The controls of what is marked: which region, the tool, the brush's size, softness, and the hotspot as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QVBoxLayout, QWidget

from catchlight.gui.tabs.edit.marks import EditPlaceOverlay
from catchlight.gui.tabs.edit.render import EditPreview
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.form import give_room
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.operations import sentences

if TYPE_CHECKING:
    from catchlight.operations.edit.aiming import TargetRegion

_SOFTER = 5.0
"""Percent of softness for one notch of the wheel."""


class MarkControls(QWidget):
    """Shows the marks and changes them."""

    softened = Signal()
    """The region's edge is to be softer or harder."""

    def __init__(self, marks: EditPlaceOverlay, theme: Theme) -> None:
        super().__init__()
        self._marks = marks
        self._filling = False
        self._size = (1, 1)
        marks.spot.scrolled.connect(self._soften_by)
        self._where = label(tr("Click the picture where something is to change."), "small", wrap=True)
        self.regions = QComboBox()
        self.regions.setAccessibleName(tr("Region"))
        self.regions.setToolTip(tr("What is meant at the hotspot (N takes the next)"))
        self.regions.activated.connect(self.choose_row)
        self.tools = Segments(
            [
                ("point", tr("Point"), None, tr("Click to place the hotspot, hold Shift to drag a box (P)")),
                ("add", tr("Brush +"), None, tr("Paint what belongs to the region (B)")),
                ("erase", tr("Brush −"), None, tr("Paint what does not belong to it (E)")),
            ]
        )
        self.tools.chosen.connect(self.use_tool)
        self.brush_size = SettingSlider(
            tr("Brush size"), tr("In per cent of the picture."), 0.5, 15, theme, step=0.5, rest=3
        )
        self.brush_size.moved.connect(lambda _value: self._size_brush())
        self.softness = SettingSlider(
            tr("Softness"), tr("How softly the region ends; also Alt and the wheel."), 0, 100, theme
        )
        self.softness.moved.connect(lambda _value: self.softened.emit())
        self.clear_button = QPushButton(tr("Clear box and brush"))
        self.clear_button.setToolTip(tr("Only the hotspot stays"))
        self.clear_button.clicked.connect(marks.clear)
        self.across, self.down = QSpinBox(), QSpinBox()
        for spin, name in ((self.across, tr("Hotspot, from the left")), (self.down, tr("Hotspot, from the top"))):
            spin.setSuffix(" px")
            spin.setKeyboardTracking(False)
            spin.setAccessibleName(name)
            spin.setToolTip(name)
            give_room(spin, theme)
            spin.valueChanged.connect(self._typed)
        self.more = Disclosure(tr("The hotspot as numbers"), theme)
        numbers = QWidget()
        numbers.setLayout(share_row(self.across, self.down))
        self.more.add(numbers)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        for widget in (
            label(tr("Region"), "section"), self._where, self.regions, self.tools, self.brush_size, self.softness,
            self.clear_button, self.more,
        ):  # fmt: skip
            column.addWidget(widget)
        self.tools.choose("point")

    def use_tool(self, tool: str) -> None:
        """point, add or erase."""
        self._marks.spot.tool = tool
        self.tools.choose(tool)
        self._size_brush()
        self.refresh()

    def choose_row(self, row: int) -> None:
        """A row of the regions that lie at the hotspot."""
        self._marks.choose(self.regions.itemData(row))

    def show_place(self, size: tuple[int, int]) -> None:
        """The marks have changed, or the picture under them, which has this width and height."""
        self._size = size
        self._filling = True
        self.across.setRange(0, size[0] - 1)
        self.down.setRange(0, size[1] - 1)
        if self._marks.place is not None:
            self.across.setValue(round(self._marks.place.x))
            self.down.setValue(round(self._marks.place.y))
        self._filling = False
        self._size_brush()
        self.refresh()

    def show_offers(self, drawn: EditPreview) -> None:
        """What lies at the hotspot, and what of it is meant."""
        chosen = self._marks.place.region if self._marks.place is not None else None
        meant = ", ".join(target_name(target) for target in drawn.targets) or tr("nothing")
        self.regions.clear()
        self.regions.addItem(tr("By itself: {name}", name=meant) if chosen is None else tr("By itself"), None)
        for offer in drawn.offers:
            self.regions.addItem(target_name(offer), offer.name)
        self.regions.setCurrentIndex(max(0, self.regions.findData(chosen) if chosen is not None else 0))

    def refresh(self) -> None:
        """Show what there is something to do with."""
        place = self._marks.place
        self._where.setVisible(place is None)
        self.regions.setVisible(place is not None)
        self.brush_size.setVisible(self._marks.spot.tool != "point")
        self.clear_button.setVisible(place is not None and place.corrected)

    def _soften_by(self, notches: float) -> None:
        self.softness.show_value(min(100.0, max(0.0, self.softness.value + _SOFTER * notches)))
        self.softened.emit()

    def _typed(self) -> None:
        if not self._filling:
            self._marks.point(float(self.across.value()), float(self.down.value()))

    def _size_brush(self) -> None:
        self._marks.spot.radius = self.brush_size.value / 200 * max(self._size)


def target_name(target: TargetRegion) -> str:
    """A target in the language of the window: left eye."""
    vocabulary = sentences.interpreter("edit").vocabulary
    plain = {"thing": tr("this thing"), "everything": tr("everything")}.get(target.name)
    plain = plain or vocabulary.name(target.name, "zh" if is_chinese() else "en")
    if target.side is None:
        return plain
    return {
        "left": tr("left {part}", part=plain),
        "right": tr("right {part}", part=plain),
        "upper": tr("upper {part}", part=plain),
        "lower": tr("lower {part}", part=plain),
        "dark": tr("dark side of the {part}", part=plain),
        "light": tr("light side of the {part}", part=plain),
    }[target.side]
