"""The work of one edit: run it on a worker, and make a step of what comes back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from catchlight.engine.picture import Picture
from catchlight.engine.progress import Progress
from catchlight.gui import imaging
from catchlight.gui.document import Step
from catchlight.gui.jobs import Work
from catchlight.operations.base import Params
from catchlight.service.editor import Editor, EditRequest

Placement = Callable[[Picture], npt.NDArray[np.float64] | None]
"""The 2x3 matrix from a source to the result, for comparing."""


def editing(
    editor: Editor,
    operation: str,
    params: Params,
    source: Step,
    start: int,
    placement: Placement | None,
    more: Sequence[Picture],
) -> Work:
    """A Step made from ``source``, which is the document's step number ``start``. more: pictures that join it."""

    def work(progress: Progress) -> Step:
        matrix = placement(source.picture) if placement is not None else None
        files = (source.read, *(None for _ in more))
        request = EditRequest(operation, params, [source.picture, *more], parent=source.generation, files=files)
        result = editor.run(request, progress)
        return Step(
            result.picture,
            imaging.shown(result.picture),
            operation,
            params,
            result.details,
            result.file,
            result.generation,
            start,
            None if matrix is None else imaging.transform(matrix),
            more=tuple(more),
        )

    return work
