"""Says that a batch was interrupted, and offers to go on with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from catchlight.gui.batch.batches import InterruptedBatch
from catchlight.gui.jobs.backend_switch import short_address
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class InterruptedNotice(QFrame):
    """Hidden while there is nothing to go on with."""

    continued = Signal()
    forgotten = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._title = label("", "section", wrap=True)
        self._where = label("", "small", wrap=True)
        self.continue_button = QPushButton(tr("Go on with it"))
        self.continue_button.setIcon(theme.icons("play"))
        self.continue_button.setToolTip(tr("Do the pictures that are left; nothing is done twice"))
        self.continue_button.setAutoDefault(False)
        self.continue_button.clicked.connect(self.continued)
        self.forget_button = QPushButton(tr("Forget it"))
        self.forget_button.setProperty("role", "flat")
        self.forget_button.setToolTip(tr("Do not offer it again; what is finished stays"))
        self.forget_button.setAutoDefault(False)
        self.forget_button.clicked.connect(self.forgotten)
        words = QVBoxLayout()
        words.setSpacing(theme.px(0.5))
        words.addWidget(self._title)
        words.addWidget(self._where)
        line = QHBoxLayout(self)
        line.setContentsMargins(theme.px(3), theme.px(2), theme.px(3), theme.px(2))
        line.setSpacing(theme.px(2))
        line.addLayout(words, 1)
        line.addWidget(self.forget_button)
        line.addWidget(self.continue_button)
        self.hide()

    def show_batch(self, found: InterruptedBatch | None) -> None:
        self.setVisible(found is not None)
        if found is not None:
            self._title.setText(
                tr("A batch was interrupted: {done} of {total} pictures are done", done=found.done, total=found.total)
            )
            where = str(found.folder)
            if found.server is not None:
                where += "\n" + tr("Handed to {server}", server=short_address(found.server))
            self._where.setText(where)
            self.setAccessibleName(self._title.text())
