"""Catchlights: the lamp's mirror image in an eye. One that is there is strengthened; a dull eye gets one, the same in both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.portrait.face.landmarks import LEFT_IRIS, RIGHT_IRIS
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame
from catchlight.retouch.makeup.geometry.face_window import FaceWindow, photo_blur
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip

_BRIGHTER = 0.2
"""OKLab lightness above the iris and pupil at which a spot on them is a catchlight."""
_ABOVE = 0.18
"""OKLab lightness by which a new catchlight is above the brightest around the iris, at most."""
_LEAST, _MOST = 0.002, 0.12
"""Shares of the iris's disc that a catchlight covers; more is a window or a lens's glare, which is left alone."""
_RADIUS = 0.125
"""Of a new catchlight, in radii of the iris: a softbox at about arm's length."""
_OUT, _UP = 0.42, 0.3
"""How far from the middle it lies at most, in radii of the iris, towards the light; and how high at least."""
_LOWEST = 0.35
"""How far below the middle a catchlight may lie, in radii of the iris."""
_VISIBLE = 0.35
"""Share of the iris's disc that must be seen in the opening."""


@dataclass(frozen=True)
class Catchlight:
    """centre: pixels of the picture. radius: of the iris. found: whether the photo has one here already. peak: OKLab lightness
    of the one that either eye has; None where neither has one.
    """

    eye: EyeFrame
    iris: Doubles
    radius: float
    centre: Doubles
    found: bool
    peak: float | None


def find_catchlights(person: Portrait, eyes: Sequence[EyeFrame]) -> tuple[Catchlight, ...]:
    """One for each open eye whose iris is seen: that of the photo, else where the light would be mirrored."""
    seen = [(eye, *iris_disc(person, eye)) for eye in eyes if not eye.closed]
    seen = [(eye, iris, radius) for eye, iris, radius in seen if _shown(person, eye, iris, radius)]
    spots = [_spot(person, eye, iris, radius) for eye, iris, radius in seen]
    known = [(spot, iris, radius) for spot, (_, iris, radius) in zip(spots, seen, strict=True) if spot is not None]
    offsets = [(spot[0] - iris) / radius for spot, iris, radius in known]
    peak = max((spot[1] for spot, _, _ in known), default=None)
    # What one eye shows the other mirrors at the same place.
    usual = np.mean(offsets, axis=0) if offsets else _towards_light(person)
    return tuple(
        Catchlight(eye, iris, radius, iris + usual * radius if spot is None else spot[0], spot is not None, peak)
        for spot, (eye, iris, radius) in zip(spots, seen, strict=True)
    )


def catchlight_area(person: Portrait, lights: Sequence[Catchlight]) -> Area:
    """Where they lie: new ones as soft discs, those of the photo as they are. lights: at least one."""
    points = np.concatenate([[one.iris - one.radius, one.iris + one.radius] for one in lights])
    canvas = FaceWindow.around(person, points, 4.0)
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    plane = np.zeros(canvas.shape, np.float32)
    for one in lights:
        size = _RADIUS * one.radius * (1.25 if one.found else 1.0)
        disc = one.centre + size * np.stack([np.cos(turn), 1.12 * np.sin(turn)], axis=-1)
        plane = np.maximum(plane, canvas.polygons([disc]))
    plane = gaussian_blur(plane, max(photo_blur(person), 0.05 * lights[0].radius))
    inside = canvas.polygons([one.eye.opening for one in lights])
    return Area(canvas.box, np.asarray(plane * inside * canvas.uncovered(), np.float32))


def light_up(amount: float, ceiling: float, new: bool, peak: float | None = None) -> BrushPlan:
    """amount 0..1. ceiling: how bright white is in this photo. new: a spot where none is; else what is light grows lighter.

    peak: OKLab lightness of the other eye's, of which a new one is the twin.
    """

    def plan(sample: Sample) -> Brush:
        usual = sample.quantile(0, 0.3)
        # In a dim room a lamp's image is no white: it lies above what is brightest around the iris.
        bright = np.float32(min(0.97 * ceiling, float(np.quantile(sample.lab[..., 0], 0.98)) + _ABOVE))
        if peak is not None:
            bright = np.minimum(bright, np.float32(peak + 0.1))

        def work(strip: Strip) -> FloatImage:
            lab = strip.lab.copy()
            own = lab[..., 0]
            if new:
                share = np.float32(min(1.0, 0.4 + 0.7 * amount))
            else:
                share = np.float32(min(1.0, 0.3 + 0.8 * amount)) * ramp(own, usual + 0.1, usual + 0.3)
            lab[..., 0] = own + share * np.maximum(bright - own, 0)
            lab[..., 1:] *= (1 - 0.85 * share)[..., None] if isinstance(share, np.ndarray) else 1 - 0.85 * share
            return oklab.to_srgb(lab)

        return Brush(work)

    return plan


def iris_disc(person: Portrait, eye: EyeFrame) -> tuple[Doubles, float]:
    """Centre (pixels of the picture) and radius of an iris."""
    ring = RIGHT_IRIS if eye.own == "right" else LEFT_IRIS
    centre = person.landmarks.xy[ring[0]]
    return centre, float(np.linalg.norm(person.landmarks.ring(ring[1:]) - centre, axis=1).mean())


def _disc(person: Portrait, eye: EyeFrame, iris: Doubles, radius: float) -> tuple[FaceWindow, FloatPlane, FloatPlane]:
    """The window of an iris, its disc, and the part of it that lies in the opening and is not covered."""
    canvas = FaceWindow.around(person, np.stack([iris - radius, iris + radius]), 2.0)
    away = np.linalg.norm(canvas.pixels() - iris, axis=-1) / radius
    disc = np.asarray(away < 0.92, np.float32)
    return canvas, disc, np.asarray(disc * canvas.polygons([eye.opening]) * canvas.uncovered(), np.float32)


def _shown(person: Portrait, eye: EyeFrame, iris: Doubles, radius: float) -> bool:
    _, disc, open_part = _disc(person, eye, iris, radius)
    return float(open_part.sum()) > _VISIBLE * float(disc.sum())


def _spot(person: Portrait, eye: EyeFrame, iris: Doubles, radius: float) -> tuple[Doubles, float] | None:
    """Centre and OKLab lightness of the brightest compact spot on an iris; None where there is none."""
    import cv2

    canvas, disc, open_part = _disc(person, eye, iris, radius)
    x0, y0, x1, y1 = canvas.box
    light = oklab.lightness(oklab.linear(person.picture.rgb8[y0:y1, x0:x1].astype(np.float32) / 255))
    inside = open_part > 0.6
    if inside.sum() < 12:
        return None
    usual = float(np.quantile(light[inside], 0.4))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        ((light > usual + _BRIGHTER) & inside).astype(np.uint8)
    )
    share = stats[:, cv2.CC_STAT_AREA] / max(float(disc.sum()), 1.0)
    corner = np.array([x0, y0])
    offset = centres + corner - iris
    best, brightest = None, 0.0
    for one in range(1, count):
        # At the rim of the disc it is the white of the eye, low in it the tear film on the lower lid.
        near = float(np.linalg.norm(offset[one])) < 0.72 * radius and offset[one][1] < _LOWEST * radius
        peak = float(light[labels == one].max())
        if (
            near
            and share[one] > max(_LEAST, 1.5 / max(float(disc.sum()), 1.0))
            and share[one] < _MOST
            and peak > brightest
        ):
            best, brightest = centres[one] + corner, peak
    return None if best is None else (np.asarray(best), brightest)


def _towards_light(person: Portrait) -> Doubles:
    """Where a lamp in the photo's light is mirrored, in radii of the iris: half way between it and the camera."""
    x, y, _ = person.light.direction
    return np.array([np.clip(_OUT * 1.3 * x, -_OUT, _OUT), -max(_UP, min(0.45, 0.5 * y))])
