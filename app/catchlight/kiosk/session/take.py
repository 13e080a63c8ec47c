"""A picture that was taken, and what the checks say of the photo that was made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catchlight.core.messages import Message
from catchlight.imaging.picture import Picture
from catchlight.kiosk.flow.state import OverallId
from catchlight.service.editor import EditResult

Check = Mapping[str, Any]
"""A row of ``details["verdict"]["checks"]``, see ``operations.compliance.verdict.Check``."""
BASES: Mapping[OverallId, float] = {"pass": 2.0, "uncertain": 1.0, "fail": 0.0}
UNSURE = 0.5
"""What an uncertain check counts beside one that fails."""


@dataclass(frozen=True, eq=False)
class Take:
    """taken: the picture as the camera gave it, None where its file cannot be read. photo: the finished photo, None where none
    could be made. refusal: why not. overall, rank: as the session goes by them."""

    id: int
    taken: Picture | None
    photo: EditResult | None
    refusal: Message | None
    overall: OverallId
    rank: float

    @property
    def checks(self) -> Sequence[Check]:
        """Of the verdict, in its order; () without a photo."""
        if self.photo is None:
            return ()
        checks: Sequence[Check] = self.photo.details["verdict"]["checks"]
        return checks

    @property
    def notable(self) -> Sequence[Check]:
        """The checks that did not pass, worst first."""
        found = [check for check in self.checks if check["state"] in ("fail", "uncertain")]
        return sorted(found, key=lambda check: (not check["hard"], check["state"] != "fail"))

    @property
    def guides(self) -> Mapping[str, Any]:
        """Lines and bands of the photo, in mm from its top edge, see ``operations.id_photo.guides``."""
        return {} if self.photo is None else self.photo.details["guides"]


def judged(entry: int, taken: Picture, photo: EditResult) -> Take:
    """A take whose photo was made: passing ones stand above uncertain ones, within each the one with fewest doubts first."""
    verdict = photo.details["verdict"]
    overall: OverallId = verdict["overall"]
    doubts = sum({"fail": 1.0, "uncertain": UNSURE}.get(check["state"], 0.0) for check in verdict["checks"])
    return Take(entry, taken, photo, None, overall, BASES[overall] + 1 / (1 + doubts))


def refused(entry: int, taken: Picture | None, refusal: Message) -> Take:
    """A take of which no photo can be made."""
    return Take(entry, taken, None, refusal, "fail", 0.0)
