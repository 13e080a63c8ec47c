"""One engine on the page: a lamp, what is known of it, and what can be done with it."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.canvas.qt_images import eight_bit, to_screen_format
from catchlight.gui.widgets.labels import OneLine, label, restyle
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import problem_of
from catchlight.service.imagining.trial import EngineTrial
from catchlight.store.settings.engine_settings import EngineSettings

KIND_NAMES = {
    "onnx": "ONNX",
    "comfy": "ComfyUI",
    "sdcpp": "sd-server",
    "sdapi": "AUTOMATIC1111 API",
    "openai": "OpenAI API",
}
"""Names of programs, the same in every language."""
_SHOWN = 18
"""Grid steps of the picture that a trial has made."""


class EngineRow(QWidget):
    """Its lamp, name, place and state, Test and Remove."""

    test_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, row: EngineSettings, theme: Theme) -> None:
        super().__init__()
        self.row = row
        self._theme = theme
        self.lamp = label("●")
        self.lamp.setAccessibleName(tr("State"))
        self.state = label(tr("Not tried yet"), "small", wrap=True)
        self.picture = QLabel()
        self.picture.setFixedWidth(0)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        place = OneLine(f"{KIND_NAMES[row.kind]} · {row.address}", "muted")
        self.test = _button(tr("Test"), tr("Ask what it can do, and let it fill a square of the sample"))
        self.test.clicked.connect(lambda: self.test_wanted.emit(row.id))
        remove = _button(tr("Remove"), tr("Forget this engine; nothing on it changes"))
        remove.clicked.connect(lambda: self.remove_wanted.emit(row.id))
        head = QHBoxLayout()
        head.setSpacing(theme.px(2))
        head.addWidget(self.lamp)
        head.addWidget(label(row.id))
        head.addWidget(place, 1)
        head.addWidget(self.test)
        head.addWidget(remove)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, theme.px(1), 0, theme.px(1))
        grid.addLayout(head, 0, 0, 1, 2)
        grid.addWidget(self.state, 1, 0)
        grid.addWidget(self.picture, 1, 1)
        grid.setColumnStretch(0, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_busy(self) -> None:
        self.test.setEnabled(False)
        self._light("")
        self.state.setText(tr("Asking…"))

    def show_trial(self, trial: EngineTrial) -> None:
        """What it can do, how long it took, and what it made."""
        able = trial.abilities
        words = tr("takes words") if able.prompts else tr("takes no words")
        several = tr("variants") if able.seeds else tr("one variant")
        parts = [
            f"{able.engine} {able.version}".strip(),
            able.models[0],
            words,
            several,
            tr("up to {side} px", side=able.most),
            tr("{seconds} s", seconds=f"{trial.seconds:.1f}"),
        ]
        self._end("pass", "  ·  ".join(parts))
        side = self._theme.px(_SHOWN)
        corner: Any = trial.picture.pixels[:160, :160]
        image = to_screen_format(eight_bit(np.ascontiguousarray(corner)))
        shown = image.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        self.picture.setFixedWidth(side)
        self.picture.setPixmap(QPixmap.fromImage(shown))
        self.picture.setToolTip(tr("The square at the top left was filled by the engine"))

    def show_fault(self, error: CatchlightError) -> None:
        problem = problem_of(error)
        self._end("fail", problem.text or problem.title)
        self.picture.setFixedWidth(0)
        self.picture.clear()

    def show_cancelled(self) -> None:
        self._end("", tr("Not tried yet"))

    def _end(self, state: str, text: str) -> None:
        self.test.setEnabled(True)
        self._light(state)
        self.state.setText(text)

    def _light(self, state: str) -> None:
        self.lamp.setProperty("state", state)
        restyle(self.lamp)


def _button(text: str, tip: str) -> QPushButton:
    made = QPushButton(text)
    made.setToolTip(tip)
    made.setAutoDefault(False)
    return made
