"""The person and the ground as two layers: the ground goes on behind the person as far as the person may give way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.portrait.portrait import Portrait

_SEEN = 0.02
"""Alpha from which something of the person is in a pixel of the ground."""
_RIM_CM = 0.12
"""What a matte misses of loose hair and of the blur of an edge."""
_REACH_CM = 1.2
"""How far behind the outline the ground is made to go on: more than any feature gives way."""
_SOURCES_CM = 4.0
_FINEST_CM = 0.07
"""Size of a pixel at which patches are looked for."""
_PLAIN = 2.5
"""Deviation (0..255) of the detail of a ground, finer than half a cm, below which it is plain and goes on smoothly."""


@dataclass(frozen=True, eq=False)
class Layers:
    """window: x0, y0, x1, y1 of the picture. person, ground: hxwx3 of its type. alpha: hxw of the person, 0..1."""

    window: Window
    person: Pixels
    alpha: FloatPlane
    ground: Pixels


def layers_of(portrait: Portrait, window: Window) -> Layers:
    """The layers of a part of the picture; kept with the portrait."""
    return portrait.kept(f"shape layers {window}", lambda: _made(portrait, window))


def _made(portrait: Portrait, window: Window) -> Layers:
    part = (slice(window[1], window[3]), slice(window[0], window[2]))
    alpha = np.ascontiguousarray(portrait.alpha[part])
    pixels: Any = np.ascontiguousarray(portrait.picture.pixels[part][..., :3])
    person: Any = np.ascontiguousarray(portrait.foreground[part])
    ground = pixels if portrait.is_cut_out else _ground(pixels, alpha, portrait.pose.px_per_cm)
    return Layers(window, person, alpha, ground)


def _ground(pixels: Pixels, alpha: FloatPlane, cm: float) -> Pixels:
    """The ground, carried on behind the person's outline from itself alone."""
    import cv2

    scale = min(1.0, 1 / (_FINEST_CM * cm))
    size = (max(2, round(alpha.shape[1] * scale)), max(2, round(alpha.shape[0] * scale)))
    share = float(np.iinfo(pixels.dtype).max) / 255
    small = np.asarray(np.rint(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) / share), np.uint8)
    most = cv2.resize(alpha, size, interpolation=cv2.INTER_AREA)
    person = dilate_mask(np.asarray(most > _SEEN), max(1.0, _RIM_CM * cm * scale))
    filled = _filled(small, person, cm * scale)
    wide: Any = cv2.resize(filled, alpha.shape[::-1], interpolation=cv2.INTER_CUBIC).astype(np.float32)
    gone = np.asarray(cv2.resize(person.astype(np.float32), alpha.shape[::-1], interpolation=cv2.INTER_LINEAR))
    gone = np.maximum(np.clip(2 * gone, 0, 1), np.asarray(alpha > _SEEN, np.float32))[..., None]
    if scale < 1:
        known = (alpha < _SEEN) & (gone[..., 0] == 0)
        noise = inpaint.grain_noise(np.random.default_rng(0), alpha.shape)
        grain = inpaint.measure_grain(np.asarray(pixels / share, np.float32), known)
        wide += (noise * np.float32(min(grain, 6.0)))[..., None]
    mixed = pixels + gone * (wide * np.float32(share) - pixels)
    return np.asarray(np.rint(np.clip(mixed, 0, np.iinfo(pixels.dtype).max)), pixels.dtype)


def _filled(rgb: Any, person: Mask, cm: float) -> Any:
    """The small ground: smooth where it is plain, else with patches of what lies near. rgb: uint8. cm: its pixels for a cm."""
    behind = person & ~_eroded(person, _REACH_CM * cm)
    near = dilate_mask(behind, _SOURCES_CM * cm) & ~person
    smooth = inpaint.fill_smoothly(rgb.astype(np.float32), np.asarray(~person, np.float32))
    result = np.asarray(np.clip(np.rint(smooth), 0, 255), np.uint8)
    if near.sum() < cm**2 or _detail(rgb, near, cm) < _PLAIN:
        return result
    patched = inpaint.fill_with_patches(rgb, behind, near, max(rgb.shape[:2]), seed=0)
    result[behind] = patched[behind]
    result[~person] = rgb[~person]
    return result


def _eroded(mask: Mask, radius: float) -> Mask:
    return ~dilate_mask(~mask, radius)


def _detail(rgb: Any, near: Mask, cm: float) -> float:
    """Deviation of what is finer than half a cm in the ground."""
    weight = near.astype(np.float32)
    plain = inpaint.fill_and_blur(rgb.astype(np.float32), weight, 0.5 * cm)
    return float(np.sqrt(np.mean((rgb.astype(np.float32) - plain)[near] ** 2)))
