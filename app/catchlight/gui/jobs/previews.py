"""Previews for tabs and cards: asked of the editor, wherever edits run, and brought into the form that the canvas shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QTransform

from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid, build_pyramid, eight_bit, preview, transform
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Params, Preview
from catchlight.operations.reduce import WHOLE
from catchlight.service.editor import Editor, EditRequest


class Previewer:
    """Asks for previews; for worker threads. file_of: the file that a picture was read from just as it is, where that is known:
    it is what travels to a server."""

    def __init__(self, editor: Editor, file_of: Callable[[Picture], File | None]) -> None:
        self._editor = editor
        self._file_of = file_of

    def ask(
        self,
        operation: str,
        params: Params,
        picture: Picture,
        size: int,
        progress: Progress,
        more: Sequence[Picture] = (),
    ) -> Preview:
        """The result of an operation, ``size`` pixels on its longer side; WHOLE for all of it. Blocks; raises what an edit
        raises. more: pictures that join the source."""
        pictures = [picture, *more]
        files = [self._file_of(each) for each in pictures]
        return self._editor.preview(EditRequest(operation, params, pictures, files=files), size, progress)


def is_small(picture: Picture, size: int) -> bool:
    """Whether a preview of this size is of the whole picture already."""
    return max(picture.width, picture.height) <= size


def pyramid_of(made: Preview, size: int) -> ImagePyramid:
    """What the canvas shows of a preview that was asked for in ``size``."""
    if size == WHOLE:
        return build_pyramid(made.picture)
    wide = made.picture if made.picture.source_colours is not None else None
    return preview(eight_bit(made.picture.pixels), made.width, made.height, wide)


def placed_by(made: Preview) -> QTransform:
    """Pixels of the source to those of the whole result."""
    return QTransform() if made.placement is None else transform(made.placement)
