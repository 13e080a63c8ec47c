"""What is made of the chosen photo: the sheet that is printed, and the files that are handed over."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.kiosk.handover.port import HandoverFile
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.service.editor import Editor, EditRequest, EditResult


def make_sheet(photo: EditResult, document: str, paper: str, editor: Editor, progress: Progress) -> EditResult:
    """A sheet full of the photo, as a PDF in exact millimetres. Raises Conflict where it does not fit on the paper."""
    params = LayoutParams(spec=document, paper=paper, format="pdf")
    return editor.run(EditRequest("layout", params, (photo.picture,)), progress)


def files_of(photo: EditResult, document: str, sheet: bytes | None) -> Sequence[HandoverFile]:
    """The photo, and the sheet where there is one."""
    extension = codec.EXTENSIONS[photo.file.media_type]
    name = f"photo-{document.replace('_', '-')}"
    files = [HandoverFile(f"{name}{extension}", photo.file.media_type, photo.file.data)]
    if sheet is not None:
        files.append(HandoverFile(f"{name}-sheet.pdf", "application/pdf", sheet))
    return files
