"""Sessions through the real screens over the real engine; only the hardware's edge is scripted."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from catchlight.core.messages import Message
from catchlight.gui.kiosk.screens.farewell import FarewellScreen
from catchlight.gui.kiosk.screens.hand_over import HandOverScreen
from catchlight.gui.kiosk.screens.review import ReviewScreen
from catchlight.gui.kiosk.widgets.pin_pad import PinPad
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.payment.port import PaymentDeclined, PaymentFault
from catchlight.paths import resources
from pypdf import PdfReader

from tests.gui.kiosk.doubles import Machine
from tests.gui.kiosk.person import Person, wait

OFFICER = (resources() / "samples" / "officer.jpg").read_bytes()
"""Her photo is uncertain: she wears a cap. The other sample's fails: she smiles."""
SEATED = 1.0
OpenKiosk = Callable[..., KioskWindow]


def farewell(person: Person) -> FarewellScreen:
    """The last screen, once it shows what it knows."""
    shown = person.window.screen_shown
    assert isinstance(shown, FarewellScreen)
    return shown


def release(machine: Machine) -> None:
    """All is right in front of the camera, and stays so."""
    machine.guide.advice, machine.guide.held = (), SEATED


def at_options(machine: Machine, open_kiosk: OpenKiosk) -> Person:
    """A person whose photo is chosen."""
    machine.camera.data = OFFICER
    release(machine)
    person = Person(open_kiosk(machine.parts))
    person.walk_to_camera()
    person.wait_for("review")
    person.touch("Use it all the same")
    assert person.screen == "options"
    return person


def test_seven_touches_lead_to_a_sheet_and_leave_nothing(machine: Machine, open_kiosk: OpenKiosk) -> None:
    """A smile fails first and is not offered for use; the next picture is uncertain, which the person may decide."""
    release(machine)
    machine.payment.let.set()
    person = Person(open_kiosk(machine.parts))
    person.walk_to_camera()
    person.wait_for("review")
    review = person.window.screen_shown
    assert isinstance(review, ReviewScreen)
    assert review.title.text() == "This photo does not fit."
    assert not any(name.startswith("Use") for name in person.buttons())
    assert review.checks["mouth_closed"].isChecked()
    assert review.photo.area is not None
    assert review.photo.area.bottom_mm - review.photo.area.top_mm < 20  # the mouth, not the whole photo
    machine.camera.data = OFFICER
    person.touch("Take another picture")
    person.wait_for("review")
    again = person.touches
    assert person.window.desk.state.chosen == 2  # the better one is proposed
    person.touch("Use it all the same")
    person.touch("Pay")
    person.wait_for("farewell")
    assert person.touches - 1 <= 7  # without the touch for the second picture
    assert again == 5
    (sheet,) = machine.printer.sheets.values()
    width, height = (float(side) / 72 * 25.4 for side in PdfReader(io.BytesIO(sheet)).pages[0].mediabox[2:])
    assert sorted((width, height)) == pytest.approx([102, 152], abs=1.0)
    assert machine.payment.called == ["authorise 600", "capture"]
    wait(lambda: person.window.desk.state.wiped)
    desk = person.window.desk
    assert machine.trace.wiped == ["done"]
    assert (desk.contents.takes, desk.contents.files, desk.printing.pdf) == ({}, {}, None)
    assert machine.printer.forgotten == list(machine.printer.sheets)
    person.touch("Done")
    assert person.screen == "attract"


def test_a_declined_card_is_told_and_tried_again(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = at_options(machine, open_kiosk)
    machine.payment.answer = PaymentDeclined(Message("No."))
    machine.payment.let.set()
    person.touch("Pay")
    wait(lambda: person.window.desk.state.problem == "declined")
    machine.payment.answer = None
    person.touch("Try again")
    wait(lambda: person.screen == "farewell")
    assert machine.payment.called == ["authorise 600", "authorise 600", "capture"]


def test_a_terminal_that_answers_after_the_person_stopped_is_voided(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = at_options(machine, open_kiosk)
    machine.payment.deaf = True
    person.touch("Pay")
    person.touch("Stop")
    person.touch("Yes, stop")
    wait(lambda: person.window.desk.state.wiped)
    assert machine.trace.wiped == ["stopped"]
    person.touch("Done")
    person.touch("Start")  # the next person stands there already
    machine.payment.let.set()
    wait(lambda: "void" in machine.payment.called)
    assert machine.payment.called == ["authorise 600", "void"]
    assert person.screen == "language"
    assert not machine.printer.sheets


def test_a_sheet_waits_for_paper_and_comes_once(machine: Machine, open_kiosk: OpenKiosk) -> None:
    machine.printer.status, machine.printer.reasons = "held", ("paper_empty",)
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: person.window.desk.state.print == "held")
    wait(lambda: machine.counts.counted["staff_printer"] == 1)
    assert machine.called == ["printer"]
    assert "out of paper" in person.window.screen_shown.prompt
    assert "capture" not in machine.payment.called
    machine.printer.status = "done"
    person.wait_for("farewell")
    assert len(machine.printer.sheets) == 1
    assert machine.payment.called.count("capture") == 1


def test_whoever_walks_away_from_a_held_sheet_is_not_charged(machine: Machine, open_kiosk: OpenKiosk) -> None:
    machine.printer.status = "held"
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: person.window.desk.state.print == "held")
    desk = person.window.desk
    desk.send(on.IdleBegan())
    assert person.window.overlay is not None
    desk.send(on.IdleExpired())
    wait(lambda: desk.state.wiped and "void" in machine.payment.called)
    assert machine.printer.cancelled == list(machine.printer.sheets)
    assert "capture" not in machine.payment.called
    assert "Nothing was charged." in farewell(person).text.text()


def test_money_waits_for_a_printer_that_does_not_say_what_it_did(machine: Machine, open_kiosk: OpenKiosk) -> None:
    """Neither taken nor let go before that, and not held until the next start either."""
    machine.printer.status, machine.printer.deaf = "held", True
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: person.window.desk.state.print == "held")
    person.touch("Stop")
    person.touch("Yes, stop")
    wait(lambda: person.window.desk.state.wiped)
    assert machine.payment.called == ["authorise 600", "leave"]
    assert "only if it did" in farewell(person).text.text()


def test_a_sheet_that_came_out_as_the_person_stopped_is_charged_and_told(
    machine: Machine, open_kiosk: OpenKiosk
) -> None:
    machine.printer.status = "held"
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: person.window.desk.state.print == "held")
    person.touch("Stop")
    machine.printer.status = "done"
    person.touch("Yes, stop")
    wait(lambda: person.window.desk.state.wiped and "capture" in machine.payment.called)
    assert machine.payment.called == ["authorise 600", "capture"]
    assert "was charged" in farewell(person).text.text()


def test_cash_of_a_payment_that_was_ended_is_told_and_staff_are_called(machine: Machine, open_kiosk: OpenKiosk) -> None:
    machine.payment.cash = 450
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    person.touch("Stop")
    person.touch("Yes, stop")
    wait(lambda: person.window.desk.state.wiped and person.window.desk.owed)
    assert machine.called == ["refund"]
    assert "Staff will give back €4.50." in farewell(person).text.text()


def test_a_terminal_that_does_not_answer_calls_staff(machine: Machine, open_kiosk: OpenKiosk) -> None:
    machine.payment.answer = PaymentFault(Message("No answer."))
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: machine.called == ["payment"])
    assert machine.counts.counted["staff_payment"] == 1


def test_a_sheet_whose_answer_was_lost_is_not_sent_as_another(machine: Machine, open_kiosk: OpenKiosk) -> None:
    machine.printer.loses = True
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: person.window.desk.state.print == "failed")
    machine.printer.loses = False
    person.touch("Try again")
    person.wait_for("farewell")
    assert len(machine.printer.sheets) == 1
    wait(lambda: person.window.desk.state.wiped)
    assert machine.payment.called == ["authorise 600", "capture"]


def test_whoever_stops_when_the_answer_was_lost_leaves_nothing_in_the_queue(
    machine: Machine, open_kiosk: OpenKiosk
) -> None:
    machine.printer.loses = True
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    wait(lambda: person.window.desk.state.print == "failed")
    person.touch("Stop")
    person.touch("Yes, stop")
    wait(lambda: person.window.desk.state.wiped)
    assert machine.printer.forgotten == list(machine.printer.sheets)
    assert machine.payment.called == ["authorise 600", "void"]


def test_counts_that_cannot_be_written_hold_no_session_up(machine: Machine, open_kiosk: OpenKiosk) -> None:
    machine.counts.full = True
    machine.payment.let.set()
    person = at_options(machine, open_kiosk)
    person.touch("Pay")
    person.wait_for("farewell")
    wait(lambda: person.window.desk.state.wiped)
    assert len(machine.printer.sheets) == 1
    person.touch("Done")
    assert person.screen == "attract"


def test_the_camera_is_lost_and_found_without_a_restart(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = Person(open_kiosk(machine.parts))
    person.walk_to_camera()
    desk = person.window.desk
    wait(lambda: person.window.screen_shown.view.guidance is not None)
    machine.camera.lost.set()
    wait(lambda: "camera" in desk.state.faults)
    assert not person.buttons()["Take the picture now"].isEnabled()
    machine.camera.lost.clear()
    wait(lambda: not desk.state.faults)
    assert person.buttons()["Take the picture now"].isEnabled()
    person.touch("Stop")
    person.touch("Yes, stop")
    wait(lambda: desk.state.wiped)


def test_files_are_handed_over_by_every_way(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = at_options(machine, open_kiosk)
    machine.ways[1].fails = True
    machine.payment.let.set()
    for way in ("To my phone", "To a USB stick", "By e-mail"):
        person.touch(way)
    person.touch("Pay")
    desk, screen = person.window.desk, lambda: person.window.screen_shown
    wait(lambda: desk.state.screen == "hand_over" and desk.state.handing == "done")
    shown = screen()
    assert isinstance(shown, HandOverScreen)
    assert shown.code.link.startswith("http://")
    person.touch("Go on")
    wait(lambda: desk.state.handing == "failed")
    assert "USB stick" in shown.text.text()
    machine.ways[1].fails = False
    person.touch("Try again")
    wait(lambda: desk.state.handing == "done")
    assert "light" in shown.text.text(), "whether all is written is not known of this stick"
    person.touch("Go on")
    for letter in ("a", "@", "b", ".com"):
        person.press(shown.keyboard.keys[letter])
    person.touch("Send")
    wait(lambda: desk.state.handing == "done")
    person.touch("Done")
    ((address, files),) = machine.ways[2].handed
    assert address == "a@b.com"
    assert [file.name for file in files] == [
        "photo-icao-35x45.jpg",
        "photo-icao-35x45-sheet.pdf",
        "receipt-000042.pdf",
    ]
    wait(lambda: desk.state.wiped)
    told = farewell(person).receipt.text()
    assert all(word in told for word in ("000042", "2026-11-28", "UK passport", "6.00 EUR"))
    assert [way.wiped for way in machine.ways] == [1, 1, 1]


def test_a_storm_of_touches_begins_one_session_and_charges_once(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = at_options(machine, open_kiosk)
    machine.payment.let.set()
    pay = next(button for name, button in person.buttons().items() if name.startswith("Pay"))
    for _ in range(20):
        person.press(pay)
    wait(lambda: person.screen == "farewell")
    assert machine.trace.begun == 1
    assert machine.payment.called == ["authorise 600", "capture"]
    assert len(machine.printer.sheets) == 1


def test_a_full_disk_ends_the_session_and_closes_the_kiosk(machine: Machine, open_kiosk: OpenKiosk) -> None:
    person = at_options(machine, open_kiosk)
    desk = person.window.desk
    machine.faults.add("disk")
    desk.watch.look()
    wait(lambda: desk.state.wiped)
    assert machine.trace.wiped == ["disk_full"]
    person.touch("Done")
    assert "Start" not in person.buttons()
    machine.faults.clear()
    desk.watch.look()
    wait(lambda: "Start" in person.buttons())


def test_staff_decide_with_their_pin(machine: Machine, open_kiosk: OpenKiosk) -> None:
    config = machine.parts.config
    shop = config.shop.model_copy(update={"uncertain": "staff"})
    asked = machine.with_parts(config=config.model_copy(update={"shop": shop}))
    machine.camera.data = OFFICER
    release(machine)
    person = Person(open_kiosk(asked.parts))
    person.walk_to_camera()
    person.wait_for("review")
    person.touch("Ask staff")
    for digit in "1111":
        person.touch(digit)
    person.touch("OK")
    pad = person.window.findChild(PinPad)
    assert pad is not None
    wait(lambda: "wrong" in pad.said.text())
    assert person.screen == "review"
    for digit in "2468":
        person.touch(digit)
    person.touch("OK")
    wait(lambda: person.screen == "options")
