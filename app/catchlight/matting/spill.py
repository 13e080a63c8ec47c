"""Light of an old background on hair and skin near the outline: coloured walls leave a rim that no other background explains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.threads import both, each
from catchlight.imaging import vec3
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.frequency_bands import ramp
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.imaging.resample import downsample
from catchlight.imaging.tiles import Box, boxes, enlarge_part

_SMALL = 700
"""Longer side at which broad colours are found."""
_BAND_CM, _DEEP_CM = 1.8, 1.2
"""How deep light comes round an outline, and from how deep inside colours are the person's own."""
_INNER_CM, _REACH_CM = 2.4, 1.3
"""How far around themselves the colours of a person and of a background are carried on."""
_COLOURFUL = (0.2, 0.4)
"""Chroma of an old background by its luminance, from none of its light to all of it taken away."""
_FRINGE_CM, _FRINGED, _SHADE, _FRINGE = (0.25, 0.1), (0.07, 0.12), (0.25, 0.12), 4.0
"""At the very rim of dark hair lenses and sharpening multiply what the background throws: from where to where, from which chroma
of the background, below which luminance, sRGB, and how much further a colour may be beyond it."""
_MOST, _STRENGTH = 1.0, 0.95
"""Share of the way to the background's colour beyond which a colour is the person's own, and of that how much is taken away."""
_LEVELS, _LIKE, _COARSER = (0.125, 0.375, 0.625, 0.875), 0.03, 2
"""Luminances, sRGB, about which own colours are told apart, the distance of two by their luminance that says nothing, and how
many times coarser that is told."""
_POOR, _OWN = 0.85, 0.8
"""Of a colour by its luminance: below which a background is poor in it, and the share of the person's own that is then there."""
_DARK = 0.03
_SEEN = 0.02


def remove_spill(photo: Pixels, fore: Pixels, alpha: FloatPlane, cm: float) -> Pixels:
    """``fore`` (HxWx3) without what the background of ``photo`` throws on it; the same array where that has no colour.

    photo: HxWx3, fore's type. alpha: HxW. cm: pixels for one cm. Luminance stays; of a colour only what leads from the person's
    own, further inside, to the background's is taken back.
    """
    planes = _Planes.of(photo, fore, alpha, cm)
    if max(float(planes.weight.max()), float(planes.fringe.max())) < _SEEN:
        return fore
    result = fore.copy()
    height, width = alpha.shape
    top = np.float32(np.iinfo(fore.dtype).max)

    def work(box: Box) -> None:
        weight, fringe = (enlarge_part(plane, box, (height, width)) for plane in (planes.weight, planes.fringe))
        there = (np.maximum(weight, fringe) > _SEEN) & (alpha[box] > 0)
        if not there.any():
            return
        own = fore[box][there].astype(np.float32) / top
        inner, way = (enlarge_part(plane, box, (height, width))[there] for plane in (planes.inner, planes.way))
        light = vec3.dot(own, LUMINANCE)
        share = ((own / np.maximum(light, _DARK)[:, None] - inner) * way).sum(axis=1)
        share = share / np.maximum((way * way).sum(axis=1), 1e-3)
        rim = fringe[there] * ramp(light, *_SHADE)
        believed = np.maximum(weight[there], rim) * np.clip(light / _DARK - 1, 0, 1)
        taken = _STRENGTH * np.clip(share, 0, _MOST + _FRINGE * rim) * believed
        colours = own - (taken * light)[:, None] * way
        # Nor does a background give light that it has not: where it is poor in a colour, hair before it is too.
        poor = weight[there][:, None] * (inner + way < _POOR)
        colours += poor * np.maximum(_OWN * inner * light[:, None] - colours, 0)
        finished: Any = np.round(np.clip(colours, 0, 1) * top)
        result[box][there] = finished.astype(fore.dtype)

    each(work, boxes(height, width))
    return result


@dataclass(frozen=True)
class _Planes:
    """At a reduced size. inner: the person's own colours by their luminance, hxwx3. way: from there to the background's. weight:
    hxw 0..1, how far light from behind is believed. fringe: hxw 0..1, how far it is at the very rim of what is dark."""

    inner: FloatImage
    way: FloatImage
    weight: FloatPlane
    fringe: FloatPlane

    @classmethod
    def of(cls, photo: Pixels, fore: Pixels, alpha: FloatPlane, cm: float) -> _Planes:
        import cv2

        height, width = alpha.shape
        scale = min(1.0, _SMALL / max(height, width))
        size = (max(2, round(width * scale)), max(2, round(height * scale)))
        cm = cm * scale
        top = np.float32(np.iinfo(fore.dtype).max)
        matte = downsample(alpha, size)
        depth = cv2.distanceTransform((matte > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(cm)
        deep = ((depth > _DEEP_CM) & (matte > 0.97)).astype(np.float32)

        def carried(image: Pixels, where: FloatPlane, reach_cm: float) -> tuple[FloatImage, FloatPlane]:
            small = downsample(image[..., :3], size).astype(np.float32) / top
            return _carried(small, where, reach_cm * cm)

        (inner, inner_known), (back, back_known) = both(
            lambda: carried(fore, deep, _INNER_CM),
            lambda: carried(photo, (matte < 0.02).astype(np.float32), _REACH_CM),
        )
        behind = _by_light(back)
        own_tone = _own(downsample(fore, size).astype(np.float32) / top, deep, inner, _INNER_CM * cm)
        colourful = vec3.length(behind - 1)
        bright = ramp(vec3.dot(back, LUMINANCE), 0.04, 0.15)
        near = 1 - ramp(depth, 0.4 * _BAND_CM, _BAND_CM)
        known = inner_known * back_known * bright
        weight = near * known * ramp(colourful, *_COLOURFUL)
        fringe = ramp(depth, *_FRINGE_CM) * known * ramp(colourful, *_FRINGED)
        planes = own_tone, behind - own_tone, weight, fringe
        return cls(*(np.asarray(plane, np.float32) for plane in planes))


def _own(fore: FloatImage, deep: FloatPlane, inner: FloatImage, reach: float) -> FloatImage:
    """The person's own colours by their luminance, hxwx3: of what is deep inside, and of what is as light there as each pixel,
    for grey hair is no skin; of both what is like the pixel. inner: hxwx3, colours from deep inside, however light.
    """
    import cv2

    height, width = deep.shape
    size = (-(-width // _COARSER), -(-height // _COARSER))
    fore, deep, inner = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32) for plane in (fore, deep, inner)
    )
    light = vec3.dot(fore, LUMINANCE)
    total, weight = np.zeros_like(fore), np.full(light.shape, 1e-4, np.float32)
    for level in _LEVELS:
        like = np.asarray(np.clip(1 - np.abs(light - level) / (2 * _LEVELS[0]), 0, 1), np.float32)
        colours, known = _carried(fore, deep * like, reach / _COARSER)
        total += colours * (known * like)[..., None]
        weight += known * like
    tone, any_tone, tone_alike = _by_light(fore), _by_light(inner), _by_light(total / weight[..., None])
    away, away_alike = (vec3.length(tone - other) + _LIKE for other in (any_tone, tone_alike))
    alike = np.minimum(weight, 1) * away**2 / (away**2 + away_alike**2)
    own = any_tone + (tone_alike - any_tone) * alike[..., None]
    return np.asarray(cv2.resize(own, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _by_light(colours: FloatImage) -> FloatImage:
    """Colours by their luminance, hxwx3."""
    return np.asarray(colours / np.maximum(vec3.dot(colours, LUMINANCE), _DARK)[..., None], np.float32)


def _carried(image: FloatImage, mask: FloatPlane, reach: float) -> tuple[FloatImage, FloatPlane]:
    """Colours of what a mask covers, carried on around it, and how far they are known there, 0..1."""
    spread = np.asarray(gaussian_blur(mask, reach), np.float32)
    colours = gaussian_blur(image * mask[..., None], reach) / np.maximum(spread, 1e-4)[..., None]
    return np.asarray(colours, np.float32), np.asarray(np.clip(spread * 12, 0, 1), np.float32)
