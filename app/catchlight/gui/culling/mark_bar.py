"""Under the pictures that are chosen from: where one is, stars, flags and labels to press, and how many are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QWidget

from catchlight.gui.culling.mark_words import LABEL_COLOURS, label_name
from catchlight.gui.widgets.flow_layout import FlowPanel
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.sidecar.mark import LABELS, MOST_STARS, Label, PictureMark

MOST_PANES = 4


class MarkBar(FlowPanel):
    """Triggers the commands and shows the mark of the active picture. Where a line is too short it takes another."""

    panes_chosen = Signal(int)
    part_chosen = Signal(str)

    def __init__(self, actions: Mapping[str, QAction], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme.px(3), parent, 0, spread=True)
        self.setObjectName("statusBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self.leave = QPushButton(tr("Edit this picture"))
        self.leave.setIcon(theme.icons("check"))
        self.leave.setToolTip(tr("Back to the tabs with this picture (Enter)"))
        self.leave.setAccessibleName(self.leave.text())
        self.leave.setMinimumHeight(theme.target)
        self._place = label("", "muted")
        self._place.setMinimumWidth(self.fontMetrics().horizontalAdvance("0000 / 0000"))
        self._stars = [self._button(actions[f"rate_{count}"], "star") for count in range(1, MOST_STARS + 1)]
        self._flags = {key: self._button(actions[key], icon) for key, icon in (("pick", "flag"), ("reject", "reject"))}
        self._labels = {name: self._label_button(actions[f"label_{name}"], name) for name in LABELS}
        self.parts = Segments(
            [
                ("whole", tr("Whole"), None, tr("The whole picture")),
                ("eyes", tr("Eyes"), None, tr("The eyes of every picture in the same place (Z)")),
                ("mouth", tr("Mouth"), None, tr("The mouth of every picture in the same place (Z)")),
            ]
        )
        self.parts.chosen.connect(self.part_chosen)
        self.panes = Segments([
            (str(count), str(count), None, tr("Show {count} pictures side by side (V)", count=count))
            for count in range(1, MOST_PANES + 1)
        ])  # fmt: skip
        self.panes.chosen.connect(lambda key: self.panes_chosen.emit(int(key)))
        self.flow.setContentsMargins(theme.px(2), theme.px(1), theme.px(2), theme.px(1))
        for group in (
            (self.leave, self._place),
            (*self._stars, *self._flags.values()),
            tuple(self._labels.values()),
            (self.parts,),
            (self.panes,),
        ):
            self.flow.addWidget(_row(group, theme))

    def tell(self, mark: PictureMark, place: int, count: int, panes: int, part: str) -> None:
        """place: of the active picture among those shown, from 1; 0 for none."""
        self._place.setText(tr("{place} of {count}", place=place, count=count) if place else "")
        for number, button in enumerate(self._stars, 1):
            full = number <= mark.rating
            token = self._theme.tokens["accent" if full else "muted"]
            button.setIcon(self._theme.icons("star_full" if full else "star", token))
            button.setChecked(full)
        for key, button in self._flags.items():
            button.setChecked(mark.flag == key)
        for name, button in self._labels.items():
            button.setChecked(mark.label == name)
        self.panes.choose(str(panes))
        self.parts.choose(part)

    def _button(self, action: QAction, icon: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setCheckable(True)
        button.setIcon(self._theme.icons(icon))
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.text())
        button.setMinimumSize(self._theme.target, self._theme.target)
        button.clicked.connect(lambda _checked=False: action.trigger())
        return button

    def _label_button(self, action: QAction, name: Label) -> QToolButton:
        button = self._button(action, "dot")
        button.setIcon(swatch_icon(LABEL_COLOURS[name], self._theme.px(5)))
        button.setAccessibleName(label_name(name))
        return button


def _row(widgets: Sequence[QWidget], theme: Theme) -> QWidget:
    """Widgets that stay beside each other."""
    group = QWidget()
    row = QHBoxLayout(group)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.px(1))
    for widget in widgets:
        row.addWidget(widget)
    return group


def swatch_icon(colour: str, side: int) -> QIcon:
    """A disc of a colour, sharp up to screens of twice the pixels."""
    pixmap = QPixmap(side * 2, side * 2)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(side * 0.3, side * 0.3, side * 1.4, side * 1.4))
    painter.end()
    pixmap.setDevicePixelRatio(2)
    return QIcon(pixmap)
