"""The soft mask of an edit, a window at a time: what is drawn, turned round, drawn to the picture's edges, within a region."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from catchlight.brushes.coverage import cover_linear, cover_radial, paint_strokes, stroke_box
from catchlight.brushes.edits import BrushEdit
from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.portrait.view import resample_window

RegionOf = Callable[[str], FloatPlane]
"""A found region by its name: float32 in 0..1 over the whole picture, at any size."""
_LONGEST = 1200
"""Longer side, in pixels, at which edges near the mask are looked for."""
_NEAR, _SHARP = 0.008, 0.03
"""Radius of that look by the mask's longer side, and the step of lightness that counts as an edge (guided filter)."""
_CORE, _WIDE = 6, 0.1
"""Power of the mask that tells its core, and how far a gradient's core reaches, by the mask's longer side."""
_SAME, _OTHER = 0.06, 0.16
"""OKLab distances from the core's colour: up to the first a pixel belongs to it, from the second it does not."""


class EditMask:
    """The mask of one edit on one picture. pixels: HxWx3 or x4, whose edges it may follow."""

    def __init__(self, edit: BrushEdit, pixels: Pixels, region_of: RegionOf) -> None:
        self._edit = edit
        self._pixels = pixels
        self._region_of = region_of

    @cached_property
    def box(self) -> Window:
        """x0, y0, x1, y1 outside which it is nought; without area where it lies beyond the picture."""
        edit, (height, width) = self._edit, self._pixels.shape[:2]
        if edit.linear is not None or edit.radial is not None or edit.invert or not edit.strokes:
            return 0, 0, width, height
        boxes = [stroke_box(stroke) for stroke in edit.strokes if not stroke.erase]
        x0, y0 = max(0, min(box[0] for box in boxes)), max(0, min(box[1] for box in boxes))
        x1, y1 = min(width, max(box[2] for box in boxes)), min(height, max(box[3] for box in boxes))
        return x0, y0, max(x0, x1), max(y0, y1)

    def over(self, box: Window) -> FloatPlane:
        """Float32 in 0..1, as large as ``box``, the edit's opacity left out."""
        plane = self._drawn(box)
        if self._edit.edges and self._edit.drawn:
            slope, offset = self._fit
            light = _lightness(self._pixels[box[1] : box[3], box[0] : box[2]])
            shown = resample_window(slope, self.box, box) * light + resample_window(offset, self.box, box)
            plane = np.asarray(np.clip(shown, 0, 1) * (plane > 0), np.float32)
        if self._edit.within is not None:
            height, width = self._pixels.shape[:2]
            region = resample_window(self._region_of(self._edit.within), (0, 0, width, height), box)
            plane = plane * (1 - region if self._edit.beside else region)
        return np.asarray(plane, np.float32)

    def _drawn(self, box: Window) -> FloatPlane:
        edit = self._edit
        plane = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
        if not edit.drawn:
            return plane + 1
        if edit.linear is not None:
            np.maximum(plane, cover_linear(edit.linear, box), out=plane)
        if edit.radial is not None:
            np.maximum(plane, cover_radial(edit.radial, box), out=plane)
        paint_strokes(plane, edit.strokes, box)
        return np.asarray(1 - plane, np.float32) if edit.invert else plane

    @cached_property
    def _fit(self) -> tuple[FloatPlane, FloatPlane]:
        """What is drawn and of the colour that lies in its core, as a straight line of the lightness around each place (guided
        filter, He et al. 2010, fast as in He and Sun 2015): slope and offset over ``box``, at a reduced size."""
        import cv2

        x0, y0, x1, y1 = self.box
        share = min(1.0, _LONGEST / max(x1 - x0, y1 - y0, 1))
        size = (max(1, round((x1 - x0) * share)), max(1, round((y1 - y0) * share)))
        part: Any = self._pixels[y0:y1, x0:x1, :3]
        top = np.float32(np.iinfo(part.dtype).max)
        rgb = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.float32) / top
        drawn = np.asarray(cv2.resize(self._drawn(self.box), size, interpolation=cv2.INTER_AREA), np.float32)
        wanted = drawn * self._like_core(rgb, drawn, share)
        light = np.asarray(luma(rgb), np.float32)
        side = (2 * max(1, round(_NEAR * max(size))) + 1,) * 2
        mean_light, mean_drawn = cv2.blur(light, side), cv2.blur(wanted, side)
        variance = cv2.blur(light * light, side) - mean_light * mean_light
        together = cv2.blur(light * wanted, side) - mean_light * mean_drawn
        slope: Any = together / (variance + np.float32(_SHARP**2))
        offset: Any = mean_drawn - slope * mean_light
        return np.asarray(cv2.blur(slope, side), np.float32), np.asarray(cv2.blur(offset, side), np.float32)

    def _like_core(self, rgb: FloatImage, drawn: FloatPlane, share: float) -> FloatPlane:
        """0..1: how much each pixel has the colour of the nearest core of what is drawn, where that is fullest."""
        radii = [stroke.radius * share for stroke in self._edit.strokes if not stroke.erase]
        sigma = max(radii, default=_WIDE * max(drawn.shape))
        lab = oklab.from_srgb(rgb)
        core = np.asarray((drawn / max(float(drawn.max()), 1e-3)) ** _CORE, np.float32)
        there = gaussian_blur(core, sigma)
        usual = gaussian_blur(lab * core[..., None], sigma) / np.maximum(there, 1e-4)[..., None]
        away = np.sqrt(((lab - usual) ** 2).sum(axis=2))
        return np.asarray(ramp(away, _OTHER, _SAME), np.float32)


def _lightness(pixels: Any) -> FloatPlane:
    """Luma, 0..1."""
    top = np.float32(np.iinfo(pixels.dtype).max)
    return np.asarray(luma(pixels[..., :3].astype(np.float32)) / top, np.float32)
