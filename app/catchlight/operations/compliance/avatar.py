"""Whether the background of a picture that was cut to a shape can be told from its person."""

from __future__ import annotations

from catchlight.engine.errors import Conflict
from catchlight.engine.portrait import Portrait
from catchlight.operations.compliance.cues import Cues, read_cues

_MOST_OLD_GROUND = 0.5
"""Percent of the face's area of old background that may be left of an avatar's; ordinary portraits have none."""


def require_ground_told(portrait: Portrait, cues: Cues | None = None) -> None:
    """Raise Conflict ``does_not_fit`` where the round border of an avatar kept old background from being told from the person.

    cues: of the portrait, where they are known already.
    """
    if portrait.shape is None:
        return
    cues = cues or portrait.kept("cues", lambda: read_cues(portrait))
    if cues.old_ground > _MOST_OLD_GROUND:
        raise Conflict(
            "The picture is cut to a round or rounded shape, and its background cannot be told from the person. "
            "Use the uncut picture.",
            code="does_not_fit",
        )
