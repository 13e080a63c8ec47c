"""In front of the camera: the mirror, the oval, one sentence about what to do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen, foot_of
from catchlight.gui.kiosk.widgets.buttons import big_button, text_label
from catchlight.gui.kiosk.widgets.live_view import LiveView
from catchlight.gui.kiosk.words.advice_words import advice_of
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.guidance.port import Guidance


class CameraScreen(KioskScreen):
    """Shows what the camera desk sees and says."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        self.prompt = tr("Please look into the camera. The picture is taken when all is right.")
        self.view = LiveView(looks)
        self.advice = text_label("", "title", centred=True)
        self.advice.setMinimumHeight(round(looks.title * 2.6))
        self.advice.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.head.addWidget(self.advice)
        self.release = big_button(tr("Take the picture now"), "primary", self._release)
        back = self.button(tr("Back"), "", on.WentBack)
        self.push_down()
        self.controls.addLayout(foot_of(looks, back, self.release))
        self.lay_out(self.view)
        camera = desk.camera
        camera.framed.connect(self._frame)
        camera.guided.connect(self._guide)
        camera.counted.connect(self._count)
        camera.found.connect(self._find)
        self.refresh()

    @property
    def help(self) -> str:
        if "camera" in self.desk.state.faults:
            return _looked_for()
        if not self.desk.camera.live:
            return tr("Please look into the lens of the camera, then touch the button.")
        return tr(
            "Sit so that your head fills the oval, and follow the words on the screen. When all is right, the picture is taken "
            "by itself. You can also touch the button."
        )

    def refresh(self) -> None:
        if "camera" in self.desk.state.faults:
            why = self.desk.contents.trouble
            self.view.show_frame(None)
            self.view.show_guidance(None)
            self._say(_looked_for())
            self.advice.setToolTip("" if why is None else tell_or_keep(why))
        elif self.view.guidance is None:
            self._say(tr("Please look into the camera."))
        self.release.setEnabled("camera" not in self.desk.state.faults)

    def _release(self) -> None:
        self.desk.camera.release()

    def _frame(self, frame: NDArray[np.uint8]) -> None:
        self.view.show_frame(frame)

    def _guide(self, guidance: Guidance) -> None:
        self.view.show_guidance(guidance)
        if not self.view.countdown:
            self._say(advice_of(guidance))

    def _count(self, left: int) -> None:
        self.view.countdown = left
        self.release.setEnabled(not left)
        if left:
            self._say(tr("Please look into the camera and hold still."))
        self.view.update()

    def _find(self) -> None:
        """The camera is there."""
        self.refresh()
        if not self.desk.camera.live:
            self._say(tr("Please look into the lens of the camera, then touch the button."))

    def _say(self, text: str) -> None:
        if self.advice.text() != text:
            self.advice.setText(text)
            self.advice.setAccessibleName(text)


def _looked_for() -> str:
    return tr("The camera does not answer. One moment, please: it is being looked for.")
