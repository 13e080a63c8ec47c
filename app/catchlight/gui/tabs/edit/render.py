"""The work behind the edit tab: what would be touched, and the picture as it would be, small at once and whole at rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.hotspot import Glow, glow_of
from catchlight.gui.canvas.qt_images import Shown, eight_bit, preview, shown
from catchlight.gui.jobs.jobs import Work
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.params import EditParams
from catchlight.portrait.portrait import Portraits

if TYPE_CHECKING:
    from catchlight.operations.edit.aiming import Target

PROXY = 1024
"""Longer side of the small copy that follows the input."""


@dataclass(frozen=True, eq=False)
class Rendering:
    """What became of a wish. picture: the source that it was rendered from; shown: None while no edit is wished.

    notes: what limits the result, in sentences.
    """

    picture: Picture
    params: EditParams
    glow: Glow
    targets: tuple[Target, ...]
    offers: tuple[Target, ...]
    shown: Shown | None
    refusal: CatchlightError | None = None
    whole: bool = False
    notes: tuple[str, ...] = ()


def quick(
    portraits: Portraits, picture: Picture, params: EditParams, wished: bool, name: Callable[[Target], str]
) -> Work:
    """A Rendering of the small copy. wished: the sentence is understood; else only the area is shown."""

    def work(progress: Progress) -> Rendering:
        from catchlight.operations.edit.areas import Marks
        from catchlight.operations.edit.run import edited, reduced, scene_of
        from catchlight.operations.edit.touched_outline import outlined

        small, placed = reduced(portraits.of(picture), params, PROXY)
        scene = scene_of(small, placed)
        marks = Marks(placed.box, placed.strokes, placed.softness)
        outline = outlined(scene, placed.user_prompt if wished else "", placed.region, marks)
        glow = glow_of(outline.mask, ", ".join(name(target) for target in outline.targets))
        made: Shown | None = None
        notes: tuple[str, ...] = ()
        refusal: CatchlightError | None = outline.refusal
        if wished and refusal is None:
            try:
                changed = edited(small, placed, progress)
                made, notes = preview(eight_bit(changed.pixels), picture.width, picture.height), changed.notes
            except CatchlightError as error:
                refusal = error
        return Rendering(picture, params, glow, outline.targets, outline.offers, made, refusal, notes=notes)

    return work


def full(portraits: Portraits, picture: Picture, params: EditParams, of: Callable[[], Rendering | None]) -> Work | None:
    """The same of the whole picture; None where the small copy is the picture itself. of: the quick rendering."""
    if max(picture.width, picture.height) <= PROXY:
        return None

    def work(progress: Progress) -> Rendering | None:
        from catchlight.operations.edit.run import edited

        drawn = of()
        if drawn is None or drawn.refusal is not None:
            return None
        changed = edited(portraits.of(picture), params, progress)
        progress.check()
        made = shown(picture.with_(pixels=changed.pixels))
        return Rendering(picture, params, drawn.glow, drawn.targets, drawn.offers, made, None, True, changed.notes)

    return work
