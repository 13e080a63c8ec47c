"""Edits done to pixels, one after the other, in tiles: nothing is touched that no mask covers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.brushes import copying, detail, tones
from catchlight.brushes.edits import BrushEdit
from catchlight.brushes.mask import EditMask, RegionOf
from catchlight.core.progress import Progress
from catchlight.core.threads import each
from catchlight.imaging.filters.alpha import visible_colours
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window

_TILE = 512
"""Side of what is done at once where a tool looks at a pixel's surroundings."""
_BAND = 16_384
"""Pixels that are done at once where it looks at each pixel alone: all that is made on the way stays in the processor's cache
(``tests.benchmarks.brushes``)."""
FAINT = 0.002
"""Coverage below which nothing is changed: less than a level of 8 bits at the strongest."""
_TONES = {"dodge": tones.dodge, "burn": tones.burn, "colour": tones.tint, "adjust": tones.adjust}
_DETAIL = {"smooth": detail.smooth, "sharpen": detail.sharpen}


@dataclass(frozen=True)
class BrushGround:
    """What edits lie on besides the pixels, each looked for only where it is needed. region_of: a found region by its name.
    measure: gives the pixels for one cm of the person."""

    region_of: RegionOf
    measure: Callable[[], float]


def apply_edits(
    pixels: Pixels, steps: Sequence[BrushEdit], ground: BrushGround, progress: Progress | None = None
) -> Pixels:
    """A copy of ``pixels`` (HxWx3 or x4, uint8 or uint16) with the edits done, as ``edits.strikes`` gives them.

    Alpha, and every pixel that no mask covers, is identical. Raises what finding a region raises, and UnusablePicture
    ``nothing_at_hotspot`` where heal has nothing to fill with.
    """
    if not steps:
        return pixels
    result: Any = pixels.copy()
    for place, edit in enumerate(steps):
        if progress is not None:
            progress.report(place / len(steps), "brushing")
        mask = EditMask(edit, result, ground.region_of)
        if edit.copies:
            _copy(result, edit, mask)
        else:
            _tone(result, edit, mask, ground, progress)
    made: Pixels = result
    return made


def _copy(result: Any, edit: BrushEdit, mask: EditMask) -> None:
    box, stroke = mask.box, edit.strokes[0]
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    covered = mask.over(box)
    if edit.tool == "clone":
        assert stroke.offset is not None, "edits.py refuses a clone without a source"
        new, there = copying.clone(result, covered, box, stroke.offset)
    elif not (covered > FAINT).any():
        return
    else:
        new, there = copying.heal(result, covered, box, stroke.radius, stroke.offset)
    _blend(result, box, new, there, edit.opacity)


def _tone(result: Any, edit: BrushEdit, mask: EditMask, ground: BrushGround, progress: Progress | None) -> None:
    box = mask.box
    cm = ground.measure() if edit.tool in _DETAIL else 0.0
    margin = detail.reach(edit, cm)
    height, width = result.shape[:2]
    x0, y0 = max(0, box[0] - margin), max(0, box[1] - margin)
    x1, y1 = min(width, box[2] + margin), min(height, box[3] + margin)
    # Tiles are written where their neighbours still read what was there; pixels alone need no such copy.
    before = result[y0:y1, x0:x1].copy() if margin else result[y0:y1, x0:x1]
    top = np.float32(np.iinfo(result.dtype).max)

    def work(tile: Window) -> None:
        if progress is not None:
            progress.check()
        covered = mask.over(tile)
        if not (covered > FAINT).any():
            return
        left, upper = max(x0, tile[0] - margin), max(y0, tile[1] - margin)
        right, lower = min(x1, tile[2] + margin), min(y1, tile[3] + margin)
        around = before[upper - y0 : lower - y0, left - x0 : right - x0]
        rgb = _unit(visible_colours(around) if margin else around[..., :3], top)
        tone = _TONES.get(edit.tool)
        new = tone(rgb, edit) if tone is not None else _DETAIL[edit.tool](rgb, edit, cm)
        core = np.s_[tile[1] - upper : tile[3] - upper, tile[0] - left : tile[2] - left]
        _blend(result, tile, np.array(new[core], np.float32) if margin else new, covered, edit.opacity)

    each(work, _tiles(box, _TILE, _TILE) if margin else _bands(box))


def _unit(part: Any, top: np.float32) -> FloatImage:
    """Pixels as float32 in 0..1, contiguous."""
    rgb = part.astype(np.float32, order="C")
    rgb /= top
    return np.asarray(rgb, np.float32)


def _blend(result: Any, box: Window, new: FloatImage, mask: FloatPlane, opacity: float) -> None:
    """Mix new sRGB (0..1) into the pixels of ``box`` by the mask; rounded to the nearest level. ``new`` is overwritten.

    Where the mask is fainter than ``FAINT`` nothing is added, and every level comes back from float32 as it was.
    """
    import cv2

    top = np.float32(np.iinfo(result.dtype).max)
    part = result[box[1] : box[3], box[0] : box[2], :3]
    old = part.astype(np.float32, order="C")
    share = np.where(mask > FAINT, mask * np.float32(opacity), np.float32(0))
    new *= top
    new -= old
    new *= np.asarray(cv2.merge([share, share, share]), np.float32)
    new += old
    np.clip(new, 0, top, out=new)
    np.copyto(part, np.rint(new, out=new), casting="unsafe")


def _bands(box: Window) -> Iterator[Window]:
    """Rows as they lie in memory, few enough at a time."""
    width = box[2] - box[0]
    return _tiles(box, max(1, width), max(1, _BAND // max(1, width)))


def _tiles(box: Window, width: int, height: int) -> Iterator[Window]:
    for y in range(box[1], box[3], height):
        for x in range(box[0], box[2], width):
            yield x, y, min(box[2], x + width), min(box[3], y + height)
