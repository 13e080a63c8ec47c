"""Whether a background can be told from the person before it: of pictures that were cut to a shape, and of all others."""

from __future__ import annotations

from catchlight.core.errors import Conflict
from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane
from catchlight.operations.compliance.cues.coverings import Cues, measure_cues, measure_old_background
from catchlight.operations.compliance.cues.face_crop import FaceCrop
from catchlight.portrait.portrait import Portrait

_MOST_OLD_GROUND = 0.5
"""Percent of the face's area of old background that may be left of an avatar's; ordinary portraits have none."""
MOST_LEFT, LEFT_SIGMA = 0.4, 0.15
"""The same of any portrait, and its uncertainty: 21 portraits before grounds of all kinds have 0.14 at most, a car seat that was
kept has 2.2, a round scrap of 1 cm beside hair or shoulder mostly 0.5 to 1.5."""


def require_clear_outline(portrait: Portrait, cues: Cues | None = None) -> None:
    """Raise Conflict ``does_not_fit`` where the round border of an avatar kept old background from being told from the person.

    cues: of the portrait, where they are known already.
    """
    if portrait.shape is None:
        return
    cues = cues or portrait.kept("cues", lambda: measure_cues(portrait))
    if cues.old_ground > _MOST_OLD_GROUND:
        raise Conflict(
            Message(
                "The picture is cut to a round or rounded shape, and its background cannot be told from the person. "
                "Use the uncut picture."
            ),
            code="does_not_fit",
        )


def require_clean_background(portrait: Portrait, alpha: FloatPlane) -> None:
    """Raise Conflict ``does_not_fit`` where old background would be seen beside the person before another one.

    alpha: HxW, the matte that the person is laid with.
    """
    if portrait.is_cut_out:
        return
    left = portrait.kept("old ground", lambda: measure_old_background(FaceCrop.of(portrait, alpha)))
    if left > MOST_LEFT + LEFT_SIGMA:
        raise Conflict(
            Message(
                "Part of the old background cannot be told from the person and would stay beside them. "
                "Keep the background, or use a picture before a plain one."
            ),
            code="does_not_fit",
        )
