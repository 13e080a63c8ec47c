"""What a photographer thinks of a picture: stars, flag and colour label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Flag = Literal["", "pick", "reject"]
Label = Literal["", "red", "yellow", "green", "blue", "purple"]

FLAGS: tuple[Flag, ...] = ("", "pick", "reject")
LABELS: tuple[Label, ...] = ("red", "yellow", "green", "blue", "purple")
"""In the order of darktable, which counts them from 0 (``darktable:colorlabels``)."""
MOST_STARS = 5


@dataclass(frozen=True)
class PictureMark:
    """rating: 0..5 stars. flag: picked, rejected or neither. label: a colour, or none. Raises ValueError for others."""

    rating: int = 0
    flag: Flag = ""
    label: Label = ""

    def __post_init__(self) -> None:
        if self.rating not in range(MOST_STARS + 1) or self.flag not in FLAGS or self.label not in ("", *LABELS):
            raise ValueError(f"no such mark: {self.rating!r}, {self.flag!r}, {self.label!r}")


NO_MARK = PictureMark()
