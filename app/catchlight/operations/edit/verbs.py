"""Every verb of the vocabulary and the tool that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from catchlight.core.messages import Message
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, subtract_protected_areas
from catchlight.operations.edit.hotspot_scene import WORN
from catchlight.operations.edit.portrait_verbs.finishing import FINISHING
from catchlight.operations.edit.portrait_verbs.makeup import MAKEUP, laid_over
from catchlight.operations.edit.portrait_verbs.visible import ensure_visible
from catchlight.operations.edit.recolour_warnings import WHITE
from catchlight.operations.edit.remove_object import remove
from catchlight.operations.edit.request import EditFunction, EditJob
from catchlight.retouch import background_blur, dye, eyes_and_teeth, focus, regions, skin, spots, tone
from catchlight.retouch.area import Area
from catchlight.retouch.makeup import cheeks
from catchlight.retouch.paint import BrushPlan, paint

_BLUR_LEAST, _BLUR_MORE = 0.004, 0.022
"""Radius of the background's blur as a share of the picture's longer side: at no and at full strength."""
_SHADED = 45.0
"""Difference of 8-bit lightness of two parts of a skull from which one lies in shadow."""
_SPOT_CM = 1.2
"""How far from the hotspot a single blemish may lie."""


def _tone(plan: Callable[[float], BrushPlan]) -> EditFunction:
    return lambda job: job.painted(plan(job.amount))


def _on_skin(plan: Callable[[float], BrushPlan]) -> EditFunction:
    """A tool for skin: on a face it leaves eyes, brows, lips and teeth alone."""

    def do(job: EditJob) -> Pixels:
        area = job.area()
        if job.scene.has_face and job.target.name in (
            "face",
            "skin",
            "forehead",
            "cheek",
            "neck",
            "under_eye",
            "person",
        ):
            area = job.scene.bare(area)
        return job.painted(plan(job.amount), area)

    return do


def _lighten(job: EditJob) -> Pixels:
    said = job.intent.amount
    stops = said.value if said.unit == "stops" and said.value is not None else 1.3 * job.amount
    return job.painted(tone.expose(abs(stops)))


def _darken(job: EditJob) -> Pixels:
    said = job.intent.amount
    stops = said.value if said.unit == "stops" and said.value is not None else 1.3 * job.amount
    return job.painted(tone.expose(-abs(stops)))


def _desaturate(job: EditJob) -> Pixels:
    return job.painted(tone.saturate(1 - min(1.0, 1.2 * job.amount)))


def _recolour(job: EditJob) -> Pixels:
    assert job.rgb is not None
    if job.target.name == "iris":
        return job.painted(eyes_and_teeth.recolour_iris(job.rgb, job.share))
    if job.target.name in ("hair", "beard", "brow"):
        return job.painted(dye.dye(job.rgb, job.share, job.scene.ceiling, hair=True))
    if job.target.name in ("skin", "face", "forehead", "cheek", "neck", "ear"):
        return job.painted(cheeks.tint(job.rgb, job.share))
    return _dyed(job, job.rgb)


def _dyed(job: EditJob, rgb: tuple[int, int, int]) -> Pixels:
    if job.target.name not in WORN:
        return job.painted(dye.dye(rgb, job.share, job.scene.ceiling))
    return job.dyed(dye.dye(rgb, job.share, job.scene.ceiling, worn=True))


def _whiten(job: EditJob) -> Pixels:
    if job.target.name in ("teeth", "eye_white"):
        return job.painted(eyes_and_teeth.whiten(job.amount if job.target.name == "teeth" else 0.7 * job.amount))
    return _dyed(job, WHITE)


def _blur(job: EditJob) -> Pixels:
    radius = _BLUR_LEAST + _BLUR_MORE * abs(job.amount)
    if job.target.name == "background" and job.scene.has_person and job.marks == AreaMarks():
        scene = job.scene
        if scene.is_cut_out:
            raise nothing_at_hotspot(
                Message("The background is transparent: there is nothing to blur. Give the picture a background first.")
            )
        return background_blur.out_of_focus(job.pixels, scene.foreground, scene.alpha, radius, _kept(job))
    return job.painted(focus.defocus((0.05 + 0.35 * abs(job.amount)) * job.scene.cm))


def _replace_background(job: EditJob) -> Pixels:
    scene = job.scene
    if not scene.has_person:
        raise nothing_at_hotspot(
            Message("No person is seen who could stand before another background. Use a picture of a person.")
        )
    if job.rgb is None:
        return background_blur.cut_out(job.pixels, scene.foreground, scene.alpha, _kept(job))
    # What was transparent is the new background.
    own: Any = job.pixels[..., :3] if scene.is_cut_out else job.pixels
    return background_blur.replace_background(
        np.ascontiguousarray(own), scene.foreground, scene.alpha, job.rgb, _kept(job)
    )


def _kept(job: EditJob) -> FloatPlane | None:
    """Protected regions as one full mask."""
    planes = [
        job.scene.area(region.name, region.side).on((job.scene.picture.height, job.scene.picture.width))
        for region in job.intent.protected
        if region.name in regions.REGIONS and job.scene.knows(region.name)
    ]
    return np.asarray(np.clip(np.maximum.reduce(planes) * 2.5, 0, 1), np.float32) if planes else None


def _blemishes(job: EditJob) -> Pixels:
    scene, area = job.scene, job.area()
    if scene.has_face and job.target.name != "thing":
        area = scene.bare(area)
    marks = spots.find(job.pixels, area, scene.cm, 0.85 if job.singular else 0.25 + 0.5 * abs(job.amount))
    if job.singular:
        marks = spots.nearest_mark(marks, scene.x, scene.y, _SPOT_CM * scene.cm)
        if marks.trimmed().empty:
            raise nothing_at_hotspot(
                Message("No blemish stands out near the hotspot. Click right on it, or mark it with the brush.")
            )
    return spots.heal(job.pixels, marks, area, scene.cm, min(1.0, 1.4 * job.share), job.progress)


def _shine(job: EditJob) -> Pixels:
    if job.target.name in ("glasses", "hair", "lips", "thing", "clothes"):
        return job.painted(skin.matt(job.amount))
    if job.target.name == "scalp":
        return ensure_visible(
            job, job.painted(skin.matt(job.amount), _lit_part(job)), Message("No shine is seen here.")
        )
    return ensure_visible(job, _on_skin(skin.matt)(job), Message("No shine is seen here."))


def _lit_part(job: EditJob) -> Area:
    """The part of an area that lies in the light, where a shadow divides it (Otsu 1979): nothing shines in the shade."""
    import cv2

    area = job.area()
    x0, y0, x1, y1 = area.box
    seen = np.ascontiguousarray(Picture(job.pixels).rgb8[y0:y1, x0:x1])
    light = cv2.cvtColor(cv2.GaussianBlur(seen, (0, 0), max(1.0, 0.2 * job.scene.cm)), cv2.COLOR_RGB2LAB)[..., 0]
    inside = light[area.mask > 0.5]
    if not inside.size:
        return area
    level, _ = cv2.threshold(inside, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark, bright = inside[inside <= level], inside[inside > level]
    if not (dark.size and bright.size) or float(bright.mean()) - float(dark.mean()) < _SHADED:
        return area
    lit = np.clip((light.astype(np.float32) - level) / 12 + 0.5, 0, 1)
    return Area(area.box, np.asarray(area.mask * lit, np.float32))


def _redness(job: EditJob) -> Pixels:
    if job.target.name == "eye_white":
        return job.painted(eyes_and_teeth.whiten(0.8 * job.amount))
    return ensure_visible(job, _on_skin(skin.calm)(job), Message("No redness is seen here."))


def _brighten_eyes(job: EditJob) -> Pixels:
    parts = {"eye": ("iris", "eye_white"), "iris": ("iris",), "eye_white": ("eye_white",)}.get(job.target.name, ())
    pixels = job.pixels
    whole = job.area()
    for part in parts:
        area = job.scene.area(part, job.target.side)
        if not area.mask.size:
            continue
        area = subtract_protected_areas(
            job.scene, Area(area.box, np.minimum(area.mask, laid_over(whole, area))), job.intent
        )
        plan = eyes_and_teeth.brighten_iris(job.amount) if part == "iris" else eyes_and_teeth.whiten(0.55 * job.amount)
        pixels = paint(pixels, area, plan, job.scene.cm, job.progress)
    return pixels


VERBS: dict[str, EditFunction] = {
    "recolour": _recolour,
    "lighten": _lighten,
    "darken": _darken,
    "saturate": lambda job: job.painted(tone.saturate(1 + 1.3 * job.amount)),
    "desaturate": _desaturate,
    "warm": _tone(tone.warm),
    "cool": lambda job: job.painted(tone.warm(-job.amount)),
    "contrast": _tone(tone.contrast),
    "soften": _tone(focus.soften),
    "sharpen": _tone(focus.sharpen),
    "blur": _blur,
    "whiten": _whiten,
    "remove": remove,
    "replace_background": _replace_background,
    "reduce_shine": _shine,
    "reduce_shadow": _on_skin(skin.fill),
    "reduce_redness": _redness,
    "remove_blemishes": _blemishes,
    "smooth_skin": _on_skin(skin.smooth),
    "even_skin": _on_skin(skin.even),
    "tan": _on_skin(skin.tan),
    "blush": lambda job: job.painted(cheeks.blush(job.rgb, job.amount)),
    "brighten_eyes": _brighten_eyes,
    "under_eye": _tone(eyes_and_teeth.under_eye),
    **MAKEUP,
    **FINISHING,
}
"""A test holds this against the vocabulary: no verb is without its tool."""
