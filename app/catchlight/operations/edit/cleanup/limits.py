"""Where a verb that finds its own marks may work: inside box and brush, outside what is protected; and what is said of none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.aiming import TargetRegion, nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, area_of, subtract_protected_areas
from catchlight.operations.edit.request import EditJob
from catchlight.retouch.area import Area

_FEWEST_CM2 = 0.004
"""Area from which something that was found is worth a change."""


def allowed(job: EditJob) -> FloatPlane | None:
    """Where box, brush and what is protected allow a change, over the whole picture; None for everywhere."""
    if job.marks == AreaMarks() and not job.intent.protected:
        return None
    scene = job.scene
    shape = (scene.picture.height, scene.picture.width)
    everywhere = TargetRegion("everything")
    marks = job.marks
    if any(not stroke.erase for stroke in marks.strokes) and marks.box is None:
        brushed = area_of(scene, TargetRegion("thing"), replace(job.intent, verb="lighten", thing=None), marks)
        return subtract_protected_areas(scene, brushed, job.intent).on(shape)
    return subtract_protected_areas(scene, area_of(scene, everywhere, job.intent, marks), job.intent).on(shape)


def limited(job: EditJob, area: Area) -> Area:
    """An area inside what is allowed."""
    plane = allowed(job)
    if plane is None:
        return area
    x0, y0, x1, y1 = area.box
    return Area(area.box, np.asarray(area.mask * plane[y0:y1, x0:x1], np.float32))


def shows(job: EditJob, area: Area) -> bool:
    """Whether an area is more than a chance pixel."""
    if not area.mask.size:
        return False
    return float((area.mask > 0.3).sum()) > max(4.0, _FEWEST_CM2 * job.scene.cm**2)


def left_as_it_is(job: EditJob, why: Message) -> Pixels:
    """The picture unchanged with a note where it is only a small copy of the real one, in which fine things do not show.

    Raises UnusablePicture ``nothing_at_hotspot`` otherwise.
    """
    if not job.small:
        raise nothing_at_hotspot(why)
    job.notes.append(Message("What is to go is too fine to be seen in this preview."))
    return job.pixels
