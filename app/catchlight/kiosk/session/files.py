"""The files of the chosen photo that are handed over."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.imaging.io import codec
from catchlight.kiosk.handover.port import HandoverFile
from catchlight.service.editor import EditResult


def files_of(photo: EditResult, document: str, sheet: bytes | None) -> Sequence[HandoverFile]:
    """The photo, and the sheet where there is one."""
    extension = codec.EXTENSIONS[photo.file.media_type]
    name = f"photo-{document.replace('_', '-')}"
    files = [HandoverFile(f"{name}{extension}", photo.file.media_type, photo.file.data)]
    if sheet is not None:
        files.append(HandoverFile(f"{name}-sheet.pdf", "application/pdf", sheet))
    return files
