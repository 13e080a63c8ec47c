"""What edits came to, kept for the next one: a stroke more costs that stroke alone."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from catchlight.brushes.apply import BrushGround, apply_edits
from catchlight.brushes.edits import BrushEdit
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Pixels

Steps = tuple[BrushEdit, ...]


class BrushResults:
    """Results of one picture: that of all steps that were asked for last, and that below the last of them. No more is kept,
    however long the list gets."""

    def __init__(self, pixels: Pixels) -> None:
        self._plain = pixels
        self._kept: tuple[tuple[Steps, Pixels], ...] = ()
        self._guard = threading.Lock()
        self._turn = threading.Lock()

    def result(self, steps: Sequence[BrushEdit], ground: BrushGround, progress: Progress | None = None) -> Pixels:
        """The pixels with the steps done (``edits.strikes``): from the kept ones that they go on from, else from the beginning.

        Raises what ``apply_edits`` raises.
        """
        steps = tuple(steps)
        with self._turn:
            done, pixels = self._nearest(steps)
            if done == len(steps):
                return pixels
            below = apply_edits(pixels, steps[done:-1], ground, progress)
            whole = apply_edits(below, steps[-1:], ground, progress)
            with self._guard:
                self._kept = ((steps, whole), (steps[:-1], below))
            return whole

    def nearest(self, steps: Sequence[BrushEdit]) -> Pixels | None:
        """The kept pixels with just these steps done; None where they are not at hand. Waits for nothing."""
        steps = tuple(steps)
        done, pixels = self._nearest(steps)
        return pixels if done == len(steps) else None

    def _nearest(self, steps: Steps) -> tuple[int, Pixels]:
        """How many of the steps are done in the most of what is kept."""
        with self._guard:
            kept = self._kept
        found = [(len(done), pixels) for done, pixels in kept if steps[: len(done)] == done]
        return max(found, key=lambda entry: entry[0], default=(0, self._plain))
