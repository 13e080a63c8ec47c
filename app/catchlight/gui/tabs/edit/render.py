"""What the edit tab asks for: what would be touched, and the picture as it would be, small at once and whole at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.hotspot import AreaHighlight, render_highlight
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, is_small, pyramid_of
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.params import EditParams
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import WHOLE
from catchlight.portrait.portrait import Portraits

if TYPE_CHECKING:
    from catchlight.operations.edit.aiming import TargetRegion

PROXY = 1024
"""Longer side of the small copy that follows the input."""


@dataclass(frozen=True, eq=False)
class EditPreview:
    """What became of a wish. picture: the source that it was rendered from; shown: None while no edit is wished.

    notes: what limits the result, in sentences.
    """

    picture: Picture
    params: EditParams
    glow: AreaHighlight
    targets: tuple[TargetRegion, ...]
    offers: tuple[TargetRegion, ...]
    shown: ImagePyramid | None
    refusal: CatchlightError | None = None
    whole: bool = False
    notes: tuple[str, ...] = ()


def render_preview(
    previewer: Previewer,
    portraits: Portraits,
    picture: Picture,
    params: EditParams,
    wished: bool,
    name: Callable[[TargetRegion], str],
) -> Work:
    """An EditPreview of the small copy. wished: the sentence is understood; else only the area is shown."""

    def work(progress: Progress) -> EditPreview:
        from catchlight.operations.edit.preview import outline_small

        outline = outline_small(portraits.of(picture), params, wished, PROXY)
        glow = render_highlight(outline.mask, ", ".join(name(target) for target in outline.targets))
        made: Preview | None = None
        refusal: CatchlightError | None = outline.refusal
        if wished and refusal is None:
            try:
                made = previewer.ask("edit", params, picture, PROXY, progress)
            except CatchlightError as error:
                refusal = error
        shown = None if made is None else pyramid_of(made, PROXY)
        return EditPreview(picture, params, glow, outline.targets, outline.offers, shown, refusal, notes=_notes(made))

    return work


def render_full(
    previewer: Previewer, picture: Picture, params: EditParams, of: Callable[[], EditPreview | None]
) -> Work | None:
    """The same of the whole picture; None where the small copy is the picture itself. of: the quick rendering."""
    if is_small(picture, PROXY):
        return None

    def work(progress: Progress) -> EditPreview | None:
        drawn = of()
        if drawn is None or drawn.refusal is not None:
            return None
        made = previewer.ask("edit", params, picture, WHOLE, progress)
        progress.check()
        shown = pyramid_of(made, WHOLE)
        return EditPreview(picture, params, drawn.glow, drawn.targets, drawn.offers, shown, None, True, _notes(made))

    return work


def _notes(made: Preview | None) -> tuple[str, ...]:
    return () if made is None else tuple(made.details.get("notes", ()))
