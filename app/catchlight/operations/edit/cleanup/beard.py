"""Beards: stubble made shorter."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.cleanup.limits import left_as_it_is, limited, shows
from catchlight.operations.edit.request import EditJob
from catchlight.portrait.parsing import hair_parts
from catchlight.retouch.area import Area
from catchlight.retouch.beard import stubble
from catchlight.retouch.cleanup.replace import lay_over

_TRIMMED = 0.6
"""How much of the stubble goes at full strength."""
_FULL = Message(
    "This beard hides the skin, which nobody can show: it cannot be cut short here. Stubble can; a full beard can be recoloured, "
    "darkened or softened."
)
_SHAVEN = Message("No dark stubble stands out on the skin here.")


def trim_beard(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` for a beard that hides the skin, and where no dark stubble is measured."""
    amount = _TRIMMED * job.share
    if amount <= 0:
        return job.pixels
    scene = job.scene
    if not scene.has_face:
        raise nothing_at_hotspot(_SHAVEN)
    shape = (scene.picture.height, scene.picture.width)
    zone, cheek = scene.drawn("beard_zone", hair_parts.beard_zone), scene.area("cheek")
    if not zone.mask.size or not cheek.mask.size:
        raise nothing_at_hotspot(_SHAVEN)
    box = (
        min(zone.box[0], cheek.box[0]), min(zone.box[1], cheek.box[1]),
        max(zone.box[2], cheek.box[2]), max(zone.box[3], cheek.box[3]),
    )  # fmt: skip
    part = np.s_[box[1] : box[3], box[0] : box[2]]
    grows = zone.on(shape)[part]
    bare = np.asarray(cheek.on(shape)[part] * (1 - np.clip(2 * grows, 0, 1)), np.float32)
    found = stubble.measure(job.pixels, Area(box, grows), Area(box, bare), scene.cm)
    if found.hides_skin:
        raise nothing_at_hotspot(_FULL)
    if not found.shows:
        return left_as_it_is(job, _SHAVEN)
    area = limited(job, Area(box, np.asarray(grows * amount, np.float32)))
    return lay_over(job.pixels, area, found.clear) if shows(job, area) else left_as_it_is(job, _SHAVEN)
