"""Make-up verbs: the product that is asked for, where it can be put on."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.portrait_verbs.drawn_areas import drawn_area
from catchlight.operations.edit.request import EditFunction, EditJob
from catchlight.retouch.area import Area
from catchlight.retouch.makeup import eye_shadow, foundation, lips, pigment
from catchlight.retouch.paint import BrushPlan, paint


def _drawn(job: EditJob) -> Area:
    area = drawn_area(job.scene, job.target, job.intent, job.amount, job.marks)
    return job.area() if area is None else area


def _put_on(job: EditJob, plan: BrushPlan) -> Pixels:
    return paint(job.pixels, _drawn(job), plan, job.scene.cm, job.progress)


def _eye_shadow(job: EditJob) -> Pixels:
    colour = job.rgb or (eye_shadow.SMOKE if job.intent.style == "smoky" else eye_shadow.TAUPE)
    return _put_on(job, pigment.pigment(colour, job.scene.ceiling**3))


def _foundation(job: EditJob) -> Pixels:
    return job.painted(foundation.foundation(job.amount, job.rgb), job.scene.bare(job.area()))


def _lipstick(job: EditJob) -> Pixels:
    """Over the lips to their edge and not beyond; nothing on teeth or in the mouth."""
    return job.painted(lips.lipstick(job.rgb or lips.LIPSTICK, job.amount, job.intent.style == "matte"))


def laid_over(area: Area, other: Area) -> FloatPlane:
    """The mask of ``area``, grown a little, over the box of ``other``."""
    if area.box == other.box:
        return np.asarray(np.clip(1.5 * area.mask, 0, 1), np.float32)
    height, width = max(area.box[3], other.box[3]), max(area.box[2], other.box[2])
    x0, y0, x1, y1 = other.box
    return np.asarray(np.clip(1.5 * area.on((height, width)), 0, 1)[y0:y1, x0:x1], np.float32)


MAKEUP: dict[str, EditFunction] = {
    "eye_shadow": _eye_shadow,
    "foundation": _foundation,
    "lipstick": _lipstick,
}
