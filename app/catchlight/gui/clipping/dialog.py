"""The levels from which the clipping warning counts, and the channels that it looks at."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from catchlight.develop.clipping import ClippingLimits
from catchlight.gui.clipping.state import ClippingState
from catchlight.gui.dialogs.dialog_buttons import close_button
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr

_LEAST_BLOWN, _MOST_BLOCKED = 200, 55


class ClippingDialog(QDialog):
    """Every choice holds at once."""

    def __init__(self, state: ClippingState, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Clipping warning"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._state = state
        limits = state.limits
        self.highlights = SettingSlider(
            tr("Highlights from"), tr("Level of 255 from which a channel is shown as blown."), _LEAST_BLOWN, 255, theme,
            rest=255, signed=False,
        )  # fmt: skip
        self.shadows = SettingSlider(
            tr("Shadows up to"), tr("Level of 255 up to which a channel is shown as blocked."), 0, _MOST_BLOCKED, theme,
            signed=False,
        )  # fmt: skip
        self.highlights.show_value(limits.highlights)
        self.shadows.show_value(limits.shadows)
        self.channel = Segments(
            [
                ("any", tr("Any"), None, tr("One channel is enough")),
                ("all", tr("All"), None, tr("Red, green and blue together: nothing is left but white or black")),
                ("red", tr("Red"), None, tr("Red alone")),
                ("green", tr("Green"), None, tr("Green alone")),
                ("blue", tr("Blue"), None, tr("Blue alone")),
            ]
        )
        self.channel.choose(limits.channel)
        self.highlights.moved.connect(lambda level: self._use(highlights=round(level)))
        self.shadows.moved.connect(lambda level: self._use(shadows=round(level)))
        self.channel.chosen.connect(lambda channel: self._use(channel=channel))
        about = tr(
            "Red lies over blown highlights, blue over blocked shadows of the result. The picture is not changed."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Clipping warning"), "title"))
        column.addWidget(label(about, "muted", wrap=True))
        column.addWidget(self.highlights)
        column.addWidget(self.shadows)
        column.addWidget(label(tr("Channels"), "section"))
        column.addWidget(self.channel)
        column.addStretch(1)
        column.addWidget(close_button(self, tr("Close; the warning stays as it is")))
        self.setMinimumWidth(theme.px(110))

    def _use(self, **changes: object) -> None:
        self._state.use(ClippingLimits.model_validate(self._state.limits.model_dump() | changes))
