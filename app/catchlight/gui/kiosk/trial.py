"""Sessions that nobody sits in front of, through the real screens: one for each way to end. For the proof that nothing stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import QObject, QTimer

from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.state import ScreenId
from catchlight.kiosk.wipe.port import WipeReceipt

TrialEnd = Literal["done", "stopped", "idle"]
_LOOK_MS = 100
TRIALS: tuple[tuple[ScreenId, TrialEnd], ...] = (
    ("farewell", "done"),
    ("camera", "stopped"),
    ("review", "idle"),
    ("options", "stopped"),
)
"""Where each session ends, and how. One whose photos all fail ends at the review."""


class KioskTrial(QObject):
    """Drives one session after the other. ``receipts``: of their wipes."""

    def __init__(
        self,
        desk: KioskController,
        ended: Callable[[], None],
        parent: QObject | None = None,
        trials: Sequence[tuple[ScreenId, TrialEnd]] = TRIALS,
    ) -> None:
        """ended: called when the last session is wiped. trials: where each ends, and how."""
        super().__init__(parent)
        self._desk = desk
        self._ended = ended
        self._left = list(trials)
        self.receipts: list[WipeReceipt] = []
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._step)

    def begin(self) -> None:
        self._timer.start()

    def _step(self) -> None:
        state = self._desk.state
        if state.screen == "attract":
            if self._left:
                self._desk.send(on.Begun())
            else:
                self._timer.stop()
                self._ended()
            return
        if state.screen == "farewell":
            self._leave()
            return
        place, end = self._left[0]
        stuck = state.screen == "review" and not state.judging and state.verdict == "fail"
        if (state.screen == place or stuck) and not state.busy:
            self._end("stopped" if end == "done" else end)
        else:
            self._go_on(state.screen)

    def _leave(self) -> None:
        if self._desk.state.wiped:
            receipt = self._desk.wiping.receipt
            if receipt is not None:
                self.receipts.append(receipt)
            self._left.pop(0)
            self._desk.send(on.FarewellLeft())

    def _end(self, end: TrialEnd) -> None:
        if end == "idle":
            self._desk.send(on.IdleBegan())
            self._desk.send(on.IdleExpired())
        else:
            self._desk.send(on.StopAsked())
            self._desk.send(on.Stopped())

    def _go_on(self, screen: ScreenId) -> None:
        desk = self._desk
        if screen == "camera":
            desk.camera.release()
        elif screen == "review":
            desk.send(on.Accepted())
            desk.send(on.StaffAllowed())
        elif screen == "options":
            ways = [way for way in desk.rules.ways if way == "qr"]
            desk.send(on.OptionsChosen(int(desk.rules.prints(desk.state.document)), tuple(ways)))
        elif screen == "hand_over":
            desk.send(on.NextWay())
        else:
            desk.send(
                {
                    "language": on.LanguageChosen(desk.rules.languages[0]),
                    "document": on.DocumentChosen(desk.rules.documents[0]),
                    "consent": on.Consented(),
                }.get(screen, on.OverlayClosed())
            )
