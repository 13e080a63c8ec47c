"""The angles of a head that is followed from frame to frame, without reading its mirror image in every one of them."""

from __future__ import annotations

from catchlight.imaging.picture import ByteImage
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues.angles import (
    Angles,
    FaceTurn,
    combine_turns,
    read_mirrored_turn,
    read_turn,
)
from catchlight.portrait.face.landmarks import Landmarks

EVERY = 3
"""Looks of which one reads the mirror image: that costs as much as the face itself."""
_MOVED = 3.0
"""Degrees from which the last reading of the mirror image says nothing of the head as it is now."""


class AngleReader:
    """By how much the two readings of a face differ hangs on the face and its light, and is taken over while neither changes."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self.forget()

    def forget(self) -> None:
        """The next face is somebody else's."""
        self._known: tuple[FaceTurn, FaceTurn] | None = None
        self._looks = 0

    def read(self, rgb: ByteImage, found: Landmarks) -> Angles:
        """As ``compliance.cues.angles.measure_head_angles``, which is what every third look does."""
        turn = read_turn(found, self._models)
        known = self._known
        if known is None or self._looks % EVERY == 0 or _is_far(turn, known[0]):
            known = self._known = (turn, read_mirrored_turn(rgb, found, self._models))
            self._looks = 0
        self._looks += 1
        first, mirrored = known
        moved = FaceTurn(mirrored.yaw - (turn.yaw - first.yaw), mirrored.pitch + (turn.pitch - first.pitch))
        return combine_turns(turn, moved)


def _is_far(turn: FaceTurn, other: FaceTurn) -> bool:
    return max(abs(turn.yaw - other.yaw), abs(turn.pitch - other.pitch)) > _MOVED
