"""Which of the open pictures are exported at once, and why others are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catchlight.gui.app.session import Session
from catchlight.gui.culling.mark_words import left_out_words
from catchlight.gui.document.document import EditStep, OpenDocument
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
    """The pictures that the film strip shows, without rejected ones unless just they are shown. unedited: also those that nothing
    was made of."""
    marks = session.marks
    shown = [document for document in marks.worked_on if not document.broken and can_be_read(document)]
    taken = [document for document in shown if unedited or has_result(session, document)]
    rejected, hidden = marks.left_out
    return ExportSelection(
        tuple(taken), rejected, hidden, len(marks.worked_on) - len(shown), unedited=len(shown) - len(taken)
    )


def can_be_read(document: OpenDocument) -> bool:
    """Whether there is something to write: pixels, or a file that has them."""
    return bool(document.steps) or document.path is not None


def has_result(session: Session, document: OpenDocument) -> bool:
    """Whether something was made of a picture; of one that was not looked at yet, whether a result of it was seen last."""
    if document.steps:
        return result_of(document.steps, document.index) is not None
    return session.resume_points.point(document) is not None


def result_of(steps: Sequence[EditStep], index: int) -> EditStep | None:
    """The step that is shown: where that is the original, the newest one; None where there is none."""
    made = [step for step in steps if step.operation is not None]
    if not made:
        return None
    return steps[index] if steps[index].operation is not None else made[-1]
