"""Creases beside the mouth, melted when a smile goes: gradients inside are taken away, values at the rim stay."""

from __future__ import annotations

import numpy as np

from catchlight.engine.face.drawing import Array, Frame, blurred, brightest, darkest, median_colours
from catchlight.engine.face.reading import luminance
from catchlight.engine.face.surface import Surface
from catchlight.engine.picture import FloatImage, FloatPlane

_REACH_CM = 2.4
_SIDE = 72
"""Longest side of the grid on which the melt is solved."""
_BEARD_CM = 0.22
_ROUGHEST = 0.09
"""Mean fine contrast from which something is hair rather than skin, white or dark."""
_GREY = 0.1
"""Saturation of skin below which a picture is grey, so that a white beard cannot be told by its colour."""
_OVER_LIP, _DARK_HAIR = (92, 322, 165, 391), 0.66
"""Vertices between nose and upper lip, and brightness in that of skin below which a moustache grows there."""
_MOLE = 0.42
_LINES = 0.85
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


def window(surface: Surface) -> Frame:
    """The part of the face that may melt."""
    return Frame.around(surface.points[[61, 291, 129, 358], :2], _REACH_CM * surface.cm, surface.shape)


def melted(surface: Surface, level: float, amount: float) -> tuple[FloatImage, FloatPlane]:
    """Log gain, HxWx3, that takes ``amount`` (0..1) of the gradients away beside the mouth's corners, and how much where.

    surface: the ``window`` of the face's, shaded. level: brightness of the face's skin. On skin alone: lips, nose and beard
    stay. Poisson editing (Perez et al. 2003) with damped gradients.
    """
    import cv2

    cm, pixels = surface.cm, surface.pixels
    amount *= 1 - _moustache(surface, level)
    height, width = surface.shape
    total, share = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    frame = surface.frame
    allowed = _allowed(surface.skin, surface.nose, pixels, cm)
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
        tones = np.asarray(cv2.resize(np.log(np.maximum(pixels[part], 5)), size, interpolation=cv2.INTER_AREA), float)
        gone = np.clip(cv2.resize(mask[part], size, interpolation=cv2.INTER_AREA) * amount, 0, 0.97)
        change = (_membrane(tones, gone) - tones).astype(np.float32)
        change = np.asarray(cv2.resize(change, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)
        total[part] += np.clip(change, -0.5, 0.9) * np.clip(mask[part] * 3, 0, 1)[..., None]
        np.maximum(share, mask * np.float32(amount), out=share)
    return total, share


def lines_filled(pixels: FloatImage, cm: float, share: FloatPlane) -> FloatImage:
    """Log gain that evens thin lines and their ridges, finer than the grid of the melt; moles, which are darker, stay."""
    tones = np.log(np.maximum(pixels, 5)).astype(np.float32)
    band = blurred(tones, 0.012 * cm) - blurred(tones, 0.22 * cm)
    depth = luminance(band)
    drawn_out = np.clip((_elongated(luminance(tones), cm) - 0.45) / 0.2, 0, 1)
    shallow = np.maximum(drawn_out, np.clip((_MOLE + depth) / 0.12, 0, 1))
    line = np.clip((np.abs(depth) - 0.03) / 0.04, 0, 1) * shallow
    return np.asarray(-np.clip(band, -0.4 - 0.6 * drawn_out[..., None], 0.2) * (line * share * _LINES)[..., None])


def _elongated(tones: FloatPlane, cm: float) -> FloatPlane:
    """Coherence of the structure tensor, 0 on round spots to 1 on lines."""
    import cv2

    smooth = blurred(tones, 0.03 * cm)
    gx, gy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    xx, yy, xy = (blurred(np.asarray(one, np.float32), 0.08 * cm) for one in (gx * gx, gy * gy, gx * gy))
    return np.asarray(np.sqrt((xx - yy) ** 2 + 4 * xy**2) / np.maximum(xx + yy, 1e-6), np.float32)


def _allowed(skin: FloatPlane, nose: FloatPlane, pixels: FloatImage, cm: float) -> FloatPlane:
    """Skin without the nose, and without the dark, rough or colourless areas of a beard."""
    import cv2

    side = 2 * max(1, int(0.06 * cm)) + 1
    skin = np.asarray(cv2.erode(np.clip(skin - nose, 0, 1), np.ones((side, side), np.uint8)), np.float32)
    bright = luminance(pixels)
    sure = skin > 0.7
    level = float(np.median(bright[sure])) if sure.any() else 128.0
    shaven = np.clip((blurred(bright, _BEARD_CM * cm) / level - 0.45) / 0.2, 0, 1)
    fine = np.abs(bright - blurred(bright, 0.08 * cm))
    rough = blurred(np.asarray(fine, np.float32), 0.2 * cm) / max(level, 1.0)
    smooth = np.clip((_ROUGHEST - rough) / 0.02, 0, 1)
    broad = blurred(pixels, 0.2 * cm)
    colourful = 1 - darkest(broad) / np.maximum(brightest(broad), 1)
    usual = float(np.median(colourful[sure])) if sure.any() else 0.0
    if usual > _GREY:
        smooth = smooth * np.clip((colourful / usual - 0.42) / 0.2, 0, 1)
    return np.asarray(skin * shaven * smooth, np.float32)


def _moustache(surface: Surface, level: float) -> float:
    """0..1: whether dark hair grows over the lip; what is dark beside the mouth then is hair, not a crease."""
    if level <= 0:
        return 1.0
    places = surface.points[list(_OVER_LIP), :2]
    over = luminance(median_colours(surface.pixels, places, 0.15 * surface.cm)) / max(1.0, level)
    return float(np.clip((_DARK_HAIR - np.median(over)) / 0.08, 0, 1))


def _membrane(tones: Array, gone: Array) -> Array:
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
