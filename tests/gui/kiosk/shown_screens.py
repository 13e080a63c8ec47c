"""Every screen of a kiosk with what can be on it, put there without a session: to be read, measured and looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from catchlight.core.messages import Message
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.imaging.picture import Picture
from catchlight.kiosk.flow.state import SessionState, TakeState
from catchlight.kiosk.handover.port import Handed, HandoverId
from catchlight.kiosk.payment.port import PaymentStep
from catchlight.kiosk.session.take import Check, Take
from catchlight.operations.compliance.titles import TITLES
from catchlight.operations.operation import File
from catchlight.service.editor import EditResult
from PySide6.QtWidgets import QApplication

from tests.gui.kiosk.doubles import receipt

HANDED: Mapping[HandoverId, Handed] = {
    "qr": Handed("qr", link="http://192.0.2.7/x", expires_s=300),
    "usb": Handed("usb"),
    "email": Handed("email", place="anna@example.org"),
    "upload": Handed("upload", code="AB-12"),
}
"""What each way gives."""
GUIDES = {"crownMm": 5.0, "eyeMm": 17.0, "chinMm": 37.0}
TAKES = (TakeState(1, "fail", 0.5), TakeState(2, "fail", 0.4))
SCREENS: Sequence[SessionState] = [
    SessionState(screen="attract"),
    SessionState(screen="attract", faults=frozenset({"printer"})),
    SessionState(screen="language"),
    SessionState(screen="document"),
    SessionState(screen="consent"),
    SessionState(screen="camera", faults=frozenset({"camera"})),
    SessionState(screen="review", takes=(TakeState(1),)),
    SessionState(screen="review", takes=TAKES, chosen=1),
    SessionState(screen="review", takes=TAKES, chosen=2),
    SessionState(screen="options", takes=TAKES, chosen=1),
    SessionState(screen="pay", copies=2, payment="asked"),
    SessionState(screen="pay", copies=2, problem="declined"),
    SessionState(screen="print", print="queued"),
    SessionState(screen="print", print="held"),
    SessionState(screen="print", print="failed", attempt=1),
    *(SessionState(screen="hand_over", ways=(way,), handing="done") for way in ("qr", "usb", "email", "upload")),
    SessionState(screen="hand_over", ways=("email",), handing="address"),
    SessionState(screen="hand_over", ways=("usb",), handing="failed"),
    SessionState(screen="farewell", ending="done", delivered=True, copies=1, wiped=True),
    SessionState(screen="farewell", ending="disk_full"),
    SessionState(screen="farewell", ending="idle"),
    *(SessionState(screen="farewell", ending="stopped", payment=money) for money in ("settling", "left", "captured")),
    SessionState(screen="print", payment="held", print="held", overlay="stop"),
    *(SessionState(screen="document", overlay=over) for over in ("help", "staff", "stop", "idle", "pin")),
]


def checks() -> Sequence[Check]:
    """One of each, all failed."""
    return [
        {"id": entry, "title": title, "titleZh": chinese, "state": "fail", "hard": True, "advice": advice}
        for entry, (title, chinese, advice) in TITLES.items()
    ]


def take_of(picture: Picture, failed: Sequence[Check]) -> Take:
    """A take whose photo is the picture. failed: checks of its verdict."""
    photo = EditResult(picture, File(b"", "image/jpeg"), {"verdict": {"checks": failed}, "guides": GUIDES})
    return Take(1, picture, photo, None, "fail", 0.5)


def show(window: KioskWindow, state: SessionState, language: str, first: Take | None = None) -> None:
    """Put the session there. first: the first take; without one a grey picture that fails everything."""
    desk, grey = window.desk, Picture(np.full((90, 70, 3), 128, np.uint8))
    refusal = Message("The face is seen from the side. Take a picture in which the person looks at the camera.")
    first = first or take_of(grey, checks())
    desk.contents.takes = {1: first, 2: Take(2, first.taken, None, refusal, "fail", 0.4)}
    desk.contents.payment_step = PaymentStep("insert_coins", 200)
    desk.contents.reasons = ("paper_empty",)
    desk.contents.trouble = Message("No USB stick is in the kiosk that can be written to. Put one in and try again.")
    desk.contents.handed = HANDED[state.ways[state.way]] if state.ways else None
    desk.receipts.bill = receipt("kiosk-17", None, 1)
    desk.state = replace(state, session=1, language=language, document="icao_35x45")
    window.dress()
    QApplication.processEvents()
