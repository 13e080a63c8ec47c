"""Every state that a session can reach, found by trying every event in every state."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from catchlight.kiosk.config.model import Shop
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.actions import Action
from catchlight.kiosk.flow.rules import FlowRules
from catchlight.kiosk.flow.state import SessionState
from catchlight.kiosk.flow.transitions import advance

RULES = FlowRules(
    languages=("en", "ar"),
    documents=("icao_35x45", "us_passport"),
    takes=1,
    uncertain="person",
    printer=True,
    ways=("email",),
    shop=Shop(price=500, extra_copy=200, digital=100, max_copies=2),
)
"""Of a kiosk that offers everything."""
FREE = replace(RULES, shop=Shop(max_copies=2))
STAFF = replace(RULES, uncertain="staff", ways=())
DIGITAL = replace(RULES, printer=False)
SHORT = replace(RULES, languages=("en",), documents=("icao_35x45",), ways=(), shop=Shop(max_copies=1))
KIOSKS = {"all": RULES, "free": FREE, "staff": STAFF, "digital": DIGITAL, "short": SHORT}

EVENTS: tuple[on.Event, ...] = (
    on.Begun(),
    on.LanguageChosen("en"),
    on.DocumentChosen("icao_35x45"),
    on.Consented(),
    on.WentBack(),
    on.TakeMade(1),
    *(on.Judged(1, verdict, 1.0) for verdict in ("pass", "uncertain", "fail")),
    on.TakeAgain(),
    on.TakeChosen(1),
    on.Accepted(),
    on.OptionsChosen(1),
    on.OptionsChosen(1, ("email",)),
    on.OptionsChosen(0, ("email",)),
    on.PaymentRetried(),
    on.Authorised(),
    on.PaymentFailed("declined"),
    on.PrintQueued(),
    on.PrintHeld(),
    on.PrintDone(),
    on.PrintFailed(),
    on.PrintRetried(),
    *(on.PrintSettled(came) for came in (True, False, None)),
    on.FileHanded(),
    on.HandoverFailed(),
    on.AddressTyped("a@example.org"),
    on.HandoverRetried(),
    on.NextWay(),
    on.StopAsked(),
    on.Stopped(),
    on.OverlayClosed(),
    on.StaffAllowed(),
    on.IdleBegan(),
    on.IdleExpired(),
    on.FaultBegan("disk"),
    on.Wiped(),
    on.FarewellLeft(),
)
"""One of each kind that changes more than an overlay."""


@dataclass(frozen=True)
class Edge:
    """A transition: the event that was tried in a state, and what came of it."""

    before: SessionState
    event: on.Event
    after: SessionState
    actions: tuple[Action, ...]


def edges(rules: FlowRules) -> Iterator[Edge]:
    """Every transition out of every state that can be reached. Of one session: the next begins as the first did."""
    first = SessionState()
    seen, waiting = {first}, deque([first])
    while waiting:
        before = waiting.popleft()
        for event in EVENTS:
            after, actions = advance(before, event, rules)
            yield Edge(before, event, after, actions)
            known = replace(after, session=min(after.session, 1))
            if known not in seen and known.session == after.session:
                seen.add(known)
                waiting.append(known)
