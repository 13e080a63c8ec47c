"""Cloth: lint and dandruff taken off."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.cleanup.limits import left_as_it_is, limited, shows
from catchlight.operations.edit.request import EditJob
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup import lint
from catchlight.retouch.cleanup.replace import lay_over

_CLEAN = Message(
    "No lint or dust stands out on plain cloth here; stripes, prints and seams are left alone. A single speck: click "
    "right on it and remove it."
)


def remove_lint(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` where none is seen."""
    if job.amount <= 0:
        return job.pixels
    cloth = _cloth(job)
    found, clean = lint.find(job.pixels, cloth, job.scene.cm, min(1.0, 0.7 * job.amount))
    area = limited(job, found)
    if not shows(job, area):
        return left_as_it_is(job, _CLEAN)
    job.progress.check()
    return lay_over(job.pixels, area, clean)


def _cloth(job: EditJob) -> Area:
    """The garment that is meant, without hair and necklaces before it."""
    scene = job.scene
    cloth = scene.area(job.target.name)
    if cloth.empty:
        raise nothing_at_hotspot(Message("No cloth is seen here. Click the garment that is meant."))
    x0, y0, x1, y1 = cloth.box
    shape = (scene.picture.height, scene.picture.width)
    hair = scene.area("hair").on(shape)[y0:y1, x0:x1]
    return Area(cloth.box, np.asarray(cloth.mask * (1 - np.clip(2 * hair, 0, 1)), np.float32))
