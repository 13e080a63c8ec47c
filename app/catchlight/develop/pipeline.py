"""Settings onto pixels: small parts, each taken through all steps while it is in the processor's cache."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.progress import Progress
from catchlight.develop import decoding, output, space
from catchlight.develop.development import BANDS, Development
from catchlight.develop.picture_statistics import PictureStats
from catchlight.develop.stages import base_layer, chroma, detail, light_colour, local_contrast, tone_curve
from catchlight.develop.stages import vignette as frame
from catchlight.develop.stages.protect import ProtectionMask, zones
from catchlight.imaging.arrays import Singles
from catchlight.imaging.filters.alpha import visible_colours
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane, Pixels

_PART = 131_072
"""Pixels that are worked on at once: planes small enough to stay near, large enough that threads seldom wait."""
_TWELVE = 4000.0
"""Longer side of the picture that radii are named for."""

Part = tuple[int, int, int, int]
"""Rows from and to, columns from and to."""


def develop(
    pixels: Pixels,
    settings: Development,
    seen: PictureStats,
    progress: Progress | None = None,
    mask: ByteImage | None = None,
) -> Pixels:
    """HxWx3 or x4 uint8 or uint16, developed; alpha is kept. Neutral settings give the very same array.

    settings: plain ones, that is without look and auto. seen: what was measured on the picture (``seen.look``). mask: HxW,
    255 where the parts of the picture are that ``settings.protect`` names. Raises Cancelled.
    """
    if settings.look is not None or settings.auto_exposure or settings.auto_white_balance:
        raise ValueError("look and auto must be resolved before developing")
    if settings.is_neutral:
        return pixels
    progress = progress or Progress()
    plan = _Plan.of(pixels, settings, seen, mask)
    result = np.empty_like(pixels)
    height, width = pixels.shape[:2]
    parts = list(_parts(height, width, plan.margin))
    done = 0

    def work(part: Part) -> None:
        nonlocal done
        progress.check()
        plan.develop(pixels, result, part)
        done += 1
        progress.report(done / len(parts), "developing")

    threads = min(8, os.cpu_count() or 1, len(parts))
    if threads == 1:
        for part in parts:
            work(part)
        return result
    with ThreadPoolExecutor(threads, "develop") as pool:
        for finished in [pool.submit(work, part) for part in parts]:
            finished.result()
    return result


@dataclass(frozen=True)
class _Plan:
    """All that is the same for every strip."""

    settings: Development
    seen: PictureStats
    to_lms: npt.NDArray[np.float32]
    tones: tone_curve.Tables | None
    factors: Singles | None
    colours: npt.NDArray[np.float32] | None
    toned: tuple[Singles, Singles] | None
    detail_of: base_layer.LocalLinearModel | None
    haze: base_layer.Haze | None
    vignette: frame.Vignette | None
    keeper: ProtectionMask
    encoding: output.Tables
    size: tuple[int, int]
    scale: float
    margin: int

    @classmethod
    def of(cls, pixels: Pixels, settings: Development, seen: PictureStats, mask: ByteImage | None) -> _Plan:
        height, width = pixels.shape[:2]
        to_lms = (space.rgb_to_lms() @ light_colour.matrix(settings)).astype(np.float32)
        needs_base = settings.shadows or settings.highlights or settings.clarity
        small = _small(pixels, seen) if needs_base or settings.dehaze else None
        detail_of = small.base(to_lms) if needs_base and small else None
        if detail_of is not None:
            detail_of.ready((height, width))
        kept = zones(settings.protect)
        scale = max(height, width) / _TWELVE
        return cls(
            settings=settings,
            seen=seen,
            to_lms=to_lms,
            tones=tone_curve.tables(settings, tone_curve.pivot_of(seen.median), kept),
            factors=local_contrast.factors(settings, kept),
            colours=chroma.table(settings),
            toned=chroma.toning(settings),
            detail_of=detail_of,
            haze=small.haze if settings.dehaze and small else None,
            vignette=frame.Vignette(settings.vignette / 100, width, height) if settings.vignette else None,
            keeper=ProtectionMask(settings.protect, mask),
            encoding=output.tables(settings, pixels.dtype == np.uint16),
            size=(height, width),
            scale=scale,
            margin=detail.margin(settings.sharpness, scale, settings.noise_reduction),
        )

    def develop(self, source: Pixels, result: Pixels, part: Part) -> None:
        """Fill one part of the result."""
        import cv2

        top, bottom, left, right = part
        y, x = max(0, top - self.margin), max(0, left - self.margin)
        seen = source[y : bottom + self.margin, x : right + self.margin]
        linear = decoding.linear(visible_colours(seen) if self.margin else seen)
        if self.haze is not None:
            linear = self._cleared(linear, self.haze, y, x)
        lms: Any = cv2.transform(linear, self.to_lms)
        cv2.threshold(lms, 0, 0, cv2.THRESH_TOZERO, dst=lms)
        roots: Any = cv2.sqrt(lms, dst=lms)
        i, p, t = space.planes(roots, space.roots_to_ipt())
        if self.settings.noise_reduction:
            i, p, t = self._quiet(i, p, t)
        i, p, t = self._toned(*self._lit(i, p, t, y, x))
        if self.settings.sharpness:
            i = detail.sharpen(i, self.settings.sharpness / 100, self.scale, self.seen.noise)
        if self.margin:
            kept = np.s_[top - y : bottom - y, left - x : right - x]
            i, p, t = (np.ascontiguousarray(plane[kept]) for plane in (i, p, t))
        i, p, t = self._framed(i, p, t, top, left)
        if self.keeper.active:
            i, p, t = self.keeper.kept((i, p, t), decoding.linear(source[top:bottom, left:right]), top, left)
        output.write(i, p, t, self.encoding, result[top:bottom, left:right], top, left)
        if source.shape[2] == 4:
            result[top:bottom, left:right, 3] = source[top:bottom, left:right, 3]

    def _cleared(self, linear: FloatImage, haze: base_layer.Haze, top: int, left: int) -> FloatImage:
        """Less of the air's light, or more of it."""
        clear = haze.clear.at(base_layer.root_of_luminance(linear), top, left, self.size)
        amount = self.settings.dehaze / 100
        if amount > 0:
            clear = np.maximum(1 - amount * (1 - clear), 0.2)
            away = (linear - haze.air) / clear[..., None] + haze.air
            return np.asarray(np.maximum(away, 0), np.float32)
        clear = 1 + amount * (0.35 + 0.4 * (1 - clear))
        return np.asarray(linear * clear[..., None] + haze.air * (1 - clear[..., None]), np.float32)

    def _quiet(self, i: FloatPlane, p: FloatPlane, t: FloatPlane) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
        amount = self.settings.noise_reduction / 100
        noise = max(self.seen.noise, 0.0025)
        colour_noise = max(self.seen.colour_noise, 0.005)
        return (
            detail.denoise(i, noise, 3.2 * amount),
            detail.denoise(p, colour_noise, 7.0 * amount),
            detail.denoise(t, colour_noise, 7.0 * amount),
        )

    def _lit(
        self, i: FloatPlane, p: FloatPlane, t: FloatPlane, top: int, left: int
    ) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
        """Local light, then the tone curve; P and T follow."""
        if self.detail_of is not None:
            surroundings = self.detail_of.at(i, top, left, self.size)
            if self.settings.clarity:
                before, i = i, local_contrast.apply_clarity(i, surroundings, self.settings.clarity / 100)
                # Colour follows light half-way; else crisp edges would gleam in their colour.
                follow = np.sqrt((i + 0.02) / (before + 0.02))
                p, t = p * follow, t * follow
            if self.factors is not None:
                factor = tone_curve.look_up(self.factors, tone_curve.index(surroundings, tone_curve.REACH))
                for plane in (i, p, t):
                    plane *= factor
        if self.tones is not None:
            index = tone_curve.index(i, tone_curve.REACH)
            tinted = tone_curve.look_up(self.tones.colour, index)
            i *= tone_curve.look_up(self.tones.lightness, index)
            if self.tones.black:
                i += np.float32(self.tones.black)
            p *= tinted
            t *= tinted
        return i, p, t

    def _toned(self, i: FloatPlane, p: FloatPlane, t: FloatPlane) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
        """Saturation and hue, then the colours of split toning."""
        import cv2

        if self.colours is not None:
            by_light = np.float32((chroma.SIDE - 1) / (2 * chroma.REACH)) / np.maximum(i, 1e-4)
            middle = np.float32((chroma.SIDE - 1) / 2)
            x, y = p * by_light, t * by_light
            x += middle
            y += middle
            found: Any = cv2.remap(self.colours, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            if found.ndim == 2:
                p, t = p * found, t * found
            else:
                real, imaginary, lift = cv2.split(found)
                turned = p * imaginary
                p *= real
                p -= np.multiply(t, imaginary, out=imaginary)
                t *= real
                t += turned
                if any(getattr(self.settings.bands, name).luminance for name in BANDS):
                    for plane in (i, p, t):
                        plane *= lift
        if self.toned is not None:
            index = tone_curve.index(i, 1.0)
            p += tone_curve.look_up(self.toned[0], index)
            t += tone_curve.look_up(self.toned[1], index)
        return i, p, t

    def _framed(
        self, i: FloatPlane, p: FloatPlane, t: FloatPlane, top: int, left: int
    ) -> tuple[FloatPlane, FloatPlane, FloatPlane]:
        if self.vignette is not None:
            factor = self.vignette.at(top, left, i.shape)
            i, p, t = i * factor, p * factor, t * factor
        if self.settings.grain:
            i = detail.with_grain(i, self.settings.grain / 100, self.scale, top, left)
        return i, p, t


def _parts(height: int, width: int, margin: int) -> Iterator[Part]:
    """Whole rows where no neighbours are looked at; else squares, so that little is done twice."""
    columns = width if not margin else min(width, 256)
    rows = max(4, _PART // columns)
    for top in range(0, height, rows):
        for left in range(0, width, columns):
            yield top, min(height, top + rows), left, min(width, left + columns)


def _small(pixels: Pixels, seen: PictureStats) -> base_layer.ReducedPicture:
    """The picture reduced: as it was seen, where it was this one."""
    if seen.small is not None and seen.small.is_of(pixels):
        return seen.small
    return base_layer.reduce_picture(pixels)
