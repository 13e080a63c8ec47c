"""The work behind the edit tab: what would be touched, and the picture as it would be, small at once and whole at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.hotspot import AreaHighlight, render_highlight
from catchlight.gui.canvas.qt_images import ImagePyramid, build_pyramid, eight_bit, preview
from catchlight.gui.jobs.jobs import Work
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.params import EditParams
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
    portraits: Portraits, picture: Picture, params: EditParams, wished: bool, name: Callable[[TargetRegion], str]
) -> Work:
    """A Rendering of the small copy. wished: the sentence is understood; else only the area is shown."""

    def work(progress: Progress) -> EditPreview:
        from catchlight.operations.edit.areas import AreaMarks
        from catchlight.operations.edit.run import apply_edit, scene_of, shrink_to_person
        from catchlight.operations.edit.touched_outline import outline_targets

        small, placed = shrink_to_person(portraits.of(picture), params, PROXY)
        scene = scene_of(small, placed)
        marks = AreaMarks(placed.box, placed.strokes, placed.softness)
        outline = outline_targets(scene, placed.user_prompt if wished else "", placed.region, marks)
        glow = render_highlight(outline.mask, ", ".join(name(target) for target in outline.targets))
        made: ImagePyramid | None = None
        notes: tuple[str, ...] = ()
        refusal: CatchlightError | None = outline.refusal
        if wished and refusal is None:
            try:
                changed = apply_edit(small, placed, progress)
                made, notes = preview(eight_bit(changed.pixels), picture.width, picture.height), changed.notes
            except CatchlightError as error:
                refusal = error
        return EditPreview(picture, params, glow, outline.targets, outline.offers, made, refusal, notes=notes)

    return work


def render_full(
    portraits: Portraits, picture: Picture, params: EditParams, of: Callable[[], EditPreview | None]
) -> Work | None:
    """The same of the whole picture; None where the small copy is the picture itself. of: the quick rendering."""
    if max(picture.width, picture.height) <= PROXY:
        return None

    def work(progress: Progress) -> EditPreview | None:
        from catchlight.operations.edit.run import apply_edit

        drawn = of()
        if drawn is None or drawn.refusal is not None:
            return None
        changed = apply_edit(portraits.of(picture), params, progress)
        progress.check()
        made = build_pyramid(picture.with_(pixels=changed.pixels))
        return EditPreview(picture, params, drawn.glow, drawn.targets, drawn.offers, made, None, True, changed.notes)

    return work
