"""The controls of the hand tools: tool, brush or gradient, its size and edge, what it does and where."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QColorDialog, QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from catchlight.brushes.edits import COPYING
from catchlight.gui.finding.terms import call_also
from catchlight.gui.tabs.edit.hand.draft import HandDraft
from catchlight.gui.tabs.edit.hand.words import PLACES, region_name, tool_help, tool_name
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.form import WheelFilter
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.push_button import push_button
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.swatches import Swatch
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

ROWS = (("heal", "clone", "dodge", "burn"), ("smooth", "sharpen", "colour", "adjust"))
_SELDOM = ("flow", "opacity")
_STRENGTH = frozenset({"dodge", "burn", "smooth", "sharpen", "colour"})


class HandControls(QWidget):
    """Shows a draft's brush and the settings of the edit that is worked on, and changes them."""

    mask_wanted = Signal(bool)
    """Whether the mask is to be seen."""

    def __init__(self, draft: HandDraft, theme: Theme) -> None:
        super().__init__()
        self._draft, self._theme = draft, theme
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        self.tools = [self._segments(row) for row in ROWS]
        self.shapes = Segments(
            [
                ("brush", tr("Brush"), None, tr("Paint where the tool works (B)")),
                ("erase", tr("Erase"), None, tr("Paint where it does not (X)")),
                ("linear", tr("Linear"), None, tr("Drag a line from full to nothing")),
                ("radial", tr("Radial"), None, tr("Drag an ellipse from its middle")),
            ]
        )
        self.shapes.chosen.connect(draft.take_shape)
        rows = QVBoxLayout()
        rows.setSpacing(theme.px(1))
        for widget in (*self.tools, self.shapes):
            rows.addWidget(widget)
        column.addLayout(rows)
        self.sliders = self._make_sliders(theme)
        settings = QVBoxLayout()
        settings.setSpacing(0)
        for name, slider in self.sliders.items():
            if name not in _SELDOM:
                settings.addWidget(slider)
        column.addLayout(settings)
        self._colour_row = self._make_colour_row()
        column.addWidget(self._colour_row)
        self._held = QVBoxLayout()
        self._held.setSpacing(theme.px(2))
        column.addLayout(self._held)
        column.addLayout(self._make_place())
        self.invert = self._check(
            "invert", tr("Invert"), tr("All but what strokes and gradients cover, or all but the part")
        )
        self.edges = self._check(
            "edges", tr("Follow edges"), tr("Only what has the colour under the middle of the brush")
        )
        self.veil = QCheckBox(tr("Show the mask"))
        self.veil.setToolTip(tr("See what the edit covers (O)"))
        self.veil.toggled.connect(self.mask_wanted)
        column.addWidget(self.veil)
        more = Disclosure(tr("Flow, opacity, and the edge of the mask"), theme)
        self.follow = QCheckBox(tr("Strokes follow the face"))
        self.follow.setToolTip(tr("On another picture they move to its face; off for dust, which lies in one place"))
        self.follow.clicked.connect(draft.follow_face)
        more.add(*(self.sliders[name] for name in _SELDOM), self.invert, self.edges, self.follow)
        column.addWidget(more)
        draft.tip_changed.connect(self.refresh)
        draft.changed.connect(lambda _by_stroke: self.refresh())
        self.refresh()

    # Building

    def hold(self, *widgets: QWidget) -> None:
        """Show the list of edits below what is set most, where it can be reached without scrolling."""
        for widget in widgets:
            self._held.addWidget(widget)

    def _segments(self, tools: tuple[str, ...]) -> Segments:
        row = Segments([(tool, tool_name(tool), None, tool_help(tool)) for tool in tools])
        row.chosen.connect(self._draft.take_tool)
        return row

    def _make_sliders(self, theme: Theme) -> Mapping[str, SettingSlider]:
        """By the field that they set; the first three are the brush's own."""
        made = {
            "size": SettingSlider(
                tr("Size"),
                tr("In per cent of the picture; keys [ and ]."),
                0.1,
                20,
                theme,
                step=0.1,
                rest=2,
                signed=False,
            ),
            "softness": SettingSlider(
                tr("Softness"),
                tr("How softly it ends; keys Shift+[ and Shift+]."),
                0,
                100,
                theme,
                rest=50,
                signed=False,
            ),
            "flow": SettingSlider(tr("Flow"), tr("How much one stroke gives."), 1, 100, theme, rest=100, signed=False),
            "amount": SettingSlider(
                tr("Strength"), tr("How much the tool does."), 0, 100, theme, rest=50, signed=False
            ),
            "exposure": SettingSlider(tr("Exposure"), tr("Light, in stops."), -3, 3, theme, step=0.05),
            "warmth": SettingSlider(tr("Warmth"), tr("Cooler or warmer."), -100, 100, theme),
            "saturation": SettingSlider(tr("Saturation"), tr("Greyer or more colourful."), -100, 100, theme),
            "opacity": SettingSlider(tr("Opacity"), tr("How much of this edit is seen."), 0, 100, theme, rest=100),
        }
        call_also(made["size"].track, tr("brush size"))
        for name, slider in made.items():
            slider.moved.connect(lambda value, name=name: self._moved(name, value))
        return made

    def _make_colour_row(self) -> QWidget:
        self.colour = Swatch(QColor("#B5654A"), tr("Colour of the brush"), self._theme)
        self.colour.setCheckable(False)
        self.colour.setAccessibleDescription(tr("Choose another colour"))
        self.colour.clicked.connect(self._pick_colour)
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        caption = label(tr("Colour"))
        caption.setBuddy(self.colour)
        row.addWidget(caption, 1)
        row.addWidget(self.colour)
        return holder

    def _make_place(self) -> QHBoxLayout:
        self.place = QComboBox()
        self.place.setAccessibleName(tr("Within"))
        self.place.setToolTip(tr("Only in this part of the person or the picture"))
        self.place.installEventFilter(WheelFilter(self.place))
        self.place.addItem(tr("Everywhere"), None)
        for region in PLACES:
            self.place.addItem(region_name(region), region)
        self.place.activated.connect(lambda row: self._draft.set("within", self.place.itemData(row)))
        row = QHBoxLayout()
        row.setSpacing(self._theme.px(2))
        caption = label(tr("Within"))
        caption.setBuddy(self.place)
        row.addWidget(caption)
        row.addWidget(self.place, 1)
        self.whole = push_button(
            tr("Whole"), tr("All of this part, without painting"), self._draft.take_region, self._theme
        )
        row.addWidget(self.whole)
        return row

    def _check(self, field: str, text: str, tip: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setToolTip(tip)
        box.clicked.connect(lambda on: self._draft.set(field, bool(on)))
        return box

    # Changing

    def _moved(self, name: str, value: float) -> None:
        if name == "size":
            self._draft.set_tip(size=value)
        elif name == "softness":
            self._draft.set_tip(softness=value / 100)
        elif name == "flow":
            self._draft.set_tip(flow=value / 100)
        else:
            self._draft.set(name, value / 100 if name in ("amount", "opacity") else value)

    def _pick_colour(self) -> None:
        before = QColor(str(self._draft.setting("colour")))
        found = QColorDialog.getColor(before, self, tr("Colour of the brush"))
        if found.isValid():
            self._draft.set("colour", found.name().upper())

    # Showing

    def refresh(self) -> None:
        draft, tip = self._draft, self._draft.tip
        for row in self.tools:
            row.clear_or_choose(tip.tool)
        self.shapes.choose(tip.shape)
        copies, brush = tip.tool in COPYING, tip.shape in ("brush", "erase")
        for shape in ("linear", "radial"):
            self.shapes.button(shape).setEnabled(not copies)
        shown = {"size": tip.size, "softness": 100 * tip.softness, "flow": 100 * tip.flow}
        shown |= {name: 100 * draft.setting(name) for name in ("amount", "opacity")}
        shown |= {name: draft.setting(name) for name in ("exposure", "warmth", "saturation")}
        for name, slider in self.sliders.items():
            slider.show_value(float(shown[name]))
        for name in ("size", "softness", "flow"):
            self.sliders[name].setVisible(brush)
        self.sliders["amount"].setVisible(tip.tool in _STRENGTH)
        for name in ("exposure", "warmth", "saturation"):
            self.sliders[name].setVisible(tip.tool == "adjust")
        self._colour_row.setVisible(tip.tool == "colour")
        self.colour.fill = QColor(str(draft.setting("colour")))
        self.colour.update()
        self._show_place(draft.setting("within"))
        self.whole.setEnabled(not copies and draft.setting("within") is not None)
        self.invert.setChecked(bool(draft.setting("invert")))
        self.invert.setVisible(not copies)
        self.edges.setChecked(bool(draft.setting("edges")))
        self.follow.setChecked(draft.state.follows_face)

    def _show_place(self, region: str | None) -> None:
        row = self.place.findData(region, Qt.ItemDataRole.UserRole)
        if row < 0:  # of a step made elsewhere, in a region that is not offered
            self.place.addItem(region_name(str(region)), region)
            row = self.place.count() - 1
        self.place.setCurrentIndex(row)
