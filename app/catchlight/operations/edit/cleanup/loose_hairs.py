"""Flyaways and frizz: around the hair, and across the face."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.cleanup.limits import left_as_it_is, limited, shows
from catchlight.operations.edit.request import EditJob
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup import flyaways, strands_on_skin
from catchlight.retouch.cleanup.replace import lay_over

_LID_CM, _BROW_CM = 0.75, 0.15
"""How far around eyes and brows a line is a fold, a lash or the brow's own hair."""
_NONE = Message(
    "No loose hairs stand out from the hair here, or what is behind them is too lively to tell them apart. For a single hair "
    "click right on it and say: remove this hair."
)


def remove_flyaways(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` where there are none."""
    if job.amount <= 0:
        return job.pixels
    amount = float(min(1.0, 0.2 + 0.8 * job.amount))
    pixels, before = job.pixels, job.pixels
    if job.target.name == "hair":
        pixels = _around(job, pixels, amount)
        job.progress.check()
    if job.scene.has_face:
        pixels = _across_skin(job, pixels)
    return left_as_it_is(job, _NONE) if pixels is before else pixels


def _around(job: EditJob, pixels: Pixels, amount: float) -> Pixels:
    scene = job.scene
    if scene.is_cut_out:
        raise nothing_at_hotspot(
            Message("The background is transparent: its edge is tidied by giving the picture a background first.")
        )
    hair = scene.area("hair")
    if not hair.mask.size:
        return pixels
    shape = (scene.picture.height, scene.picture.width)
    x0, y0, x1, y1 = hair.box
    reach = round((flyaways.REACH_CM + 0.5) * scene.cm)
    box = (max(0, x0 - reach), max(0, y0 - reach), min(shape[1], x1 + reach), min(shape[0], y1 + reach))
    part = np.s_[box[1] : box[3], box[0] : box[2]]
    surroundings = flyaways.Surroundings(box, scene.alpha[part], hair.on(shape)[part], scene.cm)
    found = flyaways.find(pixels, surroundings, amount)
    area = limited(job, found.area)
    return lay_over(pixels, area, found.ground, found.grain) if shows(job, area) else pixels


def _across_skin(job: EditJob, pixels: Pixels) -> Pixels:
    import cv2

    scene = job.scene
    face = scene.area("face")
    if not face.mask.size:
        return pixels
    shape = (scene.picture.height, scene.picture.width)
    x0, y0, x1, y1 = face.box
    part = np.s_[y0:y1, x0:x1]
    skin = scene.bare(face).mask
    for name, reach in (("eye", _LID_CM), ("brow", _BROW_CM)):
        own = (scene.area(name).on(shape)[part] > 0.3).astype(np.uint8)
        skin = skin * (1 - cv2.dilate(own, disc(reach * scene.cm)))
    if job.target.name not in ("hair", "face", "skin", "eye"):
        skin = skin * scene.area(job.target.name, job.target.side).on(shape)[part]
    found = strands_on_skin.find(
        pixels, face.box, np.asarray(skin, np.float32), scene.area("hair").on(shape)[part], scene.cm
    )
    area = limited(job, Area(face.box, np.asarray(found.area.mask * min(1.0, 2 * job.amount), np.float32)))
    return lay_over(pixels, area, found.skin, found.grain) if shows(job, area) else pixels
