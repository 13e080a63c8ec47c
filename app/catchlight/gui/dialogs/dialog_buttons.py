"""What dialogs that ask something end with: the button to go on, Cancel beside it, and whether to replace what is there."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QPushButton, QWidget

from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class DialogButtons(QHBoxLayout):
    """Cancel, which closes the dialog, and ``go``, which Return presses; going on is left to whoever connects it."""

    def __init__(self, dialog: QDialog, text: str, tip: str, cancel_tip: str, theme: Theme) -> None:
        super().__init__()
        self.go = QPushButton(text)
        self.go.setProperty("role", "primary")
        self.go.setDefault(True)
        self.go.setMinimumWidth(theme.px(22))
        self.go.setToolTip(tip)
        cancel = QPushButton(tr("Cancel"))
        cancel.setToolTip(cancel_tip)
        cancel.clicked.connect(dialog.reject)
        self.addStretch(1)
        self.addWidget(cancel)
        self.addWidget(self.go)


def close_button(dialog: QDialog, tip: str, *, by_return: bool = True) -> QDialogButtonBox:
    """For a dialog in which everything holds at once: nothing but a way to close it. by_return: Return presses it."""
    buttons = QDialogButtonBox()
    close = buttons.addButton(tr("Close"), QDialogButtonBox.ButtonRole.RejectRole)
    close.setToolTip(tip)
    close.setAutoDefault(by_return)
    buttons.rejected.connect(dialog.reject)
    return buttons


class ReplaceRow(QWidget):
    """A switch and its words: whether what has that name already gives way."""

    def __init__(self, text: str, tip: str, theme: Theme) -> None:
        super().__init__()
        self.switch = Switch(theme)
        self.switch.setAccessibleName(text)
        self.switch.setToolTip(tip)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.switch)
        line.addWidget(label(text), 1)
        self.hide()
