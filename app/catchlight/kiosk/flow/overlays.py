"""What can happen on every screen: help, staff, stopping, nobody there any more, and faults of the machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow import steps
from catchlight.kiosk.flow.actions import CallStaff
from catchlight.kiosk.flow.rules import FlowRules
from catchlight.kiosk.flow.state import OverlayId, SessionState
from catchlight.kiosk.flow.steps import Transition

_OUTSIDE = ("attract", "farewell")
"""Screens of no session."""


def _open(state: SessionState, overlay: OverlayId) -> SessionState:
    return replace(state, overlay=overlay)


def _help(state: SessionState, _event: on.HelpAsked, _rules: FlowRules) -> Transition:
    return _open(state, "help"), ()


def _staff(state: SessionState, _event: on.StaffCalled, _rules: FlowRules) -> Transition:
    return _open(state, "staff"), () if state.overlay == "staff" else (CallStaff("person"),)


def _ask_stop(state: SessionState, _event: on.StopAsked, _rules: FlowRules) -> Transition:
    """A sheet that is being printed is not stopped."""
    printing = state.print in ("sent", "queued")
    return (state if state.screen in _OUTSIDE or printing else _open(state, "stop")), ()


def _stop(state: SessionState, _event: on.Stopped, _rules: FlowRules) -> Transition:
    if state.overlay != "stop":
        return steps.stay(state)
    return steps.finish(state, "done" if state.delivered else "stopped")


def _close(state: SessionState, _event: on.OverlayClosed, _rules: FlowRules) -> Transition:
    return _open(state, ""), ()


def _allow(state: SessionState, _event: on.StaffAllowed, rules: FlowRules) -> Transition:
    """Only what was waited for: an uncertain photo, with the question for the PIN in front of it."""
    if state.overlay != "pin" or state.screen != "review" or state.verdict != "uncertain":
        return steps.stay(state)
    return steps.go_to_options(state, rules)


def _idle(state: SessionState, _event: on.IdleBegan, _rules: FlowRules) -> Transition:
    if state.screen == "attract":
        return _open(state, ""), ()  # help that nobody reads any more
    return (state if state.screen == "farewell" or state.busy else _open(state, "idle")), ()


def _expire(state: SessionState, _event: on.IdleExpired, _rules: FlowRules) -> Transition:
    if state.overlay != "idle":
        return steps.stay(state)
    return steps.finish(state, "done" if state.delivered else "idle")


def _switch_language(state: SessionState, event: on.LanguageSwitched, rules: FlowRules) -> Transition:
    return (replace(state, language=event.language) if event.language in rules.languages else state), ()


def _begin_fault(state: SessionState, event: on.FaultBegan, _rules: FlowRules) -> Transition:
    if event.fault in state.faults:
        return steps.stay(state)
    state = replace(state, faults=state.faults | {event.fault})
    if event.fault != "disk":
        return steps.stay(state)
    if state.screen in _OUTSIDE or state.print in ("sent", "queued", "held") or state.delivered:
        return state, (CallStaff("disk_full"),)
    after, actions = steps.finish(state, "disk_full")
    return after, (CallStaff("disk_full"), *actions)


def _end_fault(state: SessionState, event: on.FaultEnded, _rules: FlowRules) -> Transition:
    return replace(state, faults=state.faults - {event.fault}), ()


TABLE: dict[type[on.Event], Callable[[SessionState, Any, FlowRules], Transition]] = {
    on.HelpAsked: _help,
    on.StaffCalled: _staff,
    on.StopAsked: _ask_stop,
    on.Stopped: _stop,
    on.OverlayClosed: _close,
    on.StaffAllowed: _allow,
    on.IdleBegan: _idle,
    on.IdleExpired: _expire,
    on.LanguageSwitched: _switch_language,
    on.FaultBegan: _begin_fault,
    on.FaultEnded: _end_fault,
}
