"""How long something will still take, told from how far it has come; no sooner than that can be known."""

from __future__ import annotations

from catchlight.gui.wording.i18n import tr

SURE_SECONDS = 2.0
"""So long something has run before its end is foretold."""
SURE_FRACTION = 0.04
"""So far it has come by then."""
WORTH_SECONDS = 4.0
"""What takes no longer in all is over before the words are read."""
_CALM = 0.25
"""Share of a new estimate in what is said: steps take longer or shorter than their share of the whole."""


class TimeLeft:
    """Of one piece of work. Times are seconds of any one clock."""

    def __init__(self, now: float) -> None:
        self._began = now
        self._whole: float | None = None

    def seconds(self, now: float, fraction: float) -> float | None:
        """Seconds left, None while nobody knows or nobody would read it. fraction: 0..1, how far it has come."""
        passed = now - self._began
        if passed < SURE_SECONDS or not SURE_FRACTION <= fraction < 1:
            return None
        whole = passed / fraction
        self._whole = whole if self._whole is None else self._whole + (whole - self._whole) * _CALM
        if self._whole < WORTH_SECONDS:
            return None
        return max(0.5, max(self._whole, passed) - passed)


def remaining_time_text(seconds: float) -> str:
    """The time that is left, no finer than anybody can know."""
    if seconds < 90:
        return tr("{seconds} s left", seconds=max(1, round(seconds)))
    minutes = round(seconds / 60)
    if minutes < 90:
        return tr("{minutes} min left", minutes=minutes)
    return tr("{hours} h {minutes} min left", hours=minutes // 60, minutes=minutes % 60)
