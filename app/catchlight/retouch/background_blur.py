"""What is behind the person: out of focus, or replaced. The person's own colours are laid over it again through the matte."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.imaging import vec3
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.retouch.focus import disc_blur

_LENS = 1100
"""Longer side at which the lens is computed: what is out of focus has no finer detail."""
_SOLID = 0.996
_GLOW = 4.0
"""Weight of clipped lights, which were brighter than white: it makes their discs show, and leaves even skies alone."""


def out_of_focus(
    pixels: Pixels, fore: Pixels, alpha: FloatPlane, share: float, keep: FloatPlane | None = None, seed: int = 0
) -> Pixels:
    """A copy with the background as a lens draws it; where alpha is 1 (or ``keep`` is) every pixel is identical.

    fore: the person's decontaminated colours. share: the disc's radius as a share of the picture's longer side.
    keep: float32 HxW, further parts that stay.
    """
    height, width = alpha.shape
    ground = _lens(pixels, alpha, share)
    noise = _grain(pixels, alpha, seed)

    def behind(rows: slice) -> FloatImage:
        return np.asarray(_rows(ground, rows, (height, width)) + noise(rows), np.float32)

    return _laid(pixels, fore, alpha, behind, keep)


def replace_background(
    pixels: Pixels, fore: Pixels, alpha: FloatPlane, colour: tuple[int, int, int], keep: FloatPlane | None = None
) -> Pixels:
    """A copy on a plain colour (sRGB 0..255); where alpha is 1 (or ``keep`` is) every pixel is identical."""
    plain = np.array(colour, np.float32) / np.float32(255)

    def behind(rows: slice) -> FloatImage:
        return np.broadcast_to(plain, (rows.stop - rows.start, alpha.shape[1], 3))

    return _laid(pixels, fore, alpha, behind, keep)


def cut_out(pixels: Pixels, fore: Pixels, alpha: FloatPlane, keep: FloatPlane | None = None) -> Pixels:
    """HxWx4: the person alone on transparency, straight alpha; an alpha of the picture's own limits it already."""
    top = float(np.iinfo(pixels.dtype).max)
    share = alpha if keep is None else np.maximum(alpha, keep)
    result: Any = np.empty((*alpha.shape, 4), pixels.dtype)
    result[..., :3] = np.where((alpha >= _SOLID)[..., None], pixels[..., :3], fore[..., :3])
    result[..., 3] = np.round(share * top)
    if keep is not None:
        result[..., :3][keep > alpha] = pixels[..., :3][keep > alpha]
    cut: Pixels = result
    return cut


def _lens(pixels: Pixels, alpha: FloatPlane, share: float) -> FloatImage:
    """The blurred background alone, linear light at a reduced size; behind the person it goes on."""
    import cv2

    height, width = alpha.shape
    scale = min(1.0, _LENS / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(pixels[..., :3], size, interpolation=cv2.INTER_AREA).astype(np.float32)
    light = oklab.linear(small / np.float32(np.iinfo(pixels.dtype).max))
    glow = 1 + (_GLOW - 1) * np.clip((vec3.largest(light) - 0.85) / 0.15, 0, 1)
    cover = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.float32)
    # Only what is surely background may enter the blur, or the person would glow into it.
    person = cv2.dilate((cover > 0.04).astype(np.uint8), np.ones((3, 3), np.uint8))
    free = np.asarray((1 - person) * glow, np.float32)
    radius = max(1.0, share * max(height, width) * scale)
    mean, weight = disc_blur(light * free[..., None], radius), disc_blur(free, radius)
    known = np.clip(weight * 6, 0, 1)[..., None]
    far = (
        gaussian_blur(light * free[..., None], 4 * radius)
        / np.maximum(gaussian_blur(free, 4 * radius), 1e-3)[..., None]
    )
    ground = mean / np.maximum(weight, 1e-3)[..., None] * known + far * (1 - known)
    return np.asarray(np.clip(ground, 0, 1), np.float32)


def _rows(ground: FloatImage, rows: slice, shape: tuple[int, int]) -> FloatImage:
    """Some rows of a reduced linear image at full size, as sRGB."""
    import cv2

    sy, sx = ground.shape[0] / shape[0], ground.shape[1] / shape[1]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, (rows.start + 0.5) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (shape[1], rows.stop - rows.start)
    return oklab.srgb(cv2.warpAffine(ground, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _grain(pixels: Pixels, alpha: FloatPlane, seed: int) -> Any:
    """Grain of the photo's own strength for what has become smooth: without it a background looks rendered."""
    import cv2

    height, width = alpha.shape
    rows, columns = slice(height // 4, height // 4 + min(height // 2, 800)), slice(0, min(width, 1600))
    top = np.float32(np.iinfo(pixels.dtype).max)
    grey = pixels[rows, columns, 1].astype(np.float32) / top
    fine = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 1.0))[alpha[rows, columns] < 0.02]
    # The median looks past edges; 0.92 undoes what the small blur leaves in, 1.48 turns it into a standard deviation.
    level = float(np.clip(1.48 * 0.92 * np.median(fine), 0.3 / 255, 4 / 255)) if fine.size > 500 else 0.8 / 255
    tile = np.random.default_rng(seed).normal(0, level, (256, 1024)).astype(np.float32)

    def noise(part: slice) -> Any:
        wanted = np.arange(part.start, part.stop)
        repeats = -(-width // tile.shape[1])
        shifted = [np.roll(tile, 137 * at, axis=0)[wanted % len(tile)] for at in range(repeats)]
        return np.concatenate(shifted, axis=1)[:, :width, None]

    return noise


def _laid(pixels: Pixels, fore: Pixels, alpha: FloatPlane, behind: Any, keep: FloatPlane | None) -> Pixels:
    """The person over ``behind(rows)`` (sRGB 0..1), mixed in linear light at the edges, strip by strip."""
    import cv2

    result: Any = pixels.copy()
    height, width = alpha.shape
    top = np.float32(np.iinfo(pixels.dtype).max)
    count = max(16, 1_000_000 // width)
    for start in range(0, height, count):
        rows = slice(start, min(height, start + count))
        a = alpha[rows]
        changed = a < _SOLID
        if not changed.any():
            continue
        ground = np.asarray(behind(rows), np.float32)
        new = ground.copy()
        soft = changed & (a > 0.004)
        if soft.any():
            f = oklab.linear(fore[rows][soft][:, :3].astype(np.float32) / top)
            b = oklab.linear(ground[soft])
            new[soft] = oklab.srgb(f * a[soft][:, None] + b * (1 - a[soft][:, None]))
        if keep is not None:
            own = pixels[rows][..., :3].astype(np.float32) / top
            new += keep[rows][..., None] * (own - new)
            changed &= keep[rows] < 1
        np.clip(new, 0, 1, out=new)
        new *= top
        laid_there: Any = np.round(new, out=new).astype(pixels.dtype)
        part = result[rows]
        if part.shape[2] == 3:
            cv2.copyTo(laid_there, changed.view(np.uint8), part)
        else:
            part[changed, :3] = laid_there[changed]
    laid: Pixels = result
    return laid
