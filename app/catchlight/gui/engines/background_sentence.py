"""What an engine is to paint behind a person, in the user's own words."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from catchlight.gui.wording.i18n import tr

_MOST = 300


class BackgroundSentence(QLineEdit):
    """Emits ``said`` with the sentence when it has been typed: at Return, and when the field is left."""

    said = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._shown = ""
        self.setPlaceholderText(tr("Imagine a background: a library in the evening"))
        self.setAccessibleName(tr("Imagine a background"))
        self.setToolTip(tr("An engine paints the place that you describe; nothing of the person is sent"))
        self.setClearButtonEnabled(True)
        self.setMaxLength(_MOST)
        self.editingFinished.connect(self._finish)
        self.textChanged.connect(lambda text: None if text else self._finish())

    def show_text(self, text: str) -> None:
        """Fill in without saying that anything is wished."""
        self._shown = text
        if text != self.text().strip():
            self.blockSignals(True)
            self.setText(text)
            self.blockSignals(False)

    def _finish(self) -> None:
        text = self.text().strip()
        if text != self._shown:
            self._shown = text
            self.said.emit(text)
