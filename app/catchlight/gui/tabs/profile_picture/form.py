"""The choices of the profile picture tab: sizes as chips, the shape, backgrounds as cards of this person."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QPushButton, QVBoxLayout, QWidget

from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.cards.cards import CardItem, Cards
from catchlight.gui.cards.groups import columns_for
from catchlight.gui.tabs.profile_picture.render import ProfilePictureLook
from catchlight.gui.widgets.flow_layout import FlowPanel
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import label_of, tr
from catchlight.operations.profile_picture.params import SIZES

_COLUMNS = 4
_BRAND = "brand_color"
_BRAND_HEX = "#0F766E"


class ProfilePictureForm(QWidget):
    """Shows a look and the sizes, and says what is wished instead."""

    wished = Signal(object)
    """A Look."""
    hovered = Signal(object)
    """The Look of the card under the pointer, None when it has left."""
    sizes_changed = Signal()

    def __init__(self, catalogue: Catalogue, theme: Theme) -> None:
        super().__init__()
        self._look = ProfilePictureLook()
        self._sizes = FlowPanel(theme.px(1.5), between_lines=0)
        self.chips: dict[int, QPushButton] = {}
        for size in SIZES:
            chip = QPushButton(str(size))
            chip.setProperty("role", "chip")
            chip.setMinimumWidth(theme.target)
            chip.setCheckable(True)
            chip.setChecked(True)
            chip.setToolTip(tr("A file of {size} × {size} pixels", size=size))
            chip.setAccessibleName(tr("{size} pixels", size=size))
            chip.toggled.connect(lambda _on: self.sizes_changed.emit())
            self.chips[size] = chip
            self._sizes.flow.addWidget(chip)
        self.shape = Segments(
            [
                ("square", tr("Square"), None, tr("The whole square")),
                ("circle", tr("Circle"), None, tr("A circle with transparent corners")),
            ]
        )
        self.shape.chosen.connect(
            lambda key: self.wished.emit(ProfilePictureLook(self._look.background, key == "circle"))
        )
        rows = [
            CardItem("keep", tr("Own background")),
            CardItem("blur", tr("Own, out of focus")),
            CardItem("transparent", tr("Transparent")),
            *(CardItem(row.id, label_of(row), row.hex) for row in catalogue.backdrops if row.id != _BRAND),
        ]
        self.backgrounds = Cards(rows, theme, columns=columns_for(_COLUMNS, theme))
        self.backgrounds.chosen.connect(lambda key: self.wished.emit(ProfilePictureLook(key, self._look.circle)))
        self.backgrounds.hovered.connect(
            lambda key: self.hovered.emit(ProfilePictureLook(key, self._look.circle) if key else None)
        )
        self.colour_button = QPushButton(tr("Brand colour…"))
        self.colour_button.setIcon(theme.icons("picker"))
        self.colour_button.setToolTip(tr("A paper in any colour; the preview follows"))
        self.colour_button.clicked.connect(self._pick_colour)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        for widget in (
            label(tr("Sizes"), "section"),
            self._sizes,
            label(tr("Shape"), "section"),
            self.shape,
            label(tr("Background"), "section"),
            self.backgrounds,
            self.colour_button,
        ):
            column.addWidget(widget)
        self.show_look(self._look)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sides that are chosen, largest first."""
        return tuple(size for size, chip in self.chips.items() if chip.isChecked())

    def choose_sizes(self, sizes: Collection[int]) -> None:
        for size, chip in self.chips.items():
            chip.setChecked(size in sizes)

    def show_look(self, look: ProfilePictureLook) -> None:
        """Without saying that anything changed."""
        self._look = look
        self.shape.choose("circle" if look.circle else "square")
        self.backgrounds.choose(look.background)

    def _pick_colour(self) -> None:
        before = self._look
        dialog = QColorDialog(QColor(before.background if before.background.startswith("#") else _BRAND_HEX), self)
        dialog.setWindowTitle(tr("Brand colour"))

        def show(colour: QColor) -> None:
            self.wished.emit(ProfilePictureLook(colour.name().upper(), self._look.circle))

        dialog.currentColorChanged.connect(show)
        dialog.accepted.connect(lambda: show(dialog.selectedColor()))
        dialog.rejected.connect(lambda: self.wished.emit(before))
        dialog.open()
