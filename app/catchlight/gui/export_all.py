"""Writing the results of all open pictures into one folder, never over another file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from catchlight.engine import codec
from catchlight.engine.progress import Progress
from catchlight.gui.document import Document, Step
from catchlight.gui.export import name_values, offered_format
from catchlight.gui.i18n import tr
from catchlight.gui.jobs import Job
from catchlight.gui.memory import ExportChoices
from catchlight.gui.session import Session
from catchlight.service.exporting import Wish, written
from catchlight.service.files import write_atomic
from catchlight.service.naming import file_name, free_path


def results(documents: Sequence[Document]) -> list[tuple[Document, Step]]:
    """The shown step of each picture that something was made of: where that is the original, the newest one."""
    found = []
    for document in documents:
        made = [step for step in document.steps if step.operation is not None]
        current = document.current
        if made and current is not None:
            found.append((document, current if current.operation is not None else made[-1]))
    return found


def export_all(session: Session, folder: Path) -> Job | None:
    """Write every result with the format it has and the name pattern used last; the job gives the paths."""
    choices: ExportChoices = session.memory.state.export
    wanted = [
        (step, Wish(kind, choices.quality, choices.metadata), _name(document, step, kind, choices.pattern))
        for document, step in results(session.documents)
        for kind in [offered_format(step)]
    ]
    if not wanted:
        return None

    def work(progress: Progress) -> list[Path]:
        done: list[Path] = []
        for number, (step, wish, name) in enumerate(wanted):
            progress.report(number / len(wanted), "writing the file")
            made = written(step.picture, step.file, wish, progress)
            done.append(_put(folder / name, made.data))
        return done

    return session.jobs.submit(tr("Exporting"), work, lane="files")


def _put(wanted: Path, data: bytes) -> Path:
    while True:
        place = free_path(wanted)
        try:
            write_atomic(place, data, replace=False)
        except FileExistsError:
            continue
        return place


def _name(document: Document, step: Step, media_type: str, pattern: str) -> str:
    return file_name(pattern, name_values(document, step), codec.EXTENSIONS[media_type])
