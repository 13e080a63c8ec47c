"""The printer behind a real CUPS: exact size, nothing lost, nothing twice."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Printer
from catchlight.kiosk.printing.calibration import Calibrations
from catchlight.kiosk.printing.cups_printer import CupsPrinter
from catchlight.kiosk.printing.ipp.client import IppClient, IppOperation, cups_address
from catchlight.kiosk.printing.open_printer import FOLDER, open_printer
from catchlight.kiosk.printing.port import JobStatus, KioskPrinter, PrinterFault, PrintJob
from catchlight.kiosk.printing.print_setup import print_setup
from catchlight.kiosk.printing.sent_jobs import SentJobs

from tests.kiosk.printing.print_outs import blue_frame, blue_photo, rendered
from tests.simulators.cups.photo_printer import RIBBON_PERCENT, SHEETS, PhotoPrinter
from tests.simulators.lost_answer import losing_relay

CATALOGUE = Catalogue.load()
PATIENCE_S = 30.0


def opened(simulated: PhotoPrinter, folder: Path, server: str = "") -> KioskPrinter:
    return open_printer(Printer(name=simulated.queue, server=server or simulated.server), folder)


@pytest.fixture
def printer(photo_printer: PhotoPrinter, tmp_path: Path) -> KioskPrinter:
    return opened(photo_printer, tmp_path)


def sheet(paper: str = "4r", preset: str = "") -> bytes:
    setup = print_setup(CATALOGUE, Printer(preset=preset), paper, Calibrations(Path("nowhere")))
    return setup.sheet(blue_photo(), copies=1).pdf


def ended(printer: KioskPrinter, job: str, *statuses: JobStatus) -> PrintJob:
    """The job as soon as it has one of these statuses; without, as soon as it is over."""
    deadline = time.monotonic() + PATIENCE_S
    while (now := printer.job(job)).status not in (statuses or ("done", "failed", "cancelled")):
        assert time.monotonic() < deadline, f"{now} after {PATIENCE_S:g} s"
        time.sleep(0.1)
    return now


def test_a_sheet_comes_out_once_at_its_exact_size(photo_printer: PhotoPrinter, printer: KioskPrinter) -> None:
    state = printer.state()
    assert (state.status, state.reasons, state.prints_left) == ("ready", (), SHEETS)
    assert state.levels == {"ribbon": RIBBON_PERCENT}
    job = printer.submit(sheet(), 1, "one")
    done = ended(printer, job)
    assert (done.status, done.pages_done, done.followed) == ("done", 1, True)
    (out,) = photo_printer.arrived
    page = rendered(out)
    assert page.shape == (1800, 1200, 3)
    left, _, width, height = blue_frame(page)
    assert (width, height) == pytest.approx((35, 45), abs=0.05)
    assert left == pytest.approx((101.6 - 35) / 2, abs=0.05)
    asked = photo_printer.asked(out)
    assert "x-dimension=10160 y-dimension=15240" in asked["IPP_MEDIA_COL"]
    assert "media-left-margin=0" in asked["IPP_MEDIA_COL"]


def test_the_driver_s_page_is_asked_for_where_it_is_larger_than_the_paper(
    photo_printer: PhotoPrinter, printer: KioskPrinter
) -> None:
    job = printer.submit(sheet(preset="dnp_ds620"), 2, "dnp")
    assert ended(printer, job).status == "done"
    (out,) = photo_printer.arrived
    asked = photo_printer.asked(out)
    assert "x-dimension=10499 y-dimension=16256" in asked["IPP_MEDIA_COL"]
    assert asked["IPP_COPIES"] == "2"
    page = rendered(out)
    left, _, width, height = blue_frame(page)
    assert (width, height) == pytest.approx((35, 45), abs=0.05)
    assert left + width / 2 == pytest.approx(104.99 / 2, abs=0.05)


def test_a_paper_that_the_queue_has_not_is_refused(photo_printer: PhotoPrinter, printer: KioskPrinter) -> None:
    with pytest.raises(PrinterFault, match=r"no paper of 127\.0 x 177\.8 mm"):
        printer.submit(sheet("5r"), 1, "large")
    assert printer.find("large") is None
    with pytest.raises(PrinterFault, match="no PDF"):
        printer.submit(b"no sheet", 1, "large")


def test_out_of_paper_keeps_the_job_and_prints_it_once(photo_printer: PhotoPrinter, printer: KioskPrinter) -> None:
    photo_printer.break_down("media-empty-error")
    job = printer.submit(sheet(), 1, "paper")
    held = ended(printer, job, "held")
    assert held.reasons == ("paper_empty",)
    state = printer.state()
    assert (state.status, state.reasons) == ("stopped", ("paper_empty",))
    assert photo_printer.arrived == []
    photo_printer.mend()
    assert ended(printer, job).status == "done"
    assert len(photo_printer.arrived) == 1
    assert printer.state().reasons == ()


def test_a_stopped_queue_keeps_the_job_until_it_is_resumed(photo_printer: PhotoPrinter, printer: KioskPrinter) -> None:
    photo_printer.pause("out of ribbon")
    job = printer.submit(sheet(), 1, "ribbon")
    held = ended(printer, job, "held", "waiting")
    assert (held.status, held.reasons) == ("held", ("paused",))
    assert "out of ribbon" in held.detail
    printer.resume()
    assert ended(printer, job).status == "done"
    assert len(photo_printer.arrived) == 1


def test_a_printer_that_was_off_prints_once_when_it_is_back(photo_printer: PhotoPrinter, printer: KioskPrinter) -> None:
    photo_printer.switch_off()
    state = printer.state()
    assert (state.status, state.reasons) == ("offline", ("offline",))
    job = printer.submit(sheet(), 1, "off")
    assert ended(printer, job, "held").reasons == ("offline",)
    photo_printer.switch_on()
    assert ended(printer, job).status == "done"
    assert len(photo_printer.arrived) == 1


def test_a_key_is_printed_once_across_a_restart(
    photo_printer: PhotoPrinter, printer: KioskPrinter, tmp_path: Path
) -> None:
    photo_printer.break_down("media-empty-error")
    job = printer.submit(sheet(), 1, "receipt 7")
    after = opened(photo_printer, tmp_path)
    assert after.find("receipt 7") == job
    assert after.submit(sheet(), 1, "receipt 7") == job
    assert after.find("receipt 8") is None
    photo_printer.mend()
    assert ended(after, job).status == "done"
    assert after.submit(sheet(), 1, "receipt 7") == job
    assert len(photo_printer.arrived) == 1


class FullAfterwards(SentJobs):
    """The disk is full when the queue has taken the sheet; a program that is killed there leaves the same."""

    def finish(self, key: str, queue: str, job: str) -> None:
        raise StorageFault(Message("No space left."))


def test_a_sheet_whose_number_was_not_written_down_is_found_by_its_name(
    photo_printer: PhotoPrinter, tmp_path: Path
) -> None:
    client = IppClient(cups_address(photo_printer.server))
    photo_printer.pause("held for the test")
    job = CupsPrinter(photo_printer.queue, client, FullAfterwards(tmp_path / FOLDER)).submit(sheet(), 1, "lost")
    other = opened(photo_printer, tmp_path).submit(sheet(), 1, "another")
    after = opened(photo_printer, tmp_path)
    assert after.submit(sheet(), 1, "lost") == job != other
    after.resume()
    assert ended(after, job).status == ended(after, other).status == "done"
    assert len(photo_printer.arrived) == 2


def test_a_sheet_whose_answer_was_lost_is_not_sent_again(photo_printer: PhotoPrinter, tmp_path: Path) -> None:
    def prints(body: bytes) -> bool:
        return body[2:4] == IppOperation.PRINT_JOB.to_bytes(2, "big")

    with losing_relay(photo_printer.print_server.port, prints) as port:
        relayed = opened(photo_printer, tmp_path, f"127.0.0.1:{port}")
        job = relayed.submit(sheet(), 1, "unheard")
        assert relayed.submit(sheet(), 1, "unheard") == job
    assert ended(opened(photo_printer, tmp_path), job).status == "done"
    assert len(photo_printer.arrived) == 1


def test_a_cancelled_job_is_not_printed_and_cancelling_twice_is_nothing(
    photo_printer: PhotoPrinter, printer: KioskPrinter
) -> None:
    photo_printer.pause("held for the test")
    job = printer.submit(sheet(), 1, "cancelled")
    printer.cancel(job)
    assert printer.job(job).status == "cancelled"
    printer.cancel(job)
    printer.resume()
    assert printer.submit(sheet(), 1, "cancelled") == job, "a key stays taken"
    assert photo_printer.arrived == []


def test_a_forgotten_job_leaves_no_picture_in_the_spool(photo_printer: PhotoPrinter, printer: KioskPrinter) -> None:
    spool = photo_printer.print_server.folder / "spool"
    job = printer.submit(sheet(), 1, "private")
    assert ended(printer, job).status == "done"
    assert list(spool.glob("d*")), "the queue keeps documents by itself"
    printer.forget(job)
    assert not list(spool.glob("d*"))
    printer.forget(job)
    printer.cancel(job)
    assert printer.job(job).status == "done", "how it ended stays known, for the money"
    assert printer.submit(sheet(), 1, "private") == job


def test_what_a_crash_left_in_the_queue_is_forgotten_once_it_is_over(
    photo_printer: PhotoPrinter, printer: KioskPrinter, tmp_path: Path
) -> None:
    """Another start of the program knows the jobs by its records alone."""
    photo_printer.break_down("media-empty-error")
    job = printer.submit(sheet(), 1, "left")
    ended(printer, job, "held")
    later = opened(photo_printer, tmp_path)
    assert later.forget_leftovers() == 1
    assert photo_printer.print_server.spooled
    photo_printer.mend()
    ended(later, job)
    assert later.forget_leftovers() == 0
    assert not photo_printer.print_server.spooled
    assert later.job(job).status == "done"
    assert later.forget_leftovers() == 0


def test_paper_that_was_loaded_after_a_job_was_cancelled_is_seen(
    photo_printer: PhotoPrinter, printer: KioskPrinter
) -> None:
    """The queue itself goes on saying that there is none until the next job."""
    photo_printer.break_down("media-empty-error")
    job = printer.submit(sheet(), 1, "cancelled")
    assert ended(printer, job, "held").reasons[0] == "paper_empty"
    printer.cancel(job)
    photo_printer.reload()
    state = printer.state()
    assert (state.status, state.reasons) == ("ready", ())
    assert photo_printer.arrived == []


def test_what_is_not_there_is_told(photo_printer: PhotoPrinter, tmp_path: Path) -> None:
    absent = open_printer(Printer(name="nobody", server=photo_printer.server), tmp_path)
    assert absent.state().status == "offline"
    with pytest.raises(PrinterFault):
        absent.submit(sheet(), 1, "a")
    nowhere = opened(photo_printer, tmp_path, "/nowhere/cups.sock")
    state = nowhere.state()
    assert (state.status, state.reasons) == ("offline", ("offline",))
    assert "does not answer" in state.detail
    with pytest.raises(PrinterFault, match="names no printer"):
        open_printer(Printer(), tmp_path)
    with pytest.raises(PrinterFault, match="knows no job"):
        opened(photo_printer, tmp_path).job("x")


def test_a_server_by_port_prints_and_says_what_it_may_not(photo_printer: PhotoPrinter, tmp_path: Path) -> None:
    by_port = opened(photo_printer, tmp_path, f"127.0.0.1:{photo_printer.print_server.port}")
    photo_printer.pause("held for the test")
    job = by_port.submit(sheet(), 1, "port")
    by_port.cancel(job)
    assert by_port.job(job).status == "cancelled"
    with pytest.raises(PrinterFault, match="Leave the server empty"):
        by_port.resume()
