"""What the culling view says where the filter of the strip lets no picture through."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class NothingShown(QWidget):
    """Words in the middle, and a button that triggers the command which clears the filter."""

    def __init__(self, clear: QAction, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("emptyStage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        mark = QLabel()
        mark.setPixmap(theme.icons("filter", theme.tokens["muted"]).pixmap(theme.px(12), theme.px(12)))
        self.clear = QPushButton(clear.text())
        self.clear.setProperty("role", "primary")
        self.clear.setToolTip(clear.toolTip())
        self.clear.setAccessibleName(clear.text())
        self.clear.clicked.connect(clear.trigger)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(2))
        column.addStretch(1)
        column.addWidget(mark, 0, Qt.AlignmentFlag.AlignHCenter)
        for words, role in (
            (tr("No picture fits the filter"), "title"),
            (tr("All open pictures are still there."), "muted"),
        ):
            told = label(words, role, wrap=True)
            told.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(told)
        column.addSpacing(theme.px(2))
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
