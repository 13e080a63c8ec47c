"""How large an exported picture is: in pixels, in per cent, or in centimetres on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message

SizeUnit = Literal["longest", "width", "height", "percent", "cm"]
SIZE_UNITS: tuple[SizeUnit, ...] = get_args(SizeUnit)
DEFAULT_DPI = 300.0
"""Of a size in centimetres where none is named."""
LEAST, MOST = {"longest": 15, "width": 15, "height": 15, "percent": 1, "cm": 0.5}, 65_535
CM_PER_INCH = 2.54
_FRACTION = r"(?:\.[0-9]{1,6})?"
_FROM_20 = "[2-9][0-9]|[1-9][0-9]{2,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-4]"
_FROM_15 = f"(?:1[5-9]|{_FROM_20}){_FRACTION}|65535"
_FROM_1 = f"(?:1?[1-9]|10|{_FROM_20}){_FRACTION}|65535"
SIZE_PATTERN = rf"^(?:[wh]?(?:{_FROM_15})|(?:{_FROM_1})%|(?:0\.[5-9][0-9]{{0,5}}|{_FROM_1})cm)$"
"""How ``ExportSize.text`` writes sizes, each within ``LEAST`` and ``MOST``; for JSON schemas."""


@dataclass(frozen=True)
class ExportSize:
    """unit: pixels of the longer side, of the width or of the height, per cent, or centimetres of the longer side. A picture is
    never enlarged."""

    unit: SizeUnit
    value: float

    @property
    def text(self) -> str:
        """As ``parse_size`` reads it, in the one way of ``SIZE_PATTERN``."""
        number = f"{self.value:.6f}".rstrip("0").rstrip(".")
        before, after = {
            "longest": ("", ""),
            "width": ("w", ""),
            "height": ("h", ""),
            "percent": ("", "%"),
            "cm": ("", "cm"),
        }[self.unit]
        return f"{before}{number}{after}"

    def pixels(self, width: int, height: int, dpi: float | None) -> tuple[int, int]:
        """The size of a picture of width x height. dpi: for centimetres."""
        longest = max(width, height)
        wanted = {
            "longest": self.value / longest,
            "width": self.value / width,
            "height": self.value / height,
            "percent": self.value / 100,
            "cm": self.value / CM_PER_INCH * (dpi or DEFAULT_DPI) / longest,
        }
        scale = min(1.0, wanted[self.unit])
        return max(1, round(width * scale)), max(1, round(height * scale))

    def density(self, size: tuple[int, int], dpi: float | None) -> float | None:
        """Pixels per inch that the file says. A picture with too few pixels for its centimetres gets fewer per inch."""
        return max(size) / self.value * CM_PER_INCH if self.unit == "cm" else dpi


def parse_size(text: str) -> ExportSize:
    """A size as it is typed: ``2048`` or ``2048px``, ``w1600``, ``h1200``, ``50%``, ``30cm``. Raises InvalidRequest."""
    said = text.strip().casefold().replace(" ", "")
    unit: SizeUnit = "longest"
    number = said.removesuffix("px")
    if said.startswith(("w", "h")):
        unit, number = ("width" if said[0] == "w" else "height"), number[1:]
    elif said.endswith("%"):
        unit, number = "percent", said[:-1]
    elif said.endswith("cm"):
        unit, number = "cm", said[:-2]
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if not LEAST[unit] <= value <= MOST:
        raise InvalidRequest(
            Message(
                "{text!r} is no size. Write pixels of the longer side (2048), of the width (w1600) or the height (h1200), a "
                "share (50%), or centimetres of the longer side (30cm).",
                text=text,
            )
        )
    return ExportSize(unit, value)
