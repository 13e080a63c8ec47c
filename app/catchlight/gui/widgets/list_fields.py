"""Editors of lists in forms: any words, and some of a few."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from catchlight.gui.widgets.flow_layout import FlowLayout
from catchlight.gui.wording.i18n import tr


class WordsField(QLineEdit):
    """Words between blanks; one with blanks in it stands between quotes. It counts when it is finished."""

    def read(self) -> list[str]:
        try:
            return shlex.split(self.text())
        except ValueError:  # a quote that is still open
            return self.text().split()

    def write(self, value: Any) -> None:
        self.setText(shlex.join(value))


class ManyField(QWidget):
    """Some of an enumeration, in its own order, as buttons that stay pressed."""

    changed = Signal()

    def __init__(self, values: Sequence[Any], labels: Mapping[Any, str]) -> None:
        super().__init__()
        row = FlowLayout(8, self)
        self._buttons: dict[Any, QPushButton] = {}
        for value in values:
            button = QPushButton(labels.get(value, tr(str(value).replace("_", " ").capitalize())))
            button.setCheckable(True)
            button.clicked.connect(self.changed)
            row.addWidget(button)
            self._buttons[value] = button

    def read(self) -> list[Any]:
        return [value for value, button in self._buttons.items() if button.isChecked()]

    def write(self, value: Any) -> None:
        for one, button in self._buttons.items():
            button.setChecked(one in value)
