"""What the printer needs, in words for the person who waits for a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catchlight.core.messages import mark
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.printing.port import PrinterReason

REASONS: Mapping[PrinterReason, str] = {
    "paper_empty": mark("The printer is out of paper."),
    "paper_low": mark("The printer is nearly out of paper."),
    "paper_jam": mark("The paper is stuck in the printer."),
    "ribbon_empty": mark("The printer needs a new ribbon."),
    "ribbon_low": mark("The printer will soon need a new ribbon."),
    "cover_open": mark("The printer is open."),
    "offline": mark("The printer does not answer."),
    "paused": mark("The printer has been stopped."),
    "other": mark("The printer needs attention."),
}


def reason_text(reasons: Sequence[PrinterReason]) -> str:
    """The worst of them."""
    return tr(REASONS[reasons[0]] if reasons else REASONS["other"])
