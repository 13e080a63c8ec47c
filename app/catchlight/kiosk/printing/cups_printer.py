"""A printer behind a queue of CUPS, asked by IPP alone: what window systems say of a printer is not true while it is off."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from urllib.parse import quote

from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.kiosk.printing import reasons as read
from catchlight.kiosk.printing.cups_media import choose_media
from catchlight.kiosk.printing.ipp.client import (
    IppAddress,
    IppClient,
    IppOperation,
    IppRefusal,
    device_address,
    text,
)
from catchlight.kiosk.printing.ipp.encoding import Attribute, GroupTag, Values, ValueTag
from catchlight.kiosk.printing.pdf_page import page_size_mm
from catchlight.kiosk.printing.port import (
    PrinterFault,
    PrinterReason,
    PrinterState,
    PrinterStatus,
    PrintJob,
)
from catchlight.kiosk.printing.sent_jobs import LOST, SentJob, SentJobs, key_digest

_LOG = logging.getLogger(__name__)
JOB_NAME = "catchlight-{digest}"
"""Nothing of the person or the document: names of jobs are logged."""
PRINTER_STOPPED, PRINTER_PROCESSING = 5, 4
PRINTER_ATTRIBUTES = (
    "printer-state",
    "printer-state-reasons",
    "printer-state-message",
    "printer-is-accepting-jobs",
    "device-uri",
    "marker-names",
    "marker-levels",
    "marker-low-levels",
    "marker-types",
    "marker-message",
    "printer-input-tray",
)
JOB_ATTRIBUTES = (
    "job-state",
    "job-state-reasons",
    "job-printer-state-message",
    "job-media-sheets-completed",
)
DEVICE_TIMEOUT_S = 2.0
"""A printer in the same box answers at once."""


class CupsPrinter:
    """See ``KioskPrinter``. A printer that speaks IPP is asked itself, too: its queue learns by the next job that it is off."""

    def __init__(self, name: str, client: IppClient, sent: SentJobs) -> None:
        self._name, self._client, self._sent = name, client, sent
        self._uri = f"ipp://localhost/printers/{quote(name, safe='')}"
        self._sending = threading.Lock()

    @property
    def name(self) -> str:
        return self._name

    def state(self) -> PrinterState:
        try:
            told = self._printer(PRINTER_ATTRIBUTES)
        except PrinterFault as fault:
            return PrinterState("offline", ("offline",), detail=str(fault))
        found = read.read_reasons(read.words(told.get("printer-state-reasons", [])))
        details = [read.first_word(told.get("printer-state-message", []))]
        device = device_address(read.first_word(told.get("device-uri", [])))
        if device is not None:
            try:
                own = self._device(device)
            except PrinterFault as fault:
                found, details = [*found, "offline"], [*details, str(fault)]
            else:
                # The queue's are of its last job: it would be out of paper until somebody prints.
                found = read.read_reasons(read.words(own.get("printer-state-reasons", [])))
                details.append(read.first_word(own.get("printer-state-message", [])))
                told = {
                    **told,
                    **{name: values for name, values in own.items() if name.startswith(("marker", "printer-input"))},
                }
        state = read.first_number(told.get("printer-state", []))
        if state == PRINTER_STOPPED or told.get("printer-is-accepting-jobs") == [False]:
            found.append("paused")
        found = read.in_order([*found, *read.supply_reasons(told)])
        detail = " · ".join(dict.fromkeys(part for part in details if part))
        return PrinterState(
            _status(found, state), tuple(found), read.prints_left(told), detail, read.supply_levels(told)
        )

    def submit(self, pdf: bytes, copies: int, key: str) -> str:
        with self._sending:
            known = self.find(key)
            if known is not None:
                return known
            media = choose_media(
                self._printer(("media-col-database",)).get("media-col-database", []), page_size_mm(pdf)
            )
            self._sent.begin(key, self._name)
            target = (
                text("printer-uri", ValueTag.URI, self._uri),
                text("job-name", ValueTag.NAME, JOB_NAME.format(digest=key_digest(key))),
                text("document-format", ValueTag.MIME_TYPE, "application/pdf"),
            )
            wishes = (
                Attribute("copies", ValueTag.INTEGER, (copies,)),
                text("print-scaling", ValueTag.KEYWORD, "none"),
                text("sides", ValueTag.KEYWORD, "one-sided"),
                text("job-sheets", ValueTag.KEYWORD, "none"),
                Attribute("orientation-requested", ValueTag.ENUM, (3,)),  # upright: nothing is turned to fit
                media.attribute(),
            )
            try:
                answer = self._client.ask(IppOperation.PRINT_JOB, target, wishes, pdf)
            except IppRefusal:
                raise
            except PrinterFault:  # the answer may be lost, and the sheet in the queue all the same
                known = self.find(key)
                if known is None:
                    raise
                return known
            job = read.first_number(answer.group(GroupTag.JOB).get("job-id", []))
            if job is None:
                raise PrinterFault(Message("{name} took the sheet, but gave no number for it.", name=self._name))
            return self._sent_as(key_digest(key), job)

    def find(self, key: str) -> str | None:
        return self._find(key_digest(key), self._sent.read(key))

    def _find(self, digest: str, record: SentJob | None) -> str | None:
        if record is None or record.job:
            return None if record is None else record.job
        # Sent, perhaps, before the program ended: the queue knows by the name.
        wanted = JOB_NAME.format(digest=digest)
        target = (
            text("printer-uri", ValueTag.URI, self._uri),
            text("requested-attributes", ValueTag.KEYWORD, "job-id", "job-name"),
            text("which-jobs", ValueTag.KEYWORD, "all"),
        )
        answer = self._client.ask(IppOperation.GET_JOBS, target)
        for tag, values in answer.groups:
            job = read.first_number(values.get("job-id", []))
            if tag == GroupTag.JOB and job is not None and read.first_word(values.get("job-name", [])) == wanted:
                return self._sent_as(digest, job)
        return None

    def job(self, job: str) -> PrintJob:
        target = (*self._job_target(job), text("requested-attributes", ValueTag.KEYWORD, *JOB_ATTRIBUTES))
        try:
            told = self._client.ask(IppOperation.GET_JOB_ATTRIBUTES, target).group(GroupTag.JOB)
        except IppRefusal as refusal:
            outcome = read.ENDED.get(self._sent.outcome(self._name, job)) if refusal.is_unknown else None
            if outcome is None:
                raise
            return PrintJob(job, outcome)
        status = read.job_status(told)
        sheets = read.first_number(told.get("job-media-sheets-completed", []))
        detail = read.first_word(told.get("job-printer-state-message", []))
        found: Sequence[PrinterReason] = ()
        if status in ("waiting", "printing", "held"):
            state = self.state()
            found, detail = state.reasons, state.detail or detail
            if read.blocking(found):
                status = "held"
        return PrintJob(job, status, tuple(found), sheets, detail)

    def cancel(self, job: str) -> None:
        try:
            self._client.ask(IppOperation.CANCEL_JOB, self._job_target(job))
        except IppRefusal as refusal:
            if refusal.status not in (IppRefusal.NOT_POSSIBLE, IppRefusal.NOT_FOUND):
                raise

    def forget(self, job: str) -> None:
        try:
            outcome: str = read.ENDED.get(self.job(job).status, "cancelled")
        except IppRefusal as refusal:
            if not refusal.is_unknown:
                raise
            outcome = LOST
        try:
            self._sent.end(self._name, job, outcome)
        except StorageFault as fault:  # its picture goes all the same
            _LOG.error("How a print job ended was not kept: %s", fault.message)
        purge = Attribute("purge-job", ValueTag.BOOLEAN, (1,))  # of CUPS: history and files
        try:
            self._client.ask(IppOperation.CANCEL_JOB, (*self._job_target(job), purge))
        except IppRefusal as refusal:
            if not refusal.is_unknown:
                raise

    def forget_leftovers(self) -> int:
        known = [
            (digest, sent) for digest, sent in self._sent.newest() if sent.queue == self._name and not sent.outcome
        ]
        left = 0
        for digest, sent in known:
            job = self._find(digest, sent)
            if job is None:
                continue  # it never reached the queue
            try:
                over = self.job(job).status in read.ENDED
            except IppRefusal as refusal:
                over = refusal.is_unknown
            if over:
                self.forget(job)
            left += not over
        return left

    def resume(self) -> None:
        self._client.ask(IppOperation.RESUME_PRINTER, (text("printer-uri", ValueTag.URI, self._uri),))

    def _sent_as(self, digest: str, job: int) -> str:
        try:
            self._sent.finish_digest(digest, self._name, str(job))
        except StorageFault as fault:  # the sheet is in the queue all the same, where it is found again by its name
            _LOG.warning("The number of a print job was not kept: %s", fault.message)
        return str(job)

    def _job_target(self, job: str) -> tuple[Attribute, ...]:
        if not job.isdecimal():
            raise PrinterFault(Message("{name} knows no job {job!r}.", name=self._name, job=job))
        return text("printer-uri", ValueTag.URI, self._uri), Attribute("job-id", ValueTag.INTEGER, (int(job),))

    def _printer(self, attributes: Sequence[str]) -> Values:
        return _attributes(self._client, self._uri, attributes)

    def _device(self, address: IppAddress) -> Values:
        uri = f"{'ipps' if address.secure else 'ipp'}://{address.host}{address.path}"
        return _attributes(IppClient(address, DEVICE_TIMEOUT_S), uri, PRINTER_ATTRIBUTES)


def _attributes(client: IppClient, uri: str, names: Sequence[str]) -> Values:
    target = (
        text("printer-uri", ValueTag.URI, uri),
        text("requested-attributes", ValueTag.KEYWORD, *names),
    )
    return client.ask(IppOperation.GET_PRINTER_ATTRIBUTES, target).group(GroupTag.PRINTER)


def _status(found: Sequence[PrinterReason], state: int | None) -> PrinterStatus:
    if "offline" in found:
        return "offline"
    if read.blocking(found):
        return "stopped"
    return "printing" if state == PRINTER_PROCESSING else "ready"
