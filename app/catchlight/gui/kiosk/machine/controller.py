"""Between the table of the session and the machine: events in, actions out, in the order in which they happened."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from catchlight.camera.port import CameraPicture
from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.gui.kiosk.machine.camera_desk import CameraDesk
from catchlight.gui.kiosk.machine.count_desk import CountDesk
from catchlight.gui.kiosk.machine.handover_desk import HandoverDesk
from catchlight.gui.kiosk.machine.idle_clock import IdleClock
from catchlight.gui.kiosk.machine.judge_desk import JudgeDesk
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.machine.print_desk import PrintDesk
from catchlight.gui.kiosk.machine.session_jobs import SessionJobs
from catchlight.gui.kiosk.machine.staff_desk import StaffDesk
from catchlight.gui.kiosk.machine.till import Till
from catchlight.gui.kiosk.machine.watch import MachineWatch, offered_documents
from catchlight.gui.kiosk.machine.wipe_desk import WipeDesk
from catchlight.gui.kiosk.receipts.receipt_desk import ReceiptDesk
from catchlight.kiosk.flow import actions as do
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.rules import FlowRules, rules_of
from catchlight.kiosk.flow.state import SessionState
from catchlight.kiosk.flow.transitions import advance
from catchlight.kiosk.handover.port import Handed, HandoverId
from catchlight.kiosk.payment.port import PaymentStep, Quote
from catchlight.kiosk.printing.port import PrinterReason, print_key
from catchlight.kiosk.session.contents import SessionContents
from catchlight.kiosk.session.take import Take

_LOG = logging.getLogger(__name__)


class KioskController(QObject):
    """Holds the state of the session; the window shows it and sends events."""

    changed = Signal(object, object)
    """The state after and before an event."""
    updated = Signal()
    """What belongs to the state has changed: coins that were put in, what the printer needs."""

    def __init__(self, parts: KioskParts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.parts = parts
        self.state = SessionState()
        self.contents = SessionContents()
        self.owed = 0
        """Cash of this session that staff have to give back, in the currency's smallest unit."""
        self._reference = ""
        """Of the session, also when its contents are forgotten."""
        self._events: deque[on.Event] = deque()
        self._working = False
        config = parts.config
        self.jobs = SessionJobs(self)
        self.counting = CountDesk(parts.counts, self.jobs)
        self.camera = CameraDesk(parts, self.jobs, self)
        self.till = Till(parts.payment, self.jobs, self)
        self.printing = PrintDesk(parts.printer, config.printer.timeout_s, self.jobs, self)
        self.judging = JudgeDesk(parts, self.jobs, self)
        self.handing = HandoverDesk(parts.handovers, self.jobs, self)
        self.receipts = ReceiptDesk(parts.issue_receipt, self.jobs, self)
        self.staff = StaffDesk(parts, self.counting, self.jobs, self)
        self.wiping = WipeDesk(parts, self.jobs, self)
        self.watch = MachineWatch(parts, self.jobs, self)
        self.clock = IdleClock(config.screens.idle_s, config.screens.countdown_s, self)
        self.rules = self._rules()
        self._handlers: dict[type[do.Action], Callable[[Any], None]] = self._table()
        self._connect()

    def send(self, event: on.Event) -> None:
        """Let something happen. What it leads to is done before the next event is looked at."""
        self._events.append(event)
        if self._working:
            return
        self._working = True
        try:
            while self._events:
                self._advance(self._events.popleft())
        finally:
            self._working = False

    def chosen_take(self) -> Take | None:
        return self.contents.takes.get(self.state.chosen or 0)

    @property
    def document(self) -> DocumentSpec:
        """The chosen one."""
        document = self.parts.catalogue.documents.get(self.state.document)
        assert document is not None, "the table lets only offered documents through"
        return document

    @property
    def amount(self) -> int:
        """What the chosen options cost."""
        return self.rules.amount(self.state.copies, self.state.ways)

    def shut_down(self) -> None:
        """End the session and the threads. What is held is let go by the ledger at the next start."""
        self.watch.stop()
        self.clock.stop()
        self.camera.close()
        self.till.cancel()
        self.wiping.close()
        self.jobs.close()
        self.counting.write()

    def _advance(self, event: on.Event) -> None:
        if isinstance(event, on.Begun):
            self.rules = self._rules()
        before = self.state
        self.state, actions = advance(before, event, self.rules)
        for action in actions:
            self._handlers[type(action)](action)
        if self.state != before:
            self._follow_overlay(before)
            self.changed.emit(self.state, before)

    def _follow_overlay(self, before: SessionState) -> None:
        self.camera.blocked = bool(self.state.overlay)
        if self.state.overlay == before.overlay:
            return
        if self.state.overlay == "idle":
            self.clock.count_down()
        elif before.overlay == "idle":
            self.clock.stop_countdown()

    def _rules(self) -> FlowRules:
        parts = self.parts
        documents, digital = offered_documents(parts.config, parts.catalogue, self.watch.ways)
        return rules_of(parts.config, parts.languages, documents, self.watch.ways, digital)

    def _table(self) -> dict[type[do.Action], Callable[[Any], None]]:
        return {
            do.BeginSession: self._begin,
            do.WatchCamera: lambda _action: self.camera.watch(self.document),
            do.PauseCamera: lambda _action: self.camera.pause(),
            do.CloseCamera: lambda _action: self.camera.close(),
            do.JudgeTake: self._judge,
            do.Authorise: lambda action: self._ask(action.amount),
            do.CancelPayment: lambda _action: self.till.cancel(),
            do.Capture: lambda _action: self.till.capture(),
            do.Void: lambda _action: self.till.void(),
            do.PrintSheet: self._print,
            do.SettlePrint: lambda _action: self.printing.settle(),
            do.HandOver: lambda action: self._hand_over(action.way, action.address),
            do.LeaveMoney: lambda _action: self.till.leave(),
            do.CallStaff: lambda action: self.staff.call(action.reason),
            do.Wipe: lambda action: self._wipe(action.reason),
        }

    def _connect(self) -> None:
        camera, till, printing, staff = self.camera, self.till, self.printing, self.staff
        camera.taken.connect(self._take)
        camera.missed.connect(self._tell)
        camera.lost.connect(self._lose_camera)
        camera.found.connect(lambda: self.send(on.FaultEnded("camera")))
        camera.guided.connect(lambda guidance: self.clock.touch() if guidance.head is not None else None)
        self.judging.judged.connect(self._keep)
        till.stepped.connect(self._step)
        till.authorised.connect(lambda: self.send(on.Authorised()))
        till.failed.connect(lambda problem: self.send(on.PaymentFailed(problem)))
        till.captured.connect(lambda amount: self.counting.count("paid", amount))
        till.owing.connect(self._owe)
        staff.allowed.connect(lambda: self.send(on.StaffAllowed()))
        self.receipts.issued.connect(self.updated)
        printing.queued.connect(lambda: self.send(on.PrintQueued()))
        printing.held.connect(self._hold)
        printing.done.connect(self._printed)
        printing.failed.connect(self._fail_print)
        printing.settled.connect(lambda came: self.send(on.PrintSettled(came)))
        self.handing.handed.connect(self._handed)
        self.handing.failed.connect(self._fail_handover)
        self.wiping.wiped.connect(self._forgotten)
        self.watch.fault_began.connect(lambda fault: self.send(on.FaultBegan(fault)))
        self.watch.fault_ended.connect(lambda fault: self.send(on.FaultEnded(fault)))
        self.clock.idle.connect(lambda: self.send(on.IdleBegan()))
        self.clock.expired.connect(lambda: self.send(on.IdleExpired()))

    # What the table asks for

    def _begin(self, action: do.BeginSession) -> None:
        self.jobs.begin(action.session)
        identity = self.parts.config.fleet.id or "kiosk"
        self._reference = f"{identity}-{secrets.token_hex(8)}"
        self.contents = SessionContents(reference=self._reference)
        self.owed = 0
        self.receipts.forget()
        try:
            self.wiping.open(
                {"portraits": self.parts.forget_pictures, "handover": self.handing.wipe, "spool": self.printing.purge}
            )
        except CatchlightError as error:
            _LOG.error("A session cannot begin: %s", error.message)
            self.send(on.FaultBegan("disk"))
        self.counting.count("sessions")

    def _take(self, picture: CameraPicture) -> None:
        entry = len(self.contents.files) + 1
        if self.state.screen == "camera":
            self.contents.files[entry] = picture.data
            self.send(on.TakeMade(entry))

    def _judge(self, action: do.JudgeTake) -> None:
        self.judging.judge(action.take, self.contents.files[action.take], self.document)

    def _keep(self, take: Take) -> None:
        self.contents.takes[take.id] = take
        self.contents.files[take.id] = b""  # the take holds the picture
        self.counting.count(f"verdict_{take.overall}")
        self.send(on.Judged(take.id, take.overall, take.rank))

    def _ask(self, amount: int) -> None:
        self.contents.payment_step = None
        self.till.ask(Quote(amount, self.parts.config.shop.currency, self.contents.reference))

    def _print(self, action: do.PrintSheet) -> None:
        take = self.chosen_take()
        assert take is not None
        photo = take.photo
        assert photo is not None, "only photos that were judged are printed"
        document, key = self.document, print_key(self.contents.reference, action.attempt)
        make_sheet = self.parts.make_sheet
        self.printing.print_sheet(lambda progress: make_sheet(photo, document, progress), action.copies, key)

    def _hand_over(self, way: HandoverId, address: str) -> None:
        take = self.chosen_take()
        assert take is not None
        assert take.photo is not None
        self.contents.handed, self.contents.trouble = None, None
        receipt = self.receipts.file_maker(
            self.contents.reference, self.document, self.state.copies, self.state.language
        )
        self.handing.hand(way, address, take.photo, self.state.document, self.printing.pdf, receipt)

    def _wipe(self, reason: str) -> None:
        """Money that is held stays known until it is settled."""
        self.wiping.wipe(reason, self.contents.forget())

    # What the machine answers

    def _forgotten(self, reason: str) -> None:
        self.counting.count(f"ended_{reason}")
        self.send(on.Wiped())

    def _tell(self, why: Message | None) -> None:
        self.contents.trouble = why
        self.updated.emit()

    def _lose_camera(self, why: Message) -> None:
        self._tell(why)
        self.send(on.FaultBegan("camera"))

    def _step(self, step: PaymentStep) -> None:
        self.contents.payment_step = step
        self.clock.touch()
        self.updated.emit()

    def _hold(self, reasons: Sequence[PrinterReason]) -> None:
        self.contents.reasons = reasons
        self.send(on.PrintHeld())
        self.updated.emit()

    def _printed(self) -> None:
        self.counting.count("sheets", self.state.copies)
        self.send(on.PrintDone())
        self._issue_receipt()

    def _fail_print(self, why: Message | None) -> None:
        self._tell(why)
        self.send(on.PrintFailed())

    def _handed(self, handed: Handed) -> None:
        self.contents.handed = handed
        self.counting.count("files")
        self.send(on.FileHanded())
        self._issue_receipt()

    def _issue_receipt(self) -> None:
        """Once the person has something in hand."""
        if self.state.screen != "attract":
            self.receipts.issue(self.contents.reference, self.document, self.state.copies)

    def _owe(self, reference: str, amount: int) -> None:
        """Staff give back what a session put in, the present one or one that is over."""
        self.staff.call("refund")
        if reference == self._reference:
            self.owed = amount
            self.updated.emit()

    def _fail_handover(self, why: Message) -> None:
        self._tell(why)
        self.send(on.HandoverFailed())
