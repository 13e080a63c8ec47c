"""How large a file and its picture may be, and what is said beyond."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.core.errors import ImageTooLarge, InvalidRequest
from catchlight.core.messages import Message


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
                Message(
                    "{name} has {size:.1f} MB; the limit is {limit} MB. {advice}",
                    name=called,
                    size=size / 1e6,
                    limit=most,
                    advice=self._advice("maxBytes", file=True),
                )
            )

    def check_size(self, width: int, height: int, called: str) -> None:
        """Raise ImageTooLarge beyond the most pixels, InvalidRequest below the shortest side."""
        if width * height > self.max_pixels:
            raise ImageTooLarge(
                Message(
                    "{name} has {width} x {height} pixels ({megapixels} megapixels); the limit is {limit}. {advice}",
                    name=called,
                    width=width,
                    height=height,
                    megapixels=_precise(width * height / 1e6),
                    limit=_precise(self.max_pixels / 1e6),
                    advice=self._advice("maxPixels", file=False),
                )
            )
        if min(width, height) < self.min_side:
            raise InvalidRequest(
                Message(
                    "{name} has only {width} x {height} pixels; the shorter side must have at least {least}.",
                    name=called,
                    width=width,
                    height=height,
                    least=self.min_side,
                )
            )

    def _advice(self, field: str, *, file: bool) -> Message:
        """What to do beyond a limit. file: a smaller file is asked for, else a smaller copy."""
        if not self.setting:
            return Message("Save a smaller file.") if file else Message("Save a smaller copy.")
        setting = f"{self.setting}.{field}"
        if file:
            return Message("Save a smaller file, or raise {setting} in settings.json.", setting=setting)
        return Message("Save a smaller copy, or raise {setting} in settings.json.", setting=setting)


STORE_LIMITS = DecodeLimits(1_000_000_000, 1_000_000_000, 1, setting="")
"""For files that the program wrote itself and has in its store: whatever was allowed when they were made, they open again."""


def _precise(value: float) -> str:
    return f"{value:.0f}" if value >= 10 or value == round(value) else f"{value:.2g}"
