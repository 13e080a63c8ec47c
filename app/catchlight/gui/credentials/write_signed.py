"""A file that is made on a worker, signed where the settings ask for it, written, and told about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from catchlight.core.files.originals import refuse_original
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.credentials.notices import tell_unsigned
from catchlight.gui.opening.originals import originals_of
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File


def write_signed(session: Session, path: Path, picture: Picture, make: Callable[[], File]) -> None:
    """Write what ``make`` gives, on a worker; never over the file of an open picture. picture: what the file shows. Ends in a
    problem of the session, good or bad."""
    signing, notes = session.signing, [""]

    def work(progress: Progress) -> Path:
        refuse_original(path, originals_of(session.documents))
        file = make()
        progress.check()
        if signing is not None:
            made = signing.finish(file, picture)
            file, notes[0] = made.file, made.note
            progress.check()
        write_atomic(path, file.data)
        return path

    def told(_path: Path) -> None:
        session.problem.emit(Problem(tr("Saved"), str(path), "folder", good=True, target=str(path.parent)))
        tell_unsigned(session, notes)

    job = session.jobs.submit(tr("Writing {name}", name=path.name), work, lane="files")
    job.delivers = True
    job.finished.connect(told)
    job.failed.connect(session.report)
