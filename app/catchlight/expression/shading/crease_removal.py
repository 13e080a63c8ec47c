"""Creases beside the mouth, melted when a smile goes: gradients inside are taken away, values at the rim stay.

References:
    P. Pérez, M. Gangnet, A. Blake, "Poisson image editing", SIGGRAPH 2003, doi:10.1145/1201775.882269.
"""

from __future__ import annotations

import numpy as np

from catchlight.expression.shading.surface import Surface
from catchlight.expression.soft_shapes import CropWindow, max_channel, min_channel
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_REACH_CM = 2.4
_SPOT_CM = 0.045
"""Gaussian radius of a freckle."""
_SIDE = 72
"""Longest side of the grid on which the melt is solved."""
_BEARD_CM = 0.22
_ROUGHEST = 0.09
"""Mean fine contrast from which something is hair rather than skin, white or dark."""
_GREY = 0.1
"""Saturation of skin below which a picture is grey, so that a white beard cannot be told by its colour."""
_MOLE = 0.42
_LINES, _LONG_LINES, _PORES = 0.85, 1.15, 0.6
"""How much of thin lines goes, in the share of the crease that does; of lines that are seen to run on; of what is no line."""
_BANDS = (
    ((("mouth", 0.25, 0.9), ("mouth", 0.30, 0.0), ("middle", 0.45, 0.0), ("nose", 0.75, 0.1)), 0.48, (0.5, 1, 1, 0.75)),
    (
        (("mouth", 1.15, 1.0), ("mouth", 1.20, 0.0), ("middle", 1.10, 0.0), ("nose", 0.95, 0.2)),
        0.42,
        (0.3, 0.9, 1, 0.6),
    ),
)
"""Lines beside the mouth (start, cm outwards, cm down), half width in cm and strength along them.

The crease at the corner, and the fold from the nose past it.
"""


def window(surface: Surface) -> CropWindow:
    """The part of the face that may melt."""
    return CropWindow.around(surface.points[[61, 291, 129, 358], :2], _REACH_CM * surface.cm, surface.shape)


def flatten_creases(surface: Surface, amount: float, hair: FloatPlane) -> tuple[FloatImage, FloatPlane]:
    """Log gain, HxWx3, that takes ``amount`` (0..1) of the gradients away beside the mouth's corners, and how much where.

    surface: the ``window`` of the face's, shaded. hair: 1 where some grows over the lip, as large. On skin alone: lips, nose,
    beard and spots stay. Poisson editing (Perez et al. 2003) with damped gradients.
    """
    import cv2

    cm, pixels = surface.cm, surface.pixels
    height, width = surface.shape
    total, share = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    frame = surface.frame
    allowed = bare_skin(surface.skin, surface.nose, pixels, cm) * (1 - hair)
    for corner, wing, sign in ((61, 129, -1.0), (291, 358, 1.0)):
        mouth, nose = surface.points[corner, :2], surface.points[wing, :2]
        mask = np.zeros((height, width), np.float32)
        for path, half, profile in _BANDS:
            ends = {"mouth": mouth, "middle": (mouth + nose) / 2, "nose": nose}
            line = np.array([ends[at] + surface.place(sign * out, down) for at, out, down in path])
            np.maximum(mask, np.clip(frame.stroke(line, half * cm, profile) * 1.5, 0, 1), out=mask)
        mask *= allowed
        ys, xs = np.nonzero(mask > 0.02)
        if len(ys) < 50:
            continue
        part = (
            slice(max(0, int(ys.min()) - 3), min(height, int(ys.max()) + 4)),
            slice(max(0, int(xs.min()) - 3), min(width, int(xs.max()) + 4)),
        )
        shape = mask[part].shape
        scale = min(1.0, _SIDE / max(shape))
        size = (max(8, int(shape[1] * scale)), max(8, int(shape[0] * scale)))
        skin = np.log(np.maximum(pixels[part], 5))
        skin -= spots(skin, cm)
        tones = np.asarray(cv2.resize(skin, size, interpolation=cv2.INTER_AREA), float)
        gone = np.clip(cv2.resize(mask[part], size, interpolation=cv2.INTER_AREA) * amount, 0, 0.97)
        change = (_membrane(tones, gone) - tones).astype(np.float32)
        change = np.asarray(cv2.resize(change, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)
        total[part] += np.clip(change, -0.5, 0.9) * np.clip(mask[part] * 3, 0, 1)[..., None]
        np.maximum(share, mask * np.float32(amount), out=share)
    return total, share


def fill_fine_lines(pixels: FloatImage, cm: float, share: FloatPlane) -> FloatImage:
    """Log gain that evens thin lines and their ridges, finer than the grid of the melt; moles, which are darker, stay."""
    tones = np.log(np.maximum(pixels, 5)).astype(np.float32)
    tones -= spots(tones, cm)
    band = gaussian_blur(tones, 0.012 * cm, EXACT) - gaussian_blur(tones, 0.22 * cm, EXACT)
    depth = luma(band)
    drawn_out = np.clip((_elongated(luma(tones), cm) - 0.45) / 0.2, 0, 1)
    shallow = np.maximum(drawn_out, _PORES * np.clip((_MOLE + depth) / 0.12, 0, 1))
    line = np.clip((np.abs(depth) - 0.03) / 0.04, 0, 1) * shallow
    gone = np.clip(share * (_LINES + (_LONG_LINES - _LINES) * drawn_out), 0, 1)
    return np.asarray(-np.clip(band, -0.4 - 0.6 * drawn_out[..., None], 0.2) * (line * gone)[..., None])


def spots(tones: FloatImage, cm: float) -> FloatImage:
    """How much darker freckles and moles are than the skin round them: log brightness, HxWx3, 0 off them and on creases.

    Told from creases by the curvatures of brightness, which are alike along and across a spot, and by what a crease that is
    broken into dots is at twice the size.
    """
    import cv2

    if _SPOT_CM * cm < 0.7:
        return np.zeros_like(tones)
    bright = luma(tones)
    dark, even = _curved(bright, _SPOT_CM * cm)
    deep, round_ = _curved(bright, 2.2 * _SPOT_CM * cm)
    reach = 2 * max(1, round(1.3 * _SPOT_CM * cm)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    crease = cv2.dilate(np.asarray(deep * (1 - round_), np.float32), disc)
    spot = cv2.dilate(np.asarray(dark * even * (1 - crease), np.float32), disc)
    share = gaussian_blur(np.asarray(spot, np.float32), 0.6 * _SPOT_CM * cm, EXACT)
    around = gaussian_blur(tones, 3.5 * _SPOT_CM * cm, EXACT)
    return np.asarray(np.minimum(0, tones - around) * share[..., None], np.float32)


def _curved(bright: FloatPlane, sigma: float) -> tuple[FloatPlane, FloatPlane]:
    """How dark a dent of about ``sigma`` pixels is seen at each place, and how round it is; both 0..1."""
    import cv2

    smooth = gaussian_blur(bright, sigma, EXACT)
    xx, yy, xy = (cv2.Sobel(smooth, cv2.CV_32F, *by, ksize=3, scale=0.25) for by in ((2, 0), (0, 2), (1, 1)))
    mean, apart = (xx + yy) / 2, np.hypot((xx - yy) / 2, xy)
    dark = np.clip(((mean + apart) * sigma**2 - 0.010) / 0.015, 0, 1)
    even = np.clip(((mean - apart) / np.maximum(mean + apart, 1e-6) - 0.25) / 0.25, 0, 1)
    return np.asarray(dark, np.float32), np.asarray(even, np.float32)


def _elongated(tones: FloatPlane, cm: float) -> FloatPlane:
    """Coherence of the structure tensor, 0 on round spots to 1 on lines."""
    import cv2

    smooth = gaussian_blur(tones, 0.03 * cm, EXACT)
    gx, gy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    xx, yy, xy = (gaussian_blur(np.asarray(one, np.float32), 0.08 * cm, EXACT) for one in (gx * gx, gy * gy, gx * gy))
    return np.asarray(np.sqrt((xx - yy) ** 2 + 4 * xy**2) / np.maximum(xx + yy, 1e-6), np.float32)


def bare_skin(skin: FloatPlane, nose: FloatPlane, pixels: FloatImage, cm: float) -> FloatPlane:
    """Skin without the nose, and without the dark, rough or colourless areas of a beard."""
    import cv2

    side = 2 * max(1, int(0.06 * cm)) + 1
    skin = np.asarray(cv2.erode(np.clip(skin - nose, 0, 1), np.ones((side, side), np.uint8)), np.float32)
    bright = luma(pixels)
    sure = skin > 0.7
    level = float(np.median(bright[sure])) if sure.any() else 128.0
    shaven = np.clip((gaussian_blur(bright, _BEARD_CM * cm, EXACT) / level - 0.45) / 0.2, 0, 1)
    fine = np.abs(bright - gaussian_blur(bright, 0.08 * cm, EXACT))
    rough = gaussian_blur(np.asarray(fine, np.float32), 0.2 * cm, EXACT) / max(level, 1.0)
    smooth = np.clip((_ROUGHEST - rough) / 0.02, 0, 1)
    broad = gaussian_blur(pixels, 0.2 * cm, EXACT)
    colourful = 1 - min_channel(broad) / np.maximum(max_channel(broad), 1)
    usual = float(np.median(colourful[sure])) if sure.any() else 0.0
    if usual > _GREY:
        smooth = smooth * np.clip((colourful / usual - 0.42) / 0.2, 0, 1)
    return np.asarray(skin * shaven * smooth, np.float32)


def _membrane(tones: Doubles, gone: Doubles) -> Doubles:
    """The image whose gradients are (1 - gone) of those of ``tones`` inside, and whose rim is that of ``tones``.

    Poisson's equation on a rectangle whose rim is known, solved by sine transforms.
    """
    from scipy.fft import dstn, idstn

    kept = 1 - gone
    inner = tones[1:-1, 1:-1]
    right = np.zeros_like(inner)
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        window = (slice(1 + dy, tones.shape[0] - 1 + dy), slice(1 + dx, tones.shape[1] - 1 + dx))
        right += (inner - tones[window]) * np.minimum(kept[1:-1, 1:-1], kept[window])[..., None]
    right[0] += tones[0, 1:-1]
    right[-1] += tones[-1, 1:-1]
    right[:, 0] += tones[1:-1, 0]
    right[:, -1] += tones[1:-1, -1]
    down, across = (2 - 2 * np.cos(np.pi * np.arange(1, size + 1) / (size + 1)) for size in inner.shape[:2])
    solved = tones.copy()
    waves = dstn(right, type=1, axes=(0, 1)) / (down[:, None] + across[None])[..., None]
    solved[1:-1, 1:-1] = idstn(waves, type=1, axes=(0, 1))
    return solved
