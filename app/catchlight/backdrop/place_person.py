"""A person laid on a scene: fitted, with the scene's light round the edges and the photo's own grain on what is new."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.backdrop.grain import Grain
from catchlight.backdrop.match_light import Fit
from catchlight.core.progress import Progress
from catchlight.core.threads import both, each
from catchlight.imaging import vec3
from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.luminance import LUMINANCE
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.imaging.resample import downsample
from catchlight.imaging.tiles import Box, boxes, enlarge_part

_SOLID = 0.997
_FAINT = 0.003
"""Pixels on a side of what is worked on at once: where there is nothing but the person, nothing is to be done."""
_SMALL = 900
"""Longer side at which broad bands are found."""
_WRAP = 0.15
_DIM = 0.5 / 255 / _WRAP
"""Share of the rim below which light from behind changes nothing that 8 bits can show."""
_EVEN = 0.6
"""How far half-transparent edges take the lightness of what is just inside."""
_MEAN = np.full((1, 3), 1 / 3, np.float32)

"""Rows and columns of the picture."""


@dataclass(frozen=True)
class Person:
    """A cut-out. fore: HxWx3 without background spill, uint8 or uint16; alpha: HxW float32; cm: pixels for one cm."""

    fore: Pixels
    alpha: FloatPlane
    cm: float


def composite_person(
    person: Person,
    scene: FloatImage,
    fit: Fit,
    grain: float,
    wrap: float = 1.0,
    seed: int = 0,
    progress: Progress | None = None,
) -> Pixels:
    """The person on ``scene`` (hxwx3 linear light at any size, stretched to the person's), same type as ``person.fore``.

    grain: standard deviation in sRGB 0..1. wrap 0..1: how far the scene's light comes round the edges.
    """
    import cv2

    height, width = person.alpha.shape
    top = np.float32(np.iinfo(person.fore.dtype).max)
    fitted = fit.on(person.fore)
    edges, (ground, noise) = both(
        lambda: _Edges.of(person, fitted, scene), lambda: (oklab.srgb(scene), Grain(width, grain, seed))
    )
    result: Any = fitted.copy() if fitted is person.fore else fitted
    depth = cv2.CV_8U if result.dtype == np.uint8 else cv2.CV_16U
    scale: Any = (float(top),) * 4

    def rounded(values: Any) -> Any:
        return cv2.multiply(values, scale, dtype=depth)

    def work(box: Box) -> None:
        if progress is not None:
            progress.check()
        alpha = np.ascontiguousarray(person.alpha[box])
        near = edges.near(box, (height, width)) if wrap and edges.met(box, (height, width)) else None
        changed = alpha < _SOLID
        part = result[box]
        if changed.any():
            new = enlarge_part(ground, box, (height, width))
            soft = np.flatnonzero(changed & (alpha > _FAINT))
            if len(soft):
                rim, thin = _taken(part, soft).astype(np.float32) / top, alpha.reshape(-1)[soft]
                calm = edges.calmed(rim, thin, box, (height, width), soft)
                new.reshape(-1, 3)[soft] = _mixed(calm, _taken(new, soft), thin[:, None])
            # Photon noise after the tone curve: strongest in the mid-tones, faint near white.
            tone = np.float32(1.25) - np.float32(0.85) * cv2.transform(new, _MEAN)
            vec3.shift(new, noise.within(box) * tone * (1 - alpha))
            cv2.copyTo(rounded(new), changed.view(np.uint8), part)
        if near is not None and near.max() > _DIM:
            # Screen, and only where the scene is brighter than the edge: light comes round, darkness does not.
            own = part.astype(np.float32) / top
            add = np.maximum(edges.glow(box, (height, width)) - own, 0)
            share = cv2.merge([near * np.float32(_WRAP * wrap)] * 3)
            part[...] = rounded(cv2.add(own, cv2.multiply(add, share)))

    each(work, boxes(height, width))
    finished: Pixels = result
    return finished


def _mixed(fore: FloatImage, back: FloatImage, alpha: FloatPlane) -> FloatImage:
    """Between linear light and sRGB: mattes are learnt on pictures mixed in sRGB, lenses mix in linear light.

    In linear light alone a bright scene eats dark hair, in sRGB alone bright hair goes grey against the dark.
    """
    light = oklab.srgb(oklab.linear(fore) * alpha + oklab.linear(back) * (1 - alpha))
    plain = fore * alpha + back * (1 - alpha)
    return np.asarray(0.5 * light + 0.5 * plain, np.float32)


@dataclass(frozen=True)
class _Edges:
    """Broad planes at a reduced size. inner: the person's colours carried outwards from where it is solid, sRGB,
    and how far they are known, 0..1."""

    inner: FloatImage
    wrap: FloatPlane
    light: FloatImage

    @classmethod
    def of(cls, person: Person, fitted: Pixels, scene: FloatImage) -> _Edges:
        import cv2

        height, width = person.alpha.shape
        scale = min(1.0, _SMALL / max(height, width))
        size = (max(2, round(width * scale)), max(2, round(height * scale)))
        top = np.float32(np.iinfo(fitted.dtype).max)
        cm = person.cm * scale

        def lit() -> FloatImage:
            ground = cv2.resize(scene, size, interpolation=cv2.INTER_LINEAR)
            return oklab.srgb(gaussian_blur(ground, max(1.0, 1.2 * cm)))

        def shrunk() -> tuple[FloatImage, FloatPlane]:
            return downsample(fitted, size).astype(np.float32) / top, downsample(person.alpha, size)

        (small, alpha), light = both(shrunk, lit)
        solid = np.clip((alpha - 0.9) / 0.1, 0, 1)
        reach = max(1.5, 0.55 * cm)
        weight = np.asarray(gaussian_blur(solid, reach), np.float32)
        inner = gaussian_blur(small * solid[..., None], reach) / np.maximum(weight, 1e-4)[..., None]
        # The rim just inside the outline, where light from behind would come round.
        wrap = np.clip(1 - gaussian_blur(alpha, max(1.0, 0.28 * cm)), 0, 1) * np.clip(alpha * 1.1, 0, 1) * 2
        known = np.clip(weight * 8, 0, 1)
        around: Any = cv2.merge([np.asarray(inner, np.float32), np.asarray(known, np.float32)])
        return cls(around, np.asarray(wrap, np.float32), light)

    def met(self, box: Box, shape: tuple[int, int]) -> bool:
        """Whether any of the rim lies within or close to ``box``."""
        part = tuple(
            slice(max(0, int(each.start * of / whole) - 1), int(each.stop * of / whole) + 2)
            for each, of, whole in zip(box, self.wrap.shape, shape, strict=True)
        )
        return bool(self.wrap[part].max() > _DIM)

    def near(self, box: Box, shape: tuple[int, int]) -> FloatPlane:
        return np.asarray(np.clip(enlarge_part(self.wrap, box, shape), 0, 1), np.float32)

    def glow(self, box: Box, shape: tuple[int, int]) -> FloatImage:
        return np.asarray(enlarge_part(self.light, box, shape), np.float32)

    def calmed(self, found: FloatImage, alpha: FloatPlane, box: Box, shape: tuple[int, int], soft: Any) -> FloatImage:
        """Edge colours (Nx3, and their alpha, at the tile's ``soft`` places) held within reach of the person's own just inside.

        What is left of an old background shows as a fringe that is much brighter or darker than the hair it clings to.
        """
        inside = _taken(enlarge_part(self.inner, box, shape), soft)
        inner, known = np.ascontiguousarray(inside[:, :3]), inside[:, 3]
        usual = vec3.dot(inner, LUMINANCE)
        light = vec3.dot(found, LUMINANCE)
        thin = np.clip((0.985 - alpha) / 0.4, 0, 1) * np.clip(known, 0, 1)
        high, low = usual * 1.05 + 0.02, usual * 0.55 - 0.02
        held = np.clip(light, np.maximum(low, 0), high)
        # A thin veil shows what is behind it, not what hair is like.
        held = held + (usual - held) * _EVEN * np.clip((0.9 - alpha) / 0.4, 0, 1)
        gain = 1 + thin * (held / np.maximum(light, 1e-3) - 1)
        calm = found * np.clip(gain, 0.2, 2.5)[:, None]
        # Hue follows the inside too, the more the fringe had to be held or the further its hue is away.
        grey_own, grey_usual = calm - (vec3.dot(calm, LUMINANCE))[:, None], inner - usual[:, None]
        hue = vec3.length(grey_own - grey_usual)
        pull = (0.85 * thin * np.clip(np.abs(light - held) / 0.12 + hue / 0.12 + 0.2, 0, 1))[:, None]
        toned = inner * (np.maximum(vec3.dot(calm, LUMINANCE), 0) / np.maximum(usual, 1e-3))[:, None]
        return np.asarray(calm + (np.clip(toned, 0, 1) - calm) * pull, np.float32)


def _taken(image: Any, places: Any) -> Any:
    """Pixels of HxWxC at flat places, NxC."""
    return np.take(image.reshape(-1, image.shape[2]), places, axis=0)
