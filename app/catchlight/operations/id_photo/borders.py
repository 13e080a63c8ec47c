"""How much of a person an ID photo may carry on beyond what the source shows."""

from __future__ import annotations

STRIP_BELOW, STRIP_BESIDE, STRIP_ABOVE = 0.06, 0.04, 0.01
"""Shares of the photo's height (below, above) and width (beside) that may be carried on where the source cuts the person.
A stretched strip of plain cloth passes at that size; a neck, a collar or hair does not (looked at on tight heads)."""
MOST_TOUCHED = 0.08
"""Share of the photo's width along which the person may touch the shape that an avatar was cut to."""
