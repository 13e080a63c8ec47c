"""What is said once at the start: what settings and store had to mend after an interrupted run."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.gui.app.session import Session
from catchlight.gui.document.restore_steps import GenerationHistory
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem


def tell_notices(session: Session, store: GenerationHistory) -> None:
    """Read the store's notices on a worker, and say them with the settings' own."""
    settings = session.memory.notice

    def tell(notices: Sequence[str]) -> None:
        lines = [*([settings] if settings else []), *notices]
        if lines:
            title = tr("Tidied up after an interrupted run") if notices else tr("Settings were reset")
            session.problem.emit(Problem(title, "\n".join(map(tell_or_keep, lines)), good=True))

    job = session.jobs.submit(tr("History"), lambda progress: store.notices, lane="files", visible=False)
    job.finished.connect(tell)
    job.failed.connect(session.report)
