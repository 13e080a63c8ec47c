"""Writing the results of all open pictures into one folder, never over another file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from catchlight.core.files.naming import file_name, free_path
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.credentials.notices import limit_of, tell_unsigned, with_source
from catchlight.gui.dialogs.export import format_of, name_values
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.io import codec
from catchlight.service.export import ExportRequest, ExportResult, encode_export


def results(documents: Sequence[OpenDocument]) -> list[tuple[OpenDocument, EditStep]]:
    """The shown step of each picture that something was made of: where that is the original, the newest one."""
    found = []
    for document in documents:
        made = [step for step in document.steps if step.operation is not None]
        if made:
            current = document.steps[document.index]
            found.append((document, current if current.operation is not None else made[-1]))
    return found


def export_all(session: Session, folder: Path) -> BackgroundJob | None:
    """Write every result with the format it has and the name pattern used last; the job gives the paths."""
    choices: ExportChoices = session.memory.state.export
    wanted = [(document, step, name_values(document, step)) for document, step in results(session.documents)]
    if not wanted:
        return None

    notes: list[str] = []

    def work(progress: Progress) -> list[Path]:
        done: list[Path] = []
        for number, (document, step, values) in enumerate(wanted):
            progress.report(number / len(wanted), "writing the file")
            made, suffix = encode_as_last_time(session, document, step, progress)
            notes.append(made.note)
            done.append(_put(folder / file_name(choices.pattern, values, suffix), made.data))
        return done

    job = session.jobs.submit(tr("Exporting"), work, lane="files")
    job.finished.connect(lambda _paths: tell_unsigned(session, notes))
    return job


def encode_as_last_time(
    session: Session, document: OpenDocument, step: EditStep, progress: Progress
) -> tuple[ExportResult, str]:
    """A step as a file of the format it has, with the choices of the last export; the suffix of its name. For workers."""
    choices, pixels = session.memory.state.export, step.held.finished()
    kind = format_of(pixels.picture, pixels.file)
    made = encode_export(
        with_source(pixels.picture, document),
        pixels.file,
        ExportRequest(kind, choices.quality, choices.metadata),
        progress,
        session.signing,
        limit_of(step, session),
    )
    return made, codec.EXTENSIONS[kind]


def _put(wanted: Path, data: bytes) -> Path:
    while True:
        place = free_path(wanted)
        try:
            write_atomic(place, data, replace=False)
        except FileExistsError:
            continue
        return place
