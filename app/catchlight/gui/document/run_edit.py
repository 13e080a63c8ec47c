"""The work of one edit: run it on a worker, and make a step of what comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from catchlight.core.progress import Progress
from catchlight.gui.canvas import qt_images
from catchlight.gui.document.step import EditStep, LazyPixels, StepMemory
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.opening.read_file import Files, reload_task
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Params
from catchlight.service.editor import Editor, EditRequest

Placement = Callable[[Picture], npt.NDArray[np.float64] | None]
"""The 2x3 matrix from a source to the result, for comparing."""


def edit_task(
    editor: Editor,
    store: Files,
    operation: str,
    params: Params,
    source: EditStep,
    start: int,
    placement: Placement | None,
    more: Sequence[Picture],
) -> Work:
    """A Step made from ``source``, which is the document's step number ``start``. more: pictures that join it.

    store: where a recording editor has put the result; such a step can sleep.
    """

    def work(progress: Progress) -> EditStep:
        whole = source.held.finished()
        progress.check()
        matrix = placement(whole.picture) if placement is not None else None
        files = (whole.read, *(None for _ in more))
        request = EditRequest(operation, params, [whole.picture, *more], parent=source.generation, files=files)
        result = editor.run(request, progress)
        pixels = StepMemory(result.picture, qt_images.build_pyramid(result.picture), result.file)
        result.picture.digest  # noqa: B018  asked for in the GUI thread
        made, file = result.generation, result.file
        name = whole.picture.metadata.name
        read = reload_task(store, made, name, file.media_type) if made is not None else None
        return EditStep(
            LazyPixels.of(pixels, read),
            operation,
            params,
            result.details,
            made,
            start,
            None if matrix is None else qt_images.transform(matrix),
            more=tuple(more),
        )

    return work
