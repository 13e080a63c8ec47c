"""Which of the open pictures the strip shows, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from catchlight.imaging.sidecar.mark import LABELS, PictureMark

Order = Literal["opened", "name", "time", "rating", "label"]
FlagChoice = Literal["any", "pick", "none", "reject", "kept"]
"""kept: all but the rejected."""
LabelChoice = Literal["any", "none", "red", "yellow", "green", "blue", "purple"]

_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True)
class MarkedPicture:
    """What an arrangement looks at. taken: when, as text that sorts."""

    name: str
    taken: str
    mark: PictureMark


@dataclass(frozen=True)
class Arrangement:
    """least: fewest stars that are shown. descending: the other way round."""

    least: int = 0
    flag: FlagChoice = "any"
    label: LabelChoice = "any"
    order: Order = "opened"
    descending: bool = False

    @property
    def filters(self) -> bool:
        """Whether it may hide anything."""
        return bool(self.least) or self.flag != "any" or self.label != "any"

    def shows(self, mark: PictureMark) -> bool:
        flagged = {
            "any": True,
            "pick": mark.flag == "pick",
            "reject": mark.flag == "reject",
            "none": not mark.flag,
            "kept": mark.flag != "reject",
        }[self.flag]
        labelled = self.label == "any" or mark.label == ("" if self.label == "none" else self.label)
        return flagged and labelled and mark.rating >= self.least

    def works_on(self, mark: PictureMark) -> bool:
        """Whether what is done to all pictures is done to one: it is shown, and not rejected unless just rejected ones are."""
        return self.shows(mark) and (mark.flag != "reject" or self.flag == "reject")

    def arrange(self, pictures: Sequence[MarkedPicture]) -> list[int]:
        """Indices of those that are shown, in their order; equal ones stay as they were opened."""
        shown = [index for index, one in enumerate(pictures) if self.shows(one.mark)]
        keys: dict[Order, Callable[[MarkedPicture], object]] = {
            "name": lambda one: name_key(one.name),
            "time": lambda one: (one.taken, name_key(one.name)),
            "rating": lambda one: one.mark.rating,
            "label": lambda one: LABELS.index(one.mark.label) if one.mark.label else len(LABELS),
        }
        if self.order == "opened":
            return shown[::-1] if self.descending else shown
        key = keys[self.order]
        return sorted(shown, key=lambda index: key(pictures[index]), reverse=self.descending)  # type: ignore[arg-type, return-value]


def name_key(name: str) -> list[tuple[int, str]]:
    """Names in the order that people expect: numbers in them count as such."""
    parts = _DIGITS.split(name.casefold())
    return [(int(part), "") if part.isdigit() and part.isascii() else (-1, part) for part in parts]
