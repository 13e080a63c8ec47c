"""What is said at the end of a session: how it ended, and what became of the money, as it is known now."""

from __future__ import annotations

from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.flow.state import SessionState


def farewell_words(state: SessionState, owed: str) -> tuple[str, str]:
    """A title and a sentence. owed: what staff have to give back, as text; "" for nothing."""
    if state.ending == "done":
        sheet = tr("Please take your sheet with you.") if state.print == "done" else ""
        return tr("Thank you, and goodbye."), _and_owed(sheet, owed)
    if state.ending == "disk_full":
        said = (
            tr("Something is wrong with it. Staff have been called.")
            if owed
            else tr("Something is wrong with it. Nothing was charged. Staff have been called.")
        )
        return tr("This kiosk has to stop."), _and_owed(said, owed)
    return tr("The session has ended."), _of_money(state, owed)


def _of_money(state: SessionState, owed: str) -> str:
    if owed:
        return _and_owed("", owed)
    if state.payment == "settling":
        return tr("Your sheet is taken back. You pay only if it still comes out.")
    if state.payment == "left":
        return tr("The printer does not say whether your sheet came out. You pay only if it did.")
    if state.payment == "captured":
        return tr("Your sheet came out and was charged. Please take it with you.")
    if state.print == "done":
        return tr("Please take your sheet with you.")
    return tr("Nothing was charged.")


def _and_owed(said: str, owed: str) -> str:
    if not owed:
        return said
    return f"{said} {tr('The payment was ended. Staff will give back {amount}.', amount=owed)}".strip()
