"""The steps that several transitions share: where a session goes on from a screen, and how it ends."""

from __future__ import annotations

from dataclasses import replace

from catchlight.kiosk.flow.actions import (
    Action,
    Authorise,
    CancelPayment,
    Capture,
    CloseCamera,
    HandOver,
    PauseCamera,
    PrintSheet,
    SettlePrint,
    Void,
    WatchCamera,
    Wipe,
)
from catchlight.kiosk.flow.rules import FlowRules
from catchlight.kiosk.flow.state import EndReason, SessionState

Transition = tuple[SessionState, tuple[Action, ...]]
"""The state after an event, and what is to be done."""


def stay(state: SessionState) -> Transition:
    """Nothing happens."""
    return state, ()


def go_to_document(state: SessionState, rules: FlowRules) -> Transition:
    """To the choice of a document; past it where there is but one."""
    if len(rules.documents) == 1:
        return replace(state, screen="consent", document=rules.documents[0]), ()
    return replace(state, screen="document"), ()


def go_to_camera(state: SessionState) -> Transition:
    return replace(state, screen="camera", allowed=False), (WatchCamera(),)


def go_to_options(state: SessionState, rules: FlowRules) -> Transition:
    """With an allowed take to the options; past them where there is nothing to choose."""
    state = replace(state, allowed=True, overlay="", problem="")
    if rules.asks_options(state.document):
        return replace(state, screen="options"), (CloseCamera(),)
    after, actions = go_to_payment(replace(state, copies=int(rules.prints(state.document)), ways=()), rules)
    return after, (CloseCamera(), *actions)


def go_to_payment(state: SessionState, rules: FlowRules) -> Transition:
    """Ask for money; past it where nothing is due."""
    amount = rules.amount(state.copies, state.ways)
    if not amount:
        return go_to_print(replace(state, payment="nothing_due"), rules)
    return replace(state, screen="pay", payment="asked", problem=""), (Authorise(amount),)


def go_to_print(state: SessionState, rules: FlowRules) -> Transition:
    """Print what is paid or free; on to handing over where nothing is to be printed."""
    if not state.allowed or state.payment not in ("held", "nothing_due"):
        return stay(state)
    if not rules.prints(state.document) or not state.copies:
        return go_to_handover(state)
    attempt = state.attempt + 1
    return replace(state, screen="print", print="sent", attempt=attempt), (PrintSheet(state.copies, attempt),)


def go_to_handover(state: SessionState) -> Transition:
    """The first way; the end where none was chosen."""
    if not state.ways:
        return finish(state, "done")
    return show_way(replace(state, screen="hand_over"), 0)


def show_way(state: SessionState, way: int) -> Transition:
    """A way of handing over: begun at once, unless an address has to be typed."""
    chosen = state.ways[way]
    if chosen == "email":
        return replace(state, way=way, handing="address"), ()
    return replace(state, way=way, handing="asked"), (HandOver(chosen),)


def deliver(state: SessionState) -> Transition:
    """The person has what was paid for: the money is taken."""
    paid = state.payment == "held" and not state.delivered
    state = replace(state, delivered=True, payment="captured" if paid else state.payment)
    return state, (Capture(),) if paid else ()


def finish(state: SessionState, reason: EndReason) -> Transition:
    """To the farewell: money and paper are settled first, then everything is wiped."""
    actions: list[Action] = []
    payment = state.payment
    if state.print in ("sent", "queued", "held"):
        actions.append(SettlePrint())
        payment = "settling" if payment == "held" else payment
    elif payment == "held":
        actions.append(Void())
        payment = "void"
    if payment in ("asked", "cancelling"):
        actions.append(CancelPayment())
        payment = "cancelling"
    actions += [CloseCamera(), Wipe(reason)]
    after = replace(state, screen="farewell", overlay="", ending=reason, payment=payment, wiped=False)
    return after, tuple(actions)


def pause_for_review(state: SessionState) -> Transition:
    return replace(state, screen="review"), (PauseCamera(),)
