"""Painting an area of a picture: a small sample to learn from, strips to work on, and nothing touched outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from catchlight.core.memo import Memo
from catchlight.core.progress import Progress
from catchlight.core.threads import each
from catchlight.develop import decoding
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.foreground import estimate_layers
from catchlight.matting.modnet import Window
from catchlight.portrait.view import resample_window
from catchlight.retouch.area import Area

_SAMPLE = 900
"""Longer side of a sample in pixels: enough for every statistic and every broad band."""
_STRIP = 900_000
"""Pixels that are worked on at once."""
_BLENDED = 30_000
"""Pixels that are blended at once: all that is made of them stays in the processor's cache."""
_SOLVED = 70_000
_AT_ONCE = 32_000
"""Pixels that are looked up in one call: OpenCV's remap takes no longer rows."""

Part = tuple[slice, slice]
"""Rows and columns."""


@dataclass(frozen=True)
class Sample:
    """An area and its surroundings at a reduced size.

    rgb: hxwx3 sRGB in 0..1. mask: hxw. box: what is shown, in pixels of the picture. scale: pixels of the sample for one
    of the picture. cm: pixels of the sample for one cm of the person.
    """

    rgb: FloatImage
    mask: FloatPlane
    box: Window
    scale: float
    cm: float
    parts: Memo = field(default_factory=Memo, compare=False, repr=False)
    """What plans find out about it, by name; a sample that is kept knows it the next time."""

    @cached_property
    def lab(self) -> FloatImage:
        return oklab.from_srgb(self.rgb)

    @cached_property
    def solid(self) -> Any:
        """Where the mask surely covers; everything it covers where it is soft throughout."""
        solid = self.mask > 0.6 * float(self.mask.max())
        return solid if solid.any() else self.mask >= 0

    def quantile(self, channel: int, share: float) -> float:
        """Quantile of an OKLab channel over the solid part."""
        return float(np.quantile(self.lab[..., channel][self.solid], share))

    @cached_property
    def layers(self) -> tuple[FloatImage, FloatImage]:
        """Colours of the area and of what lies behind its edges, at a still smaller size."""
        import cv2

        height, width = self.mask.shape
        share = min(1.0, (_SOLVED / (height * width)) ** 0.5)
        size = (max(2, round(width * share)), max(2, round(height * share)))
        small = np.asarray(cv2.resize(self.rgb, size, interpolation=cv2.INTER_AREA), np.float32)
        return estimate_layers(small, np.asarray(cv2.resize(self.mask, size, interpolation=cv2.INTER_AREA), np.float32))


@dataclass(frozen=True)
class Strip:
    """A full-resolution piece of the picture with some surroundings.

    rgb: sRGB in 0..1. core: rows and columns of what is painted. cm: pixels for one cm. lit: gives linear light, anew each time.
    """

    rgb: FloatImage
    mask: FloatPlane
    box: Window
    core: Part
    cm: float
    lit: Callable[[], FloatImage]

    @cached_property
    def light(self) -> FloatImage:
        """``rgb`` as linear light."""
        return self.lit()

    @cached_property
    def lab(self) -> FloatImage:
        return oklab.from_linear(self.light)

    @cached_property
    def lightness(self) -> FloatPlane:
        """OKLab L alone."""
        return oklab.lightness(self.light)

    def taken(self, plane: Any, sample: Sample) -> Any:
        """A plane or an image that covers the sample's box, brought to this strip's pixels."""
        return resample_window(plane, sample.box, self.box)

    def shrunk(self, finest: float) -> tuple[FloatImage, float]:
        """OKLab of the strip with at most ``finest`` pixels for one cm, and what that is of the strip's size.

        Bands broader than a pore need no more, however large the photo is.
        """
        import cv2

        share = min(1.0, finest / max(self.cm, 1e-6))
        if share > 0.7:
            return self.lab, 1.0
        height, width = self.mask.shape
        size = (max(2, round(width * share)), max(2, round(height * share)))
        small = cv2.resize(self.rgb, size, interpolation=cv2.INTER_AREA)
        return oklab.from_srgb(small), share

    def grown(self, plane: Any) -> Any:
        """A plane or an image of a shrunk strip at the strip's own size."""
        import cv2

        height, width = self.mask.shape
        if plane.shape[:2] == (height, width):
            return plane
        return cv2.resize(plane, (width, height), interpolation=cv2.INTER_LINEAR)


@dataclass(frozen=True)
class Brush:
    """What is done to an area.

    work: the strip's new sRGB, HxWx3 float32 in 0..1, of which nothing beyond its core is read. reach: pixels of the picture
    around a pixel that its result depends on. layered: soft edges of the mask are mixtures with what lies behind; only the
    area's own part is changed. step: what ``work`` adds to sRGB, hxwx3 over the sample, where it does nothing else.
    """

    work: Callable[[Strip], FloatImage]
    reach: int = 0
    layered: bool = False
    step: FloatImage | None = None


BrushPlan = Callable[[Sample], Brush]


def paint(
    pixels: Pixels,
    area: Area,
    plan: BrushPlan,
    cm: float,
    progress: Progress | None = None,
    keep: Callable[[Callable[[], Sample]], Sample] | None = None,
) -> Pixels:
    """A copy of ``pixels`` (HxWx3 or x4, uint8 or uint16) with the area painted; every other pixel and alpha is identical.

    cm: pixels for one cm of the person. keep: gives the sample of just this area of just these pixels where it is known, else
    keeps what the function makes that it is given.
    """
    area = area.trimmed()
    if area.empty:
        return pixels
    brush_sample = sample_of(pixels, area, cm) if keep is None else keep(lambda: sample_of(pixels, area, cm))
    brush = plan(brush_sample)
    result: Any = pixels.copy()

    def work(rows: tuple[int, int]) -> None:
        if progress is not None:
            progress.check()
        _paint_rows(pixels, result, area, rows, brush, brush_sample, cm)

    each(work, _strips(area.box))
    painted: Pixels = result
    return painted


def sample_of(pixels: Pixels, area: Area, cm: float) -> Sample:
    """The sample of an area with a margin of half its size, at most 3 cm, around it."""
    import cv2

    x0, y0, x1, y1 = area.box
    height, width = pixels.shape[:2]
    margin = int(min(3 * cm, 0.5 * max(x1 - x0, y1 - y0))) + 4
    box = (max(0, x0 - margin), max(0, y0 - margin), min(width, x1 + margin), min(height, y1 + margin))
    scale = min(1.0, _SAMPLE / max(box[2] - box[0], box[3] - box[1]))
    size = (max(2, round((box[2] - box[0]) * scale)), max(2, round((box[3] - box[1]) * scale)))
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    mask[y0 - box[1] : y1 - box[1], x0 - box[0] : x1 - box[0]] = area.mask
    part = pixels[box[1] : box[3], box[0] : box[2], :3]
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA) if scale < 1 else part
    rgb = small.astype(np.float32) / np.float32(np.iinfo(pixels.dtype).max)
    seen = cv2.resize(mask, size, interpolation=cv2.INTER_AREA) if scale < 1 else mask
    return Sample(rgb, np.asarray(seen, np.float32), box, scale, cm * scale)


def _strips(box: Window) -> Iterator[tuple[int, int]]:
    rows = max(16, _STRIP // max(1, box[2] - box[0]))
    for top in range(box[1], box[3], rows):
        yield top, min(box[3], top + rows)


def _paint_rows(
    pixels: Pixels, result: Any, area: Area, rows: tuple[int, int], brush: Brush, sample: Sample, cm: float
) -> None:
    import cv2

    height, width = pixels.shape[:2]
    x0, y0, _, _ = area.box
    columns = np.flatnonzero(area.mask[rows[0] - y0 : rows[1] - y0].any(axis=0))
    if not len(columns):
        return
    left, right = x0 + int(columns[0]), x0 + int(columns[-1]) + 1
    reach = brush.reach
    box = (max(0, left - reach), max(0, rows[0] - reach), min(width, right + reach), min(height, rows[1] + reach))
    top = np.float32(np.iinfo(pixels.dtype).max)
    raw = pixels[box[1] : box[3], box[0] : box[2], :3]
    core = np.s_[rows[0] - box[1] : rows[1] - box[1], left - box[0] : right - box[0]]
    rgb = np.multiply(raw, np.float32(1) / top, dtype=np.float32)
    strip = Strip(rgb, _cut(area, box), box, core, cm, lambda: decoding.linear(raw))
    if brush.layered:
        strip = _fore(strip, sample)
    new = brush.work(strip)
    depth = cv2.CV_8U if pixels.dtype == np.uint8 else cv2.CV_16U
    for inner in blocks(core, _BLENDED):
        blended: Any = np.subtract(new[inner], strip.rgb[inner])
        covered = strip.mask[inner]
        blended = cv2.multiply(blended, cv2.merge([covered, covered, covered]), dst=blended)
        blended += np.multiply(raw[inner], np.float32(1) / top, dtype=np.float32)
        at = (slice(box[1] + inner[0].start, box[1] + inner[0].stop), slice(left, right))
        # Scaled, rounded and cut to the range of the pixels in one pass.
        result[at][..., :3] = cv2.addWeighted(blended, float(top), blended, 0, 0, dtype=depth)


def blocks(part: Part, pixels: int) -> Iterator[Part]:
    """A part of a strip in pieces of whole rows, of about so many pixels."""
    rows, columns = part
    count = max(1, pixels // max(1, columns.stop - columns.start))
    for start in range(rows.start, rows.stop, count):
        yield slice(start, min(rows.stop, start + count)), columns


def _cut(area: Area, box: Window) -> FloatPlane:
    """The mask in a window of the picture, 0 beyond the area."""
    plane = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    x0, y0 = max(box[0], area.box[0]), max(box[1], area.box[1])
    x1, y1 = min(box[2], area.box[2]), min(box[3], area.box[3])
    if x1 > x0 and y1 > y0:
        inside = area.mask[y0 - area.box[1] : y1 - area.box[1], x0 - area.box[0] : x1 - area.box[0]]
        plane[y0 - box[1] : y1 - box[1], x0 - box[0] : x1 - box[0]] = inside
    return plane


def _at(places: Any, image: FloatImage, source: Window, target: Window) -> FloatImage:
    """Nx3: pixels of the window ``target``, given by their flat indices, in an image that covers the window ``source``."""
    import cv2

    rows, columns = np.divmod(places, target[2] - target[0])
    scale_x, scale_y = image.shape[1] / (source[2] - source[0]), image.shape[0] / (source[3] - source[1])
    x = ((columns + (target[0] - source[0] + 0.5)) * scale_x - 0.5).astype(np.float32)
    y = ((rows + (target[1] - source[1] + 0.5)) * scale_y - 0.5).astype(np.float32)
    found = np.empty((len(x), 3), np.float32)
    for start in range(0, len(x), _AT_ONCE):
        part = np.s_[start : start + _AT_ONCE]
        found[part] = cv2.remap(image, x[part][None], y[part][None], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[
            0
        ]
    return found


def _fore(strip: Strip, sample: Sample) -> Strip:
    """The strip with the area's own colours where its edge is mixed with what lies behind (as ``foreground.foreground``).

    The strip's own ``rgb`` is changed.
    """
    edge = np.flatnonzero((strip.mask > 0) & (strip.mask < 0.996))
    if not len(edge):
        return strip
    fore, back = sample.layers
    f, b = (_at(edge, plane, sample.box, strip.box) for plane in (fore, back))
    a = strip.mask.reshape(-1)[edge][:, None]
    mixed = np.take(strip.rgb.reshape(-1, 3), edge, axis=0)
    own = np.clip(f + a / (a * a + (1 - a) * (1 - a)) * (mixed - a * f - (1 - a) * b), 0, 1)

    def cleaned(image: FloatImage, colours: FloatImage) -> FloatImage:
        image.reshape(-1, 3)[edge] = colours
        return image

    return replace(strip, rgb=cleaned(strip.rgb, own), lit=lambda: cleaned(strip.lit(), oklab.linear(own)))
