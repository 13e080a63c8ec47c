"""How large a file and its picture may be, and what is said beyond."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.core.errors import ImageTooLarge, InvalidRequest


@dataclass(frozen=True)
class DecodeLimits:
    """What is accepted: bytes of the file, pixels, and the shortest side in pixels.

    setting: the part of ``settings.json`` that ``max_bytes`` and ``max_pixels`` come from; a refusal names it, so that the user
    knows which to raise. Empty where they come from none.
    """

    max_bytes: int = 40_000_000
    max_pixels: int = 100_000_000
    min_side: int = 64
    setting: str = "localLimits"

    def check_bytes(self, size: int, called: str) -> None:
        """Raise ImageTooLarge for a file of ``size`` bytes beyond the limit."""
        if size > self.max_bytes:
            most = _precise(self.max_bytes / 1e6)
            raise ImageTooLarge(
                f"{called} has {size / 1e6:.1f} MB; the limit is {most} MB. {self._way_out('maxBytes', 'file')}"
            )

    def check_size(self, width: int, height: int, called: str) -> None:
        """Raise ImageTooLarge beyond the most pixels, InvalidRequest below the shortest side."""
        if width * height > self.max_pixels:
            raise ImageTooLarge(
                f"{called} has {width} x {height} pixels ({_precise(width * height / 1e6)} megapixels); "
                f"the limit is {_precise(self.max_pixels / 1e6)}. {self._way_out('maxPixels', 'copy')}"
            )
        if min(width, height) < self.min_side:
            raise InvalidRequest(
                f"{called} has only {width} x {height} pixels; the shorter side must have at least {self.min_side}."
            )

    def _way_out(self, field: str, thing: str) -> str:
        if not self.setting:
            return f"Save a smaller {thing}."
        return f"Save a smaller {thing}, or raise {self.setting}.{field} in settings.json."


STORE_LIMITS = DecodeLimits(1_000_000_000, 1_000_000_000, 1, setting="")
"""For files that the program wrote itself and has in its store: whatever was allowed when they were made, they open again."""


def _precise(value: float) -> str:
    return f"{value:.0f}" if value >= 10 or value == round(value) else f"{value:.2g}"
