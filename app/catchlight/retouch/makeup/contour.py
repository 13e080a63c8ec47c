"""Contour: shade in the hollows of the cheeks, along the jaw, at the temples and beside the nose; light on the cheekbones."""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Doubles
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane
from catchlight.matting.modnet import Window
from catchlight.portrait import view
from catchlight.portrait.light import normals
from catchlight.portrait.parsing import face_parts, hair_parts, head_parsing, lip_contour
from catchlight.portrait.parsing.part_masks import class_share
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area
from catchlight.retouch.makeup.geometry.eye_frame import head_window

SHADE, LIGHT = (0.52, 0.40, 0.33), (1.32, 1.28, 1.23)
"""Gain of linear red, green and blue of contour and of highlighter where they cover fully."""
# fmt: off
_EARS, _MOUTH = (93, 323), (61, 291)
_JAWS = ((58, 172, 136, 150, 149, 176), (288, 397, 365, 379, 378, 400))
_TEMPLES = ((21, 54, 103), (251, 284, 332))
_NOSE = ((193, 122, 196, 236, 198), (417, 351, 419, 456, 420))
_BONES = ((227, 116, 117, 118), (447, 345, 346, 347))
_FEATURES = (face_parts.eye, lip_contour.lips, face_parts.brow)
# fmt: on
_LONGEST = 640
"""Longer side at which it is drawn: nothing of it is finer than some millimetres."""
_HIDDEN, _SEEN = 0.0, 0.12
"""Share of the skin's normal towards the camera at which a part is turned away, and from which it is seen."""


def contour(person: Portrait, amount: float, bones_only: bool = False) -> tuple[Area, Area]:
    """Where shade and where light is laid; amount 0..1. bones_only: at the cheekbones alone."""
    window = head_window(person)
    seen = view.view(person, window, _LONGEST)
    cm, xy = seen.pose.px_per_cm, seen.landmarks.xy
    facing = ramp(normals(seen.landmarks, seen.canonical)[:, 2], _HIDDEN, _SEEN)
    shade, light = np.zeros((2, seen.picture.height, seen.picture.width), np.float32)
    inward = xy[4]
    for side in range(2):
        ear, mouth = xy[_EARS[side]], xy[_MOUTH[side]]
        hollow = ear + np.linspace(-0.1, 0.62, 8)[:, None] * (mouth - ear)
        _lay(shade, hollow, (1.3, 0.6), cm, 0.9 * float(facing[147 if side == 0 else 376]), fading=True)
        bone = xy[list(_BONES[side])]
        _lay(light, bone, (0.7, 0.65), cm, float(facing[list(_BONES[side])].mean()))
        if bones_only:
            continue
        jaw = xy[list(_JAWS[side])]
        _lay(shade, jaw + 0.06 * (inward - jaw), (0.7, 0.6), cm, 0.6 * float(facing[172 if side == 0 else 397]))
        temple = xy[list(_TEMPLES[side])]
        _lay(shade, temple + 0.06 * (inward - temple), (1.1, 1.1), cm, 0.5 * float(facing[54 if side == 0 else 284]))
        nose = xy[list(_NOSE[side])]
        _lay(shade, nose, (0.22, 0.22), cm, 0.4 * float(facing[list(_NOSE[side])].mean()))
    skin = _skin(seen)
    strength = np.float32(min(0.95, 0.22 + 1.1 * amount))
    return _full_size(shade * skin * strength, window), _full_size(light * skin * strength, window)


def _lay(
    plane: FloatPlane, line: Doubles, wide: tuple[float, float], cm: float, cover: float, fading: bool = False
) -> None:
    """A soft stroke along a line (Nx2), of some cm width at its start and its end, added where it is denser.

    fading: densest at its start, as a brush sets it on; else in its middle.
    """
    if cover <= 0:
        return
    points = _dense(line)
    reach = 1.6 * cm * max(wide)
    height, width = plane.shape
    x0, y0 = np.clip(np.floor(points.min(axis=0) - reach).astype(int), 0, [width - 1, height - 1])
    x1, y1 = np.clip(np.ceil(points.max(axis=0) + reach).astype(int) + 1, [x0 + 1, y0 + 1], [width, height])
    part = plane[y0:y1, x0:x1]
    rows, columns = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    found = np.zeros_like(part)
    for number, (x, y) in enumerate(points):
        share = number / (len(points) - 1)
        spread = 0.5 * cm * (wide[0] + share * (wide[1] - wide[0]))
        fade = np.cos(0.5 * np.pi * share) ** 1.5 if fading else np.sin(np.pi * (0.12 + 0.82 * share)) ** 0.6
        np.maximum(found, fade * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * spread**2)), out=found)
    np.maximum(part, np.float32(cover) * gaussian_blur(found, 0.12 * cm), out=part)


def _dense(line: Doubles) -> Doubles:
    at = np.linspace(0, len(line) - 1, 20)
    return np.stack([np.interp(at, np.arange(len(line)), line[:, axis]) for axis in (0, 1)], axis=-1)


def _skin(seen: Portrait) -> FloatPlane:
    """Skin that make-up can lie on: no hair, beard, glasses, hands or features."""
    free = class_share(seen, (head_parsing.SKIN, head_parsing.NOSE))
    free = free * (1 - ramp(hair_parts.beard(seen), 0.1, 0.5)) * (1 - ramp(face_parts.glasses(seen), 0.1, 0.4))
    for draw in _FEATURES:
        free = free * (1 - np.clip(1.6 * draw(seen), 0, 1))
    return np.asarray(gaussian_blur(free, 0.03 * seen.pose.px_per_cm), np.float32)


def _full_size(plane: FloatPlane, window: Window) -> Area:
    return Area(window, np.asarray(np.clip(view.resample_window(plane, window, window), 0, 1), np.float32))
