"""The way through a session, step by step, and what holds for every way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from catchlight.kiosk.config.model import Shop
from catchlight.kiosk.flow import actions as do
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.rules import FlowRules, price_of
from catchlight.kiosk.flow.state import SessionState, TakeState
from catchlight.kiosk.flow.transitions import MOST_PRINTS, advance

from tests.kiosk.flow.walk import DIGITAL, FREE, KIOSKS, RULES, SHORT, STAFF, Edge, edges

JUDGED = SessionState(screen="review", session=1, takes=(TakeState(1, "pass", 2.0),), chosen=1)
UNSURE = replace(JUDGED, takes=(TakeState(1, "uncertain", 1.0),))
FAILED = replace(JUDGED, takes=(TakeState(1, "fail", 0.0),))
OPTIONS = replace(JUDGED, screen="options", allowed=True)
ASKED = replace(OPTIONS, screen="pay", copies=1, payment="asked")
SENT = replace(ASKED, screen="print", payment="held", print="sent", attempt=1)
SETTLING = replace(SENT, screen="farewell", print="held", payment="settling", ending="stopped")
HANDING = replace(SENT, screen="hand_over", print="done", payment="captured", delivered=True, ways=("qr", "email"))

ROWS: Sequence[tuple[SessionState, on.Event, FlowRules, str, tuple[do.Action, ...]]] = (
    (SessionState(), on.Begun(), RULES, "language", (do.BeginSession(1),)),
    (SessionState(), on.Begun(), SHORT, "consent", (do.BeginSession(1),)),
    (SessionState(faults=frozenset({"printer"})), on.Begun(), RULES, "attract", ()),
    (SessionState(screen="language"), on.LanguageChosen("ar"), RULES, "document", ()),
    (SessionState(screen="language"), on.LanguageChosen("xx"), RULES, "language", ()),
    (SessionState(screen="document"), on.DocumentChosen("us_passport"), RULES, "consent", ()),
    (SessionState(screen="document"), on.WentBack(), RULES, "language", ()),
    (SessionState(screen="consent"), on.Consented(), RULES, "camera", (do.WatchCamera(),)),
    (SessionState(screen="consent"), on.WentBack(), SHORT, "consent", ()),
    (SessionState(screen="camera"), on.WentBack(), RULES, "consent", (do.CloseCamera(),)),
    (replace(JUDGED, screen="camera"), on.WentBack(), RULES, "review", (do.PauseCamera(),)),
    (SessionState(screen="camera"), on.TakeMade(1), RULES, "review", (do.PauseCamera(), do.JudgeTake(1))),
    (SessionState(screen="camera", overlay="help"), on.WentBack(), RULES, "camera", ()),
    (JUDGED, on.TakeAgain(), replace(RULES, takes=2), "camera", (do.WatchCamera(),)),
    (JUDGED, on.TakeAgain(), SHORT, "review", ()),
    (JUDGED, on.Accepted(), RULES, "options", (do.CloseCamera(),)),
    (UNSURE, on.Accepted(), RULES, "options", (do.CloseCamera(),)),
    (UNSURE, on.Accepted(), STAFF, "review", (do.CallStaff("uncertain"),)),
    (UNSURE, on.StaffAllowed(), STAFF, "review", ()),
    (replace(UNSURE, overlay="pin"), on.StaffAllowed(), STAFF, "options", (do.CloseCamera(),)),
    (UNSURE, on.Accepted(), replace(RULES, uncertain="refuse"), "review", ()),
    (FAILED, on.Accepted(), RULES, "review", ()),
    (replace(FAILED, overlay="pin"), on.StaffAllowed(), STAFF, "review", ()),
    (OPTIONS, on.OptionsChosen(2, ("qr",)), replace(RULES, ways=("qr",)), "pay", (do.Authorise(800),)),
    (OPTIONS, on.OptionsChosen(9), RULES, "pay", (do.Authorise(700),)),
    (OPTIONS, on.OptionsChosen(1), FREE, "print", (do.PrintSheet(1, 1),)),
    (OPTIONS, on.OptionsChosen(0), RULES, "options", ()),
    (ASKED, on.Authorised(), RULES, "print", (do.PrintSheet(1, 1),)),
    (ASKED, on.PaymentFailed("declined"), RULES, "pay", ()),
    (ASKED, on.WentBack(), RULES, "pay", (do.CancelPayment(),)),
    (replace(ASKED, payment="cancelling"), on.PaymentFailed("cancelled"), RULES, "options", ()),
    (replace(ASKED, payment="cancelling"), on.Authorised(), RULES, "options", (do.Void(),)),
    (SENT, on.PrintQueued(), RULES, "print", ()),
    (SENT, on.PrintHeld(), RULES, "print", (do.CallStaff("printer"),)),
    (SENT, on.PrintFailed(), RULES, "print", (do.CallStaff("print_failed"),)),
    (replace(SENT, print="failed"), on.PrintRetried(), RULES, "print", (do.PrintSheet(1, 2),)),
    (replace(SENT, print="failed", attempt=MOST_PRINTS), on.PrintRetried(), RULES, "print", ()),
    (replace(SENT, ways=("qr",)), on.PrintDone(), RULES, "hand_over", (do.Capture(), do.HandOver("qr"))),
    (SENT, on.PrintDone(), RULES, "farewell", (do.Capture(), do.CloseCamera(), do.Wipe("done"))),
    (SENT, on.StopAsked(), RULES, "print", ()),
    (
        replace(SENT, print="held", overlay="stop"),
        on.Stopped(),
        RULES,
        "farewell",
        (do.SettlePrint(), do.CloseCamera(), do.Wipe("stopped")),
    ),
    (replace(HANDING, handing="done"), on.NextWay(), RULES, "hand_over", ()),
    (
        replace(HANDING, way=1, handing="address"),
        on.AddressTyped("a@b"),
        RULES,
        "hand_over",
        (do.HandOver("email", "a@b"),),
    ),
    (replace(HANDING, way=1, handing="done"), on.NextWay(), RULES, "farewell", (do.CloseCamera(), do.Wipe("done"))),
    (
        replace(ASKED, overlay="idle", payment="none"),
        on.IdleExpired(),
        RULES,
        "farewell",
        (do.CloseCamera(), do.Wipe("idle")),
    ),
    (
        ASKED,
        on.FaultBegan("disk"),
        RULES,
        "farewell",
        (do.CallStaff("disk_full"), do.CancelPayment(), do.CloseCamera(), do.Wipe("disk_full")),
    ),
    (SENT, on.FaultBegan("disk"), RULES, "print", (do.CallStaff("disk_full"),)),
    (SessionState(screen="farewell", payment="cancelling"), on.Authorised(), RULES, "farewell", (do.Void(),)),
    (ASKED, on.PaymentFailed("unreachable"), RULES, "pay", (do.CallStaff("payment"),)),
    (SETTLING, on.PrintSettled(True), RULES, "farewell", (do.Capture(),)),
    (SETTLING, on.PrintSettled(False), RULES, "farewell", (do.Void(),)),
    (SETTLING, on.PrintSettled(None), RULES, "farewell", (do.LeaveMoney(),)),
    (replace(SETTLING, payment="nothing_due"), on.PrintSettled(True), RULES, "farewell", ()),
    (replace(SETTLING, print="done", payment="captured"), on.PrintSettled(False), RULES, "farewell", ()),
    (SessionState(screen="farewell"), on.FarewellLeft(), RULES, "farewell", ()),
    (SessionState(screen="farewell", wiped=True), on.FarewellLeft(), RULES, "attract", ()),
)


@pytest.fixture(scope="module", params=sorted(KIOSKS))
def every_edge(request: pytest.FixtureRequest) -> list[Edge]:
    """All transitions of one kind of kiosk."""
    return list(edges(KIOSKS[request.param]))


@pytest.mark.parametrize(("before", "event", "rules", "screen", "actions"), ROWS)
def test_what_an_event_leads_to(
    before: SessionState, event: on.Event, rules: FlowRules, screen: str, actions: tuple[do.Action, ...]
) -> None:
    after, done = advance(before, event, rules)
    assert after.screen == screen
    assert done == actions


def test_the_best_take_is_proposed_whatever_the_order() -> None:
    two = replace(JUDGED, takes=(TakeState(1, "uncertain", 1.2), TakeState(2)), chosen=None)
    assert advance(two, on.Judged(2, "fail", 0.4), RULES)[0].chosen == 1
    assert advance(two, on.Judged(2, "pass", 2.4), RULES)[0].chosen == 2


def test_a_person_who_waits_for_the_machine_is_not_taken_to_have_left() -> None:
    for busy in (ASKED, SENT, replace(JUDGED, takes=(TakeState(1),))):
        assert advance(busy, on.IdleBegan(), RULES)[0].overlay == ""
    assert advance(replace(SENT, print="held"), on.IdleBegan(), RULES)[0].overlay == "idle"


def test_the_file_is_paid_for_once_however_it_is_handed_over() -> None:
    shop = Shop(price=500, extra_copy=200, digital=100)
    assert [price_of(shop, copies, ()) for copies in (0, 1, 3)] == [0, 500, 900]
    assert price_of(shop, 1, ("qr", "email")) == 600
    assert price_of(shop, 0, ("qr",)) == 100


def test_nothing_is_printed_that_is_not_allowed_and_paid(every_edge: list[Edge]) -> None:
    printed = [edge for edge in every_edge if any(isinstance(action, do.PrintSheet) for action in edge.actions)]
    assert all(edge.after.allowed and edge.after.verdict in ("pass", "uncertain") for edge in printed)
    assert all(edge.after.payment in ("held", "nothing_due") for edge in printed)


def test_money_is_taken_only_with_the_photo_in_hand_and_once(every_edge: list[Edge]) -> None:
    captures = [edge for edge in every_edge if do.Capture() in edge.actions]
    assert all(
        isinstance(edge.event, on.PrintDone | on.FileHanded) or edge.event == on.PrintSettled(True) for edge in captures
    )
    assert all(edge.before.payment in ("held", "settling") for edge in captures)
    assert all(edge.after.payment == "captured" and edge.after.delivered for edge in captures)


def test_held_money_is_let_go_where_no_photo_came(every_edge: list[Edge]) -> None:
    for edge in every_edge:
        if edge.before.payment == "held" and edge.after.payment != "held":
            assert any(isinstance(action, do.Capture | do.Void | do.SettlePrint) for action in edge.actions)
        if do.SettlePrint() in edge.actions:
            assert edge.before.print in ("sent", "queued", "held")
        if edge.after.screen in ("farewell", "attract"):
            assert edge.after.payment not in ("held", "asked")
        if isinstance(edge.event, on.Authorised) and edge.before.payment == "cancelling":
            assert do.Void() in edge.actions


def test_what_is_being_settled_has_one_end(every_edge: list[Edge]) -> None:
    for edge in every_edge:
        if edge.before.payment == "settling" and edge.after.payment not in ("settling", "none"):
            assert isinstance(edge.event, on.PrintSettled)
            money = [action for action in edge.actions if isinstance(action, do.Capture | do.Void | do.LeaveMoney)]
            assert len(money) == 1
        if isinstance(edge.event, on.PrintSettled) and edge.before.payment != "settling":
            assert edge.actions == ()


def test_every_session_ends_wiped(every_edge: list[Edge]) -> None:
    for edge in every_edge:
        ends = edge.before.screen not in ("attract", "farewell") and edge.after.screen == "farewell"
        assert any(isinstance(action, do.Wipe) for action in edge.actions) == ends
        if edge.before.screen != "attract" and edge.after.screen == "attract":
            assert edge.before.wiped


def test_whoever_walks_away_is_forgotten(every_edge: list[Edge]) -> None:
    counted = [edge for edge in every_edge if isinstance(edge.event, on.IdleExpired) and edge.before.overlay == "idle"]
    assert {edge.before.screen for edge in counted} >= {"consent", "camera", "review"}
    assert all(edge.after.screen == "farewell" for edge in counted)
    quiet = [edge for edge in every_edge if isinstance(edge.event, on.IdleBegan) and not edge.before.busy]
    assert all(edge.after.overlay == "idle" for edge in quiet if edge.before.screen not in ("attract", "farewell"))


def test_every_state_has_a_way_to_the_beginning(every_edge: list[Edge]) -> None:
    """Followed backwards from the attract screen."""
    into: dict[SessionState, set[SessionState]] = {}
    for edge in every_edge:
        into.setdefault(edge.after, set()).add(edge.before)
    found = {state for state in into if state.screen == "attract" and not state.faults}
    waiting = list(found)
    while waiting:
        for before in into.get(waiting.pop(), ()):
            if before not in found:
                found.add(before)
                waiting.append(before)
    assert {edge.before for edge in every_edge if not edge.before.faults} <= found


def test_a_kiosk_without_a_printer_takes_the_money_with_the_first_file() -> None:
    state = replace(OPTIONS, screen="hand_over", copies=0, ways=("email",), payment="held", handing="asked")
    after, actions = advance(state, on.FileHanded(), DIGITAL)
    assert actions == (do.Capture(),)
    assert after.delivered
    failed, _ = advance(state, on.HandoverFailed(), DIGITAL)
    ended, actions = advance(failed, on.NextWay(), DIGITAL)
    assert do.Void() in actions
    assert ended.ending == "no_photo"
