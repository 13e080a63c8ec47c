"""A backdrop as light: its layers drawn from back to front, each through the lens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from catchlight.backdrop.lens_blur import out_of_focus
from catchlight.backdrop.painters import PAINTERS
from catchlight.backdrop.scene_canvas import SceneCanvas, light_of
from catchlight.backdrop.shades import SHADES
from catchlight.catalogue.backdrops import Backdrop
from catchlight.core import memory
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Singles
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatImage

TALLEST = 640
"""Rows at which a scene is drawn: what is out of focus has no finer detail."""
_MARGIN = 0.3
_REMEMBERED = 6
_KNEE = 0.78


@dataclass(frozen=True)
class SceneOptions:
    """How a scene is varied: what a person may say beside its name.

    tint: sRGB 0..255 that takes the place of its own colour, where the scene allows it. blur: of its own, times. stops: brighter
    or darker. warmth: log2 of red by blue to add. mirrored: left and right exchanged. seed: another arrangement.
    """

    tint: tuple[int, int, int] | None = None
    blur: float = 1.0
    stops: float = 0.0
    warmth: float = 0.0
    mirrored: bool = False
    seed: int = 0


def render_scene(backdrop: Backdrop, width: int, height: int, options: SceneOptions | None = None) -> FloatImage:
    """The scene for a frame of ``width`` x ``height``, hxwx3 linear light within 0..1, at most TALLEST rows; read-only.

    The same arguments give the same light; the last few are remembered, for a preview asks for the same scene again and again.
    """
    return _render(backdrop, width, height, options or SceneOptions())


@lru_cache(maxsize=_REMEMBERED)
def _render(backdrop: Backdrop, width: int, height: int, options: SceneOptions) -> FloatImage:
    unit = min(TALLEST, height)
    canvas = SceneCanvas(unit, max(2, round(width * unit / height)), round(_MARGIN * unit))
    light: Singles = np.zeros((*canvas.shape, 3), np.float32)
    sheet, sheet_blur = canvas.blank(), -1.0
    for number, layer in enumerate(backdrop.layers):
        random = np.random.default_rng((backdrop.seed, options.seed, number))
        blur = (backdrop.blur if layer.blur is None else layer.blur) * options.blur * canvas.unit
        painter, shade = PAINTERS.get(type(layer)), SHADES.get(type(layer))
        if painter is not None:
            # Neighbours in the same focus are drawn sharp upon each other, and seen through the lens together.
            if blur != sheet_blur:
                light = _composite(light, sheet, sheet_blur, backdrop, canvas)
                sheet, sheet_blur = canvas.blank(), blur
            painter(layer, canvas, sheet, random)
        elif shade is not None:
            if sheet_blur >= 0 and sheet[..., 3].min() > 0:
                sheet[..., :3] *= shade(layer, canvas, random)
            else:
                light = _composite(light, sheet, sheet_blur, backdrop, canvas)
                sheet, sheet_blur = canvas.blank(), -1.0
                light = np.asarray(light * shade(layer, canvas, random), np.float32)
        else:
            raise TypeError(f"nothing draws {type(layer).__name__}")
    light = canvas.inside(_composite(light, sheet, sheet_blur, backdrop, canvas))
    finished = _apply_options(light, backdrop, options)
    finished.flags.writeable = False
    # The frame is filled next, with the planes of a whole photo.
    memory.trim_heap_after((height, width))
    return finished


def _composite(light: Singles, sheet: Singles, blur: float, backdrop: Backdrop, canvas: SceneCanvas) -> Singles:
    if blur < 0:
        return light
    seen = out_of_focus(_in_perspective(sheet, backdrop.tilt), blur)
    return np.asarray(light * (1 - np.clip(seen[..., 3:], 0, 1)) + seen[..., :3], np.float32)


def _in_perspective(sheet: Singles, tilt: float) -> Singles:
    """A wall that is not square to the camera: one side shrinks towards its vanishing point."""
    import cv2

    if not tilt:
        return sheet
    height, width = sheet.shape[:2]
    inset = abs(tilt) * 0.28 * height
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    moved = corners.copy()
    near, far = ((0, 3), (1, 2)) if tilt > 0 else ((1, 2), (0, 3))
    moved[list(near), 1] += np.array([-inset, inset], np.float32)
    moved[list(far), 1] += np.array([inset * 0.3, -inset * 0.3], np.float32)
    # The far side is carried on beyond the sheet by reflection, where only the lens looks.
    matrix = cv2.getPerspectiveTransform(corners, moved)
    warped = cv2.warpPerspective(sheet, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(warped, np.float32)


def _apply_options(light: Singles, backdrop: Backdrop, options: SceneOptions) -> FloatImage:
    light = light[:, ::-1] if options.mirrored else light
    if options.tint is not None and backdrop.tintable:
        own = light_of(backdrop.hex)
        wanted = light_of("#{:02x}{:02x}{:02x}".format(*options.tint))
        # Light and shade of the paper stay; deep colours keep enough light to show them.
        light = np.asarray(light / np.maximum(own, 1e-4) * np.maximum(wanted, 0.004), np.float32)
    gain = np.float32(2.0**options.stops)
    warmth = np.exp2(np.float32(options.warmth) * np.array([0.5, 0.0, -0.5], np.float32))
    return _roll_off_highlights(np.ascontiguousarray(light * gain * warmth, np.float32))


def _roll_off_highlights(light: Singles) -> FloatImage:
    """Highlights that run into white as on film, hue kept a while, instead of clipping channel by channel."""
    peak = vec3.largest(light)[..., None]
    if peak.max() <= 1:
        return np.asarray(np.clip(light, 0, 1), np.float32)
    rolled = np.where(peak > _KNEE, _KNEE + (1 - _KNEE) * (1 - np.exp(-(peak - _KNEE) / (1 - _KNEE))), peak)
    kept = light * (rolled / np.maximum(peak, 1e-4))
    over = np.clip((peak - 1) / 3, 0, 1)
    return np.asarray(np.clip(kept + (1 - kept) * over * 0.85, 0, 1), np.float32)


def ambient(light: FloatImage) -> Singles:
    """Mean linear light of a scene, what it would throw on a person."""
    import cv2

    return np.asarray(cv2.mean(light)[:3], np.float32)


def encode_srgb(light: FloatImage) -> FloatImage:
    """The scene in sRGB 0..1."""
    return oklab.srgb(light)
