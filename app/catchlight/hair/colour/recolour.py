"""Laying palettes on hair: each strand gets the colour of its own lightness, and is put back where it was."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.core.progress import Progress
from catchlight.hair.analysis import Hair
from catchlight.hair.colour.palette import HairColourCurve, curve_indices
from catchlight.imaging.filters.smooth_planes import enlarge_rows
from catchlight.imaging.picture import FloatPlane, Pixels

_ROWS = 128
_UNIT, _THOUSANDTH = np.float32(1 / 65535), np.float32(0.001)
_THREADS = 2
_LIFTED_REST = 0.3
"""What lifted strands keep of their own deviation in colour, by what others keep: in dark hair most of it is noise."""


@dataclass(frozen=True)
class ColourLayer:
    """A palette and where it goes. weight: a reduced plane over the hair's box in 0..1, None for all over. shades: STEPS
    weights by lightness, None for all."""

    palette: HairColourCurve
    weight: FloatPlane | None = None
    shades: FloatPlane | None = None


def recolour_hair(
    pixels: Pixels, hair: Hair, coats: Sequence[ColourLayer], strength: float, progress: Progress | None = None
) -> Pixels:
    """A copy of ``pixels`` (HxWx3 or x4 of ``hair.shape``) with its hair in new colours, each coat over those before it.

    A pixel of share m hair moves by m times the change of the hair's own colour: what lies behind it, and skin under thin
    hair, stay. Outside the mask, and in alpha, every value is the same.
    """
    result = pixels.copy()
    starts = range(0, hair.box[3] - hair.box[1], _ROWS)

    def block(start: int) -> None:
        if progress is not None:
            progress.check()
        _recolour_rows(result, hair, coats, strength, start)

    with ThreadPoolExecutor(_THREADS, "recolour") as threads:
        for _ in threads.map(block, starts):
            pass
    return result


def _recolour_rows(result: Pixels, hair: Hair, coats: Sequence[ColourLayer], strength: float, start: int) -> None:
    x0, y0, x1, y1 = hair.box
    rows = slice(start, min(y1 - y0, start + _ROWS))
    inside = np.flatnonzero(hair.mask[rows])
    if len(inside) == 0:
        return
    top = np.float32(np.iinfo(result.dtype).max)
    soft = np.take(hair.soft[rows].reshape(-1), inside).astype(np.float32)
    detail = np.take(hair.shade[rows].reshape(-1), inside).astype(np.float32)
    soft *= _UNIT
    detail *= _UNIT
    detail -= soft
    at_soft = curve_indices(soft)
    deep = _reduced(hair.lie.deep, rows, hair, inside)
    rest = np.take(hair.rest[rows].reshape(-1, 3), inside, axis=0) * _THOUSANDTH
    fore = np.take(hair.fore[rows].reshape(-1, 3), inside, axis=0).astype(np.float32)
    new = None
    for coat in coats:
        fine = np.take(coat.palette.fine, at_soft, mode="clip")
        fine *= detail
        fine += soft
        fine -= deep * np.float32(coat.palette.deep)
        value = coat.palette.coloured(rest, curve_indices(fine))
        if coat.palette.light is not None:
            at = curve_indices(np.take(hair.relief.plane[rows].reshape(-1), inside).astype(np.float32) * _UNIT)
            light = np.take(coat.palette.light, at, axis=0, mode="clip")
            light += rest * np.float32(_LIFTED_REST * coat.palette.stays)
            light -= value
            light *= np.float32(coat.palette.lifted)
            value += light
        value *= top
        weight = None if coat.weight is None else _reduced(coat.weight, rows, hair, inside)
        if coat.shades is not None:
            by_shade = np.take(coat.shades, at_soft, mode="clip")
            weight = by_shade if weight is None else weight * by_shade
        if weight is None:
            new = value
        else:
            under = fore if new is None else new
            value -= under
            value *= weight[:, None]
            value += under
            new = value
    if new is None:
        return
    share = np.take(hair.mask[rows].reshape(-1), inside).astype(np.float32)
    share *= _UNIT * np.float32(strength)
    new -= fore
    new *= share[:, None]
    block = result[y0 + rows.start : y0 + rows.stop, x0:x1]
    part = block.reshape(-1, block.shape[2])  # a copy: the window is no contiguous part of the picture
    new += part[inside, :3]
    new += np.float32(0.5)
    np.clip(new, 0, top, out=new)
    part[inside, :3] = new.astype(result.dtype)
    block[...] = part.reshape(block.shape)


def _reduced(plane: FloatPlane, rows: slice, hair: Hair, inside: npt.NDArray[np.intp]) -> FloatPlane:
    """A reduced plane at the pixels ``inside`` some rows of the box."""
    x0, y0, x1, y1 = hair.box
    return np.take(enlarge_rows(plane, rows, (y1 - y0, x1 - x0)).reshape(-1), inside)
