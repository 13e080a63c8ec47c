"""The looks at what people depend on and no device tells by itself: the camera between sessions, and money without an end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from catchlight.camera.port import CameraLost
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import CameraSource
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.payment.money import amount_text
from catchlight.kiosk.supervision.health import Finding

T = TypeVar("T")
UNSETTLED_S = 600.0
"""After which money that is neither taken nor let go is told: a person who pays and waits for a sheet takes less."""
DEVICES = Path("/dev")


class CameraCheck:
    """Whether the camera is there: by what the last session saw of it, and between sessions by its device or file."""

    def __init__(self, source: CameraSource, devices: Path = DEVICES) -> None:
        """devices: where Linux lists webcams, as ``video0``."""
        self._source, self._devices = source, devices
        self._lost: Message | None = None
        self._opened = False

    def watched(self, opener: Callable[[], T]) -> Callable[[], T]:
        """The same opener of the camera; what becomes of it is remembered. For any thread."""

        def opened() -> T:
            try:
                camera = opener()
            except CameraLost as fault:
                self._lost = fault.message
                raise
            self._lost, self._opened = None, True
            return camera

        return opened

    def __call__(self) -> Finding | None:
        there = self._is_there()
        if there is False:
            return Finding("fault", Message("The camera is not there. Check its power and cable."))
        if self._lost is not None:
            return Finding("fault", self._lost)
        if there or self._opened:
            return Finding("ok", Message("The camera is there."))
        return None

    def _is_there(self) -> bool | None:
        """None where that is only known when it is opened."""
        device = self._source.device
        if self._source.kind == "folder":
            return Path(device).is_dir()
        if self._source.kind == "video":
            return Path(device).is_file()
        if self._source.kind == "webcam" and sys.platform == "linux" and device.isdecimal():
            return (self._devices / f"video{int(device)}").exists()
        return None


def payment_check(ledger: Ledger, method: str, clock: Callable[[], float] = time.time) -> Callable[[], Finding | None]:
    """method: that is offered; with "free" there is nothing to tell as long as the ledger holds no money. The look may raise
    StorageFault."""

    def look() -> Finding | None:
        if ledger.notices:
            return Finding("fault", ledger.notices[0])
        now = clock()
        unsettled = sum(now - entry.changed > UNSETTLED_S for entry in ledger.open())
        if unsettled:
            return Finding(
                "warning",
                Message.counted(
                    "{count} payment is neither taken nor let go yet. Check that the terminal and the printer answer.",
                    "{count} payments are neither taken nor let go yet. Check that the terminal and the printer answer.",
                    count=unsettled,
                ),
            )
        owed = ledger.owed()
        if owed:
            amounts = [amount_text(one.amount, one.currency) for one in owed]
            return Finding("warning", Message("Money is to be given back: {amounts}.", amounts=amounts))
        return None if method == "free" else Finding("ok", Message("All payments are settled."))

    return look
