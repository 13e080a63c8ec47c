"""Reflections in glasses."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.cleanup.limits import left_as_it_is, limited, shows
from catchlight.operations.edit.request import EditJob
from catchlight.retouch.cleanup import glare

_MARGIN_CM = 1.5
"""How far around the glasses skin is looked at."""
_ABSENT = Message("No glasses are seen here. Reflections on something else: click it and reduce its shine.")
_HIDDEN = Message(
    "The reflection is so strong that what is behind it is lost: an eye would have to be made up. Use a photo taken with the "
    "light from the side, or make the reflection darker: darken the glasses."
)
_NONE = Message("No reflection stands out on these glasses.")


def reduce_glare(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` where no glasses or no reflections are seen, or where they hide an eye."""
    if job.amount <= 0:
        return job.pixels
    scene = job.scene
    glasses = scene.area("glasses")
    if not scene.has_face or glasses.empty:
        raise nothing_at_hotspot(_ABSENT)
    shape = (scene.picture.height, scene.picture.width)
    x0, y0, x1, y1 = glasses.box
    margin = round(_MARGIN_CM * scene.cm)
    box = (max(0, x0 - margin), max(0, y0 - margin), min(shape[1], x1 + margin), min(shape[0], y1 + margin))
    part = np.s_[box[1] : box[3], box[0] : box[2]]

    def seen(name: str) -> FloatPlane:
        return scene.area(name).on(shape)[part]

    view = glare.GlassesView(box, seen("glasses"), seen("eye"), seen("brow"), seen("face"), scene.cm)
    found = glare.find(job.pixels, view)
    if found.hidden:
        raise nothing_at_hotspot(_HIDDEN)
    area = limited(job, found.area)
    if not shows(job, area):
        return left_as_it_is(job, _NONE)
    return glare.reduce(job.pixels, glare.Glare(area, found.step, found.hidden), job.share)
