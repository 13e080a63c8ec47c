"""Loose hairs outside the outline of the hair: found against the ground behind them and replaced by it.

What is thin beyond the solid outline, or frizz that the ground shines through, goes; a soft rim of short hairs stays, as wide as
the amount says. A ground with a texture of its own hides thin lines: only those go that stand out above all it shows elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.frequency_bands import disc, ramp
from catchlight.imaging.filters.gaussian import COARSE, gaussian_blur
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.retouch.area import Area
from catchlight.retouch.cleanup import thin_lines

_FINEST = 52.0
"""Pixels per cm at which strands are looked for."""
_THIN_CM, _PIECE_CM2 = 0.16, 6.0
"""Blur of the matte by which single strands are told from solid hair, and the size of a piece that
hangs by no more than a strand."""
_STRAND_CM, _OPAQUE, _TINT_CM, _LOCK_CM2 = 0.035, 0.55, 0.6, 0.12
"""Half the width of a lock at least, how much of the hair's own colour it has, the blur that is taken for that, its area."""
REACH_CM, _BESIDE_CM = 4.0, 0.5
"""How far from hair a strand may lie, and how much nearer something else of the person may be."""
_FRIZZ_CM, _LOCK_CM = 2.2, 0.12
"""How far frizz reaches that has no single lines, and half the width of what is a lock beyond that."""
_FAR_CM = 2.5
"""How far from hair the ground shows itself alone."""
_GROUND_CM, _APART_CM, _BESIDE_HAIR_CM = 0.3, 0.12, 0.06
"""Width of the blur that is taken for the ground, and how far from the outline and from loose hairs it is read."""
_WIDTHS_PX = (0.8, 1.7)
_LONG_CM, _ALONE_CM, _WIDE_CM = 0.3, 1.0, 0.16
"""How long a line is at least that begins at the hair, and one that floats; how wide at most."""
_MEET_CM, _BEGINS_CM = 0.12, 0.45
"""How far from the outline hairs are told one by one, and how far from it one may begin."""
_LEAST = 0.008
"""A line's least response, in full scale."""
_NEAR_CM, _ABOVE = 0.9, 6.0
"""Over which distance the ground speaks for a place, and deviations of its response from which a line is told."""
_SIGMAS = (3.0, 6.0)
"""Deviations of the ground between which something is told from it."""
_TEXTURED = 0.03
"""Deviation of a ground about its own blur from which frizz before it cannot be told from its texture."""


@dataclass(frozen=True)
class Surroundings:
    """What is known of the hair and its surroundings, each HxW in 0..1 over the box.

    alpha: the person; hair: hair of the head; cm: pixels for one cm.
    """

    box: tuple[int, int, int, int]
    alpha: FloatPlane
    hair: FloatPlane
    cm: float


@dataclass(frozen=True)
class LooseHairs:
    """Loose hairs. area: their soft mask; ground: what is behind them, hxwx3 over its box; grain: its deviation."""

    area: Area
    ground: FloatImage
    grain: float


def find(pixels: Pixels, scene: Surroundings, amount: float) -> LooseHairs:
    """Loose hairs outside the hair's outline. amount 0..1: how little of a rim of short hairs stays."""
    import cv2

    x0, y0, x1, y1 = scene.box
    scale = min(1.0, _FINEST / scene.cm)
    size = (max(16, round((x1 - x0) * scale)), max(16, round((y1 - y0) * scale)))
    cm = scene.cm * scale
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb: Any = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    alpha, hair = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)
        for plane in (scene.alpha, scene.hair)
    )
    zone = _Zone(alpha, hair, cm)
    ground, deviation = _ground(rgb, zone, cm)
    zone.keep(_locks(rgb, ground, zone, cm))
    mask = np.maximum(_lines(rgb, deviation, zone, cm), _frizz(rgb, ground, deviation, zone, cm))
    mask *= zone.weight(amount)
    mask = np.asarray(np.clip(1.6 * cv2.GaussianBlur(cv2.dilate(mask, disc(1)), (0, 0), 0.8), 0, 1), np.float32)
    mask *= zone.weight(amount)
    filled = _filled(rgb, ground, deviation, mask, zone)
    grain = inpaint.measure_grain(rgb * 255, zone.far & (mask < 0.02)) / 255
    full = np.asarray(cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), np.float32)
    return LooseHairs(Area(scene.box, full), filled, grain)


def _filled(rgb: FloatImage, ground: FloatImage, deviation: FloatPlane, mask: FloatPlane, zone: _Zone) -> FloatImage:
    """What lies behind the hairs: of an even ground its blur, of one with a texture what lies beside each hair."""
    known = zone.open * (1 - np.clip(3 * mask, 0, 1)) * (zone.alpha < 0.2)
    beside = inpaint.fill_smoothly(rgb, np.asarray(known, np.float32))
    even = np.asarray(ramp(deviation, _TEXTURED, 0.3 * _TEXTURED), np.float32)[..., None]
    return np.asarray(beside + even * (ground - beside), np.float32)


class _Zone:
    """Where loose hairs may lie, how far from what is solid, and where the ground is seen alone."""

    def __init__(self, alpha: FloatPlane, hair: FloatPlane, cm: float) -> None:
        import cv2

        self._cm = cm
        body = (gaussian_blur(alpha, _THIN_CM * cm, COARSE) > 0.5).astype(np.uint8)
        body = _largest(body, _PIECE_CM2 * cm * cm)
        self.solid: Mask = body > 0
        self.alpha = alpha
        hairy = (self.solid & (hair > 0.5)).astype(np.uint8)
        self.core: Mask = hairy > 0
        self._to_hair = np.asarray(cv2.distanceTransform(1 - hairy, cv2.DIST_L2, 5), np.float32)
        to_body = np.asarray(cv2.distanceTransform(1 - body, cv2.DIST_L2, 5), np.float32)
        self._beside: Mask = self._to_hair <= to_body + _BESIDE_CM * cm
        self._measure()
        self.far: Mask = self._bare & (self.distance > _FAR_CM * cm) & (alpha < 0.02)
        if int(self.far.sum()) < 0.02 * alpha.size:
            self.far = self._bare & (self.distance > 0.4 * _FAR_CM * cm) & (alpha < 0.02)

    def keep(self, locks: Mask) -> None:
        """Count more of the hair as solid."""
        self.solid = self.solid | (locks & self.within)
        self._measure()

    def _measure(self) -> None:
        import cv2

        cm = self._cm
        self.distance = np.asarray(cv2.distanceTransform((~self.solid).astype(np.uint8), cv2.DIST_L2, 5), np.float32)
        self._bare: Mask = ~self.solid
        self.within: Mask = self._bare & self._beside & (self._to_hair < REACH_CM * cm)
        self.near: Mask = self.within & (self._to_hair < _FRIZZ_CM * cm)
        self.open = self._bare.astype(np.float32)

    def weight(self, amount: float) -> FloatPlane:
        """What goes by its distance from what is solid: short hairs at the outline stay."""
        rim = (0.03 + 0.14 * (1 - amount), 0.14 + 0.5 * (1 - amount))
        outside = ramp(self.distance, rim[0] * self._cm, rim[1] * self._cm)
        return np.asarray(outside * self.within, np.float32)


def _largest(body: Any, least: float) -> Any:
    """The pieces of a mask of at least ``least`` pixels; the largest one in any case."""
    import cv2

    _, labels, stats, _ = cv2.connectedComponentsWithStats(body, connectivity=8)
    sizes = stats[:, cv2.CC_STAT_AREA].copy()
    sizes[0] = 0
    return ((sizes >= min(least, sizes.max())) & (sizes > 0)).astype(np.uint8)[labels]


def _ground(rgb: FloatImage, zone: _Zone, cm: float) -> tuple[FloatImage, FloatPlane]:
    """The ground without the hairs before it, and how far it deviates from that by itself, HxW."""
    soft = np.asarray(gaussian_blur(rgb, 0.8), np.float32)
    sure = (zone.open > 0) & (zone.alpha < 0.03) & (zone.distance > _APART_CM * cm)
    weight, ground, sigma = sure, rgb, 1.0
    for width in (3.0, 1.0):
        if not weight.any():
            break
        ground = inpaint.fill_and_blur(rgb, weight.astype(np.float32), width * _GROUND_CM * cm)
        away = _most(soft - ground)
        sigma = max(1.48 * float(np.median(away[zone.far])) if zone.far.any() else 1.0, 0.002)
        other = (zone.open > 0) & (away > _SIGMAS[0] * sigma) & (zone.near | (away > 2 * _SIGMAS[1] * sigma))
        weight = sure & ~dilate_mask(other, _BESIDE_HAIR_CM * cm)
    away = _most(soft - ground)
    far = zone.far.astype(np.float32)
    if not zone.far.any():
        return ground, np.full(zone.alpha.shape, 1.0, np.float32)
    # The ground's own unevenness where it is seen alone, near by.
    square = inpaint.fill_and_blur(np.asarray((away * away)[..., None], np.float32), far, _NEAR_CM * cm)[..., 0]
    return ground, np.asarray(np.sqrt(np.maximum(square, 4e-6)), np.float32)


def _most(step: FloatImage) -> FloatPlane:
    """The largest of three channels, without its sign."""
    first, second, third = (np.abs(step[..., channel]) for channel in range(3))
    return np.asarray(np.maximum(np.maximum(first, second), third), np.float32)


def _locks(rgb: FloatImage, ground: FloatImage, zone: _Zone, cm: float) -> Mask:
    """Locks that hang apart, as dark or light as the hair itself and wider than a strand: they belong to the hair, HxW."""
    import cv2

    if not zone.core.any():
        return np.zeros(zone.solid.shape, bool)
    hair = inpaint.fill_and_blur(rgb, zone.core.astype(np.float32), _TINT_CM * cm)
    step = hair - ground
    share = ((rgb - ground) * step).sum(axis=2) / np.maximum((step * step).sum(axis=2), 1e-3)
    like = ((share > _OPAQUE) & zone.within).astype(np.uint8)
    core = cv2.morphologyEx(like, cv2.MORPH_OPEN, disc(max(1.0, _STRAND_CM * cm)))
    # A strand that leaves a lock is none of it: only what lies close about what is wide.
    about = like & cv2.dilate(core, disc(max(1.0, _STRAND_CM * cm) + 1))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(about, connectivity=8)
    wide = stats[:, cv2.CC_STAT_AREA] > _LOCK_CM2 * cm * cm
    wide[0] = False
    # What is left must hang from the hair.
    joined = cv2.dilate((zone.solid | wide[labels]).astype(np.uint8), disc(1))
    count, pieces = cv2.connectedComponents(joined, connectivity=8)
    hanging = np.zeros(count, bool)
    hanging[np.unique(pieces[zone.solid])] = True
    return np.asarray(wide[labels] & hanging[pieces])


def _lines(rgb: FloatImage, deviation: FloatPlane, zone: _Zone, cm: float) -> FloatPlane:
    """Single strands: thin lines that begin at the hair, and longer ones that float before an even ground."""
    light = np.asarray(rgb @ np.array([0.3, 0.6, 0.1], np.float32))
    # What is solid must not show as an edge in the filter.
    shown = inpaint.fill_smoothly(light[..., None], zone.open)[..., 0]
    response = thin_lines.ridges(shown, _WIDTHS_PX)
    least = _least(response, zone, cm)
    # At the outline all hairs meet: there they are no lines yet.
    apart = zone.within & (zone.distance > _MEET_CM * cm)
    labels, lines = thin_lines.find_lines(response, apart, least)
    begin = np.zeros(int(labels.max()) + 1, bool)
    begin[np.unique(labels[zone.distance < _BEGINS_CM * cm])] = True
    even = np.zeros(len(begin), bool)
    even[np.unique(labels[deviation < 0.5 * _TEXTURED])] = True
    kept = [
        line
        for line in lines
        if line.width < _WIDE_CM * cm
        and (line.length > _LONG_CM * cm if begin[line.label] else even[line.label] and line.length > _ALONE_CM * cm)
    ]
    found = thin_lines.keep_lines(labels, kept)
    roots = zone.within & (response > least) & (zone.distance <= _MEET_CM * cm) & dilate_mask(found, 2 * _MEET_CM * cm)
    return np.asarray(found | roots, np.float32)


def _least(response: FloatPlane, zone: _Zone, cm: float) -> FloatPlane:
    """The response from which a line is told from the nearest ground that is seen alone, HxW."""
    if not zone.far.any():
        return np.full(response.shape, np.inf, np.float32)
    moments = np.stack([response, response * response], axis=-1)
    near = inpaint.fill_and_blur(np.asarray(moments, np.float32), zone.far.astype(np.float32), _NEAR_CM * cm)
    mean, square = near[..., 0], near[..., 1]
    return np.asarray(np.maximum(mean + _ABOVE * np.sqrt(np.maximum(square - mean * mean, 0)), _LEAST), np.float32)


def _frizz(rgb: FloatImage, ground: FloatImage, deviation: FloatPlane, zone: _Zone, cm: float) -> FloatPlane:
    """Haze of many fine hairs: told from an even ground by its difference to it."""
    import cv2

    away = _most(np.asarray(gaussian_blur(rgb, 0.8), np.float32) - ground)
    told = ramp(away / deviation, *_SIGMAS)
    found = ((told > 0.3) & zone.within).astype(np.uint8)
    # Farther out only what is thin is hair, and what stands apart from the outline is a speck of the ground.
    broad = cv2.morphologyEx(found, cv2.MORPH_OPEN, disc(_LOCK_CM * cm)) > 0
    found[broad & ~zone.near] = 0
    count, labels = cv2.connectedComponents(found, connectivity=8)
    touching = np.zeros(count, bool)
    touching[np.unique(labels[zone.distance < 2.5])] = True
    touching[0] = False
    return np.asarray(told * touching[labels] * ramp(deviation, _TEXTURED, 0.5 * _TEXTURED), np.float32)
