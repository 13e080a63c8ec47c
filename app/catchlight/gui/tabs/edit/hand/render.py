"""What the hand tools ask for: the picture with the edits done, small or whole, a mask to look at, and edits of an older step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.brushes.edits import BrushEdit
from catchlight.brushes.placing import FacePlace, face_place
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.hotspot import AreaHighlight
from catchlight.gui.canvas.qt_images import ImagePyramid, to_bgra
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, pyramid_of
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.operations.brush.params import BrushParams
from catchlight.portrait.portrait import Portraits

PROXY = 1280
"""Longer side of the small copy that follows a slider or a gradient."""
_MASK = 1024
"""Longer side of a mask that is looked at."""
_VEIL, _DENSE = (230, 30, 60), 0.55
"""Colour of its veil, and how dense that is where the mask is full."""


@dataclass(frozen=True, eq=False)
class BrushPreview:
    """What became of the edits. picture: what they were done to; face: where its face is; strokes: how many strokes had been
    drawn in this window when it was asked for; shown: None where it was refused."""

    picture: Picture
    edits: tuple[BrushEdit, ...]
    strokes: int
    shown: ImagePyramid | None
    face: FacePlace | None = None
    refusal: CatchlightError | None = None


def render_edits(
    previewer: Previewer,
    portraits: Portraits,
    picture: Picture,
    edits: tuple[BrushEdit, ...],
    strokes: int,
    size: int,
) -> Work:
    """A BrushPreview of ``size`` pixels; WHOLE for all of the picture."""

    def work(progress: Progress) -> BrushPreview:
        try:
            face = find_face(portraits, picture)
            made = previewer.ask("brush", BrushParams(edits=edits), picture, size, progress)
        except CatchlightError as error:
            return BrushPreview(picture, edits, strokes, None, refusal=error)
        progress.check()
        return BrushPreview(picture, edits, strokes, pyramid_of(made, size), face)

    return work


def render_mask(portraits: Portraits, picture: Picture, edit: BrushEdit) -> Work:
    """What an edit covers, as an AreaHighlight without a name."""

    def work(_progress: Progress) -> AreaHighlight:
        from catchlight.operations.brush.window import mask_of

        return _veil(mask_of(portraits.of(picture), edit, _MASK))

    return work


def _veil(mask: FloatPlane) -> AreaHighlight:
    """A mask as a red veil, which no skin and no warm light looks like."""
    alpha = np.float32(_DENSE) * mask[..., None]
    pixels = np.round(np.concatenate([np.array(_VEIL, np.float32) * alpha, 255 * alpha], axis=2)).astype(np.uint8)
    return AreaHighlight(to_bgra(pixels), "")


def place_edits(portraits: Portraits, picture: Picture, params: BrushParams) -> Work:
    """The edits of a step in the pixels of this picture: its strokes may have been drawn on the face of another."""

    def work(_progress: Progress) -> tuple[BrushEdit, ...]:
        from catchlight.operations.brush.run import edits_on

        return edits_on(portraits.of(picture), params)

    return work


def find_face(portraits: Portraits, picture: Picture) -> FacePlace | None:
    """Where the face is that strokes on this picture belong to."""
    faces = portraits.of(picture).faces
    return face_place(faces[0]) if faces else None
