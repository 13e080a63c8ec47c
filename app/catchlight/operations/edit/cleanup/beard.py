"""Beards: stubble shaven or shortened, thin patches filled; grey hair covered."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.cleanup.limits import left_as_it_is, limited, shows
from catchlight.operations.edit.request import EditJob
from catchlight.portrait.parsing import hair_parts
from catchlight.retouch.area import Area
from catchlight.retouch.beard import grey, shaving
from catchlight.retouch.cleanup.replace import lay_over

_LITTLE = 0.1
"""Share of hair that is grey below which none shows."""
_TRIMMED = 0.6
"""How much of stubble goes when it is only to be shorter."""
_FULL = Message(
    "This beard hides the skin, which nobody can show: it cannot be shaved off or cut short here. Stubble can; a full beard can "
    "be recoloured, darkened or softened."
)
_SHAVEN = Message("No stubble is seen here.")


def shave(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` for a beard that hides the skin, and where there is none."""
    return _shaven(job, job.share)


def trim_beard(job: EditJob) -> Pixels:
    """Raises what ``shave`` does."""
    return _shaven(job, _TRIMMED * job.share)


def _shaven(job: EditJob, amount: float) -> Pixels:
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
    found = shaving.measure(job.pixels, Area(box, grows), Area(box, bare), scene.cm)
    if found.hides_skin:
        raise nothing_at_hotspot(_FULL)
    if not found.shows:
        return left_as_it_is(job, _SHAVEN)
    area = limited(job, Area(box, np.asarray(grows * amount, np.float32)))
    return lay_over(job.pixels, area, found.clear) if shows(job, area) else left_as_it_is(job, _SHAVEN)


def cover_grey(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` where no grey shows."""
    if job.amount <= 0:
        return job.pixels
    scene, name = job.scene, job.target.name
    hair = scene.sketch(name)
    none = Message("No grey shows in the {what}. To change its colour name one: dark brown.", what=job.target.spoken)
    if not (hair > 0.5).any():
        raise nothing_at_hotspot(none)
    lab = oklab.from_srgb(scene.small.picture.rgb8.astype(np.float32) / 255)
    found = grey.measure(lab, hair)
    if found.whole:
        raise nothing_at_hotspot(
            Message(
                "The {what} is grey all through: nothing tells its own colour. Name one: dark brown.",
                what=job.target.spoken,
            )
        )
    if found.share < _LITTLE:
        raise nothing_at_hotspot(none)
    area = job.area()
    # The soft rim of a region lies on skin.
    sure = Area(area.box, np.asarray(ramp(area.mask, 0.3, 0.8), np.float32))
    return job.painted(grey.cover(found, float(min(1.0, 1.7 * job.amount))), sure)
