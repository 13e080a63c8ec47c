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
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.matting.modnet import Window

_TILE = 512
_FAINT = 0.002
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
    elif not (covered > _FAINT).any():
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
        if not (covered > _FAINT).any():
            return
        left, upper = max(x0, tile[0] - margin), max(y0, tile[1] - margin)
        right, lower = min(x1, tile[2] + margin), min(y1, tile[3] + margin)
        rgb = np.asarray(before[upper - y0 : lower - y0, left - x0 : right - x0, :3], np.float32) / top
        tone = _TONES.get(edit.tool)
        new = tone(rgb, edit) if tone is not None else _DETAIL[edit.tool](rgb, edit, cm)
        core = np.s_[tile[1] - upper : tile[3] - upper, tile[0] - left : tile[2] - left]
        _blend(result, tile, np.asarray(new[core], np.float32), covered, edit.opacity)

    each(work, _tiles(box))


def _blend(result: Any, box: Window, new: FloatImage, mask: FloatPlane, opacity: float) -> None:
    """Mix new sRGB (0..1) into the pixels of ``box`` by the mask; rounded to the nearest level."""
    top = np.float32(np.iinfo(result.dtype).max)
    part = result[box[1] : box[3], box[0] : box[2], :3]
    touched = mask > _FAINT
    old = part[touched].astype(np.float32)
    share = mask[touched][:, None] * np.float32(opacity)
    part[touched] = np.round(np.clip(old + share * (new[touched] * top - old), 0, top)).astype(result.dtype)


def _tiles(box: Window) -> Iterator[Window]:
    for y in range(box[1], box[3], _TILE):
        for x in range(box[0], box[2], _TILE):
            yield x, y, min(box[2], x + _TILE), min(box[3], y + _TILE)
