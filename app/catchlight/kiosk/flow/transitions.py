"""The table of the session: for every screen and event, what comes next. Pure; knows neither time nor machines.

``advance`` is all that others call. An event that a screen does not know changes nothing, so that a late answer or a second touch
does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow import farewell, overlays, steps
from catchlight.kiosk.flow.actions import (
    BeginSession,
    CallStaff,
    CancelPayment,
    CloseCamera,
    HandOver,
    JudgeTake,
    PauseCamera,
    PrintSheet,
    Void,
)
from catchlight.kiosk.flow.rules import FlowRules
from catchlight.kiosk.flow.state import ScreenId, SessionState, TakeState
from catchlight.kiosk.flow.steps import Transition

Handler = Callable[[SessionState, Any, FlowRules], Transition]
MOST_PRINTS = 3
"""Times that a sheet is sent to a printer which fails it."""


def advance(state: SessionState, event: on.Event, rules: FlowRules) -> Transition:
    """The state after an event, and what is to be done."""
    if state.overlay and isinstance(event, on.Touch):
        return steps.stay(state)
    handler = TABLE.get((state.screen, type(event))) or ANYWHERE.get(type(event))
    return steps.stay(state) if handler is None else handler(state, event, rules)


# From the first touch to the camera


def _begin(state: SessionState, _event: on.Begun, rules: FlowRules) -> Transition:
    if state.faults & {"printer", "disk"}:
        return steps.stay(state)
    session = state.session + 1
    begun = SessionState(session=session, faults=state.faults, language=rules.languages[0], screen="language")
    if len(rules.languages) > 1:
        return begun, (BeginSession(session),)
    after, actions = steps.go_to_document(begun, rules)
    return after, (BeginSession(session), *actions)


def _choose_language(state: SessionState, event: on.LanguageChosen, rules: FlowRules) -> Transition:
    if event.language not in rules.languages:
        return steps.stay(state)
    return steps.go_to_document(replace(state, language=event.language), rules)


def _choose_document(state: SessionState, event: on.DocumentChosen, rules: FlowRules) -> Transition:
    if event.document not in rules.documents:
        return steps.stay(state)
    return replace(state, screen="consent", document=event.document), ()


def _consent(state: SessionState, _event: on.Consented, _rules: FlowRules) -> Transition:
    return steps.go_to_camera(state)


def _back_from_document(state: SessionState, _event: on.WentBack, rules: FlowRules) -> Transition:
    return (replace(state, screen="language") if len(rules.languages) > 1 else state), ()


def _back_from_consent(state: SessionState, event: on.WentBack, rules: FlowRules) -> Transition:
    if len(rules.documents) > 1:
        return replace(state, screen="document"), ()
    return _back_from_document(state, event, rules)


def _back_from_camera(state: SessionState, _event: on.WentBack, _rules: FlowRules) -> Transition:
    """To what was taken; where nothing was, to the consent."""
    if state.takes:
        return steps.pause_for_review(state)
    return replace(state, screen="consent"), (CloseCamera(),)


# Takes and their verdicts


def _take(state: SessionState, event: on.TakeMade, rules: FlowRules) -> Transition:
    if len(state.takes) >= rules.takes or state.take(event.take) is not None:
        return steps.stay(state)
    taken = (*state.takes, TakeState(event.take))
    return replace(state, screen="review", takes=taken, chosen=None, overlay=""), (PauseCamera(), JudgeTake(event.take))


def _judge(state: SessionState, event: on.Judged, _rules: FlowRules) -> Transition:
    """The best of all takes is proposed."""
    judged = tuple(
        TakeState(take.id, event.verdict, event.rank) if take.id == event.take else take for take in state.takes
    )
    best = max((take for take in judged if take.verdict is not None), key=lambda take: take.rank, default=None)
    return replace(state, takes=judged, chosen=None if best is None else best.id), ()


def _again(state: SessionState, _event: on.TakeAgain, rules: FlowRules) -> Transition:
    if state.judging or len(state.takes) >= rules.takes:
        return steps.stay(state)
    return steps.go_to_camera(state)


def _choose_take(state: SessionState, event: on.TakeChosen, _rules: FlowRules) -> Transition:
    return (replace(state, chosen=event.take) if state.take(event.take) is not None else state), ()


def _accept(state: SessionState, _event: on.Accepted, rules: FlowRules) -> Transition:
    """A photo that passes goes on; one that is uncertain as the configuration says; one that fails never."""
    if state.judging:
        return steps.stay(state)
    if state.verdict == "pass" or (state.verdict == "uncertain" and rules.uncertain == "person"):
        return steps.go_to_options(state, rules)
    if state.verdict == "uncertain" and rules.uncertain == "staff":
        return replace(state, overlay="pin"), (CallStaff("uncertain"),)
    return steps.stay(state)


# Options, money, paper


def _back_from_options(state: SessionState, _event: on.WentBack, _rules: FlowRules) -> Transition:
    return replace(state, screen="review", allowed=False), ()


def _choose_options(state: SessionState, event: on.OptionsChosen, rules: FlowRules) -> Transition:
    copies = min(max(event.copies, 0), rules.shop.max_copies) if rules.prints(state.document) else 0
    ways = tuple(way for way in dict.fromkeys(event.ways) if way in rules.ways)
    if not copies and not ways:
        return steps.stay(state)
    return steps.go_to_payment(replace(state, copies=copies, ways=ways), rules)


def _back_from_payment(state: SessionState, _event: on.WentBack, rules: FlowRules) -> Transition:
    """First the terminal has to let go; its answer leads back."""
    if state.payment == "asked":
        return replace(state, payment="cancelling"), (CancelPayment(),)
    return (_before_payment(state, rules) if state.payment == "none" else state), ()


def _before_payment(state: SessionState, rules: FlowRules) -> SessionState:
    state = replace(state, payment="none", problem="")
    return (
        replace(state, screen="options")
        if rules.asks_options(state.document)
        else replace(state, screen="review", allowed=False)
    )


def _authorise(state: SessionState, _event: on.Authorised, rules: FlowRules) -> Transition:
    if state.payment == "cancelling":
        return _before_payment(state, rules), (Void(),)
    if state.payment != "asked":
        return steps.stay(state)
    return steps.go_to_print(replace(state, payment="held"), rules)


def _fail_payment(state: SessionState, event: on.PaymentFailed, rules: FlowRules) -> Transition:
    if state.payment == "cancelling":
        return _before_payment(state, rules), ()
    if state.payment != "asked":
        return steps.stay(state)
    calls = (CallStaff("payment"),) if event.problem == "unreachable" else ()
    return replace(state, payment="none", problem=event.problem), calls


def _retry_payment(state: SessionState, _event: on.PaymentRetried, rules: FlowRules) -> Transition:
    return steps.go_to_payment(state, rules) if state.payment == "none" else steps.stay(state)


def _queued(state: SessionState, _event: on.PrintQueued, _rules: FlowRules) -> Transition:
    if state.print not in ("sent", "held"):
        return steps.stay(state)
    return replace(state, print="queued", overlay="" if state.overlay == "idle" else state.overlay), ()


def _hold(state: SessionState, _event: on.PrintHeld, _rules: FlowRules) -> Transition:
    if state.print not in ("sent", "queued"):
        return steps.stay(state)
    return replace(state, print="held"), (CallStaff("printer"),)


def _printed(state: SessionState, _event: on.PrintDone, _rules: FlowRules) -> Transition:
    if state.print not in ("sent", "queued", "held"):
        return steps.stay(state)
    state, captured = steps.deliver(replace(state, print="done", overlay=""))
    state, actions = steps.go_to_handover(state)
    return state, (*captured, *actions)


def _fail_print(state: SessionState, _event: on.PrintFailed, _rules: FlowRules) -> Transition:
    """The money stays held while the person may try again; it is let go with the session."""
    if state.print not in ("sent", "queued", "held"):
        return steps.stay(state)
    return replace(state, print="failed"), (CallStaff("print_failed"),)


def _retry_print(state: SessionState, _event: on.PrintRetried, _rules: FlowRules) -> Transition:
    if state.print != "failed" or state.attempt >= MOST_PRINTS:
        return steps.stay(state)
    attempt = state.attempt + 1
    return replace(state, print="sent", attempt=attempt), (PrintSheet(state.copies, attempt),)


# Handing over and the end


def _handed(state: SessionState, _event: on.FileHanded, _rules: FlowRules) -> Transition:
    if state.handing != "asked":
        return steps.stay(state)
    return steps.deliver(replace(state, handing="done"))


def _fail_handover(state: SessionState, _event: on.HandoverFailed, _rules: FlowRules) -> Transition:
    return (replace(state, handing="failed") if state.handing == "asked" else state), ()


def _send(state: SessionState, event: on.AddressTyped, _rules: FlowRules) -> Transition:
    if state.handing != "address" or not event.address:
        return steps.stay(state)
    return replace(state, handing="asked"), (HandOver(state.ways[state.way], event.address),)


def _retry_handover(state: SessionState, _event: on.HandoverRetried, _rules: FlowRules) -> Transition:
    return steps.show_way(state, state.way) if state.handing == "failed" else steps.stay(state)


def _next_way(state: SessionState, _event: on.NextWay, _rules: FlowRules) -> Transition:
    if state.handing == "asked":
        return steps.stay(state)
    if state.way + 1 < len(state.ways):
        return steps.show_way(state, state.way + 1)
    return steps.finish(state, "done" if state.delivered else "no_photo")


TABLE: dict[tuple[ScreenId, type[on.Event]], Handler] = {
    ("attract", on.Begun): _begin,
    ("language", on.LanguageChosen): _choose_language,
    ("document", on.DocumentChosen): _choose_document,
    ("document", on.WentBack): _back_from_document,
    ("consent", on.Consented): _consent,
    ("consent", on.WentBack): _back_from_consent,
    ("camera", on.TakeMade): _take,
    ("camera", on.WentBack): _back_from_camera,
    ("review", on.Judged): _judge,
    ("review", on.TakeAgain): _again,
    ("review", on.TakeChosen): _choose_take,
    ("review", on.Accepted): _accept,
    ("options", on.OptionsChosen): _choose_options,
    ("options", on.WentBack): _back_from_options,
    ("pay", on.Authorised): _authorise,
    ("pay", on.PaymentFailed): _fail_payment,
    ("pay", on.PaymentRetried): _retry_payment,
    ("pay", on.WentBack): _back_from_payment,
    ("print", on.PrintQueued): _queued,
    ("print", on.PrintHeld): _hold,
    ("print", on.PrintDone): _printed,
    ("print", on.PrintFailed): _fail_print,
    ("print", on.PrintRetried): _retry_print,
    ("hand_over", on.FileHanded): _handed,
    ("hand_over", on.HandoverFailed): _fail_handover,
    ("hand_over", on.AddressTyped): _send,
    ("hand_over", on.HandoverRetried): _retry_handover,
    ("hand_over", on.NextWay): _next_way,
    **{("farewell", event): handler for event, handler in farewell.TABLE.items()},
}
"""What a screen knows of its own."""

ANYWHERE: dict[type[on.Event], Handler] = overlays.TABLE
"""What can happen on every screen."""
