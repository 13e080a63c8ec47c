"""The zones of the histogram: which part of the tones belongs to which slider, and what a drag across them comes to."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.develop.development import limits

_REACH = 3.0
"""Stops of exposure each way, as its slider has them."""


@dataclass(frozen=True)
class ToneZone:
    """name: a field of ``Development``. left, right: share of the width. low, high, step: of its values."""

    name: str
    left: float
    right: float
    low: float
    high: float
    step: float

    def moved(self, value: float, along: float) -> float:
        """The value after a drag by a share of the width: all of it takes a slider from its middle to its end."""
        return self.within(value + along * (self.high - self.low) / 2)

    def within(self, value: float) -> float:
        """On a step, between the ends."""
        stepped = round(min(self.high, max(self.low, value)) / self.step) * self.step
        return round(stepped, 4) + 0.0

    def told(self, value: float) -> str:
        sign = "+" if value > 0 else ""
        return f"{sign}{value:.2f}" if self.step < 1 else f"{sign}{value:.0f}"


def _zone(name: str, left: float, right: float) -> ToneZone:
    low, high = limits(name)
    if name == "exposure":
        return ToneZone(name, left, right, -_REACH, _REACH, 0.05)
    return ToneZone(name, left, right, low, high, 1.0)


TONE_ZONES = (
    _zone("blacks", 0.0, 0.1),
    _zone("shadows", 0.1, 0.32),
    _zone("exposure", 0.32, 0.68),
    _zone("highlights", 0.68, 0.9),
    _zone("whites", 0.9, 1.0),
)
"""From dark to light."""


def zone_at(share: float) -> ToneZone:
    """The zone at a share of the width; beyond an end that end's."""
    return next((zone for zone in TONE_ZONES if share < zone.right), TONE_ZONES[-1])
