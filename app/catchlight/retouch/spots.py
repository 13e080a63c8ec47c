"""Blemishes: small marks that differ from the skin around them, found and healed with neighbouring skin."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.retouch.area import Area

_SIZES_CM = (0.07, 0.14, 0.24)
"""Half widths of marks that are looked for."""
_LARGEST_CM2 = 0.9
_FINEST = 48.0


def find(pixels: Pixels, area: Area, cm: float, share: float = 0.5) -> Area:
    """The marks within an area of skin, with a soft rim. cm: pixels for one cm; share 0..1: how faint ones count."""
    import cv2

    scale = min(1.0, _FINEST / cm)
    x0, y0, x1, y1 = area.box
    size = (max(8, round((x1 - x0) * scale)), max(8, round((y1 - y0) * scale)))
    top = np.float32(np.iinfo(pixels.dtype).max)
    rgb = cv2.resize(pixels[y0:y1, x0:x1, :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    skin = np.asarray(cv2.resize(area.mask, size, interpolation=cv2.INTER_AREA), np.float32)
    lab, small = oklab.from_srgb(rgb), cm * scale
    inner = cv2.erode((skin > 0.6).astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, round(0.06 * small)))
    found = np.zeros(skin.shape, np.uint8)
    shown = [np.asarray(lab[..., channel] * skin, np.float32) for channel in (0, 1)]
    with ThreadPoolExecutor(len(_SIZES_CM), "marks") as pool:
        for marks in pool.map(lambda width: _marks(shown, skin, width * small, share), _SIZES_CM):
            found |= marks & inner
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
    found = np.asarray(cv2.morphologyEx(found, cv2.MORPH_CLOSE, kernel), np.uint8)
    kept = _compact(found, _LARGEST_CM2 * small * small, small)
    grown = cv2.dilate(kept, kernel, iterations=max(1, round(0.035 * small)))
    soft = cv2.GaussianBlur(grown.astype(np.float32), (0, 0), max(0.8, 0.025 * small))
    mask = cv2.resize(np.clip(soft * 1.25, 0, 1), (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    return Area(area.box, np.asarray(mask, np.float32))


def nearest_mark(marks: Area, x: float, y: float, reach: float) -> Area:
    """Of all marks the one at a point, or nearest to it within ``reach`` pixels; empty where there is none."""
    import cv2

    _, labels = cv2.connectedComponents((marks.mask > 0.15).astype(np.uint8))
    rows, columns = np.nonzero(labels)
    if not len(rows):
        return Area(marks.box, np.zeros_like(marks.mask))
    away = np.hypot(columns + marks.box[0] - x, rows + marks.box[1] - y)
    nearest = int(away.argmin())
    if away[nearest] > reach:
        return Area(marks.box, np.zeros_like(marks.mask))
    return Area(marks.box, np.where(labels == labels[rows[nearest], columns[nearest]], marks.mask, 0))


def heal(pixels: Pixels, marks: Area, skin: Area, cm: float, amount: float, progress: Progress | None = None) -> Pixels:
    """A copy with the marks replaced: light and colour from the skin around, texture from clean skin beside; amount 0..1."""
    marks = marks.trimmed()
    if marks.empty:
        return pixels
    import cv2

    # Only what shows skin or marks is looked at; coordinates below are those of this part.
    x0, y0 = min(skin.box[0], marks.box[0]), min(skin.box[1], marks.box[1])
    x1, y1 = max(skin.box[2], marks.box[2]), max(skin.box[3], marks.box[3])
    clean, dirty = (_placed(area, (x0, y0, x1, y1)) for area in (skin, marks))
    clean *= dirty < 0.02
    result: Any = pixels.copy()
    source, part = pixels[y0:y1, x0:x1], result[y0:y1, x0:x1]
    top = np.float32(np.iinfo(pixels.dtype).max)
    count, _, stats, _ = cv2.connectedComponentsWithStats((marks.mask > 0).astype(np.uint8))
    for one in range(1, count):
        if progress is not None:
            progress.check()
        left, upper, wide, high = (int(value) for value in stats[one, :4])
        _heal_one(
            source,
            part,
            (left + marks.box[0] - x0, upper + marks.box[1] - y0, wide, high),
            (clean, dirty),
            (cm, np.float32(amount), top),
        )
    healed: Pixels = result
    return healed


def _placed(area: Area, box: Window) -> FloatPlane:
    """The mask of an area on a part of the picture that holds it."""
    plane = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    left, top = area.box[0] - box[0], area.box[1] - box[1]
    plane[top : top + area.mask.shape[0], left : left + area.mask.shape[1]] = area.mask
    return plane


def _heal_one(
    pixels: Pixels,
    result: Any,
    place: tuple[int, int, int, int],
    planes: tuple[FloatPlane, FloatPlane],
    constants: tuple[float, np.float32, np.float32],
) -> None:
    x, y, wide, high = place
    clean, dirty = planes
    cm, amount, top = constants
    margin = int(max(wide, high, 0.15 * cm) * 1.2) + 3
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = (
        max(0, x - margin),
        max(0, y - margin),
        min(width, x + wide + margin),
        min(height, y + high + margin),
    )
    window = np.s_[y0:y1, x0:x1]
    rgb = pixels[y0:y1, x0:x1, :3].astype(np.float32) / top
    around = clean[window]
    if around.sum() < 20:
        return
    sigma = 0.3 * max(wide, high) + 1
    ground = blur_within_mask(rgb, around, sigma)
    texture = _texture(rgb, clean[window], (x - x0, y - y0, wide, high), sigma)
    mask = (dirty[window] * amount)[..., None]
    new = rgb + mask * (ground + texture - rgb)
    part = result[y0:y1, x0:x1, :3]
    touched = mask[..., 0] > 0
    part[touched] = np.round(np.clip(new[touched], 0, 1) * top).astype(pixels.dtype)


def _texture(rgb: Any, clean: FloatPlane, hole: tuple[int, int, int, int], sigma: float) -> Any:
    """The fine band of the cleanest place beside the hole, laid over it."""
    x, y, wide, high = hole
    fine = rgb - gaussian_blur(rgb, max(0.8, 0.5 * sigma))
    best, shift = -1.0, (0, 0)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
        sx, sy = round(dx * wide * 1.1), round(dy * high * 1.1)
        left, upper = x + sx, y + sy
        if left < 0 or upper < 0 or left + wide > clean.shape[1] or upper + high > clean.shape[0]:
            continue
        share = float(clean[upper : upper + high, left : left + wide].mean())
        if share > best:
            best, shift = share, (sx, sy)
    texture = np.zeros_like(rgb)
    if best > 0.6:
        texture[y : y + high, x : x + wide] = fine[
            y + shift[1] : y + shift[1] + high, x + shift[0] : x + shift[0] + wide
        ]
    return texture


def _marks(shown: list[FloatPlane], skin: FloatPlane, width: float, share: float) -> Any:
    """Where light or redness of a spot about ``width`` wide stands out from the skin around it.

    shown: L and a of OKLab, each times ``skin``.
    """
    inner, outer = (_means(shown, skin, sigma) for sigma in (max(0.7, 0.6 * width), 2.2 * width))
    solid = skin > 0.6
    marks = np.zeros(skin.shape, np.uint8)
    for away, least in ((outer[0] - inner[0], 0.022), (inner[1] - outer[1], 0.011)):
        noise = 1.4826 * float(np.median(np.abs(away[solid]))) if solid.any() else 0.0
        marks |= (away > max(least * (1.5 - share), (3.6 - 1.2 * share) * noise)).astype(np.uint8)
    return marks


def _means(shown: list[FloatPlane], skin: FloatPlane, sigma: float) -> list[FloatPlane]:
    """``blur_within_mask`` for planes that are weighted already."""
    weight = np.maximum(gaussian_blur(skin, sigma), 1e-4)
    return [gaussian_blur(plane, sigma) / weight for plane in shown]


def _compact(found: Any, largest: float, small: float) -> Any:
    """Round marks of a bearable size; lines, folds and hairs are no blemishes."""
    import cv2

    count, labels, stats, _ = cv2.connectedComponentsWithStats(found)
    keep = np.zeros(count, np.uint8)
    for one in range(1, count):
        wide, high, size = (int(stats[one, at]) for at in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA))
        long = max(wide, high)
        keep[one] = (
            size <= largest and size >= 2 and long < 3.2 * min(wide, high) and size > 0.3 * wide * high and long < small
        )
    return keep[labels]
