"""The hair tab's page of colours: technique, swatches on this person, an own colour, brows, and the brush for the hair."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QColorDialog, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.canvas.hotspot import HotspotOverlay
from catchlight.gui.tabs.hair.colour_cards import hair_colours
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.form import ChoiceField
from catchlight.gui.widgets.labels import label, rule
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_TECHNIQUES = (None, "all_over", "balayage", "ombre", "highlights", "roots_kept", "cover_grey")


class ColourPage(QWidget):
    """Shows a wish and says what is to be different in it."""

    wished = Signal(str, object)
    """Field of the Wish, and its new value."""
    tool_chosen = Signal(str)
    """add, erase, or point for no brush."""

    def __init__(self, session: Session, spot: HotspotOverlay, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._spot = spot
        self._wish = HairState()
        self._longest = 1
        self.colours = hair_colours(session.catalogue, session.stock, theme)
        self.own_button = QPushButton(tr("A colour of your own…"))
        self.own_button.setIcon(theme.icons("picker"))
        self.own_button.setToolTip(tr("Pick any colour; the preview follows"))
        self.own_button.clicked.connect(self._pick)
        self.technique = ChoiceField(
            _TECHNIQUES,
            {
                None: tr("As the colour has it"), "all_over": tr("All over"), "balayage": tr("Balayage"),
                "ombre": tr("Ombre"), "highlights": tr("Highlights"), "roots_kept": tr("Roots kept"),
                "cover_grey": tr("Grey covered"),
            },
        )  # fmt: skip
        self.technique.setAccessibleName(tr("Technique"))
        self.technique.setToolTip(tr("How the colour is laid on"))
        self.technique.currentIndexChanged.connect(lambda _row: self.wished.emit("technique", self.technique.read()))
        self.other_button = QPushButton(tr("Other strands"))
        self.other_button.setToolTip(tr("Choose other strands for highlights and transitions"))
        self.other_button.clicked.connect(lambda: self.wished.emit("seed", self._wish.seed + 1))
        self.brows = Switch(theme)
        self.brows.setAccessibleName(tr("Colour the brows too"))
        self.brows.setToolTip(tr("A little darker than the hair."))
        self.brows.toggled.connect(lambda on: self.wished.emit("brows", on))
        self._build_brush(theme)
        caption = label(tr("Colour the brows too"))
        caption.setBuddy(self.brows)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(theme.px(3))
        page.addWidget(label(tr("Technique"), "section"))
        page.addLayout(self._row(self.technique, self.other_button))
        page.addWidget(self.colours)
        page.addWidget(self.own_button)
        page.addWidget(rule())
        page.addLayout(share_row(caption, self.brows))
        page.addWidget(label(tr("What counts as hair"), "section"))
        page.addLayout(self._row(*self.tools.values(), self.clear_button))
        page.addWidget(self.brush_size)

    def _row(self, *widgets: QWidget) -> QBoxLayout:
        """Beside each other, with large text below each other."""
        row = share_row(*widgets, spacing=self._theme.px(2))
        if self._theme.large:
            row.setDirection(QBoxLayout.Direction.TopToBottom)
        return row

    def show_wish(self, wish: HairState) -> None:
        """Fill in without saying that anything is wished."""
        self._wish = wish
        self.colours.choose(None if wish.keeps_photo_colour else wish.colour or "")
        for widget in (self.technique, self.brows):
            widget.blockSignals(True)
        self.technique.write(wish.technique)
        self.brows.setChecked(wish.brows)
        for widget in (self.technique, self.brows):
            widget.blockSignals(False)

    def show_tool(self, tool: str) -> None:
        """The brush that is in the hand: add, erase or point."""
        for name, button in self.tools.items():
            button.setChecked(name == tool)

    def size_brush(self, longest: int | None = None) -> None:
        """longest: side of the picture that the brush is for, in pixels."""
        self._longest = longest or self._longest
        self._spot.radius = self.brush_size.value / 200 * self._longest

    def allow(self, usable: bool) -> None:
        """Whether there is hair to colour."""
        self.colours.setEnabled(usable)
        for widget in (self.technique, self.other_button, self.own_button, self.brows, *self.tools.values()):
            widget.setEnabled(usable)
        self.brush_size.setVisible(self._spot.tool != "point")
        self.clear_button.setEnabled(bool(self._wish.strokes))

    def _build_brush(self, theme: Theme) -> None:
        self.tools: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        group.setExclusive(False)
        for tool, text, tip in (
            ("add", tr("Brush +"), tr("Paint what is hair")),
            ("erase", tr("Brush −"), tr("Paint what is no hair")),
        ):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.clicked.connect(lambda on, tool=tool: self.tool_chosen.emit(tool if on else "point"))
            group.addButton(button)
            self.tools[tool] = button
        self.clear_button = QPushButton(tr("Clear"))
        self.clear_button.setToolTip(tr("Take back what was painted"))
        self.clear_button.clicked.connect(lambda: self.wished.emit("strokes", ()))
        self.brush_size = SettingSlider(tr("Brush size"), tr("Width of the brush."), 0.5, 15, theme, step=0.5, rest=4)
        self.brush_size.moved.connect(lambda _value: self.size_brush())

    def _pick(self) -> None:
        before = self._wish.colour
        dialog = QColorDialog(QColor(before) if before and before.startswith("#") else QColor("#8A4A2B"), self)
        dialog.setWindowTitle(tr("Hair colour"))
        dialog.currentColorChanged.connect(lambda colour: self.wished.emit("colour", colour.name().upper()))
        dialog.rejected.connect(lambda: self.wished.emit("colour", before))
        dialog.accepted.connect(lambda: self.wished.emit("colour", dialog.selectedColor().name().upper()))
        dialog.open()
