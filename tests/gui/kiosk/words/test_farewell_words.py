"""What the last screen says of the money is true, however the session ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from catchlight.gui.kiosk.words.farewell_words import farewell_words
from catchlight.kiosk.flow.state import SessionState

from tests.kiosk.flow.walk import KIOSKS, edges

STOPPED = SessionState(screen="farewell", ending="stopped")
DONE = replace(STOPPED, ending="done", payment="captured", print="done")
OWED = "The payment was ended. Staff will give back €4.50."
NOTHING = "Nothing was charged."


@pytest.mark.parametrize(
    ("state", "owed", "said"),
    [
        (STOPPED, "", NOTHING),
        (replace(STOPPED, payment="void"), "", NOTHING),
        (replace(STOPPED, payment="cancelling"), "", NOTHING),
        (replace(STOPPED, ending="no_photo", payment="void"), "", NOTHING),
        (
            replace(STOPPED, payment="settling", print="held"),
            "",
            "Your sheet is taken back. You pay only if it still comes out.",
        ),
        (
            replace(STOPPED, payment="left", print="held"),
            "",
            "The printer does not say whether your sheet came out. You pay only if it did.",
        ),
        (
            replace(STOPPED, payment="captured", print="done"),
            "",
            "Your sheet came out and was charged. Please take it with you.",
        ),
        (replace(STOPPED, payment="nothing_due", print="done"), "", "Please take your sheet with you."),
        (replace(STOPPED, payment="void"), "€4.50", OWED),
        (replace(STOPPED, ending="idle", payment="cancelling"), "€4.50", OWED),
        (DONE, "", "Please take your sheet with you."),
        (DONE, "€4.50", f"Please take your sheet with you. {OWED}"),
        (
            replace(STOPPED, ending="disk_full"),
            "",
            "Something is wrong with it. Nothing was charged. Staff have been called.",
        ),
        (
            replace(STOPPED, ending="disk_full", payment="void"),
            "€4.50",
            f"Something is wrong with it. Staff have been called. {OWED}",
        ),
    ],
)
def test_what_is_said(state: SessionState, owed: str, said: str) -> None:
    assert farewell_words(state, owed)[1] == said


@pytest.mark.parametrize("kiosk", sorted(KIOSKS))
def test_nothing_was_charged_is_said_only_where_it_is_sure(kiosk: str) -> None:
    for edge in edges(KIOSKS[kiosk]):
        if edge.after.screen == "farewell" and NOTHING in farewell_words(edge.after, "")[1]:
            assert edge.after.payment in ("none", "nothing_due", "void", "cancelling")
            assert edge.after.print != "done" or edge.after.payment in ("none", "nothing_due")
