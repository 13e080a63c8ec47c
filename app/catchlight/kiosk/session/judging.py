"""From the file of a camera to a photo with its verdict, by the same operation as everywhere."""

from __future__ import annotations

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import Conflict, ImageTooLarge, InvalidRequest, UnsupportedImage, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.kiosk.session.take import Take, judged, refused
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import File
from catchlight.service.editor import Editor, EditRequest

ABOUT_THE_PICTURE = (UnusablePicture, Conflict, UnsupportedImage, ImageTooLarge, InvalidRequest)
"""Errors that say something of the picture: another take may do better, another computer would not."""


def background_of(document: DocumentSpec, chosen: str) -> str:
    """The background that a photo is made on. chosen: of the configuration, "" for the document's own.

    A document that refuses changed pictures keeps the wall that the person sits in front of.
    """
    if document.edits == "refused":
        return "original"
    return chosen or "document"


def judge_take(
    entry: int,
    data: bytes,
    document: DocumentSpec,
    background: str,
    editor: Editor,
    limits: codec.DecodeLimits,
    progress: Progress,
) -> Take:
    """The take of a camera's file. Raises what is no fault of the picture: Cancelled, errors of the engine or the server."""
    try:
        taken = codec.decode(data, limits, progress=progress)
    except ABOUT_THE_PICTURE as error:
        return refused(entry, None, error.message)
    params = IdPhotoParams(spec=document.id, background=background_of(document, background), output_format="jpeg")
    file = File(data, taken.metadata.media_type)
    try:
        photo = editor.run(EditRequest("id_photo", params, (taken,), files=(file,)), progress)
    except ABOUT_THE_PICTURE as error:
        return refused(entry, taken, error.message)
    return judged(entry, taken, photo)
