"""The bar under the canvas: compare, ground, zoom, and what the picture is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from catchlight.gui.app.window.stage import Stage
from catchlight.gui.canvas.compare import CanvasBackground, Mode
from catchlight.gui.document.document import EditStep
from catchlight.gui.document.step import RAW_FACTS
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.sparing_bar import SparingBar
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class FactsLabel(QLabel):
    """Facts in one line, the most wanted first: as many as there is room for. All of them are in the tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self._facts: Sequence[str] = ()
        self.setProperty("role", "muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def tell(self, facts: Sequence[str]) -> None:
        self._facts = facts
        self.setToolTip("  ·  ".join(facts))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        shown = list(self._facts)
        while shown and self.fontMetrics().horizontalAdvance("  ·  ".join(shown)) > self.width():
            shown.pop()
        self.setText("  ·  ".join(shown))


class ViewBar(SparingBar):
    """Triggers the view commands and shows their state."""

    ground_chosen = Signal(str)
    peeked = Signal(bool)
    """The picture before the step is wanted, as long as it is true."""

    def __init__(
        self, actions: Mapping[str, QAction], ground: CanvasBackground, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self._actions = actions
        self._theme = theme
        self.compare = Segments(
            [
                (mode.value, actions[mode.value].text(), theme.icons(mode.value), actions[mode.value].toolTip())
                for mode in Mode
            ]
        )
        self.compare.chosen.connect(lambda key: actions[key].trigger())
        self.before = self._make_before_button()
        self._guides = self._tool(actions["guides"])
        self._ground = self._make_ground_button(ground)
        self._zooms = False
        """Whether there is something to be zoomed."""
        self._zoom = label("")
        self._zoom.setMinimumWidth(self.fontMetrics().horizontalAdvance("0000 %"))
        self._facts = FactsLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(2), theme.px(1), theme.px(2), theme.px(1))
        row.setSpacing(0)
        row.addWidget(self.before)
        row.addWidget(self.compare)
        row.addSpacing(theme.px(2))
        row.addWidget(self._guides)
        row.addWidget(self._ground)
        row.addWidget(self._facts, 1)
        smaller, larger, fit, actual = (self._tool(actions[key]) for key in ("zoom_out", "zoom_in", "fit", "actual"))
        for widget in (smaller, self._zoom, larger, fit, actual):
            row.addWidget(widget)
        self.spared = ((smaller, larger), (self._zoom,), (fit, actual))
        """What gives its room away where there is too little, in this order; keys and menus do the same."""

    def _make_before_button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setIcon(self._theme.icons("before"))
        button.setAccessibleName(tr("Before the step"))
        button.setToolTip(tr("Hold it to see the picture before this step (hold Space)"))
        button.pressed.connect(lambda: self.peeked.emit(True))
        button.released.connect(lambda: self.peeked.emit(False))
        return button

    def _make_ground_button(self, ground: CanvasBackground) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setIcon(self._theme.icons("ground"))
        button.setToolTip(tr("Ground behind transparent pictures"))
        button.setAccessibleName(tr("Ground behind transparent pictures"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        names = {
            CanvasBackground.CHECKERBOARD: tr("Checkerboard"),
            CanvasBackground.WHITE: tr("White"),
            CanvasBackground.GREY: tr("Grey"),
            CanvasBackground.BLUE: tr("Blue"),
        }
        for entry, name in names.items():
            action = menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(entry is ground)
            action.triggered.connect(lambda _checked=False, entry=entry: self._choose(entry))
            action.setData(entry.value)
        button.setMenu(menu)
        return button

    def serve(self, stage: Stage) -> None:
        """Show the zoom of the stage, and let it show what was before."""
        stage.zoomed.connect(self.show_zoom)
        self.peeked.connect(stage.canvas.peek)

    def join(self, badge: QWidget) -> None:
        """Hold what says more of the picture, beside its facts."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.insertWidget(row.indexOf(self._facts) + 1, badge)

    def minimumSizeHint(self) -> QSize:
        """As narrow as comparing needs."""
        return QSize(self.compare.minimumSizeHint().width(), super().minimumSizeHint().height())

    def show_zoom(self, scale: float) -> None:
        self._zoom.setText(f"{scale * 100:.0f} %" if self._zooms else "")

    def show_mode(self, mode: Mode) -> None:
        self.compare.choose(mode.value)

    def show_picture(self, step: EditStep | None, can_compare: bool, on_canvas: bool, pair: str = "") -> None:
        """Facts of the shown step; compare is offered where there is a before. pair: name of the shot's other file."""
        self._zooms = step is not None or not on_canvas
        for mode in (Mode.SPLIT, Mode.SIDE):
            self.compare.button(mode.value).setEnabled(can_compare)
        self.before.setEnabled(can_compare)
        self.before.setVisible(on_canvas)
        self.compare.setVisible(on_canvas)
        self._guides.setVisible(on_canvas)
        self._ground.setVisible(on_canvas)
        self._fit()
        if step is None or not on_canvas:
            self._facts.tell(())
            return
        picture = step.picture
        parts = [f"{picture.width} × {picture.height} px"]
        kind = str(step.details[RAW_FACTS]["kind"]) if step.operation is None and step.details.get(RAW_FACTS) else ""
        if kind or pair:
            parts.append(" + ".join(part for part in (kind or tr("Picture"), pair) if part))
        if picture.dpi is not None:
            parts.append(f"{picture.dpi:g} dpi")
        if picture.depth == 16:
            parts.append(tr("16 bit"))
        if picture.has_alpha:
            parts.append(tr("transparent"))
        parts.append("sRGB" if picture.source_colours is None else picture.metadata.profile)
        self._facts.tell(parts)

    def _tool(self, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "flat")
        button.setDefaultAction(action)
        button.setAccessibleName(action.text())
        return button

    def _choose(self, ground: CanvasBackground) -> None:
        for action in self._ground.menu().actions():
            action.setChecked(action.data() == ground.value)
        self.ground_chosen.emit(ground.value)
