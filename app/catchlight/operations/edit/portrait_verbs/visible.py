"""Whether an edit found anything to do: what is not there is told, never a success that changed nothing."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.request import USUAL, EditJob
from catchlight.retouch.area import Area

LEAST = 0.012
"""Change of a channel (0..1), at the usual amount, below which nobody sees that anything was done: three steps of 8 bits."""
_MOST_CHANGED = 0.99
"""Quantile of an area's pixels that is looked at."""


def ensure_visible(
    job: EditJob,
    after: Pixels,
    nothing: Message,
    area: Area | None = None,
    least: float = LEAST,
    share: float = _MOST_CHANGED,
) -> Pixels:
    """``after``, where it differs visibly from the picture before. Raises UnusablePicture ``nothing_at_hotspot``.

    nothing: one sentence that says what is not there. least: change at the usual amount that counts; share: of the area's
    pixels that may change less.
    """
    where = area or job.area()
    x0, y0, x1, y1 = where.box
    part = np.s_[y0:y1, x0:x1, :3]
    inside = where.mask > 0.3
    top = float(np.iinfo(after.dtype).max)
    change = np.abs(after[part].astype(np.float32) - job.pixels[part]).max(axis=2)[inside] / top
    wanted = least * min(1.0, abs(job.amount) / USUAL)
    if not change.size or float(np.quantile(change, share)) < wanted:
        raise nothing_at_hotspot(Message("{why} Name or click something that is there.", why=nothing))
    return after
