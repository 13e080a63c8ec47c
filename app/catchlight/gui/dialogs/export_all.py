"""Writing many open pictures into one folder, never over another file: each as its choices say, one that fails alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from catchlight.core.errors import CatchlightError
from catchlight.core.files.naming import file_name, free_path
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ExportChoices
from catchlight.gui.credentials.notices import limit_of, tell_unsigned, with_source
from catchlight.gui.dialogs.export_defaults import field_values, format_of, is_id_photo, offered_format
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.opening.shown_step import shown_step
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.io import codec
from catchlight.service.export import ExportRequest, ExportResult, encode_export
from catchlight.service.export_size import ExportSize


@dataclass(frozen=True)
class ExportedPictures:
    """The files, and the pictures that could not be written: names with the reasons."""

    paths: tuple[Path, ...]
    failed: tuple[tuple[str, CatchlightError], ...] = ()


def export_all(
    session: Session, folder: Path, documents: Sequence[OpenDocument], wish: ExportRequest, pattern: str
) -> BackgroundJob:
    """Write pictures. wish: without a media type each keeps the format that it has. The job gives ``ExportedPictures``."""
    wanted = [(one, shown_step(session, one), max(one.index, 0) + 1) for one in documents]
    notes: list[str] = []

    def work(progress: Progress) -> ExportedPictures:
        done: list[Path] = []
        failed: list[tuple[str, CatchlightError]] = []
        for place, (document, source, number) in enumerate(wanted):
            progress.check()
            progress.report(place / len(wanted), "writing the file")
            try:
                step = source(progress.part(place / len(wanted), (place + 1) / len(wanted)))
                made, suffix = encode_step(session, document, step, wish, progress)
            except CatchlightError as error:
                failed.append((document.title, error))
                continue
            progress.check()
            notes.append(made.note)
            name = file_name(pattern, field_values(document.name, step, number), suffix)
            done.append(_put(folder / name, made.data))
        return ExportedPictures(tuple(done), tuple(failed))

    job = session.jobs.submit(tr("Exporting"), work, lane="files")
    job.delivers = True
    job.finished.connect(lambda _written: tell_unsigned(session, notes))
    return job


def encode_step(
    session: Session, document: OpenDocument, step: EditStep, wish: ExportRequest, progress: Progress
) -> tuple[ExportResult, str]:
    """A step as a file, and the suffix of its name. wish: as of ``export_all``. For workers.

    An ID photo keeps what it was measured with: format, size, density, sharpness and colours.
    """
    pixels = step.held.finished()
    own = format_of(pixels.picture, pixels.file)
    if is_id_photo(step):
        wish = replace(wish, media_type=own, size=None, dpi=None, sharpen=None, colour_space=None)
    wish = replace(wish, media_type=wish.media_type or own)
    picture = with_source(pixels.picture, document)
    made = encode_export(picture, pixels.file, wish, progress, session.signing, limit_of(step, session))
    return made, codec.EXTENSIONS[wish.media_type]


def encode_as_last_time(
    session: Session, document: OpenDocument, step: EditStep, progress: Progress
) -> tuple[ExportResult, str]:
    """A step as a file with the choices of the last export; the suffix of its name. For workers."""
    choices, pixels = session.memory.state.export, step.held.finished()
    kind = offered_format(pixels.picture, pixels.file, choices)
    return encode_step(session, document, step, _request_of(choices, kind), progress)


def _request_of(choices: ExportChoices, media_type: str) -> ExportRequest:
    return ExportRequest(
        media_type,
        choices.quality,
        choices.metadata,
        colour_space=choices.colour_space,
        size=None if choices.size_unit is None else ExportSize(choices.size_unit, choices.size),
        dpi=None if choices.dpi is None else float(choices.dpi),
        sharpen=choices.sharpen,
    )


def _put(wanted: Path, data: bytes) -> Path:
    while True:
        place = free_path(wanted)
        try:
            write_atomic(place, data, replace=False)
        except FileExistsError:
            continue
        return place
