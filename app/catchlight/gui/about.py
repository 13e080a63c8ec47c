"""What this program is, and where it keeps its files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from catchlight import __version__
from catchlight.gui.i18n import tr
from catchlight.gui.text import label
from catchlight.gui.theme import Theme


class About(QDialog):
    """Version, licence and the folder of the program's files."""

    def __init__(self, home: Path, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Catchlight"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        mark = QLabel()
        side = theme.px(16)
        mark.setPixmap(theme.icons("app", theme.tokens["accent"]).pixmap(side, side))
        head = QHBoxLayout()
        head.setSpacing(theme.px(4))
        head.addWidget(mark)
        names = QVBoxLayout()
        names.addWidget(label("Catchlight", "title"))
        names.addWidget(label(tr("Version {version}", version=__version__), "muted"))
        head.addLayout(names, 1)
        kept = label(tr("Files of the program: {folder}", folder=home), "muted", wrap=True)
        kept.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox()
        close = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
        close.setToolTip(tr("Close"))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addLayout(head)
        promise = tr("An offline portrait studio. No picture leaves this computer unless you choose a server.")
        column.addWidget(label(promise, wrap=True))
        column.addWidget(label(tr("Licence: Apache 2.0. Notices of the networks lie beside them."), "muted", wrap=True))
        column.addWidget(kept)
        column.addWidget(buttons)
        self.setMinimumWidth(theme.px(105))
