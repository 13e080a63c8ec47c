"""What happens after the end of a session: money and paper are settled, everything is wiped, and the next person may come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow import steps
from catchlight.kiosk.flow.actions import Capture, LeaveMoney, Void
from catchlight.kiosk.flow.rules import FlowRules
from catchlight.kiosk.flow.state import SessionState
from catchlight.kiosk.flow.steps import Transition


def _authorise_too_late(state: SessionState, _event: on.Authorised, _rules: FlowRules) -> Transition:
    if state.payment != "cancelling":
        return steps.stay(state)
    return replace(state, payment="void"), (Void(),)


def _end_payment(state: SessionState, _event: on.PaymentFailed, _rules: FlowRules) -> Transition:
    """What was being cancelled as the session ended holds nothing."""
    return (replace(state, payment="void") if state.payment == "cancelling" else state), ()


def _settle(state: SessionState, event: on.PrintSettled, _rules: FlowRules) -> Transition:
    """The session is over; what the printer says now decides about the money, and what the person is told."""
    if state.print not in ("sent", "queued", "held"):
        return steps.stay(state)
    pays = state.payment == "settling"
    if event.came is None:
        return replace(state, payment="left" if pays else state.payment), (LeaveMoney(),) if pays else ()
    if event.came:
        state = replace(state, print="done", delivered=True)
        return replace(state, payment="captured" if pays else state.payment), (Capture(),) if pays else ()
    state = replace(state, print="failed")
    return replace(state, payment="void" if pays else state.payment), (Void(),) if pays else ()


def _wiped(state: SessionState, _event: on.Wiped, _rules: FlowRules) -> Transition:
    return replace(state, wiped=True), ()


def _leave(state: SessionState, _event: on.FarewellLeft, _rules: FlowRules) -> Transition:
    """Back to the beginning, but not before all is wiped."""
    if not state.wiped:
        return steps.stay(state)
    return SessionState(session=state.session, faults=state.faults), ()


TABLE: dict[type[on.Event], Callable[[SessionState, Any, FlowRules], Transition]] = {
    on.Authorised: _authorise_too_late,
    on.PaymentFailed: _end_payment,
    on.PrintSettled: _settle,
    on.Wiped: _wiped,
    on.FarewellLeft: _leave,
}
