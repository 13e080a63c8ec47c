"""Make-up verbs: the product that is asked for, where it can be put on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, subtract_protected_areas
from catchlight.operations.edit.request import EditFunction, EditJob
from catchlight.portrait import view
from catchlight.retouch import regions
from catchlight.retouch.area import Area
from catchlight.retouch.makeup import (
    brows,
    contour,
    eye_shadow,
    eyeliner,
    foundation,
    gloss,
    lashes,
    lens_opening,
    lips,
    pigment,
)
from catchlight.retouch.makeup.eye_frame import EyeFrame, eye_frames, head_window
from catchlight.retouch.makeup.lip_shape import lip_shape
from catchlight.retouch.paint import BrushPlan, paint

_TONED = 0.35
"""How much of the skin's hue comes through a shadow that is not named."""
_LEAST_COVER = 0.2
"""Densest cover below which a product lies hidden by hair or rims."""
_VIEW = 1600


def _eyes(job: EditJob, opened: bool) -> tuple[EyeFrame, ...]:
    """The eyes that are meant and seen; opened: no closed ones. Raises UnusablePicture ``nothing_at_hotspot``."""
    person = job.scene.person
    eyes = [eye for eye in eye_frames(person) if job.target.side in (None, job.scene.side_of(eye.centre))]
    if not eyes:
        raise nothing_at_hotspot(Message("No eye is seen here: the face is turned away. Take a picture that shows it."))
    if opened:
        eyes = [eye for eye in eyes if not eye.closed]
        if not eyes:
            raise nothing_at_hotspot(Message("The eyes are closed: this is put on open eyes."))
    window = head_window(person)
    seen = view.view(person, window, _VIEW)
    glasses, cheeks = regions.region(seen, "glasses"), regions.region(seen, "cheek")
    if lens_opening.hides_eyes(seen, glasses, eye_frames(seen), cheeks):
        raise nothing_at_hotspot(Message("Dark glasses hide the eyes."))
    return tuple(eyes)


def _put_on(job: EditJob, area: Area, plan: BrushPlan) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` where all of it is covered."""
    area = subtract_protected_areas(job.scene, area, job.intent)
    if not area.mask.size or float(area.mask.max()) < _LEAST_COVER * min(1.0, job.amount):
        raise nothing_at_hotspot(
            Message("Hair, a hat or the rim of the glasses lies over the place where this is put on.")
        )
    return paint(job.pixels, area, plan, job.scene.cm, job.progress)


def _eye_shadow(job: EditJob) -> Pixels:
    smoky = job.intent.style == "smoky"
    area = eye_shadow.eye_shadow(job.scene.person, _eyes(job, opened=False), job.amount, smoky)
    if job.rgb is not None:
        return _put_on(job, area, pigment.pigment(job.rgb, job.scene.ceiling**3, _TONED * max(0.0, 1 - job.amount)))
    colour = eye_shadow.SMOKE if smoky else eye_shadow.TAUPE
    return _put_on(job, area, pigment.pigment(colour, job.scene.ceiling**3, _TONED))


def _eyeliner(job: EditJob) -> Pixels:
    area = eyeliner.eyeliner(job.scene.person, _eyes(job, opened=True), job.amount, job.intent.style == "winged")
    return _put_on(job, area, pigment.ink(job.rgb or eyeliner.BLACK, job.scene.ceiling**3))


def _lashes(job: EditJob) -> Pixels:
    area = lashes.lashes(job.scene.person, _eyes(job, opened=True), job.amount)
    return _put_on(job, area, pigment.ink(job.rgb or lashes.INK, job.scene.ceiling**3))


def _fill_brows(job: EditJob) -> Pixels:
    person = job.scene.person
    eyes = [eye for eye in eye_frames(person) if job.target.side in (None, job.scene.side_of(eye.centre))]
    if not eyes:
        raise nothing_at_hotspot(
            Message("No brow is seen here: the face is turned away. Take a picture that shows it.")
        )
    return _put_on(
        job, brows.fill_brows(person, eyes, job.amount), pigment.ink(job.rgb or brows.brow_colour(person, eyes))
    )


def _contour(job: EditJob) -> Pixels:
    shaded, lit = contour.contour(job.scene.person, job.amount, bones_only=job.target.name == "cheek")
    pixels = _put_on(job, shaded, pigment.shade(contour.SHADE))
    lit = subtract_protected_areas(job.scene, lit, job.intent)
    return paint(pixels, lit, pigment.shade(contour.LIGHT), job.scene.cm, job.progress)


def _foundation(job: EditJob) -> Pixels:
    return job.painted(foundation.foundation(job.amount, job.rgb), job.scene.bare(job.area()))


def _lipstick(job: EditJob) -> Pixels:
    area = job.area()
    if job.target.name == "lips" and job.marks == AreaMarks():
        area = subtract_protected_areas(job.scene, lip_shape(job.scene.person), job.intent)
    finish: lips.Finish | None = {"matte": "matte", "gloss": "gloss"}.get(job.intent.style or "")  # type: ignore[assignment]
    pixels = job.painted(lips.lipstick(job.rgb or lips.LIPSTICK, job.amount, finish), area)
    if finish != "gloss":
        return pixels
    wet = subtract_protected_areas(job.scene, gloss.gloss_light(job.scene.person), job.intent)
    return paint(pixels, wet, gloss.gloss(job.amount), job.scene.cm, job.progress)


def laid_over(area: Area, other: Area) -> FloatPlane:
    """The mask of ``area``, grown a little, over the box of ``other``."""
    if area.box == other.box:
        return np.asarray(np.clip(1.5 * area.mask, 0, 1), np.float32)
    height, width = max(area.box[3], other.box[3]), max(area.box[2], other.box[2])
    x0, y0, x1, y1 = other.box
    return np.asarray(np.clip(1.5 * area.on((height, width)), 0, 1)[y0:y1, x0:x1], np.float32)


def _on_a_face(put_on: Callable[[EditJob], Pixels]) -> EditFunction:
    def do(job: EditJob) -> Pixels:
        if not job.scene.has_face:
            raise nothing_at_hotspot(Message("No face can be read here. Use a picture of a person."))
        return put_on(job)

    return do


MAKEUP: dict[str, EditFunction] = {
    "eye_shadow": _on_a_face(_eye_shadow),
    "eyeliner": _on_a_face(_eyeliner),
    "lashes": _on_a_face(_lashes),
    "fill_brows": _on_a_face(_fill_brows),
    "contour": _on_a_face(_contour),
    "foundation": _on_a_face(_foundation),
    "lipstick": _lipstick,
}
