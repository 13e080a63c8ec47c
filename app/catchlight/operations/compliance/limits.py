"""Limits of a face that no document states, and how sure their measures are. Where they come from: docs/verdict.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MeasureLimit:
    """low, high: what passes, None where there is no such end. sigma: standard deviation of the measure; all in its unit."""

    low: float | None
    high: float | None
    sigma: float

    def beyond(self, value: float) -> float:
        """Sigmas by which a value lies outside the limit; negative inside."""
        ends = [self.low - value] if self.low is not None else []
        ends += [value - self.high] if self.high is not None else []
        return max(ends) / self.sigma


def _least(value: float, sigma: float) -> MeasureLimit:
    return MeasureLimit(value, None, sigma)


def _most(value: float, sigma: float) -> MeasureLimit:
    return MeasureLimit(None, value, sigma)


EYES_OPEN = _least(0.15, 0.025)
"""Least opening by width of the more closed eye (OFIQ)."""
GAZE = _most(0.14, 0.04)
"""Greatest distance of the iris from the middle of the eye, by its width."""
ILLUMINATION = _least(30, 8)
"""Least overlap of the histograms of both halves of the face, of 100 (OFIQ)."""
EXPOSURE = _least(51.5, 6.5)
"""Least L* of the brightest half percent of the face."""
OVEREXPOSURE = _most(6, 3)
"""Greatest share of the face that is burnt out, in percent (OFIQ)."""
EYES_VISIBLE = _least(0.2, 0.06)
"""Least contrast of the less visible eye, by the skin's L*."""
OCCLUSION = _most(12, 6)
"""Greatest share of the more covered eye behind hair or a hat, in percent (OFIQ)."""
MOUTH_CLOSED = _most(2.5, 1.5)
"""Greatest area of the mouth's inside, in percent of the mouth's width squared (OFIQ)."""
TEETH = _most(0.8, 0.4)
"""The same of teeth in it."""
MOUTH_SEEN = _least(20, 10)
"""Least share of the lips that is seen, in percent."""
FACE_OUTLINE = _most(12, 5)
"""Greatest share of the face below the brows that is covered, in percent (OFIQ)."""
GLASSES = _most(4, 2)
"""Share of the face, in percent, from which there are glasses: frames of the portraits take 17 to 27, faces without 0 to 0.2."""
HEAD_COVERING = _most(14, 6)
"""Share of the face, in percent, from which there is a hat."""
ROLL_SIGMA = 1.0
"""Standard deviation of the eye line's angle, in degrees."""
