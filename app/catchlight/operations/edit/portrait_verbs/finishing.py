"""Verbs of a portrait's finish: lines by place, dodge and burn, light from a side, red eye."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, subtract_protected_areas
from catchlight.operations.edit.portrait_verbs.drawn_areas import meant_sides
from catchlight.operations.edit.portrait_verbs.visible import ensure_visible
from catchlight.operations.edit.request import EditFunction, EditJob
from catchlight.retouch import eyes_and_teeth, skin
from catchlight.retouch.area import Area
from catchlight.retouch.finishing import dodge_burn
from catchlight.retouch.finishing.red_pupils import red_pupils
from catchlight.retouch.relight import Lamps, relight_portrait

_ZONES = frozenset({"frown_lines", "smile_lines", "crows_feet"})
"""Places without features, in which lines may be folds."""
_NO_LINES, _NO_RED_EYE = Message("No lines stand out here."), Message("No red eye is seen here.")
_EYE_CM, _EYE_REACH = 0.3, 5.0
"""Blur and gain of the eyes' masks that make up what lies close to them: about half a cm."""
_LEAST_LINE, _LINE_SHARE = 0.013, 0.995
"""Change of a channel at the usual amount that a line at least is, and the share of its zone that may change less."""


def _lines(job: EditJob) -> Pixels:
    area = job.area()
    if job.scene.has_face and job.target.name != "lips":
        area = job.scene.bare(area)
    plan = skin.lines(job.amount, folds=job.target.name in _ZONES, fans=job.target.name == "crows_feet")
    return ensure_visible(job, job.painted(plan, area), _NO_LINES, area, _LEAST_LINE, _LINE_SHARE)


def _dodge_burn(job: EditJob) -> Pixels:
    area = _away_from_eyes(job, job.scene.bare(job.area())) if job.scene.has_face else job.area()
    after = job.painted(dodge_burn.dodge_burn(job.amount), area)
    return ensure_visible(job, after, Message("The light on the skin is even here already."), area)


def _away_from_eyes(job: EditJob, area: Area) -> Area:
    """Without the corners of the eyes, whose shadows are their form."""
    eyes = job.scene.area("eye")
    if not eyes.mask.size:
        return area
    x0, y0, x1, y1 = area.box
    near = eyes.on((job.scene.picture.height, job.scene.picture.width))[y0:y1, x0:x1]
    near = np.clip(_EYE_REACH * gaussian_blur(np.ascontiguousarray(near), _EYE_CM * job.scene.cm), 0, 1)
    return Area(area.box, np.asarray(area.mask * (1 - near), np.float32))


def _light_from(job: EditJob) -> Pixels:
    if not job.scene.has_face:
        raise nothing_at_hotspot(
            Message("Light is put on a face, and none can be read here. Use a picture of a person.")
        )
    assert job.intent.side is not None, "a sentence without a side is refused"
    area = job.area()
    alpha = np.minimum(area.on((job.scene.picture.height, job.scene.picture.width)), job.scene.alpha)
    key = (-1 if job.intent.side == "left" else 1) * min(1.0, 0.35 + 0.8 * job.amount)
    return relight_portrait(job.scene.person, job.pixels, np.asarray(alpha, np.float32), Lamps(key=key), job.progress)


def _red_eye(job: EditJob) -> Pixels:
    if not job.scene.has_face or job.marks != AreaMarks():
        after = job.painted(eyes_and_teeth.red_eye(job.amount))
        return ensure_visible(job, after, _NO_RED_EYE, least=0.08, share=0.9)
    area = red_pupils(job.scene.person, meant_sides(job.scene, job.target))
    if area is None:
        raise nothing_at_hotspot(_NO_RED_EYE)
    return job.painted(eyes_and_teeth.red_eye(job.amount), subtract_protected_areas(job.scene, area, job.intent))


FINISHING: dict[str, EditFunction] = {
    "reduce_wrinkles": _lines,
    "dodge_burn": _dodge_burn,
    "light_from": _light_from,
    "red_eye": _red_eye,
}
