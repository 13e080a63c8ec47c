"""Which of the open pictures are exported at once, and why others are left out."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.gui.app.session import Session
from catchlight.gui.culling.mark_words import left_out_words
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.opening.shown_step import can_be_read, shows_result
from catchlight.gui.wording.i18n import tr, tr_counted


@dataclass(frozen=True)
class ExportSelection:
    """taken: in the order of the film strip. The others are counted by the reason, the first that holds."""

    taken: tuple[OpenDocument, ...]
    rejected: int = 0
    hidden: int = 0
    broken: int = 0
    unedited: int = 0

    @property
    def said(self) -> str:
        """How many are written, and why others are not."""
        count = len(self.taken)
        lines = [tr_counted("{count} picture is written.", "{count} pictures are written.", count)]
        further = []
        if self.unedited:
            further.append(tr("without edits: {count}", count=self.unedited))
        if self.broken:
            further.append(tr("cannot be opened: {count}", count=self.broken))
        left = left_out_words(self.rejected, self.hidden, further)
        if left:
            lines.append(left)
        return "\n".join(lines)


def select_for_export(session: Session, *, unedited: bool) -> ExportSelection:
    """The pictures that the film strip shows, without rejected ones unless just they are shown. unedited: also those that show
    no result."""
    marks = session.marks
    shown = [document for document in marks.worked_on if not document.broken and can_be_read(document)]
    taken = [document for document in shown if unedited or shows_result(session, document)]
    rejected, hidden = marks.left_out
    return ExportSelection(
        tuple(taken), rejected, hidden, len(marks.worked_on) - len(shown), unedited=len(shown) - len(taken)
    )
