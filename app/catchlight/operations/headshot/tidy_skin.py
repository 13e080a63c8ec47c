"""Skin tidied for a headshot: blotches, uneven tone and shine, never pores or features."""

from __future__ import annotations

from catchlight.core.progress import Progress
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait.portrait import Portrait
from catchlight.retouch import skin
from catchlight.retouch.one_pass import combine_plans
from catchlight.retouch.paint import paint

_SMOOTH, _EVEN, _MATT = 0.55, 0.45, 0.4
"""What full strength means of each; more looks like a mask."""


def smooth_skin(portrait: Portrait, pixels: Pixels, amount: float, progress: Progress) -> Pixels:
    """A copy of ``pixels`` (the portrait's size) with tidier skin; amount 0..1, 0 gives ``pixels``."""
    if amount <= 0:
        return pixels
    scene = EditScene(portrait, *(float(value) for value in portrait.landmarks.eyes))
    area, cm = scene.bare(scene.area("face")), portrait.pose.px_per_cm
    plans = (skin.smooth(_SMOOTH * amount), skin.even(_EVEN * amount), skin.matt(_MATT * amount))
    own = pixels is portrait.picture.pixels
    keep = (lambda make: portrait.kept("headshot:skin", make)) if own else None
    return paint(pixels, area, combine_plans(*plans, key=amount), cm, progress, keep)
