"""What is said of exports that should have been signed, and the source that a signature names."""

from __future__ import annotations

from collections.abc import Iterable

from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.picture import Picture
from catchlight.imaging.source_file import traced
from catchlight.operations.id_photo.filesize import upload_limit


def tell_unsigned(session: Session, notes: Iterable[str]) -> None:
    """Say why files went without Content Credentials; nothing where none did."""
    said = "\n".join(tell_or_keep(note) for note in dict.fromkeys(notes) if note)
    if said:
        session.problem.emit(Problem(tr("Written without Content Credentials"), said))


def with_source(picture: Picture, document: OpenDocument) -> Picture:
    """A step's picture, knowing the file that the document was opened from: steps of earlier sessions, and those made on another
    computer, do not."""
    return picture if picture.metadata.sources or document.path is None else traced(picture, document.path)


def limit_of(step: EditStep, session: Session) -> int | None:
    """Bytes that the file of a step may have: as a person asked, else as its document takes it; None for any number."""
    asked: int | None = getattr(step.params, "max_kilobytes", None)
    if asked is not None:
        return asked * 1000
    document = session.catalogue.documents.get(str(step.details.get("document", "")))
    return None if document is None else upload_limit(step.held.finished().picture, document)
