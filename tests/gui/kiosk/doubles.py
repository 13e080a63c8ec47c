"""The hardware's edge of a kiosk as a test wants it: a camera, a printer, money, and what was called of them."""

from __future__ import annotations

import io
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import ClassVar

import numpy as np
from catchlight.camera.live.port import Frame
from catchlight.camera.port import CameraLost, CameraPicture
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.kiosk.flow.state import FaultId
from catchlight.kiosk.guidance.port import AdviceId, Guidance, Oval
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile, HandoverId
from catchlight.kiosk.handover.receipt import Receipt
from catchlight.kiosk.payment.port import Authorisation, PaymentCancelled, PaymentFault, PaymentStep, Quote
from catchlight.kiosk.printing.port import JobStatus, PrinterFault, PrinterReason, PrinterState, PrintJob
from catchlight.kiosk.staff.port import CallReason
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.operations.operation import Preview
from catchlight.service.editor import Editor, EditRequest, EditResult
from PIL import Image

OVAL = Oval(0.5, 0.45, 0.17, 0.3)


@dataclass
class ScriptedCamera:
    """Plays the file of one picture. lost: it is pulled out while this is set."""

    data: bytes
    lost: threading.Event = field(default_factory=threading.Event)
    name: str = "Scripted"
    has_live_view: bool = True
    taken: int = 0

    def __post_init__(self) -> None:
        picture = Image.open(io.BytesIO(self.data)).convert("RGB")
        picture.thumbnail((640, 640))
        self._frame = np.asarray(picture, np.uint8)

    def open(self) -> ScriptedCamera:
        self._check()
        return self

    def frame(self) -> Frame | None:
        self._check()
        time.sleep(0.01)
        return self._frame

    def take(self) -> CameraPicture:
        self._check()
        self.taken += 1
        return CameraPicture(f"{self.taken}.jpg", self.data)

    def close(self) -> None:
        pass

    def _check(self) -> None:
        if self.lost.is_set():
            raise CameraLost(Message("The camera is gone."))


@dataclass
class ScriptedGuide:
    """Says what it is told to; "" is that all is right."""

    advice: tuple[AdviceId, ...] = ()
    held: float = 0.0

    def look(self, frame: Frame) -> Guidance:
        return Guidance(self.advice, OVAL, OVAL, 0.0 if self.advice else self.held)


@dataclass
class ScriptedPrinter:
    """Keeps what it prints. status: of every job while it is asked. loses: it takes a sheet, and its answer is lost. deaf: it
    takes no job off its queue."""

    status: JobStatus = "done"
    reasons: Sequence[PrinterReason] = ()
    refuses: bool = False
    loses: bool = False
    deaf: bool = False
    name: str = "Scripted"
    sheets: dict[str, bytes] = field(default_factory=dict)
    """By key: what came out, once for each."""
    cancelled: list[str] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)

    def state(self) -> PrinterState:
        return PrinterState("ready")

    def submit(self, pdf: bytes, copies: int, key: str) -> str:
        if self.refuses:
            raise PrinterFault(Message("The queue is closed."))
        self.sheets.setdefault(key, pdf)
        if self.loses:
            raise PrinterFault(Message("The queue does not answer."))
        return key

    def job(self, job: str) -> PrintJob:
        return PrintJob(job, "cancelled" if job in self.cancelled else self.status, self.reasons)

    def find(self, key: str) -> str | None:
        return key if key in self.sheets else None

    def forget(self, job: str) -> None:
        self.forgotten.append(job)

    def forget_leftovers(self) -> int:
        return 0

    def resume(self) -> None:
        self.status = "done"

    def cancel(self, job: str) -> None:
        if self.deaf:
            raise PrinterFault(Message("The queue does not answer."))
        if self.status != "done":
            self.cancelled.append(job)


@dataclass
class ScriptedPayment:
    """Gives an authorisation when it is let. answer: an error in place of it."""

    answer: PaymentFault | None = None
    let: threading.Event = field(default_factory=threading.Event)
    called: list[str] = field(default_factory=list)
    deaf: bool = False
    """Whether it goes on although it was cancelled, as a terminal may."""
    id: str = "terminal"
    cash: int = 0
    """What was put in and is to be given back."""

    def authorise(
        self, quote: Quote, report: Callable[[PaymentStep], None], cancelled: Callable[[], bool]
    ) -> Authorisation:
        self.called.append(f"authorise {quote.amount}")
        report(PaymentStep("follow_terminal"))
        while not self.let.wait(0.01):
            if cancelled() and not self.deaf:
                raise PaymentCancelled(Message("Cancelled."))
        if self.answer is not None:
            raise self.answer
        return Authorisation("a1", quote)

    def capture(self, authorisation: Authorisation) -> None:
        self.called.append("capture")

    def void(self, authorisation: Authorisation) -> None:
        self.called.append("void")

    def leave(self, authorisation: Authorisation) -> None:
        self.called.append("leave")

    def owed(self, reference: str) -> int:
        return self.cash


@dataclass
class ScriptedWay:
    """Keeps what it was handed."""

    id: HandoverId
    fails: bool = False
    handed: list[tuple[str, Sequence[HandoverFile]]] = field(default_factory=list)
    wiped: int = 0

    def available(self) -> bool:
        return True

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        if self.fails:
            raise HandoverFault(Message("There is no USB stick. Put one in, then try again."))
        self.handed.append((address, files))
        return Handed(
            self.id, link="http://192.0.2.7:8123/photo/4f2a9c" if self.id == "qr" else "", place=address, expires_s=300
        )

    def wipe(self) -> None:
        self.wiped += 1


@dataclass
class SessionTrace:
    """Which sessions were begun and how they were wiped."""

    begun: int = 0
    wiped: list[str] = field(default_factory=list)
    forgetters: list[tuple[str, Callable[[], int]]] = field(default_factory=list)

    def open(self) -> SessionTrace:
        self.begun += 1
        return self

    def at_wipe(self, kind: str, forget: Callable[[], int]) -> None:
        self.forgetters.append((kind, forget))

    def wipe(self, reason: str) -> WipeReceipt:
        self.wiped.append(reason)
        removed = {kind: forget() for kind, forget in self.forgetters}
        self.forgetters.clear()
        return WipeReceipt(str(self.begun), reason, removed, (), ())


class Counts:
    """In memory. full: nothing can be written."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()
        self.full = False

    def count(self, name: str, amount: int = 1) -> None:
        if self.full:
            raise StorageFault(Message("The disk is full."))
        self.counted[name] += amount


@dataclass
class Machine:
    """All doubles of one kiosk, and the parts made of them."""

    parts: KioskParts
    camera: ScriptedCamera
    guide: ScriptedGuide
    printer: ScriptedPrinter
    payment: ScriptedPayment
    ways: Sequence[ScriptedWay]
    trace: SessionTrace
    counts: Counts
    faults: set[FaultId]
    called: list[CallReason]
    """Why staff were called."""

    def with_parts(self, **changes: object) -> Machine:
        return replace(self, parts=replace(self.parts, **changes))  # type: ignore[arg-type]  # a test names the fields


def nothing() -> None:
    """For what a test does not look at."""


def receipt(reference: str, _document: object, copies: int) -> Receipt:
    """Of a passport photo for 6.00 EUR."""
    issued = datetime(2026, 11, 28, 9, 5, tzinfo=UTC)
    return Receipt("000042", issued, "Catchlight", "UK passport", copies, 600, 600, "EUR", "terminal", reference)


class MemoEditor:
    """An editor that does the same edit of the same picture once for all tests."""

    kept: ClassVar[dict[tuple[str, str, str], EditResult]] = {}

    def __init__(self, editor: Editor) -> None:
        self._editor = editor

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        key = (request.operation, request.params.model_dump_json(), request.pictures[0].digest)
        if key not in self.kept:
            self.kept[key] = self._editor.run(request, progress)
        return self.kept[key]

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        return self._editor.preview(request, size, progress)
